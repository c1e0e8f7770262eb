"""Balance of answer types and places, compared with scipy."""

from __future__ import annotations

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare, entropy

from qgauge.sets.balance import KINDS, kind_of, kinds, places, third
from qgauge.sets.words import words_of


@given(st.lists(st.sampled_from(list(KINDS)), min_size=1))
def test_effective_kinds_are_the_exponential_of_scipys_entropy(found: list[str]) -> None:
    balance = kinds(found)
    assert balance.effective == pytest.approx(exp(entropy(list(balance.counts.values()))))
    assert 1 - 1e-9 <= (balance.effective or 0) <= len(KINDS) + 1e-9


def test_effective_kinds_of_equal_counts_and_of_an_empty_set() -> None:
    assert kinds(["HUM", "LOC", "NUM"] * 4).effective == pytest.approx(3)
    assert kinds([]).effective is None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is it red?", "YES/NO"),
        ("Is it red or blue?", "ENTY"),
        ("Is what he said true?", "ENTY"),
        ("What is it?", "ENTY"),
        ("", "ENTY"),
    ],
)
def test_yes_or_no_is_a_kind_of_its_own(question: str, expected: str) -> None:
    assert kind_of(words_of(question), "ENTY:other") == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("In 1901, did it burn?", "YES/NO"),
        ("Is it red or not?", "YES/NO"),
        ("Who burned it?", "ENTY"),  # a wrong answer does not change what it asks for
    ],
)
def test_an_answer_of_yes_or_no_tells_the_kind(question: str, expected: str) -> None:
    assert kind_of(words_of(question), "ENTY:other", answered_yes_or_no=True) == expected


def test_thirds_of_a_document() -> None:
    assert [third(number, 6) for number in range(1, 7)] == [
        *["beginning"] * 2,
        *["middle"] * 2,
        *["end"] * 2,
    ]
    assert [third(number, 4) for number in range(1, 5)] == [
        "beginning",
        "beginning",
        "middle",
        "end",
    ]


def test_places_are_compared_with_every_sentence_asked_equally_often() -> None:
    # 4 sentences, two of them in the beginning: of 20 questions, 10, 5 and 5 are expected
    asked = [(1, 4)] * 14 + [(3, 4)] * 4 + [(4, 4)] * 2
    found = places(asked)
    assert found.counts == {"beginning": 14, "middle": 4, "end": 2}
    assert found.expected == pytest.approx({"beginning": 10, "middle": 5, "end": 5})
    assert found.p == pytest.approx(chisquare([14, 4, 2], [10, 5, 5]).pvalue)


def test_too_few_for_a_test() -> None:
    assert places([(1, 3)] * 14).p is None  # 14/3 < 5 are expected in each
    assert places([]).p is None
