"""Written text from lower-case word pieces: capitals and spaces as in the passage."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.text.ud_lists import ALWAYS_ABBREVIATED
from qgauge.text.words import CAPITALISED, FUNCTION_WORDS

_BEFORE_DIGITS = re.compile(r"\d[.:]$|(?<!\d)\d{1,3},$")
"""Ends of a text after which digits continue a number or a time: "3.5", "10:30", "1,500"."""
MARK = "##"
"""Begins a piece that continues a word."""
_NO_SPACE_BEFORE = frozenset(",.?!;:)]}%'’”-–/")
_NO_SPACE_AFTER = frozenset("([{$£€#'’“-–/")
_ENDS = frozenset({".", "?", "!", ":"})
_QUOTES = frozenset({"“", '"', "‘", "”", "’", "'"})
_ABBREVIATIONS = ALWAYS_ABBREVIATED | {"st"}
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
        self._words = _passage_words(passage, encoded)
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

        Of equal runs, one inside a sentence is better: its capitals mean something. Then one with
        fewer capitals is better: the others may be in a heading.
        """
        best = (0, False, 0, 0)
        for place in self._places.get(words[at], ())[:50]:
            length = 0
            while (
                length < min(_LONGEST_RUN, len(words) - at)
                and place + length < len(self._words)
                and self._words[place + length].plain == words[at + length]
                and not (length and self._words[place + length].first)
            ):
                length += 1
            run = self._words[place : place + length]
            capitals = sum(self._passage[one.start].isupper() for one in run)
            best = max(best, (length, not run[0].first, -capitals, -place))
        return -best[3], best[0]

    def _run(self, first: int, length: int) -> str:
        words = self._words[first : first + length]
        text = self._passage[words[0].start : words[-1].end]
        if text[:1].isupper() and not self._keeps_capital(first, length):
            text = text[:1].lower() + text[1:]
        return " ".join(text.split())

    def _keeps_capital(self, first: int, length: int) -> bool:
        """Return whether the first word of a run has a capital inside a sentence, too."""
        word = self._words[first]
        following = self._words[first + 1 : first + length][:1]
        if word.plain in FUNCTION_WORDS:  # "The Hague", but "the lighthouse" below a heading
            return word.plain == "i" or (self._is_named(following) and not word.first)
        if not word.first:
            return True
        inside = [place for place in self._places[word.plain] if not self._words[place].first]
        if inside:
            return self._passage[self._words[inside[0]].start].isupper()
        all_capitals = self._passage[word.start : word.end].isupper()
        return all_capitals or self._is_named(following) or not _is_common(word.plain)

    def _is_named(self, words: Sequence[PassageWord]) -> bool:
        return any(self._passage[one.start].isupper() for one in words)


def _is_common(word: str) -> bool:
    """Return whether a word is in the dictionary of inflected forms as anything but a name."""
    from lemminflect import getAllLemmas

    return any(kind != "PROPN" for kind in getAllLemmas(word))


def _passage_words(passage: str, encoded: Any) -> list[PassageWord]:
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
    words: list[PassageWord] = []
    first = True
    for start, end, plain in spans:
        before = words[-1] if words else None
        apart = before is None or before.end < start
        if before and not apart and before.plain in _ENDS:
            first = first and plain in _QUOTES  # the "S" in "U.S.", the "5" in "3.5"
        elif before and apart and before.plain == "," and plain in _QUOTES:
            first = True  # She said, "It sank."
        elif before and "\n\n" in passage[before.end : start]:
            first = True  # the text below a heading
        words.append(PassageWord(plain, start, end, first))
        if re.search(r"\w", plain):
            first = False
        elif plain in _ENDS:
            first = not (plain == "." and before and not apart and _is_short(before.plain))
    return words


def _is_short(word: str) -> bool:
    """Return whether a period after this word rather belongs to it: "J. Berg", "St. Ives"."""
    return (len(word) == 1 and word.isalpha()) or word in _ABBREVIATIONS


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
    if run[:1] == '"' or before[-1] == '"':  # the second quote closes, the first one opens
        return before.count('"') % 2 == 1
    if run[:1].isdigit() and _BEFORE_DIGITS.search(before):
        return before[-1] != "," or len(run) == 3
    return before[-1] in _NO_SPACE_AFTER and not before.endswith((" '", " ’"))
