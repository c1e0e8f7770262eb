"""Quality by weights: its three parts, their weights, the method in effect, and the reasons."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.hand_made_tools import TOOLS

from qgauge.core import BadSetting, Example, Score
from qgauge.metrics import create
from qgauge.metrics.quality import PARTS, Quality
from qgauge.metrics.quality_reasons import CHEAP, GIVEN, GIVEN_AWAY, NO_QUESTION, SAID, reasons
from qgauge.metrics.readings import agrees
from qgauge.questions import check_question

FINE = f"{GIVEN}, and {SAID}"
PASSAGE = "Old Bram rowed to the island. Ines sat."
EXAMPLE = Example("1", "Who rowed?", (), PASSAGE, "Bram")


def score(request: str, example: Example = EXAMPLE) -> Score:
    (found,) = create(request).score([example], TOOLS)
    return found


def test_the_weighted_mean_of_its_parts() -> None:
    found = score("quality:method=weights")
    values = [score(name).value for name in PARTS]
    assert [found.parts[name] for name in PARTS] == values
    assert all(isinstance(value, float) for value in values)
    grammar, answering, inference = (float(value or 0) for value in values)
    assert found.value == pytest.approx(0.2 * grammar + 0.3 * answering + 0.5 * inference)
    assert found.parts["answering.answerable"] == score("answering").parts["answerable"]
    assert found.evidence["inference"]["rests_on"] == "Old Bram rowed to the island."


def test_formula_document_uses_the_formulas_of_the_ranking_report() -> None:
    found = score("quality:formula=document")
    requests = (
        "grammar:value=errors,form=off",
        "answering:formula=document,polar=reader",
        "inference:method=document,premise=whole",
    )
    assert [found.parts[name] for name in PARTS] == [score(one).value for one in requests]


def test_the_signature_contains_the_weights() -> None:
    metric = create("quality:weights=.5/.25/.25")
    assert "|weights:0.5/0.25/0.25|" in metric.signature(TOOLS, "1")
    usual = create("quality:method=weights").signature(TOOLS, "1")
    assert usual.startswith("quality|method:weights|weights:0.2/0.3/0.5|formula:soft|")


@pytest.mark.parametrize(
    ("request_", "learned", "label"),
    [
        ("quality", True, "quality"),
        ("quality:method=learned", True, "quality"),
        ("quality:method=weights", False, "quality:method=weights"),
        # the formula and the weights mean method=weights, also if their values are the usual ones
        ("quality:formula=soft", False, "quality:method=weights"),
        ("quality:formula=document", False, "quality:formula=document"),
        ("quality:weights=.2/.3/.5", False, "quality:weights=.2/.3/.5"),
        (
            "quality:method=weights,formula=document",
            False,
            "quality:method=weights,formula=document",
        ),
    ],
)
def test_the_method_in_effect(request_: str, learned: bool, label: str) -> None:
    metric = create(request_)
    assert isinstance(metric, Quality)
    assert (metric.learned, metric.label()) == (learned, label)
    again = create(label)
    assert again.signature(TOOLS, "1") == metric.signature(TOOLS, "1")
    assert again.score([EXAMPLE], TOOLS) == metric.score([EXAMPLE], TOOLS)


@pytest.mark.parametrize("setting", ["formula=soft", "formula=document", "weights=.2/.3/.5"])
def test_the_learned_method_takes_no_settings_of_the_other(setting: str) -> None:
    with pytest.raises(BadSetting, match="takes no formula and no grammar/answering/inference"):
        create(f"quality:method=learned,{setting}")


def written(folder: Path, content: object) -> str:
    file = folder / "weights.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(file)


def test_weights_from_a_file(tmp_path: Path) -> None:
    found: dict[str, Any] = {"metric": "quality", "weights": "0.1/0.6/0.3"}
    found["settings"] = {"formula": "soft"}
    metric = create(f"quality:weights={written(tmp_path, found)}")
    assert isinstance(metric, Quality)
    assert metric.weighting == (0.1, 0.6, 0.3)
    assert "|weights:0.1/0.6/0.3|" in metric.signature(TOOLS, "1")
    with pytest.raises(BadSetting, match="fitted with formula=soft, not document"):
        create(f"quality:formula=document,weights={written(tmp_path, found)}")
    with pytest.raises(BadSetting, match="are for q_bleu1"):
        create(f"quality:weights={written(tmp_path, found | {'metric': 'q_bleu1'})}")
    with pytest.raises(BadSetting, match="is not a weights file"):
        create(f"quality:weights={written(tmp_path, '[]')}")


@pytest.mark.parametrize(
    ("weights", "complaint"),
    [
        (".2/.8", "three numbers"),
        (".5/.5/.5", "sum to 1.5"),
        ("-1/1/1", "between 0 and 1"),
        ("none.json", "cannot read the weights"),
    ],
)
def test_invalid_weights(weights: str, complaint: str) -> None:
    with pytest.raises(BadSetting, match=complaint):
        create(f"quality:weights={weights}")


METHODS = ["quality", "quality:method=weights"]


@pytest.mark.parametrize("request_", METHODS)
def test_the_reason_for_unscored_names_the_part(request_: str) -> None:
    found = score(request_, Example("1", "Who?", (), PASSAGE, "the"))
    assert found.unscored == "answering: the answer has no words to compare"


@pytest.mark.parametrize("request_", METHODS)
def test_duplicates_have_the_same_score(request_: str) -> None:
    one, two = create(request_).score([EXAMPLE, Example("2", *_rest(EXAMPLE))], TOOLS)
    assert one == two


def _rest(example: Example) -> tuple[Any, ...]:
    return example.question, example.references, example.passage, example.answer


# ------------------------------------------------------------------ reasons


def parts(
    *,
    grammar: Mapping[str, Any] | None = None,
    answering: Mapping[str, Any] | None = None,
    inference: tuple[float, float, float] = (1, 0, 0),
    right: float | None = None,
) -> dict[str, Score]:
    """Return scores of the three parts, perfect by default; `right` is the verifier's."""
    g = {"value": 1.0, "wellformed": 1.0, "errors": [], **(grammar or {})}
    a: dict[str, Any] = {"value": 1.0, "match": 1.0, "own": "Bram", "unanswerable": False}
    a |= {"asks": True, "given_away": False, **(answering or {})}
    entailment, neutral, contradiction = inference
    labels = {"entailment": entailment, "neutral": neutral, "contradiction": contradiction}
    judged = Score(max(0.0, entailment + 0.2 * neutral - contradiction), labels)
    if right is not None:
        judged = Score(right, {"right": right})
    evidence = {key: a[key] for key in ("unanswerable", "asks", "given_away")}
    evidence |= {"predicted": {"text": a["own"]}, "answered_by": a.get("by", "reader")}
    return {
        "grammar": Score(g["value"], {"wellformed": g["wellformed"]}, {"errors": g["errors"]}),
        "answering": Score(a["value"], {"match": a["match"]}, evidence),
        "inference": judged,
    }


