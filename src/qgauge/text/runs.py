"""Runs of words that two texts share: the longest, and whether one text stands in another."""

from __future__ import annotations

from collections.abc import Sequence


def contains(words: Sequence[str], part: Sequence[str]) -> bool:
    """Whether the words of a part stand together among these, in order; not for an empty part.

    No word may hold a space. Python looks for one text in another in linear time.
    """
    return bool(part) and f" {' '.join(part)} " in f" {' '.join(words)} "


def longest_run(wanted: Sequence[str], there: Sequence[str]) -> tuple[int, int]:
    """The longest run of words that two texts share: its start in the first, and its length.

    The first of equals; (0, 0) where they share nothing.
    """
    return (0, 0) if set(wanted).isdisjoint(there) else Runs(wanted).longest_in(there)


class Runs:
    """All runs of words of a text, to be looked for in others.

    They are kept as the smallest automaton that reads them (Blumer et al. 1985), which is made in
    linear time and reads another text in linear time.
    """

    def __init__(self, words: Sequence[str]) -> None:
        # a state stands for all runs that end at the same places: the length of the longest, the
        # state of its longest ending that also ends elsewhere, where it first ends, and the state
        # that each next word leads to
        self._lengths, self._endings, self._first = [0], [-1], [0]
        self._next: list[dict[str, int]] = [{}]
        last = 0
        for place, word in enumerate(words, 1):
            last = self._add(word, place, last)

    def _add(self, word: str, place: int, last: int) -> int:
        """The state of the whole text, one word longer than that of `last`."""
        new = self._state(self._lengths[last] + 1, 0, place, {})
        state = last
        while state >= 0 and word not in self._next[state]:
            self._next[state][word] = new
            state = self._endings[state]
        if state < 0:
            return new
        known = self._next[state][word]
        if self._lengths[known] > self._lengths[state] + 1:  # its longer runs do not end here
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
        """The longest run that these words have as well: its start in the text, and its length.

        Of equals the first of the text; (0, 0) where they share nothing.
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
