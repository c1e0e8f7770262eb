"""QuizItem: a generated question with its answer and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class QuizItem:
    """A question of a quiz."""

    id: str
    """The id, unique in a quiz."""
    question: str
    """The question."""
    answer: str
    """The right answer, a span of the passage."""
    passage: str
    """The paragraph that the question is about."""
    sentence: str
    """The sentence that contains the answer."""
    start: int
    """Character offset of the answer in the passage."""
    end: int
    """Character offset after the answer."""
    kind: str
    """The kind of question, one of `qgauge.tools.roles.QUESTION_KINDS`."""
    usable: float
    """The chance that a teacher could use it as it is: the rater's, lowered for a question that the
    generator finds unlikely."""
    quality: float
    """The chance that people find no flaw, by the metric `quality`."""
    difficulty: float = 0.0
    """From 0, easy, to 1, hard."""
    distractors: tuple[str, ...] = ()
    """Wrong answers for multiple choice."""
    document: str = ""
    """The name of the text, if there are several."""

    def as_row(self) -> dict[str, Any]:
        """Return the item as a row that `qgauge rank` and the other commands read."""
        row: dict[str, Any] = {
            "id": self.id,
            "question": self.question,
            "answer": self.answer,
            "passage": self.passage,
            "sentence": self.sentence,
            "start": self.start,
            "end": self.end,
            "kind": self.kind,
            "usable": self.usable,
            "quality": self.quality,
            "difficulty": self.difficulty,
        }
        if self.distractors:
            row["distractors"] = list(self.distractors)
        if self.document:
            row["document"] = self.document
        return row
