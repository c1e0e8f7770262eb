"""Noise: the record of changes, determinism, and the effect of each kind on the metrics."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from helpers.hand_made_tools import TOOLS
from helpers.spoiled_questions import QUESTIONS
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import BadSetting, Example
from qgauge.metrics import TABLE as ALL_METRICS
from qgauge.metrics import create as metric
from qgauge.metrics.word_kinds import KINDS, sort_words
from qgauge.noise import TABLE, apply, create, original
from qgauge.noise.words import words_of
from qgauge.text.ptb import cased_words

ALL = list(TABLE)
# with an additional question, so that every kind applies to at least one
EXAMPLES = [
    Example(str(at), question)
    for at, question in enumerate([*QUESTIONS, "How many books are on the table?"])
]

# words of every kind; no clitics, which answerability counts and noise leaves unchanged
VOCABULARY = [
    *("Ada", "Oriel", "Maya", "built", "films", "green", "river"),
    *("the", "of", "is", "did", "on", "who", "what", "which", "how"),
]
questions = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=12).map(
    lambda words: " ".join(words) + "?"
)
texts = st.one_of(
    st.text(max_size=60), questions, st.lists(st.sampled_from(QUESTIONS), max_size=2).map(" ".join)
)


def noised(kind: str, question: str, seed: int = 1) -> Example:
    (made,) = apply(kind, [Example("1", question)], seed)
    return made


def rebuilt(example: Example) -> str:
    """Rebuild the noised question from the record."""
    text: str = example.meta["noise"]["original"]
    for change in reversed(example.meta["noise"]["changed"]):
        assert text[change["start"] : change["end"]] == change["from"]
        text = text[: change["start"]] + change["to"] + text[change["end"] :]
    return text


@pytest.mark.parametrize("kind", ALL)
@settings(max_examples=80, deadline=None)
@given(question=texts, seed=st.integers(0, 9))
def test_the_record_describes_all_changes(kind: str, question: str, seed: int) -> None:
    made = noised(kind, question, seed)
    record = made.meta["noise"]
    assert made.question == rebuilt(made)
    assert record["original"] == question
    assert made.references == (question,)
    assert record["applied"] == (made.question != question) == bool(record["changed"])
    assert made == noised(kind, question, seed)
    if record["applied"]:
        assert any(map(str.isalnum, made.question)), "a question keeps at least one word"
    ends = [0, *(change["end"] for change in record["changed"])]
    starts = [change["start"] for change in record["changed"]]
    assert all(end <= start for end, start in zip(ends, starts, strict=False))


@pytest.mark.parametrize("kind", ALL)
def test_order_and_other_rows_do_not_matter(kind: str) -> None:
    together = {example.id: example for example in apply(kind, EXAMPLES, 3)}
    shuffled = random.Random(5).sample(EXAMPLES, 6)
    assert list(apply(kind, shuffled, 3)) == [together[example.id] for example in shuffled]


@pytest.mark.slow
def test_noise_is_identical_in_another_process() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from helpers.spoiled_questions import QUESTIONS\n"
        "from qgauge.noise import *; from qgauge.core import Example\n"
        "rows = [Example(str(at), text) for at, text in enumerate(QUESTIONS)]\n"
        "print([row.question for kind in TABLE for row in apply(kind, rows, 3)])"
    )
    rows = EXAMPLES[: len(QUESTIONS)]
    here = [row.question for kind in TABLE for row in apply(kind, rows, 3)]
    for seed in ("1", "2"):
        shown = subprocess.run(
            [sys.executable, "-c", code, str(Path(__file__).parent.parent)],
            capture_output=True,
            check=True,
            text=True,
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        )
        assert shown.stdout.strip() == str(here)


@pytest.mark.parametrize("kind", ["no_content", "spelling", "word_order", "other_question_word"])
def test_noise_depends_on_seed_id_and_system(kind: str) -> None:
    def all_noised(seed: int, id: str = "1", system: str = "") -> list[str]:
        rows = [Example(id, text, system=system) for text in QUESTIONS]
        return [row.question for row in apply(kind, rows, seed)]

    first = all_noised(1)
    assert first != all_noised(2)
    assert first != all_noised(1, id="2")
    assert first != all_noised(1, system="atlas")


@settings(max_examples=60, deadline=None)
@given(question=questions, kind=st.sampled_from(["no_content", "no_function", "spelling"]))
def test_a_larger_share_includes_the_changes_of_a_smaller_one(question: str, kind: str) -> None:
    def places(share: str) -> set[int]:
        made = noised(f"{kind}:share={share}", question).meta["noise"]["changed"]
        return {at for change in made for at in range(change["start"], change["end"])}

    if noised(f"{kind}:share=1", question).meta["noise"]["applied"]:
        assert places("0.2") <= places("0.6") <= places("1")


def test_share_and_most_set_the_number_of_changes() -> None:
    question = "Did Ada, Bea, Cy, Di, Eve, Flo and Gus meet?"
    dropped = [
        len(noised("no_names", question, seed).meta["noise"]["changed"]) for seed in range(60)
    ]
    assert set(dropped) == {1, 2, 3}, "one to three at random"
    # 7 names: .3 * 7 = 2.1
    assert len(noised("no_names:share=0.3", question).meta["noise"]["changed"]) == 2
    assert noised("no_names:share=1", question).question == "Did,,,,, and meet?"


def test_changes_to_the_row() -> None:
    given_ = Example(
        "7",
        "Who met Ada?",
        ("Who saw Ada?",),
        passage="Bea met Ada.",
        answer="Bea",
        system="atlas",
        ratings={"fluency": (5,)},
        meta={"split": "dev", "scores": {"bleu4": 1.0}},
    )
    (made,) = apply("no_names", [given_], seed=4)
    assert made == Example(
        "7",
        "Who met?",
        ("Who met Ada?",),
        passage="Bea met Ada.",
        answer="Bea",
        system="atlas+no_names",
        meta={
            "split": "dev",
            "noise": {
                "kind": "no_names",
                "seed": 4,
                "applied": True,
                "changed": [{"from": " Ada", "to": "", "start": 7, "end": 11}],
                "original": "Who met Ada?",
            },
        },
    )
    (kept,) = apply("no_names", [given_], keep_references=True)
    assert kept.references == ("Who saw Ada?",)
    # nothing to change: the question and its ratings stay
    (same,) = apply("noun_number:most=2", [given_])
    assert (same.question, same.system) == (given_.question, "atlas+noun_number:most=2")
    assert same.ratings == given_.ratings
    assert not same.meta["noise"]["applied"]
    beside = original(given_)
    assert (beside.references, beside.system, beside.meta) == (
        ("Who met Ada?",),
        "atlas",
        {"split": "dev"},
    )


def test_repeated_noise_keeps_both_records() -> None:
    (once,) = apply("no_names", [Example("1", "Who met Ada in the garden?")])
    (twice,) = apply("no_function", [once], keep_references=True)
    assert twice.question == "Who met garden?"
    assert twice.references == ("Who met Ada in the garden?",)
    assert twice.system == "no_names+no_function"
    assert twice.meta["input_noise"] == once.meta["noise"]
    assert twice.meta["noise"]["original"] == "Who met in the garden?"


@pytest.mark.parametrize(
    ("request_", "complaint"),
    [
        ("no_name", "Did you mean 'no_names'?"),
        ("", "Choose one of no_names"),
        ("truncated:share=1", "truncated has no settings"),
        ("spelling:share=0", "above 0 and at most 1"),
        ("spelling:share=nan", "above 0 and at most 1"),
        ("spelling:share=some", "above 0 and at most 1"),
        ("spelling:most=0", "from 1 to 999,999"),
        ("spelling:most=-1", "from 1 to 999,999"),
        ("spelling:most=²", "from 1 to 999,999"),
        ("spelling:few=1", "spelling:share=0.5"),
        ("spelling:", "spelling:share=0.5"),
        ("spelling:share=0.5,most=1", "spelling:share=0.5"),
    ],
)
def test_mistakes_get_a_message(request_: str, complaint: str) -> None:
    with pytest.raises(BadSetting, match=complaint.replace("?", r"\?")):
        apply(request_, [])


def test_labels_are_requests() -> None:
    for request_ in ("no_names", "no_names:most=2", "spelling:share=0.25"):
        assert create(request_).label == request_
    assert create(" spelling : share = .25 ").label == "spelling:share=0.25"


# effect on the metrics


@settings(max_examples=200, deadline=None)
@given(question=questions)
def test_word_kinds_equal_those_of_answerability(question: str) -> None:
    cased = cased_words(question)
    want = sort_words(cased).words
    have = [[word.lower for word in words_of(question) if word.kind == kind] for kind in KINDS]
    assert have == list(want)


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("no_names", "name"),
        ("no_content", "content"),
        ("no_function", "function"),
        ("no_question_word", "question"),
        ("other_question_word", "question"),
    ],
)
@settings(max_examples=150, deadline=None)
@given(question=questions, seed=st.integers(0, 5))
def test_each_kind_lowers_its_own_part_of_answerability(
    kind: str, part: str, question: str, seed: int
) -> None:
    made = noised(kind, question, seed)
    parts = metric("answerability").score([made], {})[0].parts
    if not made.meta["noise"]["applied"]:
        assert all(parts[name] == 1 for name in KINDS if name in parts)
        return
    new = [change["to"].lower() for change in made.meta["noise"]["changed"]]
    if set(new) & {"what", "which"}:
        return  # the next word now belongs to the new question word, whatever its kind was
    assert parts[part] < 1
    assert all(parts[name] == 1 for name in KINDS if name in parts and name != part)


MANY_ARE_BLIND_TO = ("lower_case", "no_question_mark", "word_order", "inversion")
QSTS_IS_BLIND_TO = ("no_function", "agreement", "article", "preposition", "doubled_word")
"""QSTS ignores function words, and additional words in the question."""


COMPARED = [name for name in ALL_METRICS if "references" in metric(name).needs]
"""Metrics that compare a question with references."""


@pytest.mark.parametrize("name", COMPARED)
def test_noise_never_raises_a_score(name: str) -> None:
    def values(examples: Iterable[Example]) -> list[float]:
        found = [score.value for score in metric(name).score(list(examples), TOOLS)]
        return [value for value in found if isinstance(value, float)]

    best = values(map(original, EXAMPLES))
    assert len(best) == len(EXAMPLES)
    for kind in TABLE:
        found = values(apply(kind, EXAMPLES))
        for value, top in zip(found, best, strict=True):
            assert value <= top + 1e-9, kind
        if kind not in (*MANY_ARE_BLIND_TO, *(QSTS_IS_BLIND_TO if name == "qsts" else ())):
            assert sum(found) < sum(best), kind
