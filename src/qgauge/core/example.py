"""Example: one question, with everything known about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from qgauge.core.errors import BadInput


@dataclass(frozen=True, slots=True, repr=False)
class Example:
    """One question to score.

    Only `id` and `question` are required; `qgauge list` shows which fields each metric needs.
    References and sentences may be any sequence of strings; they are stored as tuples.

    Raises:
        BadInput: A field is not a string, or not a sequence of strings.

    Examples:
        >>> import qgauge
        >>> example = qgauge.Example("q1", "Who wrote Emma?", ["Who is the author of Emma?"])
        >>> example.references
        ('Who is the author of Emma?',)
    """

    id: str
    """The id of the question, unique per system."""
    question: str
    """The generated question."""
    references: tuple[str, ...] = ()
    """Human-written questions to compare with."""
    passage: str | None = None
    """The text that the question is about."""
    answer: str | None = None
    """The expected answer to the question."""
    sentences: tuple[str, ...] = ()
    """The sentences of a document, for questions under discussion."""
    anchor: int | None = None
    """The number of the sentence from which the question arises, counted from 1."""
    answer_sentence: int | None = None
    """The number of the sentence that answers the question, counted from 1."""
    system: str = ""
    """The system that generated the question."""
    ratings: dict[str, tuple[float | str | None, ...]] = field(default_factory=dict)
    """Human ratings by dimension, one per rater; None for a missing rating."""
    meta: dict[str, Any] = field(default_factory=dict)
    """All other fields of the row, copied to the output unchanged."""

    def __post_init__(self) -> None:
        if (
            type(self.question) is type(self.id) is type(self.system) is str
            and type(self.references) is tuple
            and not [text for text in self.references if type(text) is not str]
            and self.passage is self.answer is None
            and not self.sentences
        ):
            return  # fast path for the common case: there may be millions of examples
        # a string in place of a list would be scored character by character
        _check_text("id", self.id)
        _check_text("question", self.question)
        _check_text("system", self.system)
        if self.passage is not None:
            _check_text("passage", self.passage)
        if self.answer is not None:
            _check_text("answer", self.answer)
        references = _texts("references", self.references)
        if references is not self.references:
            object.__setattr__(self, "references", references)
        sentences = _texts("sentences", self.sentences)
        if sentences is not self.sentences:
            object.__setattr__(self, "sentences", sentences)

    def __repr__(self) -> str:
        """Return the fields that are filled, with long texts cut."""
        filled = [(field.name, getattr(self, field.name)) for field in fields(self)]
        shown = [f"{name}={_short(repr(value))}" for name, value in filled if value]
        return f"Example({', '.join(shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        # three times faster than the default for frozen dataclasses; workers pickle every example
        return Example, (
            self.id,
            self.question,
            self.references,
            self.passage,
            self.answer,
            self.sentences,
            self.anchor,
            self.answer_sentence,
            self.system,
            self.ratings,
            self.meta,
        )


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."


def columns_there(rows: Sequence[Example]) -> str:
    """Return the fields and other columns that any of these rows has, for messages."""
    shown = ("question", "references", "passage", "answer", "sentences", "system")
    has = [name for name in shown if any(getattr(row, name) for row in rows)]
    has += dict.fromkeys(name for row in rows for name in row.meta if name not in has)
    return ", ".join(name[:40] for name in has[:20]) + (", …" if len(has) > 20 else "")


def _check_text(field: str, value: object) -> None:
    if not isinstance(value, str):
        raise BadInput(f"must be a string, not {value!r}"[:200], field=field)


def _texts(field: str, values: object) -> tuple[str, ...]:
    """Return a sequence of strings as a tuple."""
    if not isinstance(values, tuple):
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise BadInput(f"must be a list of strings, not {values!r}"[:200], field=field)
        values = tuple(values)
    for value in values:
        _check_text(field, value)
    return values
