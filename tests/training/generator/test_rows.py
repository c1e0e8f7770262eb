"""The labelled rows of the generator."""

from __future__ import annotations

import pytest

from training.generator.rows import labelled, nearest, row, spaced
from training.reader.records import Question

PASSAGE = "The miller sold the old boat to a young farmer. The farmer sailed to Orrin."


def question(*answers: str, start: int = -1, text: str = "Who bought it?") -> Question:
    return Question(
        source="test",
        split="train",
        group="a",
        passage=PASSAGE,
        text=text,
        answers=answers,
        start=start,
    )


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("a young farmer", "a young farmer"),
        ("A YOUNG FARMER!", "a young farmer"),
        # of 3 and 5 words, 3 in common: 2 * 3 / 8 = .75; no shorter stretch has more than .67
        ("a young, very kind farmer", "a young farmer"),
        ("the miller sold everything", "The miller sold the"),
        ("nobody at all", None),
    ],
)
def test_the_nearest_stretch_of_the_passage(answer: str, found: str | None) -> None:
    span = nearest(question(answer))
    assert (span and PASSAGE[span[0] : span[1]]) == found


def test_the_second_answer_counts_too() -> None:
    span = nearest(question("nobody", "Orrin"))
    assert span is not None
    assert PASSAGE[span[0] : span[1]] == "Orrin"


def test_labelled_rows() -> None:
    at = PASSAGE.index("Orrin")
    given = [
        question("Orrin", start=at, text="Where did he sail?"),
        question("a young farmer"),
        question("nobody at all"),
        question("Orrin", start=at, text="Name the town."),
    ]
    rows = list(labelled(given, "tale"))
    assert [(one["kind"], PASSAGE[one["start"] : one["end"]]) for one in rows] == [
        ("where", "Orrin"),
        ("who", "a young farmer"),
    ]
    assert {(one["style"], one["split"]) for one in rows} == {("tale", "train")}


def test_row_has_the_kind_of_its_question() -> None:
    assert row("tale", "train", PASSAGE, 0, 3, "How many boats?")["kind"] == "how many"


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("The boat -LRB- old -RRB- sank .", "The boat (old) sank."),
        ("It did n't cost $ 5 , Ann 's friend said", "It didn't cost $5, Ann's friend said"),
        ("`` No , '' she said", '"No," she said'),
        ("the dogs ' bowl", "the dogs' bowl"),
    ],
)
def test_spaced(tokens: str, text: str) -> None:
    assert spaced(tokens.split()) == text
