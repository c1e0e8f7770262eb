"""Content words of snippets, and when two words are equal."""

from __future__ import annotations

from typing import Any

import pytest

from qgauge.concepts import Lexicon, Snippet
from qgauge.concepts.words import Compare


def content(text: str, *fragments: tuple[int, int], compare: Compare = "words") -> Any:
    lexicon = Lexicon(text, compare)
    return lexicon.shown(lexicon.of(Snippet(fragments or ((0, len(text)),), "ann")))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The Iron of the Sea", ["iron", "sea"]),
        ("Why didn't Ann's dog bark?", ["ann", "bark", "dog"]),
        ("It’s what they’re about.", []),
        ("... -- !?", []),
        ("In 1903, 3.5 % fell", ["1903", "3.5", "fell"]),
        ("CAFÉ cafe\u0301", ["café"]),  # composed or not: one word
        ("Straße STRASSE", ["strasse"]),
        ("👍🏽 and 👨‍👩‍👧", ["👍🏽", "👨‍👩‍👧"]),
        ("☀️ ☀", ["☀"]),  # with and without the emoji variation selector
        ("a \u0301 b", ["b"]),  # a combining mark without a base
        ("\u200b", []),
    ],
)
def test_content_words(text: str, words: list[str]) -> None:
    assert content(text) == words


def test_a_word_belongs_to_a_snippet_if_half_of_it_does() -> None:
    text = "old lighthouse keeper"
    assert content(text, (0, 8)) == ["old"]  # "ligh" is 4 of 10
    assert content(text, (0, 9)) == ["lighthouse", "old"]  # "light" is 5 of 10
    assert content(text, (5, 16)) == ["lighthouse"]
    assert content(text, (4, 7), (12, 14)) == ["lighthouse"]  # 3 and 2 of 10, in two fragments
    assert content(text, (3, 4)) == []


def test_a_span_that_cuts_a_letter_from_its_accent_still_has_the_word() -> None:
    assert content("the cafe\u0301 bar", (4, 8)) == ["café"]
    # inside a family emoji of three joined by two joiners: 3 of 5 code points
    assert content("a 👨‍👩‍👧 x", (2, 5)) == ["👨‍👩‍👧"]


def test_places_distinguish_equal_words() -> None:
    text = "rain and rain"
    lexicon = Lexicon(text, "places")
    first, second = (lexicon.of(Snippet((span,), "ann")) for span in ((0, 4), (9, 13)))
    assert not first & second
    assert lexicon.shown(first | second) == ["rain", "rain"]
    assert content(text) == ["rain"]


def test_stems() -> None:
    assert content("Volcanoes erupted", compare="stems") == ["erupt", "volcano"]
