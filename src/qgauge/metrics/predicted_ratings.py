"""The ratings that `dimensions` predicts, question by question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from qgauge.core import Example, Result, Results, Score
from qgauge.core.display import MOST_ROWS, Cell, Shown, Table, bar, frame
from qgauge.core.flat_scores import example_columns
from qgauge.metrics.dimensions import NAMES, Dimensions

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class PredictedRating:
    """The predicted rating of a question in one dimension."""

    share: float
    """The rating on a scale from 0 (the worst) to 1 (the best)."""
    rating: float
    """The same on the scale of the raters, from 1 to 3."""
    uncertainty: float
    """The typical error of `rating`."""
    flawed: float
    """The chance that raters find a flaw."""


@dataclass(frozen=True, slots=True)
class RatedQuestion:
    """A question with its predicted ratings."""

    example: Example
    """The question."""
    score: Score
    """The score of the metric `dimensions`, with all its evidence."""

    @property
    def ratings(self) -> dict[str, PredictedRating]:
        """The predicted ratings by dimension; those that cannot be judged are missing."""
        return {
            name: PredictedRating(
                self.score.parts[name], one["rating"], one["uncertainty"], one["flawed"]
            )
            for name, one in self.score.evidence.get("dimensions", {}).items()
        }

    @property
    def flaws(self) -> dict[str, float]:
        """The likely flaws with their chances, the likeliest first."""
        return {one["kind"]: one["chance"] for one in self.score.evidence.get("flaws", ())}

    @property
    def not_judged(self) -> Mapping[str, str]:
        """The dimensions that cannot be judged, with the reason."""
        return dict(self.score.evidence.get("not_judged", {}))


@dataclass(frozen=True, slots=True, repr=False)
class PredictedRatings(Shown):
    """The seven dimensions of every question, as people would rate them.

    Examples:
        >>> import qgauge
        >>> ratings = qgauge.dimensions([{"question": "Who wrote Emma?"}])
        >>> list(ratings.questions[0].ratings)
        ['fluency', 'clarity', 'conciseness']
        >>> ratings.questions[0].not_judged["relevance"]
        'no passage'
    """

    result: Result
    """The result of the metric `dimensions`."""

    @property
    def questions(self) -> list[RatedQuestion]:
        """The questions, in the order of the input."""
        return list(self._questions())

    def as_json(self, refused: int = 0) -> dict[str, Any]:
        """Return the summary as `qgauge score -m dimensions --json` prints it.

        Args:
            refused: The number of rows that the command left out; Python functions raise instead.

        Returns:
            The result of the metric, without the individual ratings.
        """
        return Results.of([self.result]).as_json(refused)

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per question.

        The columns of a dimension are `fluency` (from 0 to 1), `fluency.rating` (from 1 to 3),
        `fluency.uncertainty` and `fluency.flawed` (a chance). `dimensions` is the chance that a
        question has no flaw, `flaw` its likeliest flaw.
        """
        fields = ["", ".rating", ".uncertainty", ".flawed"]
        of_dimensions = [f"{name}{field}" for name in NAMES for field in fields]
        about = ["id", "system", "question", Dimensions.name, "flaw", "flaw.chance"]
        return frame(self._rows(), [*about, *of_dimensions, f"{Dimensions.name}.reason"])

    def _questions(self) -> Iterator[RatedQuestion]:
        return map(RatedQuestion, self.result.examples, self.result.scores)

    def _rows(self) -> Iterator[dict[str, Any]]:
        for question in self._questions():
            row = {**example_columns(question.example), Dimensions.name: question.score.value}
            flaw, chance = next(iter(question.flaws.items()), ("", None))
            row |= {"flaw": flaw, "flaw.chance": chance}
            row[f"{Dimensions.name}.reason"] = question.score.unscored
            for name, one in question.ratings.items():
                row |= {
                    name: one.share,
                    f"{name}.rating": one.rating,
                    f"{name}.uncertainty": one.uncertainty,
                    f"{name}.flawed": one.flawed,
                }
            yield row

    def __repr__(self) -> str:
        return f"PredictedRatings({len(self.result.scores):,} questions: {', '.join(NAMES)})"

    def _table(self) -> Table:
        columns = ["id", "question", *NAMES, "likeliest flaw"]
        rows: list[list[Cell]] = []
        for one in islice(self._questions(), MOST_ROWS):
            ratings = one.ratings
            flaw = next((f"{kind} {chance:.2f}" for kind, chance in one.flaws.items()), "-")
            shares = [bar(ratings[name].share) if name in ratings else "-" for name in NAMES]
            rows.append([one.example.id, one.example.question, *shares, flaw])
        notes = [
            f"unscored: {count} ({reason})" for reason, count in self.result.overall.reasons.items()
        ]
        return Table(columns, rows, notes=notes, right=NAMES, rows_in_all=len(self.result.scores))