OTHER = {"value": 0.9, "match": 0.0, "own": "Theo"}
THEO = "the reader answers 'Theo' instead"
POLAR = {"by": "entailer"}
ERROR = {"text": "book", "kind": "noun_number"}
CASES: list[tuple[dict[str, Any], list[str]]] = [
    ({}, [f"{GIVEN}, and {SAID}"]),
    # .3 x .1 = .03 is too little to report
    ({"answering": {"value": 0.9, "match": 0.8, "own": "old Bram"}}, [f"{GIVEN}, and {SAID}"]),
    (
        {"answering": {"value": 0.5, "match": 0.8, "own": "old Bram"}},
        ["the reader answers 'old Bram'"],
    ),
    (
        {"answering": {"value": 0.5, "match": 0.0, "own": "Theo"}},
        ["the reader answers 'Theo' instead"],
    ),
    ({"answering": {"value": 0.2}}, ["the reader is not sure of this answer"]),
    (
        {"answering": {"value": 0.0, "match": 0.0, "unanswerable": True}},
        ["the reader finds no answer in the passage"],
    ),
    (
        {"answering": {"value": 0.0, "match": 0.0, "given_away": True}},
        ["it gives away its own answer"],
    ),
    # entailment is likelier than not, although the score is only .51 - .49 = .02
    ({"inference": (0.51, 0, 0.49)}, [f"{GIVEN}, and {SAID}"]),
    ({"inference": (0.51, 0, 0.49), "answering": POLAR}, [SAID]),
    ({"answering": OTHER}, [SAID]),  # .3 x .1: the reader's answer 'Theo' costs too little
    # the tools disagree: the reason names both
    (
        {"inference": (0.1, 0.2, 0.7)},
        ["the reader gives this answer, but the inference model finds a contradiction"],
    ),
    (
        {"inference": (0.1, 0.8, 0.1)},
        ["the reader gives this answer, but the inference model finds no support in the passage"],
    ),
    (
        {"inference": (0.45, 0.2, 0.35)},
        ["the reader gives this answer, but the inference model is not sure"],
    ),
    (
        {"inference": (0.35, 0.2, 0.45), "answering": POLAR},
        ["the inference model gives this answer, but is not sure"],
    ),
    # the reader gives a different answer, but also finds this one plausible
    (
        {"inference": (0.1, 0.2, 0.7), "answering": OTHER},
        ["it is not clear that the passage says so"],
    ),
    # both tools object
    *(
        ({"inference": chances, "answering": OTHER | {"value": 0.7}}, [reason, THEO])
        for chances, reason in (
            ((0.1, 0.2, 0.7), "the passage contradicts this answer"),
            ((0.1, 0.8, 0.1), "the passage does not say so"),
            ((0.3, 0.25, 0.45), "the passage does not say so"),
            ((0.45, 0.2, 0.35), "it is not clear that the passage says so"),
        )
    ),
    (
        {"inference": (0, 0, 1), "answering": {"value": 0.5, "unanswerable": True}},
        ["the passage contradicts this answer", "the reader finds no answer in the passage"],
    ),
    # the verifier: right is likelier than not, although the loss is .5 x .49
    ({"right": 0.51}, [f"{GIVEN}, and {SAID}"]),
    ({"right": 0.51, "answering": POLAR}, [SAID]),
    ({"right": 0.5}, ["the reader gives this answer, but the verifier is not sure"]),
    ({"right": 0.2}, ["the reader gives this answer, but the verifier is not sure"]),
    ({"right": 0.19}, ["the reader gives this answer, but the verifier rejects it"]),
    (
        {"right": 0.1, "answering": POLAR},
        ["the inference model gives this answer, but the verifier rejects it"],
    ),
    *(
        ({"right": right, "answering": OTHER | {"value": 0.7}}, [reason, THEO])
        for right, reason in (
            (0.1, "the passage does not give this answer"),
            (0.4, "it is not clear that the passage says so"),
        )
    ),
    # .3 x .3 = .09 is more than .5 x .02, which is too little
    ({"right": 0.98, "answering": OTHER | {"value": 0.7}}, [THEO]),
    # a semicolon within a reason does not split it
    (
        {"answering": {"value": 0.5, "match": 0.0, "own": "Theo; Ines"}},
        ["the reader answers 'Theo; Ines' instead"],
    ),
    (
        {"grammar": {"value": 0.5, "errors": [ERROR]}},
        ["grammar: 'book' (noun number)"],
    ),
    (
        {"grammar": {"value": 0.5, "errors": [ERROR | {"text": "the", "kind": "missing"}]}},
        ["grammar: a word is missing next to 'the'"],
    ),
    (
        {"grammar": {"value": 0.7, "wellformed": 0.4}},
        ["the grammar checker finds the wording awkward"],
    ),
    # the costliest first: inference costs .5, answering .3
    (
        {"inference": (0, 0, 1), "answering": {"value": 0.0, "match": 0.0, "own": "Theo"}},
        ["the passage contradicts this answer", "the reader answers 'Theo' instead"],
    ),
    # a reason that two parts give is listed once
    (
        {
            "grammar": {"value": 0.0, "errors": [{"text": "x", "kind": "no_question"}]},
            "answering": {"value": 0.0, "asks": False},
        },
        ["it does not ask anything"],
    ),
]


