"""What a public set of human judgements is: the facts about it, and what reading it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from qgauge.core.errors import BadSetting
from qgauge.core.example import Example
from qgauge.data.public.values import Value


@dataclass(frozen=True, slots=True)
class Dimension:
    """One thing that people judged: on a scale from `low` to `high`, or with one of `labels`."""

    name: str
    """The key in `Example.ratings`."""
    about: str
    low: float | None = None
    high: float | None = None
    labels: tuple[str, ...] = ()
    """From the best to the worst, where they have an order."""
    raters: int = 1
    """How many people judged an item."""
    means_only: bool = False
    """The file has one mean for all raters of an item instead of a rating for each."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """A set as it was read: questions with the ratings people gave them."""

    name: str
    examples: list[Example]
    dimensions: tuple[Dimension, ...]
    cluster: str
    """The key in `Example.meta` that rows on the same passage, reference or article share.

    Such rows are not independent: resample them together. Empty where every row stands alone.
    """
    digest: str
    """SHA-256: of the file, or of the lines that `sha256sum` prints for several."""
    notes: tuple[str, ...] = ()
    """What to know before numbers are made from it."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The sets within the set, which are to be looked at one by one; each is in meta `part`."""
        found = dict.fromkeys(example.meta.get("part", "") for example in self.examples)
        return tuple(part for part in found if part)

    def part(self, name: str) -> Dataset:
        """The same with the examples of one part only."""
        if name not in self.parts:
            known = ", ".join(self.parts) or "none"
            raise BadSetting(f"'{name}' is no part of {self.name}; its parts are: {known}")
        examples = [example for example in self.examples if example.meta["part"] == name]
        return replace(self, name=f"{self.name}/{name}", examples=examples)


Rows = Iterator[tuple[Value, Example]]
"""The examples of a file, each with the place it comes from."""


@dataclass(frozen=True, slots=True)
class PublicSet:
    """What there is to know about a set, and how its files are read."""

    title: str
    rated: str
    """What people judged."""
    size: str
    """The whole set as published."""
    paper: str
    source: str
    """Where the files are published."""
    licence: str
    how_to_get: str
    files: tuple[str, ...]
    """The names looked for in a folder; a file that is named itself may have any name."""
    read: Callable[[Path], Rows]
    dimensions: tuple[Dimension, ...] = ()
    cluster: str = ""
    notes: tuple[str, ...] = ()
    beside: str = ""
    """Further files that belong to it, as a pattern."""
    together: bool = True
    """All files of a folder make up one set; if not, one of them has to be chosen."""
