"""Comparison of answers; expected values follow the evaluation script of SQuAD."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import Example
from qgauge.metrics.squad_match import (
    gives_away,
    gold_answers,
    is_polar,
    normal_words,
    span_match,
    token_f1,
)


def test_normal_words() -> None:
    assert normal_words("The “Old” Mill, an inn.") == ["old", "mill", "inn"]
    assert normal_words("a the An") == []


@pytest.mark.parametrize(
    ("predicted", "gold", "match", "f1"),
    [
        ("the Old Mill", "old mill!", 1.0, 1.0),
        ("Maria Costa", "the engineer Maria Costa", 0.8, 0.8),  # P 2/2, R 2/3: 4/5
        ("in 1874", "1874", 0.8, 2 / 3),
        ("Costa Maria", "Maria Costa", 0.0, 1.0),  # the same words in a different order
        ("art", "a party", 0.0, 0.0),  # a substring, but not a word
        ("Theo", "Bram", 0.0, 0.0),
        ("", "Bram", 0.0, 0.0),
        ("the", "a", 0.0, 0.0),  # both are empty without articles
        ("tea tea tea", "tea", 0.8, 0.5),  # one word in common, of 3 and 1
    ],
)
def test_match_and_f1(predicted: str, gold: str, match: float, f1: float) -> None:
    assert span_match(predicted, gold) == span_match(gold, predicted) == match
    assert token_f1(predicted, gold) == token_f1(gold, predicted) == pytest.approx(f1)


@settings(deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_a_match_shares_words(one: str, other: str) -> None:
    if span_match(one, other):
        assert token_f1(one, other) > 0
    assert 0 <= token_f1(one, other) <= 1


@pytest.mark.parametrize(
    ("answer", "more", "golds"),
    [
        ("Bram", {}, ("Bram",)),
        ("Bram", {"answers": ["the fisherman", "Bram", " "]}, ("Bram", "the fisherman")),
        (
            "Bram",
            {"answers": {"text": ["Bram", "old Bram"], "answer_start": [1]}},
            ("Bram", "old Bram"),
        ),
        ("Bram", {"answers": "the fisherman"}, ("Bram",)),
        (None, {}, ()),
    ],
)
def test_gold_answers(answer: str | None, more: dict[str, Any], golds: tuple[str, ...]) -> None:
    assert gold_answers(Example("1", "Who?", answer=answer, meta=more)) == golds


@pytest.mark.parametrize(
    ("question", "gold", "expected"),
    [
        ("Which cold tea did she use?", "cold tea", True),
        ("Who is the old man called Bram?", "the old man", True),
        ("What did she use?", "cold tea", False),
        ("Was it cold tea or milk?", "cold tea", False),  # one of two alternatives
        ("Who told it?", "it", False),  # only stop words
        ("What is art?", "a party", False),
    ],
)
def test_gives_away(question: str, gold: str, expected: bool) -> None:
    assert gives_away(question, gold) is expected


def test_polar() -> None:
    assert is_polar("Yes.")
    assert is_polar("no")
    assert not is_polar("no one")
    assert not is_polar("")
