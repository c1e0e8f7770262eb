"""The learned method of quality: its exponents, its value, its reasons, and its signature."""

from __future__ import annotations

import json
import math
from math import prod
from pathlib import Path
from typing import Any

import pytest
from helpers.hand_made_tools import TOOLS
from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import BadSetting, Example, Score
from qgauge.metrics import create
from qgauge.metrics.dimensions import NAMES
from qgauge.metrics.flaws import KINDS
from qgauge.metrics.learned_quality import SHIPPED, WORDS, Exponents
from qgauge.metrics.quality import Quality
from qgauge.metrics.quality_reasons import GIVEN_AWAY, NO_QUESTION

PASSAGE = "Old Bram rowed to the island. Ines sat."
EXAMPLE = Example("1", "Who rowed to the island?", (), PASSAGE, "Bram")
TUNED = "2/0/1/0.5/1/1/3"


def weights_file(folder: Path, **changes: Any) -> str:
    file = folder / "weights.json"
    found = {"metric": "quality", "weights": TUNED, "settings": {"method": "learned"}} | changes
    file.write_text(json.dumps(found), encoding="utf-8")
    return str(file)


def score(request: str, example: Example = EXAMPLE) -> Score:
    (found,) = create(request).score([example], TOOLS)
    return found


# ------------------------------------------------------------------ exponents


def test_the_product_of_powers_by_hand() -> None:
    flawless = dict.fromkeys(NAMES, 1.0) | {"fluency": 0.5, "clarity": 0.1, "relevance": 0.25}
    # .5 squared, .1 to the power of 0, the square root of .25
    found = Exponents((2.0, 0.0, 1.0, 0.5, 1.0, 1.0, 1.0)).quality(flawless)
    assert found == pytest.approx(0.25 * 1 * 0.5)
    assert SHIPPED.quality(flawless) == pytest.approx(0.5 * 0.1 * 0.25)


exponents = st.tuples(*[st.floats(0, 10)] * 7).map(Exponents)
chances = st.tuples(*[st.floats(0.01, 1)] * 7).map(lambda some: dict(zip(NAMES, some, strict=True)))


@given(exponents, chances)
def test_quality_is_a_share_and_never_rises_with_an_exponent(
    one: Exponents, flawless: dict[str, float]
) -> None:
    value = one.quality(flawless)
    assert 0 <= value <= 1
    assert value == pytest.approx(
        math.exp(sum(n * math.log(flawless[k]) for k, n in zip(NAMES, one.values, strict=True)))
    )
    for at in range(len(NAMES)):
        more = [*one.values]
        more[at] = min(10.0, more[at] + 1)
        assert Exponents(tuple(more)).quality(flawless) <= value + 1e-12


@given(exponents, chances, st.sampled_from(NAMES), st.floats(0, 1))
def test_quality_never_rises_with_the_chance_of_a_flaw(
    one: Exponents, flawless: dict[str, float], name: str, share: float
) -> None:
    worse = flawless | {name: flawless[name] * share}
    assert one.quality(worse) <= one.quality(flawless) + 1e-12


def test_exponents_are_read_as_they_are_written() -> None:
    found = Exponents.parse("1/2/0.5/0/10/.25/1e-2")
    assert found.values == (1.0, 2.0, 0.5, 0.0, 10.0, 0.25, 0.01)
    assert str(found) == "1/2/0.5/0/10/0.25/0.01"
    assert Exponents.parse(str(found)) == found
    assert Exponents.parse("1/1/1/1/1/1/1") == SHIPPED


@pytest.mark.parametrize(
    "text",
    [
        *("", "1", "1/1/1/1/1/1", "1/1/1/1/1/1/1/1", "1/1/1/1/1/1/-1", "1/1/1/1/1/1/10.1"),
        *("1/1/1/1/1/1/nan", "1/1/1/1/1/1/inf", "1/1/1/1/1/1/x", "1,1,1,1,1,1,1"),
    ],
)
def test_other_texts_are_no_exponents(text: str) -> None:
    with pytest.raises(BadSetting, match="7 numbers from 0 to 10 are expected"):
        Exponents.parse(text)


# ------------------------------------------------------------------ the metric


def test_the_value_and_parts_are_those_of_dimensions() -> None:
    found, dimensions = score("quality"), score("dimensions")
    assert (found.value, found.parts) == (dimensions.value, dimensions.parts)
    assert list(found.parts) == list(NAMES)
    assert {**found.evidence, "why": []} == {"why": [], **dimensions.evidence}


def test_fitted_exponents_change_the_value_only(tmp_path: Path) -> None:
    usual, found = score("quality"), score(f"quality:weights={weights_file(tmp_path)}")
    flawless = [1 - one["flawed"] for one in usual.evidence["dimensions"].values()]
    powers = zip(flawless, (2, 0, 1, 0.5, 1, 1, 3), strict=True)
    assert found.value == pytest.approx(prod(chance**power for chance, power in powers))
    assert found.value != usual.value
    assert (found.parts, found.evidence) == (usual.parts, usual.evidence)


