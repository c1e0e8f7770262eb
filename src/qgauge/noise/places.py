"""Places in a question where noise can apply, and the changes made there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from qgauge.core import written
from qgauge.noise.words import Word


class Place(NamedTuple):
    """A non-empty span of a text and its possible replacements; an empty replacement drops it."""

    start: int
    end: int
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A change: the original text between `start` and `end` is replaced by `new`."""

    old: str
    new: str
    start: int
    end: int

    def as_json(self) -> dict[str, Any]:
        """Return the change in the form written to files."""
        return {"from": self.old, "to": self.new, "start": self.start, "end": self.end}


@dataclass(frozen=True, slots=True)
class Amount:
    """How many places are changed: a share of them, or a random number from 1 to `most`."""

    share: float | None = None
    most: int | None = None

    def of(self, places: int, random: Random) -> int:
        """Return how many of this number of places to change, at least 1."""
        chance = random.random()
        if self.share is not None:
            return max(1, int(self.share * places + 0.5))
        return 1 + int(chance * min(self.most or 1, places))

    def __str__(self) -> str:
        return f"most={self.most}" if self.share is None else f"share={written(self.share)}"


def place_of(word: Word, *choices: str) -> Place:
    return Place(word.start, word.end, choices)


def changes(text: str, places: Sequence[Place], amount: Amount, random: Random) -> list[Change]:
    """Change randomly chosen places that do not overlap.

    Only `random.random` is used, because Python guarantees that its sequence does not change
    between versions.

    Args:
        text: The question.
        places: Places where the noise can apply.
        amount: How many of them to change.
        random: Source of random numbers.

    Returns:
        The changes, from left to right.
    """
    if not places:
        return []
    wanted = amount.of(len(places), random)
    # rank and choice of a place do not depend on the amount, so that a larger amount includes the
    # changes of a smaller one
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
    # do not drop the last word
    return made if any(map(str.isalnum, left)) and left != text else []


def rewritten(text: str, made: Iterable[Change]) -> str:
    """Apply changes to a text."""
    pieces, done = [], 0
    for change in made:
        pieces += [text[done : change.start], change.new]
        done = change.end
    return "".join([*pieces, text[done:]])


def _merged(text: str, hit: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Merge adjacent dropped words into one span."""
    found: list[tuple[int, int, str]] = []
    for start, end, new in hit:
        if found and not new and not found[-1][2] and not text[found[-1][1] : start].strip():
            found[-1] = (found[-1][0], end, "")
        else:
            found.append((start, end, new))
    return found


def _with_spaces(text: str, hit: Iterable[tuple[int, int, str]]) -> Iterable[tuple[int, int, str]]:
    """Extend dropped words by the space before them, or after them at the start of the text."""
    done = 0
    for start, end, new in hit:
        done, looked_from = end, done  # the previous span ends with a letter
        if not new:
            before = looked_from + len(text[looked_from:start].rstrip())
            if not before:
                end = len(text) - len(text[end:].lstrip())
            elif not text[end : end + 1].isalnum():  # else dropping 5 from "a 5km" gives "akm"
                start = before
        yield start, end, new
