"""Stems of METEOR 1.5."""

from __future__ import annotations

import concurrent.futures

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.text import stem as stem_module
from qgauge.text.stem import stem


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("running", "run"),
        ("questions", "question"),
        ("generously", "generous"),  # R1 starts after "gener", so "-ously" keeps its "-ous"
        ("skies", "sky"),  # a listed exception of the algorithm
        ("the", "the"),
        ("", ""),
        ("42", "42"),
    ],
)
def test_stems_follow_the_english_snowball_rules(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("organized", "organ"),
        ("geologist", "geologist"),
        ("university", "univers"),
        ("paste", "past"),
    ],
)
def test_stems_are_those_of_snowball_2(word: str, expected: str) -> None:
    # snowballstemmer 3 gives organiz, geolog, universiti, paste, unlike METEOR 1.5.
    assert stem(word) == expected


@given(st.text(max_size=40))
def test_every_word_has_a_stable_stem(word: str) -> None:
    assert stem(word) == stem(word)


def test_a_very_long_word_is_its_own_stem() -> None:
    word = "y" * 100_000
    assert stem(word) == word


def test_stemming_is_thread_safe() -> None:
    stem_module._STEMS.clear()
    words = [f"{base}{end}" for base in ("walk", "jump", "talk") for end in ("ed", "ing", "s")] * 50
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(stem, words)) == [word[:4] for word in words]
