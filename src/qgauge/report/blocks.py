"""What a report is made of: a page of sections, each with blocks of text, tables and figures.

Blocks hold plain texts, whatever the user's files contain; only the template escapes them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal
from urllib.parse import quote

from qgauge.report.drawing import Drawing

Tone = Literal["", "good", "fair", "poor"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    numeric: bool = False
    """Numbers stand at the right, and are sorted by size."""


@dataclass(frozen=True, slots=True)
class Value:
    """A number in a cell, with a drawing below it."""

    text: str
    sort: float | None = None
    """The number by which the column is sorted."""
    tone: Tone = ""
    drawing: Drawing | None = None


Cell = str | Value


@dataclass(frozen=True, slots=True)
class Prose:
    """Sentences, one paragraph each."""

    kind: ClassVar[str] = "prose"
    paragraphs: Sequence[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a caption; the first column heads the rows."""

    kind: ClassVar[str] = "table"
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = ()
    """Paragraphs below the table."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with its axes in words and a caption."""

    kind: ClassVar[str] = "figure"
    caption: str
    drawing: Drawing
    across: str = ""
    """What the horizontal axis shows."""
    up: str = ""
    """What the vertical axis shows."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a passage; evidence is marked and named."""

    text: str
    mark: str = ""
    """What the piece is evidence of, such as `answer`; "" for plain text."""


@dataclass(frozen=True, slots=True)
class Card:
    """One question with everything that explains its score."""

    title: str
    values: Sequence[tuple[str, Value]] = ()
    facts: Sequence[tuple[str, str]] = ()
    """Names with texts: id, system, answer, references."""
    reasons: Sequence[str] = ()
    passage: Sequence[Piece] = ()
    parts: Sequence[tuple[str, Value]] = ()


@dataclass(frozen=True, slots=True)
class Cards:
    """Several questions."""

    kind: ClassVar[str] = "cards"
    caption: str
    cards: Sequence[Card]


@dataclass(frozen=True, slots=True)
class Terms:
    """Names with texts that a reader may want to copy, such as signatures and commands."""

    kind: ClassVar[str] = "terms"
    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question between two sentences of a text: it arises from one, and another answers it."""

    question: str
    anchor: int | None
    """The number of the sentence from which it arises."""
    answer: int | None
    system: str = ""
    labels: Sequence[tuple[str, Value]] = ()
    notes: Sequence[str] = ()
    strange: bool = False
    """Whether the answer is not after the anchor."""


@dataclass(frozen=True, slots=True)
class Discourse:
    """A text sentence by sentence, each followed by the questions that it answers."""

    kind: ClassVar[str] = "discourse"
    sentences: Sequence[str]
    """"" for a missing sentence."""
    asked: Sequence[Sequence[Asked]]
    """The questions after each sentence; those of no sentence come last."""


@dataclass(frozen=True, slots=True)
class Link:
    """A sentence with a link to a file beside the page."""

    kind: ClassVar[str] = "link"
    text: str
    """The sentence; the name of the file follows it."""
    file: str
    """The name of the file, without a folder."""

    @property
    def address(self) -> str:
        """The address, which can only be that of a file beside the page."""
        return f"./{quote(os.fsencode(self.file))}"


Block = Prose | Table | Figure | Cards | Terms | Discourse | Link


@dataclass(frozen=True, slots=True)
class Section:
    """A section with a heading."""

    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Page:
    """A whole report."""

    title: str
    summary: Sequence[str]
    """What a reader must know, in a few sentences."""
    sections: Sequence[Section] = field(default=())
