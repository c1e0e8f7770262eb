"""Example: one question to be judged, with everything known about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from qgauge.core.errors import BadInput


@dataclass(frozen=True, slots=True)
class Example:
    """What is judged. Only the question is always there; each metric says what else it needs."""

    id: str
    question: str
    references: tuple[str, ...] = ()
    passage: str | None = None
    answer: str | None = None
    sentences: tuple[str, ...] = ()
    """A document, sentence by sentence, for questions under discussion."""
    anchor: int | None = None
    """Sentence number, counted from 1 as people do."""
    answer_sentence: int | None = None
    system: str = ""
    ratings: dict[str, tuple[float | str | None, ...]] = field(default_factory=dict)
    """What people said, by dimension and rater by rater; None where a rater said nothing."""
    meta: dict[str, Any] = field(default_factory=dict)
    """Every other column of the row; it travels through to the output untouched."""

    def __post_init__(self) -> None:
        if (
            type(self.question) is type(self.id) is type(self.system) is str
            and type(self.references) is tuple
            and not [text for text in self.references if type(text) is not str]
            and self.passage is self.answer is None
            and not self.sentences
        ):
            return  # the usual case, without a call for each field: examples come by the million
        # a text where a list is meant would be scored letter by letter
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

    def __reduce__(self) -> tuple[Any, ...]:
        # the pickling a frozen dataclass brings along is three times slower, and workers live on it
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


def _check_text(field: str, value: object) -> None:
    if not isinstance(value, str):
        raise BadInput(f"must be a text, not {value!r}"[:200], field=field)


def _texts(field: str, values: object) -> tuple[str, ...]:
    """Any sequence of texts, as a tuple."""
    if not isinstance(values, tuple):
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise BadInput(f"must be a list of texts, not {values!r}"[:200], field=field)
        values = tuple(values)
    for value in values:
        _check_text(field, value)
    return values
