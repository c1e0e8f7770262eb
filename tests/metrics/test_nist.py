"""NIST compared with values worked out by hand and with NLTK."""

from __future__ import annotations

from importlib import import_module
from math import exp, log, log2

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import qgauge
from qgauge.core import Example
from qgauge.metrics import create


def value(question: str, *references: str, metric: str = "nist") -> float | None:
    (score,) = create(metric).score([Example("1", question, references)], {})
    assert not isinstance(score.value, str)
    return score.value


def test_by_hand() -> None:
    # four words, each once: log2(4/1) = 2 bits per word; longer n-grams are certain given their
    # prefix: 0 bits. Two of two words match: 4 bits / 2 words. Length 2 of 4:
    # exp(log(.5) / log(1.5)^2 * log(2/4)^2)
    penalty = exp(log(0.5) / log(1.5) ** 2 * log(0.5) ** 2)
    assert value("who came", "who came home late") == pytest.approx(2 * penalty)


def test_a_rare_continuation_carries_information() -> None:
    # two bigrams start with "the", so each carries log2(2/1) = 1 bit.
    # words: the (2 of 4) 1 bit, cat and dog 2 bits each: (1 + 2) / 2; pair "the cat": 1 bit / 1
    penalty = exp(log(0.5) / log(1.5) ** 2 * log(0.5) ** 2)
    assert value("the cat", "the cat the dog") == pytest.approx((1.5 + 1.0) * penalty)


def test_a_reference_without_information_is_unscored() -> None:
    assert value("why", "why") is None


def test_longer_questions_are_not_penalised_for_length() -> None:
    assert value("who came home late indeed", "who came home late") == pytest.approx(
        4 * log2(4) / 5
    )


tokens = st.lists(st.sampled_from(["who", "was", "the", "film", "of", "rome"]), min_size=5)


@given(question=tokens, reference=tokens)
def test_equals_nltk(question: list[str], reference: list[str]) -> None:
    nist_score = import_module("nltk.translate.nist_score")
    assume(len(set(reference)) > 1)
    expected = nist_score.sentence_nist([reference], question)
    assert value(" ".join(question), " ".join(reference)) == pytest.approx(expected)


def test_corpus_sums_before_dividing() -> None:
    rows = [Example("1", "a b", ("a b",)), Example("2", "x x", ("c d",))]
    # 2 words of 1 bit each match, of 4 words; no length penalty
    (result,) = qgauge.score(rows, ["nist:level=corpus"]).values()
    assert result.value == pytest.approx(2 / 4)
