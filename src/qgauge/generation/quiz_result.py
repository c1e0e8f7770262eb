"""Quiz: the questions of a quiz, and what was dropped on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from qgauge.core.display import MOST_ROWS, Bar, Cell, Shown, Table, frame
from qgauge.generation.checks import REASONS
from qgauge.generation.quiz_item import QuizItem
from qgauge.generation.screening import Dropped

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, repr=False)
class Quiz(Shown):
    """The questions of a quiz, the best of each document first.

    Examples:
        >>> from qgauge.generation.screening import Dropped
        >>> bad = Dropped("What did he do?", "sold it", "dangling")
        >>> quiz = Quiz((), "generate|...", wanted=1, counts={"mill": 0}, dropped=(bad,))
        >>> quiz.reasons, quiz.short
        ({'dangling': 1}, {'mill': 0})
    """

    items: tuple[QuizItem, ...]
    """The questions."""
    signature: str
    """Settings, tools and version."""
    wanted: int
    """Questions wanted per document."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """The number of questions by document."""
    dropped: tuple[Dropped, ...] = ()
    """The questions that were dropped, with the reasons."""
    passed: int = 0
    """The number of questions that passed all checks; the quiz is chosen from them."""

    @property
    def reasons(self) -> dict[str, int]:
        """How many questions were dropped for each reason, in the order of the checks."""
        found = Counter(one.reason for one in self.dropped)
        return {reason: found[reason] for reason in REASONS if found[reason]}

    @property
    def short(self) -> dict[str, int]:
        """The documents with fewer questions than wanted, and how many they have."""
        return {name: count for name, count in self.counts.items() if count < self.wanted}

    def as_json(self, refused: int = 0) -> dict[str, Any]:
        """Return the quiz as `qgauge generate --json` prints it.

        Args:
            refused: The number of rows that the command left out; Python functions raise instead.

        Returns:
            The questions, and how many were dropped for which reason.
        """
        return {
            "questions": [one.as_row() for one in self.items],
            "wanted": self.wanted,
            "documents": dict(self.counts),
            "generated": len(self.dropped) + self.passed,
            "passed": self.passed,
            "dropped": self.reasons,
            "refused": refused,
            "signature": self.signature,
        }

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per question, with the fields of `QuizItem`."""
        rows = [one.as_row() for one in self.items]
        return frame(rows, list(dict.fromkeys(name for row in rows for name in row)))

    def __repr__(self) -> str:
        return f"Quiz({len(self.items):,} questions about {len(self.counts):,} text(s))"

    def _table(self) -> Table:
        columns = ["rank", "usable", "difficulty", "kind", "question", "answer"]
        rows: list[list[Cell]] = [
            [
                str(rank),
                Bar(one.usable),
                Bar(one.difficulty),
                one.kind,
                one.question,
                one.answer,
            ]
            for rank, one in enumerate(self.items[:MOST_ROWS], 1)
        ]
        return Table(columns, rows, right=columns[:3], rows_in_all=len(self.items))
