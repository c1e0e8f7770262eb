"""Which of the teacher's questions are plausible, and how the independent reader compares."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from training.generator.independent_reader import f1
from training.generator.keep import plausible


@pytest.mark.parametrize(
    ("question", "answer", "good"),
    [
        ("Who bought the old boat?", "a young farmer", True),
        ("Who bought the old boat", "a young farmer", False),
        ("Who bought it? And when?", "a young farmer", False),
        ("Who left it?", "Ada", False),  # three words
        ("Who left it there?", "Ada", True),
        ("Who was the young farmer of Orrin?", "a young farmer", False),
        ("Who was the young man of Orrin?", "a young farmer", True),
        ("Where did the the farmer go?", "Orrin", False),
        ("Who is " + "very, truly " * 13 + "old?", "Ada", False),  # 29 words
        ("Did the cat eat the rat?", "the rat", True),  # short words prove nothing
    ],
)
def test_plausible(question: str, answer: str, good: bool) -> None:
    assert plausible(question, answer) == good


def test_f1_by_hand() -> None:
    assert f1("the old boat", "An old boat!") == 1
    assert f1("old boat", "new boat at sea") == pytest.approx(2 * 1 / (2 + 4))
    assert f1("", "boat") == f1("", "") == 0
