"""Places of a question where a noise can strike, and the changes made of those that are hit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from qgauge.core import written
from qgauge.noise.words import Word


class Place(NamedTuple):
    """A stretch of a text, of at least one letter, and the texts that may take its place.

    An empty text drops it.
    """

    start: int
    end: int
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What was changed: the text between `start` and `end` of the original became `new`."""

    old: str
    new: str
    start: int
    end: int

    def as_json(self) -> dict[str, Any]:
        return {"from": self.old, "to": self.new, "start": self.start, "end": self.end}


@dataclass(frozen=True, slots=True)
class Amount:
    """How many of the places are hit: a share of them, or a number from 1 to `most` by chance."""

    share: float | None = None
    most: int | None = None

    def of(self, places: int, random: Random) -> int:
        chance = random.random()
        if self.share is not None:
            return max(1, int(self.share * places + 0.5))
        return 1 + int(chance * min(self.most or 1, places))

    def __str__(self) -> str:
        return f"most={self.most}" if self.share is None else f"share={written(self.share)}"


def place_of(word: Word, *choices: str) -> Place:
    return Place(word.start, word.end, choices)


def changes(text: str, places: Sequence[Place], amount: Amount, random: Random) -> list[Change]:
    """The changes at places chosen by chance, none over another, from left to right.

    Only `random.random` is drawn from: Python promises it to be the same in every version.
    """
    if not places:
        return []
    wanted = amount.of(len(places), random)
    # a place keeps its rank and its choice, so a greater amount changes what a smaller one does
    drawn = sorted((random.random(), random.random(), at) for at in range(len(places)))
    hit: list[tuple[int, int, str]] = []
    taken = bytearray(len(text))
    for _, chance, at in drawn:
        start, end, choices = places[at]
        if taken.find(1, start, end) < 0:
            taken[start:end] = b"\1" * (end - start)
            hit.append((start, end, choices[int(chance * len(choices))]))
        if len(hit) == wanted:
            break
    hit.sort()
    made = [
        Change(text[start:end], new, start, end)
        for start, end, new in _with_spaces(text, _merged(text, hit))
    ]
    left = rewritten(text, made)
    # a question without a word is no question
    return made if any(map(str.isalnum, left)) and left != text else []


def rewritten(text: str, made: Iterable[Change]) -> str:
    """The text with the changes made."""
    pieces, done = [], 0
    for change in made:
        pieces += [text[done : change.start], change.new]
        done = change.end
    return "".join([*pieces, text[done:]])


def _merged(text: str, hit: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Dropped words that stand side by side as one stretch."""
    found: list[tuple[int, int, str]] = []
    for start, end, new in hit:
        if found and not new and not found[-1][2] and not text[found[-1][1] : start].strip():
            found[-1] = (found[-1][0], end, "")
        else:
            found.append((start, end, new))
    return found


def _with_spaces(text: str, hit: Iterable[tuple[int, int, str]]) -> Iterable[tuple[int, int, str]]:
    """A dropped word takes the space before it along; at the start of the text, that after it."""
    done = 0
    for start, end, new in hit:
        done, looked_from = end, done  # what was hit before ends with a letter
        if not new:
            before = looked_from + len(text[looked_from:start].rstrip())
            if not before:
                end = len(text) - len(text[end:].lstrip())
            elif not text[end : end + 1].isalnum():  # else "a 5km" less its 5 would be "akm"
                start = before
        yield start, end, new