@pytest.mark.parametrize(("found", "expected"), CASES)
def test_reasons(found: dict[str, Any], expected: list[str]) -> None:
    assert reasons(parts(**found), (0.2, 0.3, 0.5)) == expected


def test_faults_with_weight_0_are_neither_reported_nor_praised() -> None:
    found = parts(inference=(0, 0, 1), answering=OTHER)
    assert reasons(found, (0.9, 0.1, 0.0)) == [CHEAP]


def test_long_answers_are_clipped_in_reasons() -> None:
    own = "a very long answer " * 5
    found = parts(answering={"value": 0.0, "match": 0.0, "own": own})
    (reason,) = reasons(found, (0.2, 0.3, 0.5))
    assert reason == "the reader answers 'a very long answer a very long answer a…' instead"


# ------------------------------------------------------------------ findings of rules

CHATTER = "there is more than the question: 'Q:' stands before it"
SECOND = "it asks more than one thing: a second question starts at 'and who sat down'"
GERMAN = "it is not English: it is in German: 'wer', 'ist', 'auf'"
CHECKED: list[tuple[str, dict[str, Any], list[str]]] = [
    ("Who rowed?", {}, [FINE]),
    ("Q: Who rowed?", {}, [CHATTER]),
    ("Who rowed, and who sat down?", {}, [SECOND]),
    ("Q: Who rowed, and who sat down?", {}, [CHATTER, SECOND]),
    # rules first, although the models' faults cost more
    (
        "Q: Who rowed?",
        {"right": 0.0, "answering": {"value": 0.0, "match": 0.0, "own": "Theo"}},
        [CHATTER, "the passage does not give this answer", THEO],
    ),
    # two chatter reasons are one reason
    (
        "Q: Who rowed? Answer: Theo",
        {},
        [f"{CHATTER}; 'Answer: Theo' stands after it"],
    ),
    # rules and models find the same: once, first
    (
        "Old Theo rowed to the island.",
        {
            "right": 0.0,
            "grammar": {"value": 0.0, "errors": [{"text": "Old", "kind": "no_question"}]},
            "answering": {"value": 0.0, "match": 0.0, "asks": False},
        },
        [NO_QUESTION, "the passage does not give this answer"],
    ),
    (
        "Who is Bram who rowed?",
        {"answering": {"value": 0.0, "match": 0.0, "given_away": True}, "right": 0.1},
        [GIVEN_AWAY, "the passage does not give this answer"],
    ),
    # the models cannot read German
    (
        "Wer ist auf der Insel?",
        {
            "right": 0.0,
            "grammar": {"value": 0.0, "errors": [ERROR]},
            "answering": {"value": 0.0, "match": 0.0, "unanswerable": True},
        },
        [GERMAN],
    ),
    (
        "Q: Wer ist auf der Insel?",
        {"right": 0.0},
        [CHATTER, GERMAN],
    ),
]


