"""Normalised words: content words and Dice."""

from __future__ import annotations

import pytest

from qgauge.sets.words import dice, words_of


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
def test_single_letters_and_meaningful_stop_words_are_content(
    text: str, content: tuple[str, ...]
) -> None:
    assert words_of(text).content == content


def test_dice_by_hand() -> None:
    assert dice(frozenset("abc"), frozenset("bcde")) == pytest.approx(4 / 7)
    assert dice(frozenset(), frozenset()) == 0
