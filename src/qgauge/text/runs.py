"""Contiguous runs of words that two texts share."""

from __future__ import annotations

from collections.abc import Sequence


def contains(words: Sequence[str], part: Sequence[str]) -> bool:
    """Return whether `part` is a contiguous run of `words`; False if `part` is empty.

    Words must not contain spaces: the test is a substring search, which takes linear time.
    """
    return bool(part) and f" {' '.join(part)} " in f" {' '.join(words)} "


def longest_run(wanted: Sequence[str], there: Sequence[str]) -> tuple[int, int]:
    """Return the longest common run of words as (start in `wanted`, length).

    Return the first one if tied, and (0, 0) if the texts share no word.

    Examples:
        >>> from qgauge.text.runs import longest_run
        >>> longest_run("the old stone mill".split(), "an old stone bridge".split())
        (1, 2)
    """
    return (0, 0) if set(wanted).isdisjoint(there) else Runs(wanted).longest_in(there)


class Runs:
    """A suffix automaton (Blumer et al. 1985) of the words of a text.

    It is built in linear time and finds the longest common run with another text in linear time.
    """

    def __init__(self, words: Sequence[str]) -> None:
        # A state is the set of runs with the same end positions. Per state: the length of its
        # longest run, its suffix link, its first end position, and its transitions.
        self._lengths, self._endings, self._first = [0], [-1], [0]
        self._next: list[dict[str, int]] = [{}]
        last = 0
        for place, word in enumerate(words, 1):
            last = self._add(word, place, last)

    def _add(self, word: str, place: int, last: int) -> int:
        """Append a word to the text of state `last` and return the new state."""
        new = self._state(self._lengths[last] + 1, 0, place, {})
        state = last
        while state >= 0 and word not in self._next[state]:
            self._next[state][word] = new
            state = self._endings[state]
        if state < 0:
            return new
        known = self._next[state][word]
        if self._lengths[known] > self._lengths[state] + 1:  # split off the shorter runs
            copied = (self._endings[known], self._first[known], dict(self._next[known]))
            shorter = self._state(self._lengths[state] + 1, *copied)
            self._endings[known] = shorter
            while state >= 0 and self._next[state].get(word) == known:
                self._next[state][word] = shorter
                state = self._endings[state]
            known = shorter
        self._endings[new] = known
        return new

    def _state(self, length: int, ending: int, first: int, following: dict[str, int]) -> int:
        self._lengths.append(length)
        self._endings.append(ending)
        self._first.append(first)
        self._next.append(following)
        return len(self._lengths) - 1

    def longest_in(self, words: Sequence[str]) -> tuple[int, int]:
        """Return the longest run shared with `words` as (start in the text, length).

        Return the first one in the text if tied, and (0, 0) if they share no word.
        """
        best = end = 0
        state = length = 0
        for word in words:
            while state and word not in self._next[state]:
                state = self._endings[state]
                length = self._lengths[state]
            if word in self._next[state]:
                state, length = self._next[state][word], length + 1
            if length > best or (length == best and self._first[state] < end):
                best, end = length, self._first[state]
        return end - best, best
