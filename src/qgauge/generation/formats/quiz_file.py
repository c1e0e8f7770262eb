"""QuizFile: a written quiz, and the items that its format cannot hold."""

from __future__ import annotations

from dataclasses import dataclass

from qgauge.generation.quiz_item import QuizItem


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An item that is not in the file."""

    item: QuizItem
    reason: str
    """Why, as a part of a sentence: "it has no distractor"."""


@dataclass(frozen=True, slots=True)
class QuizFile:
    """A written quiz."""

    content: bytes
    """The whole file; texts are UTF-8."""
    left_out: tuple[LeftOut, ...] = ()
