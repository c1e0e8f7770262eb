"""Find snippets that are given as text in their document."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from qgauge.core.clipping import clip, one_line
from qgauge.text.runs import Runs, longest_run
from qgauge.text.ud import ud_words

_LONGEST_SHOWN = 80


class Finder:
    """Finds snippets in one document: as written, or else without regard to capitals.

    White space never matters, nor do punctuation marks around a snippet. Only whole words are
    found: "art" is not in "heart".

    Examples:
        >>> from qgauge.concepts.finding import Finder
        >>> finder = Finder("Acid rain damages forests. Rain is acid.")
        >>> finder.find("acid  rain."), finder.find("rain", after=5), finder.find("cid rain")
        ((0, 9), (27, 31), None)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._words = ud_words(text)
        self._starts = [word.start for word in self._words]
        self._written = _Joined([word.text for word in self._words])
        self._folded = _Joined([_folded(word.text) for word in self._words])

    def find(self, snippet: str, after: int = -1) -> tuple[int, int] | None:
        """Return the start and end of the first occurrence that starts after a position."""
        words = [word.text for word in ud_words(snippet)]
        folded = [_folded(word) for word in words]
        begin = bisect_right(self._starts, after)
        for joined, wanted in (
            (self._written, words),
            (self._folded, folded),
            (self._folded, _without_marks(folded)),
        ):
            first = joined.find(wanted, begin)
            if first is not None:
                return self._span(first, len(wanted))
        return None

    def closest(self, snippet: str) -> tuple[int, int] | None:
        """Return the place with the longest run of the snippet's words; None if it has none."""
        wanted = _without_marks([_folded(word.text) for word in ud_words(snippet)])
        first, length = Runs(self._folded.words).longest_in(wanted)
        if not length:
            return None
        before, _ = longest_run(wanted, self._folded.words[first : first + length])
        first = max(0, first - before)
        return self._span(first, min(len(wanted), len(self._words) - first))

    def missing(self, snippet: str) -> str:
        """Return the message for a snippet that is not in the document."""
        told = f"{_shown(snippet)!r} is not in the document"
        place = self.closest(snippet)
        if place is None:
            return f"{told}; no word of it is"
        start, end = place
        return f"{told}; the closest place is {start}-{end}, {_shown(self._text[start:end])!r}"

    def _span(self, first: int, length: int) -> tuple[int, int]:
        return self._words[first].start, self._words[first + length - 1].end


class _Joined:
    """Words joined by spaces, so that a substring search finds a run in linear time."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._text = f" {' '.join(words)} "
        self._places = list(accumulate((len(word) + 1 for word in words), initial=0))

    def find(self, wanted: Sequence[str], begin: int) -> int | None:
        """Return the index of the first of these words, from index `begin` on."""
        if not wanted:
            return None
        place = self._text.find(f" {' '.join(wanted)} ", self._places[begin])
        return None if place < 0 else bisect_left(self._places, place)


def _folded(word: str) -> str:
    return unicodedata.normalize("NFC", word.casefold()).replace("’", "'")


def _without_marks(words: Sequence[str]) -> Sequence[str]:
    """Return the words without punctuation marks at both ends."""
    real = [at for at, word in enumerate(words) if any(map(str.isalnum, word))]
    return words[real[0] : real[-1] + 1] if real else []


def _shown(text: str) -> str:
    return clip(one_line(text), _LONGEST_SHOWN)
