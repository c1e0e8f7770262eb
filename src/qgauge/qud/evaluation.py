"""The labels of edges by all criteria, with counts by system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from qgauge.core import Example, Progress, Result, Tools
from qgauge.core.display import Shown, Table, frame, plain
from qgauge.core.flat_scores import example_columns, names_of_columns, score_columns
from qgauge.qud.documents import BACKWARDS
from qgauge.qud.flags import Flags
from qgauge.qud.labelling import (
    Habits,
    LabelCounts,
    counts_by_system,
    habits_by_system,
    label_edges,
)
from qgauge.run import Request

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True, repr=False)
class QudEvaluation(Shown):
    """The labels of edges by the criteria for questions under discussion.

    Examples:
        >>> import qgauge
        >>> article = {
        ...     "sentences": ["The pool will close in May.", "It leaks."],
        ...     "edges": [{"question": "Why will it close?", "anchor": 1, "answer_sentence": 2}],
        ... }
        >>> found = qgauge.qud([article], criteria=["language"])
        >>> found.counts["qud_language"][""].labels
        {'yes': 1, 'no': 0}
    """

    edges: tuple[Example, ...]
    """The edges: questions with the numbers of their sentences."""
    results: tuple[Result, ...]
    """One result per criterion, with the label of each edge in `scores`."""

    @property
    def counts(self) -> dict[str, dict[str, LabelCounts]]:
        """The counts of labels by metric and system, and of all systems under `(all)`."""
        return {result.metric: counts_by_system(result) for result in self.results}

    @property
    def questions(self) -> dict[str, Habits]:
        """The number of questions of each system, how many are repeated, and their mean length."""
        return habits_by_system(self.edges)

    @property
    def backwards(self) -> int:
        """The number of edges whose anchor is not before the answer sentence."""
        return sum(BACKWARDS in map(str, edge.meta.get("flags", ())) for edge in self.edges)

    def as_json(self, refused: int = 0) -> dict[str, Any]:
        """Return the labels as `qgauge qud eval --json` prints them.

        Args:
            refused: The number of rows that the command left out; Python functions raise instead.

        Returns:
            The counts by metric and system, without the individual labels.
        """
        counts, metrics = self.counts, {}
        for result in self.results:
            systems = {}
            for name, one in counts[result.metric].items():
                systems[name] = asdict(one)
                if not one.reasons:
                    del systems[name]["reasons"]
            whole = systems.pop("(all)") if len(systems) > 1 else next(iter(systems.values()))
            metrics[result.metric] = {**whole, "signature": result.signature, "systems": systems}
        return {
            "edges": len(self.edges),
            "anchor_not_before_answer": self.backwards,
            "metrics": metrics,
            "questions": {name: asdict(one) for name, one in self.questions.items()},
            "refused": refused,
        }

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per edge: its id, system, question and sentences, and the labels."""
        scores = {result.metric: result.scores for result in self.results}
        about = ["id", "system", "question", "anchor", "answer_sentence"]
        return frame(self._rows(), [*about, *names_of_columns(scores)])

    def _rows(self) -> Iterator[dict[str, Any]]:
        for at, edge in enumerate(self.edges):
            row = example_columns(edge)
            row |= {"anchor": edge.anchor, "answer_sentence": edge.answer_sentence}
            for result in self.results:
                row |= score_columns(result.metric, result.scores[at])
            yield row

    def __repr__(self) -> str:
        names = ", ".join(plain(result.metric, 40) for result in self.results[:8])
        return f"QudEvaluation({len(self.edges):,} edges: {names})"

    def _table(self) -> Table:
        columns = ["criterion", "system", "labels", "n", "skipped", "unscored"]
        rows = [
            [
                label,
                system or "(no name)",
                _shares(one),
                str(one.n),
                str(one.skipped),
                str(one.unscored),
            ]
            for label, systems in self.counts.items()
            for system, one in systems.items()
        ]
        notes = [
            f"unscored by {result.metric}: {count} ({reason})"
            for result in self.results
            for reason, count in counts_by_system(result).popitem()[1].reasons.items()
        ]
        if self.backwards:
            notes.append(f"{self.backwards} edge(s): the anchor is not before the answer sentence")
        return Table(columns, rows, notes=notes, right=columns[3:])


def evaluate_edges(
    edges: Sequence[Example],
    requests: Sequence[Request],
    tools: Tools,
    *,
    skip: bool = True,
    workers: int = 1,
    progress: Progress | None = None,
) -> QudEvaluation:
    """Label every edge with every metric."""
    results = label_edges(edges, requests, tools, skip=skip, workers=workers, progress=progress)
    return QudEvaluation(tuple(edges), tuple(results))


def with_flags(requests: Sequence[Request]) -> list[Request]:
    """Return the requests, and one that flags redundant and generic questions."""
    return [*requests, Request.of(Flags())]


def _shares(counts: LabelCounts) -> str:
    if not counts.n:
        return "-"
    return ", ".join(f"{label} {n} ({n / counts.n:.0%})" for label, n in counts.labels.items())