def test_label_and_signature(tmp_path: Path) -> None:
    plain = create("quality")
    dimensions = create("dimensions").signature(TOOLS, "1").removeprefix("dimensions|")
    assert plain.signature(TOOLS, "1") == f"quality|method:learned|{dimensions}"
    assert plain.label() == create("quality:method=learned").label() == "quality"
    file = weights_file(tmp_path)
    tuned = create(f"quality:weights={file}")
    model = plain.settings()["model"]
    assert tuned.signature(TOOLS, "1").startswith(
        f"quality|method:learned|model:{model}|weights:{TUNED}|grammarian:"
    )
    assert tuned.label() == f"quality:weights={file}"
    assert isinstance(tuned, Quality) and tuned.learned
    assert create(f"quality:method=learned,weights={file}").score([EXAMPLE], TOOLS) == tuned.score(
        [EXAMPLE], TOOLS
    )


@pytest.mark.parametrize(
    ("changes", "request_", "complaint"),
    [
        ({"weights": "1/1/1"}, "quality:weights={}", "7 numbers from 0 to 10"),
        ({"metric": "q_bleu1"}, "quality:weights={}", "are for q_bleu1"),
        ({}, "quality:method=weights,weights={}", "were fitted with method=learned"),
        ({}, "quality:formula=document,weights={}", "were fitted with method=learned"),
        (
            {"weights": ".2/.3/.5", "settings": {"formula": "soft"}},
            "quality:method=learned,weights={}",
            "method=learned takes no formula and no grammar/answering/inference weights",
        ),
    ],
)
def test_unfit_weights_are_refused(
    tmp_path: Path, changes: dict[str, Any], request_: str, complaint: str
) -> None:
    with pytest.raises(BadSetting, match=complaint):
        create(request_.format(weights_file(tmp_path, **changes)))


def test_seven_numbers_are_exponents() -> None:
    found = score("quality:weights=0/0/0/0/0/0/1")
    flawed = found.evidence["dimensions"]["answer_consistency"]["flawed"]
    assert found.value == pytest.approx(1 - flawed)  # the other six count nothing
    assert found.value != score("quality").value
    assert "|weights:0/0/0/0/0/0/1|" in create("quality:weights=0/0/0/0/0/0/1").signature(
        TOOLS, "1"
    )
    with pytest.raises(BadSetting, match="is not a set of weights"):
        create("quality:method=weights,weights=0/0/0/0/0/0/1")


@pytest.mark.parametrize(
    ("example", "reason"),
    [
        (Example("1", "Who rowed?"), "no passage"),
        (Example("1", "Who rowed?", (), PASSAGE), "no answer"),
        (Example("1", " ", (), PASSAGE, "Bram"), "the question is empty"),
        (Example("1", "Who rowed?", (), " ", "Bram"), "answering: the passage has no words"),
    ],
)
def test_incomplete_examples_are_unscored(example: Example, reason: str) -> None:
    assert score("quality", example).unscored == reason
    assert create("quality").explain(example, TOOLS).unscored == reason


# ------------------------------------------------------------------ reasons


def why(question: str, answer: str) -> list[str]:
    found = score("quality", Example("1", question, (), PASSAGE, answer))
    return list(found.evidence["why"])


def test_every_kind_of_flaw_has_words() -> None:
    assert set(WORDS) == set(KINDS.values())


def test_reasons_of_rules_and_models_come_before_likely_flaws() -> None:
    found = score("quality", Example("1", "he extraordinary thingamajigs", (), PASSAGE, "Theo"))
    kinds = [one["kind"] for one in found.evidence["flaws"]]
    said = found.evidence["why"]
    assert kinds[0] == "not a question"
    assert said[0] == NO_QUESTION
    # those that nothing else explains, in their order, after the others
    extra = [WORDS[kind] for kind in kinds if kind in ("misstated", "off target", "vague")]
    assert extra
    assert said[-len(extra) :] == extra
    # wrong answer, not answerable and unfluent are explained by the parts
    assert "wrong answer" in kinds
    assert not {WORDS["wrong answer"], WORDS["unfluent"], WORDS["not answerable"]} & set(said)


def test_a_text_in_another_language_gets_no_other_reason() -> None:
    example = Example("1", "Wer ruderte mit dem Boot zur Insel?", (), PASSAGE, "Bram")
    (reason,) = score("quality", example).evidence["why"]
    assert reason.startswith("it is not English")


def test_a_question_that_gives_its_answer_away() -> None:
    assert why("Who is Ines who rowed to the island?", "Ines")[0] == GIVEN_AWAY


def test_a_good_question_is_praised_in_one_line() -> None:
    # the hand-made reader answers "Old", so only the verifier supports the answer
    assert why("Who rowed to the island?", "Bram") == ["the passage says so"]
    assert score("quality").evidence["flaws"] == []


@pytest.mark.parametrize(("weights", "shown"), [("", False), (TUNED, True), (str(SHIPPED), False)])
def test_explaining_shows_fitted_exponents_and_reasons(
    tmp_path: Path, weights: str, shown: bool
) -> None:
    file = weights_file(tmp_path, weights=weights) if weights else ""
    found = create(f"quality:weights={file}" if file else "quality").explain(EXAMPLE, TOOLS)
    steps = [step for one in found.evidence["views"] for step in one["steps"]]
    line = f"with the fitted exponents {weights}: {found.value:.4f}"
    assert (line in steps) is shown
    assert steps[-1] == "why: the passage says so"
