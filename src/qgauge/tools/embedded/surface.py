"""Written text from lower-case word pieces: capitals and spaces as in the passage."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.text.words import CAPITALISED, FUNCTION_WORDS

MARK = "##"
"""Begins a piece that continues a word."""
_NO_SPACE_BEFORE = frozenset(",.?!;:)]}%'’”-–/")
_NO_SPACE_AFTER = frozenset("([{$£€#'’“-–/")
_LONGEST_RUN = 12
"""Words of the passage that are copied in one run at most, so that time stays linear."""


@dataclass(frozen=True, slots=True)
class PassageWord:
    """A word of the passage as the tokenizer sees it."""

    plain: str
    """Lower case, without accents."""
    start: int
    end: int
    first: bool
    """Whether it begins a sentence, where a capital says nothing."""


class Surface:
    """The spelling of words in a passage."""

    def __init__(self, passage: str, encoded: Any) -> None:
        self._passage = passage
        self._words = _passage_words(encoded)
        self._places: dict[str, list[int]] = {}
        for at, word in enumerate(self._words):
            self._places.setdefault(word.plain, []).append(at)

    def text(self, pieces: Sequence[str]) -> str:
        """Return pieces as a sentence that begins with a capital."""
        words = _joined(pieces)
        made, at = "", 0
        while at < len(words):
            first, length = self._longest_run(words, at)
            run = self._run(first, length) if length else _spelled(words[at])
            made += ("" if _closes(made, run) else " ") + run
            at += max(1, length)
        made = made.strip()
        return made[:1].upper() + made[1:]

    def _longest_run(self, words: Sequence[str], at: int) -> tuple[int, int]:
        """Return where the longest run of the passage that continues here begins, and its length.

        Of equal runs, one inside a sentence is better: its capitals mean something.
        """
        best = (0, False, 0)
        for place in self._places.get(words[at], ())[:50]:
            length = 0
            while (
                length < min(_LONGEST_RUN, len(words) - at)
                and place + length < len(self._words)
                and self._words[place + length].plain == words[at + length]
                and not (length and self._words[place + length].first)
            ):
                length += 1
            best = max(best, (length, not self._words[place].first, -place))
        return -best[2], best[0]

    def _run(self, first: int, length: int) -> str:
        words = self._words[first : first + length]
        text = self._passage[words[0].start : words[-1].end]
        if text[:1].isupper() and not self._keeps_capital(first, length):
            text = text[:1].lower() + text[1:]
        return " ".join(text.split())

    def _keeps_capital(self, first: int, length: int) -> bool:
        """Return whether the first word of a run has a capital inside a sentence, too."""
        word = self._words[first]
        if word.plain in FUNCTION_WORDS:  # "The Hague", but "the lighthouse" below a heading
            following = self._words[first + 1 : first + length][:1]
            named = any(self._passage[one.start].isupper() for one in following)
            return word.plain == "i" or (named and not word.first)
        if not word.first:
            return True
        inside = [place for place in self._places[word.plain] if not self._words[place].first]
        if inside:
            return self._passage[self._words[inside[0]].start].isupper()
        return self._passage[word.start : word.end].isupper() or not _is_common(word.plain)


def _is_common(word: str) -> bool:
    """Return whether a word is in the dictionary of inflected forms as anything but a name."""
    from lemminflect import getAllLemmas

    return any(kind != "PROPN" for kind in getAllLemmas(word))


def _passage_words(encoded: Any) -> list[PassageWord]:
    """Return the tokenizer's words; pieces of a word are joined."""
    spans: list[list[Any]] = []
    last = None
    for number, (start, end), piece in zip(
        encoded.word_ids, encoded.offsets, encoded.tokens, strict=True
    ):
        if number == last and spans:
            spans[-1][1] = end
            spans[-1][2] += piece.removeprefix(MARK)
        else:
            spans.append([start, end, piece])
        last = number
    words, first = [], True
    for start, end, plain in spans:
        words.append(PassageWord(plain, start, end, first))
        if re.search(r"\w", plain):
            first = False
        first = first or plain in {".", "?", "!", ":", "“", '"', "‘"}
    return words


def _joined(pieces: Sequence[str]) -> list[str]:
    words: list[str] = []
    for piece in pieces:
        if piece.startswith(MARK) and words:
            words[-1] += piece.removeprefix(MARK)
        else:
            words.append(piece)
    return words


def _spelled(word: str) -> str:
    return word.capitalize() if word in CAPITALISED else word


def _closes(before: str, run: str) -> bool:
    """Return whether no space belongs between two parts."""
    if not before or run[:1] in _NO_SPACE_BEFORE:
        return True
    return before[-1] in _NO_SPACE_AFTER and not before.endswith((" '", " ’"))
