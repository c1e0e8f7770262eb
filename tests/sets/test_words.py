"""Words of a set: content, runs, shares."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.sets.words import dice, longest_run, words_of


def test_words_are_lower_case_and_content_is_stemmed() -> None:
    found = words_of("Who didn't see Falk's telescopes?")
    assert found.all == ("who", "did", "see", "falk", "telescopes")
    assert found.content == ("see", "falk", "telescop")


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("the T cell", ("t", "cell")),
        ("vitamin A", ("vitamin", "a")),
        ("A cell", ("cell",)),
        ("don't", ()),
        ("no cell", ("no", "cell")),
        ("?!", ()),
        ("", ()),
    ],
)
def test_letters_and_words_that_tell_something_have_content(
    text: str, content: tuple[str, ...]
) -> None:
    assert words_of(text).content == content


words = st.lists(st.sampled_from("abc"), max_size=9)


@given(words, words)
def test_the_longest_run_is_difflibs(first: list[str], second: list[str]) -> None:
    expected = SequenceMatcher(None, first, second, autojunk=False).find_longest_match()
    start, length = longest_run(first, second)
    assert length == expected.size
    run = first[start : start + length]
    assert any(run == second[at : at + length] for at in range(len(second) + 1))


def test_dice_by_hand() -> None:
    assert dice(frozenset("abc"), frozenset("bcde")) == pytest.approx(4 / 7)
    assert dice(frozenset(), frozenset()) == 0
