"""Schemes: what raters see, and what they are asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["question", "edge", "document", "pair"]
"""What one task is about: a question, an edge of a discourse, a document, or two questions."""
FieldType = Literal["choice", "flags", "text", "spans"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer to a field."""

    value: int | str
    """What is stored: a number of a scale, or a label."""
    label: str
    """What is shown."""
    meaning: str = ""
    """When to choose it."""
    score: float | None = None
    """The number that is exported in place of the value; None to export the value itself."""


@dataclass(frozen=True, slots=True)
class Field:
    """Something that raters are asked about a task."""

    name: str
    """The dimension, which is the key in `ratings`."""
    ask: str
    """The question to the rater."""
    type: FieldType
    """`choice`: one of the choices; `flags`: any of them; `text`: free text; `spans`: places."""
    choices: tuple[Choice, ...] = ()
    """From worst to best if they are ordered. For `spans`, the kinds of spans."""
    ordered: bool = False
    """Whether the choices have an order; agreement is then ordinal."""
    required: bool = True
    """Whether a task counts as done only with this field."""
    only_if: Mapping[str, tuple[int | str, ...]] | None = None
    """Ask only if these earlier fields have one of these values."""
    help: str = ""
    """More about the field, shown next to it."""


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """An example with the right answer, shown with the guidelines."""

    content: Mapping[str, Any]
    """The texts, as in `Task.content`."""
    values: Mapping[str, Any]
    """The right answer, as in `Answer.values`."""
    why: str = ""
    """Why it is right."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """What raters see and are asked."""

    name: str
    title: str
    about: str
    """What is rated, in one line."""
    kind: Kind
    shows: tuple[str, ...]
    """The keys of `Task.content` to show, in order."""
    fields: tuple[Field, ...]
    guidelines: str
    """Paragraphs separated by empty lines; lines that start with "- " form a list."""
    optional: tuple[str, ...] = ()
    """Those of `shows` that a task may lack."""
    examples: tuple[WorkedExample, ...] = ()
    skip_reasons: tuple[str, ...] = ()
    """Reasons to offer for skipping a task; free text is always possible."""
    grouped: bool = False
    """Rate the tasks of one cluster, such as an article, one after another."""
    feedback: bool = False
    """After the last task of a cluster, show a table of the answers, with a code to copy."""
    source: str = ""
    """The text of the scheme's file."""
    digest: str = ""
    """A hash of the source."""

    def field(self, name: str) -> Field:
        """Return the field of this name."""
        return next(field for field in self.fields if field.name == name)
