"""Example: one question to be judged, with everything known about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


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
    ratings: dict[str, tuple[float | str, ...]] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    """Every other column of the row; it travels through to the output untouched."""

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
