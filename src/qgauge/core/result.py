"""Result: the value of a metric over a data set, with its signature."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from qgauge.core.display import MOST_ROWS, Cell, Shown, Table, bar, frame, interval_text, plain
from qgauge.core.display import number as as_number
from qgauge.core.example import Example
from qgauge.core.flat_scores import example_columns, names_of_columns, score_columns
from qgauge.core.score import Score, Scores

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class Summary:
    """The value of a metric over a set of examples.

    Examples:
        >>> import qgauge
        >>> rows = [{"question": "Where is Etna?", "references": ["Where is Etna?"]}]
        >>> summary = qgauge.score(rows, metrics=["rouge_l"])["rouge_l"].overall
        >>> summary.value, summary.n, summary.unscored
        (1.0, 1, 0)
    """

    value: float | None
    """The mean, or the corpus score; None if no example was scored or the metric gives labels."""
    n: int
    """The number of scored examples."""
    unscored: int
    """The number of examples without a score."""
    interval: tuple[float, float] | None = None
    """95 % confidence interval; None with fewer than two scored examples."""
    reasons: Mapping[str, int] = field(default_factory=dict)
    """The reasons why examples are unscored, with counts."""
    labels: Mapping[str, int] | None = None
    """The count of each label, for metrics that give labels instead of numbers."""

    def as_json(self) -> dict[str, Any]:
        """Return the summary as `--json` prints it."""
        written: dict[str, Any] = {
            "value": self.value,
            "n": self.n,
            "unscored": self.unscored,
            "ci": list(self.interval) if self.interval else None,
        }
        if self.labels is not None:
            del written["value"], written["ci"]
            written = {"labels": dict(self.labels), **written}
        if self.reasons:
            written["reasons"] = dict(self.reasons)
        return written

    def value_text(self) -> str:
        """Return the value, or the count of each label, as tables show it."""
        if self.labels is None:
            return as_number(self.value)
        return ", ".join(f"{label} {count}" for label, count in self.labels.items())


@dataclass(frozen=True, slots=True, repr=False)
class Result(Shown):
    """The result of one metric over one data set.

    `print` shows the value with its interval, and those of each system; so does a notebook, with
    bars.

    Examples:
        >>> import qgauge
        >>> rows = [{"question": "Where is Etna?", "references": ["Where is Etna?"]}]
        >>> result = qgauge.score(rows, metrics=["rouge_l"])["rouge_l"]
        >>> result.value
        1.0
        >>> result.signature.rpartition("|")[0]
        'rouge_l|references:joint|flavour:coco'
    """

    metric: str
    """The metric as requested, with its settings."""
    signature: str
    """The metric with all settings, tools and versions that affect its value."""
    overall: Summary
    """The summary over all examples."""
    systems: Mapping[str, Summary] = field(default_factory=dict)
    """The summary of each system."""
    scores: tuple[Score, ...] = ()
    """One score per example, in order; empty if the scores were streamed to a file."""
    examples: tuple[Example, ...] = ()
    """The examples, in the order of `scores`; empty if they were not kept."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scores", Scores(self.scores))

    @property
    def value(self) -> float | None:
        """The value over all examples; None if no example was scored."""
        return self.overall.value

    def as_json(self) -> dict[str, Any]:
        """Return the result as `--json` prints it, without the individual scores."""
        return {
            **self.overall.as_json(),
            "signature": self.signature,
            "systems": {name: summary.as_json() for name, summary in self.systems.items()},
        }

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per example: its id, system and question, the score, parts and reason.

        Examples:
            >>> import qgauge
            >>> rows = [{"question": "Where is Etna?", "references": ["Where is Etna?"]}]
            >>> result = qgauge.score(rows, metrics=["rouge_l"])["rouge_l"]
            >>> list(result.to_pandas())[:4]
            ['id', 'system', 'question', 'rouge_l']
        """
        return Results.of([self]).to_pandas()

    def __repr__(self) -> str:
        overall = self.overall
        interval = f", 95% CI {interval_text(overall.interval)}" if overall.interval else ""
        counts = f"n {overall.n}, unscored {overall.unscored}"
        return f"Result({plain(self.metric)}: {plain(overall.value_text())}{interval}, {counts})"

    def _table(self) -> Table:
        return _table([self])


class Results(dict[str, Result], Shown):
    """The results of several metrics over one data set, by the names of the metrics.

    A dictionary that `print` and notebooks show as a table.

    Examples:
        >>> import qgauge
        >>> rows = [{"question": "Where is Etna?", "references": ["Where is Etna?"]}]
        >>> results = qgauge.score(rows, metrics=["rouge_l", "bleu1"])
        >>> results
        Results(rouge_l: 1.0000, bleu1: 1.0000)
        >>> print(results)
        metric    value  95% CI  n  unscored
        rouge_l  1.0000       -  1         0
        bleu1    1.0000       -  1         0
    """

    @classmethod
    def of(cls, results: Iterable[Result]) -> Results:
        """Return the results by the names of their metrics.

        Args:
            results: One result per metric.

        Returns:
            The same results.
        """
        return cls((result.metric, result) for result in results)

    __str__ = Shown.__str__

    def as_json(self, refused: int = 0) -> dict[str, Any]:
        """Return the results as `qgauge score --json` prints them, without individual scores.

        Args:
            refused: The number of rows that the command left out; Python functions raise instead.

        Returns:
            One object per metric.
        """
        metrics = {name: result.as_json() for name, result in self.items()}
        return {"metrics": metrics, "refused": refused}

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per example: its id, system and question, and the scores of each metric.

        The columns of a metric are `quality`, `quality.reason` (why the row is unscored, or what
        the metric found wrong with it) and its parts, such as `quality.fluency`.

        Examples:
            >>> import qgauge
            >>> rows = [{"question": "Where is Etna?", "references": ["Where is Etna?"]}]
            >>> table = qgauge.score(rows, metrics=["rouge_l", "bleu1"]).to_pandas()
            >>> list(table)[3:7]
            ['rouge_l', 'rouge_l.reason', 'rouge_l.precision', 'rouge_l.recall']
        """
        scores = {label: result.scores for label, result in self.items()}
        about = ["id", "system", "question"]
        return frame(self._rows(), [*about, *names_of_columns(scores)])

    def _rows(self) -> Iterator[dict[str, Any]]:
        examples = next((result.examples for result in self.values()), ())
        for at, example in enumerate(examples):
            row = example_columns(example)
            for label, result in self.items():
                row |= score_columns(label, result.scores[at])
            yield row

    def __repr__(self) -> str:
        shown = [
            f"{plain(name)}: {plain(result.overall.value_text())}"
            for name, result in islice(self.items(), MOST_ROWS)
        ]
        more = [f"… {len(self) - MOST_ROWS} more"] if len(self) > MOST_ROWS else []
        return f"Results({', '.join([*shown, *more])})"

    def _table(self) -> Table:
        return _table(list(self.values()))


def _table(results: Sequence[Result]) -> Table:
    """Return the values over all rows, and those of each system if there are several."""
    systems = any(result.systems for result in results)
    columns = ["metric", *(["system"] if systems else []), "value", "95% CI", "n", "unscored"]
    rows: list[list[Cell]] = []
    for result in results:
        summaries = list(result.systems.items())
        if len(summaries) != 1:
            summaries.append(("(all)", result.overall))
        for system, one in summaries:
            rows.append(
                [
                    result.metric,
                    *([system or "(no name)"] if systems else []),
                    bar(one.value) if one.labels is None else one.value_text(),
                    interval_text(one.interval),
                    str(one.n),
                    str(one.unscored),
                ]
            )
    notes = [
        f"unscored by {result.metric}: {count} ({reason})"
        for result in results
        for reason, count in result.overall.reasons.items()
    ]
    return Table(columns, rows, notes=notes, right=columns[1 + systems :])
