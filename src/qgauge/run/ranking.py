"""Ranking of scored rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from qgauge import __version__
from qgauge.core import BadSetting, Example, Progress, Score, Tools
from qgauge.core.display import MOST_ROWS, Bar, Cell, Shown, Table, frame, plain
from qgauge.core.flat_scores import (
    example_columns,
    likeliest_flaw,
    names_of_columns,
    score_columns,
)
from qgauge.run.requests import Request
from qgauge.run.scoring import scores_only, stream

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class Ranked:
    """A scored row and its rank; equal scores have equal ranks."""

    rank: int
    """The rank, counted from 1."""
    example: Example
    """The row."""
    score: Score
    """Its score."""

    @property
    def value(self) -> float:
        """The value of the score."""
        assert isinstance(self.score.value, float)
        return self.score.value

    @property
    def why(self) -> list[str]:
        """What the metric found wrong with the row, in words."""
        return list(self.score.evidence.get("why", ()))

    @property
    def flaw(self) -> str | None:
        """The likeliest flaw with its chance, "" if there is none; None if no flaws are judged."""
        if "flaws" not in self.score.evidence:
            return None
        return likeliest_flaw(self.score.evidence)

    def as_json(self) -> dict[str, Any]:
        """Return the row as `--json` prints it."""
        example = self.example
        fields = {name: getattr(example, name) for name in ("id", "system", "question", "answer")}
        return {"rank": self.rank, **fields, **self.score.as_json()}


@dataclass(frozen=True, slots=True, repr=False)
class Ranking(Shown):
    """Rows in the order of their scores, best first.

    Examples:
        >>> import qgauge
        >>> reference = ["Where is Etna?"]
        >>> ranking = qgauge.rank(
        ...     [
        ...         {"id": "a", "question": "What is lava?", "references": reference},
        ...         {"id": "b", "question": "Where is Etna?", "references": reference},
        ...     ],
        ...     "rouge_l",
        ... )
        >>> [(one.rank, one.example.id) for one in ranking.ranked]
        [(1, 'b'), (2, 'a')]
        >>> ranking
        Ranking(rouge_l: 2 rows from 1.0000 to 0.3333)
    """

    metric: str
    """The metric as requested, with its settings."""
    signature: str
    """The metric with all settings, tools and versions that affect its value."""
    groups: tuple[tuple[Ranked, ...], ...]
    """The ranked rows: one group, or one per passage."""
    rows: tuple[tuple[Example, Score], ...]
    """All rows with their scores, in the order of the input."""

    @property
    def ranked(self) -> list[Ranked]:
        """The ranked rows, group by group."""
        return [one for group in self.groups for one in group]

    @property
    def unscored(self) -> list[tuple[Example, Score]]:
        """The rows without a score, which are not ranked."""
        return [row for row in self.rows if row[1].value is None]

    @property
    def left_out(self) -> int:
        """The number of scored rows below the threshold, or not among the best."""
        return len(self.rows) - len(self.unscored) - sum(map(len, self.groups))

    def as_json(self, refused: int = 0) -> dict[str, Any]:
        """Return the ranking as `qgauge rank --json` prints it.

        Args:
            refused: The number of rows that the command left out; Python functions raise instead.

        Returns:
            The ranked rows, with their scores, and those without a score.
        """
        return {
            "metric": self.metric,
            "ranked": [one.as_json() for one in self.ranked],
            "left_out": self.left_out,
            "unscored": [
                {"id": example.id, "question": example.question, "reason": score.unscored}
                for example, score in self.unscored
            ],
            "refused": refused,
            "signature": self.signature,
        }

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per ranked row: rank, id, system, question, answer, score and parts."""
        ranked = self.ranked
        names = names_of_columns({self.metric: [one.score for one in ranked]})
        rows = (
            {
                "rank": one.rank,
                **example_columns(one.example),
                "answer": one.example.answer,
                **score_columns(self.metric, one.score),
            }
            for one in ranked
        )
        return frame(rows, ["rank", "id", "system", "question", "answer", *names])

    def __repr__(self) -> str:
        ranked = self.ranked
        count = f"{len(ranked):,} row{'' if len(ranked) == 1 else 's'}"
        values = f" from {ranked[0].value:.4f} to {ranked[-1].value:.4f}" if ranked else ""
        return f"Ranking({plain(self.metric)}: {count}{values})"

    def _table(self) -> Table:
        ranked = self.ranked
        why = any(one.why for one in islice(ranked, MOST_ROWS))
        flaw = any(one.flaw is not None for one in islice(ranked, MOST_ROWS))
        columns = ["rank", self.metric, *(["flaw"] if flaw else []), "id", "question", "answer"]
        columns += ["why"] if why else []
        rows: list[list[Cell]] = [
            [
                str(one.rank),
                Bar(one.value),
                *([one.flaw or ""] if flaw else []),
                one.example.id,
                one.example.question,
                one.example.answer or "",
                *(["; ".join(one.why)] if why else []),
            ]
            for one in ranked[:MOST_ROWS]
        ]
        notes = []
        if self.left_out:
            notes.append(f"{self.left_out:,} more row(s) omitted because of threshold or top")
        notes += [f"not ranked: {one.id} ({score.unscored})" for one, score in self.unscored]
        return Table(columns, rows, notes=notes, right=columns[:2], rows_in_all=len(ranked))


def rank_rows(
    examples: Iterable[Example],
    request: Request,
    tools: Tools,
    *,
    threshold: float | None = None,
    top: int | None = None,
    each_passage: bool = False,
    workers: int = 1,
    progress: Progress | None = None,
) -> Ranking:
    """Score the rows and rank them, all together or those of each passage."""
    if request.metric.labelled:
        raise BadSetting(f"{request.label} gives labels, but ranking needs numbers.")
    rows = stream(
        examples, [request], tools, finish=scores_only, workers=workers, progress=progress
    )
    scored = [(example, score) for example, (score,) in rows]
    groups = by_passage(scored) if each_passage else [scored]
    return Ranking(
        request.label,
        request.metric.signature(tools, __version__),
        tuple(tuple(best_first(group, threshold, top)) for group in groups),
        tuple(scored),
    )


def best_first(
    rows: Sequence[tuple[Example, Score]], threshold: float | None, top: int | None
) -> list[Ranked]:
    """Return the scored rows, best first; rows with equal scores keep their order and share a rank.

    Rows below the threshold, or with a rank beyond `top`, are omitted.
    """
    scored = [row for row in rows if isinstance(row[1].value, float)]
    ordered = sorted(scored, key=lambda row: -float(row[1].value or 0.0))
    ranked: list[Ranked] = []
    for at, (example, score) in enumerate(ordered, start=1):
        same = ranked and ranked[-1].score.value == score.value
        ranked.append(Ranked(ranked[-1].rank if same else at, example, score))
    kept = [one for one in ranked if threshold is None or one.value >= threshold]
    return kept if top is None else [one for one in kept if one.rank <= top]


def by_passage(rows: Iterable[tuple[Example, Score]]) -> list[list[tuple[Example, Score]]]:
    """Return the rows of each passage, with passages in order of first occurrence."""
    groups: dict[str | None, list[tuple[Example, Score]]] = {}
    for example, score in rows:
        groups.setdefault(example.passage, []).append((example, score))
    return list(groups.values())