@pytest.mark.parametrize(("question", "found", "expected"), CHECKED)
def test_findings_of_rules_come_first(
    question: str, found: dict[str, Any], expected: list[str]
) -> None:
    checks = check_question(question, "Bram")
    assert reasons(parts(**found), (0.2, 0.3, 0.5), checks) == expected


@pytest.mark.parametrize("request_", METHODS)
def test_quality_shows_the_findings_of_rules(request_: str) -> None:
    found = score(request_, replace(EXAMPLE, question="Q: Who rowed?"))
    assert found.evidence["why"][0] == CHATTER
    shown = create(request_).explain(replace(EXAMPLE, question="Q: Who rowed?"), TOOLS)
    steps = [step for one in shown.evidence["views"] for step in one["steps"]]
    assert f"why: {CHATTER}" in steps
    assert found.evidence["why"] == shown.evidence["why"]


@pytest.mark.parametrize(
    ("kind", "evidence", "expected"),
    [
        ("not_a_question", {"asks": True}, False),  # a yes-no question without its mark
        ("not_a_question", {"asks": False}, True),
        ("not_a_question", {}, True),  # the formula of the ranking report does not say
        ("answer_given", {"given_away": False}, False),  # the reader finds it in the passage
        ("answer_given", {"given_away": True}, True),
        ("answer_given", {}, True),
        ("chatter", {"asks": True, "given_away": False}, True),
    ],
)
def test_findings_that_answering_denies_are_no_reasons(
    kind: str, evidence: dict[str, bool], expected: bool
) -> None:
    assert agrees(kind, evidence) is expected
