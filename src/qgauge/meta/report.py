"""The report that `study` returns: one block per dimension, one line per metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from qgauge.core.display import Shown, Table, frame, plain
from qgauge.meta.comparison import Comparison
from qgauge.meta.judged import Judged
from qgauge.stats.agreement import Ceiling
from qgauge.stats.arrays import Array
from qgauge.stats.auc import Auc
from qgauge.stats.correlation import Correlation, Kind
from qgauge.stats.estimate import Estimate

if TYPE_CHECKING:
    import pandas

Level = Literal["items", "systems"]


@dataclass(frozen=True, slots=True)
class Line:
    """One metric on one dimension."""

    metric: str
    """The metric, with its settings."""
    n: int
    """Rows with a score and a gold score; at system level, the number of systems."""
    unscored: int
    """Rated rows without a score."""
    reasons: Mapping[str, int]
    """Why rows are unscored, with counts."""
    ties: float | None
    """Proportion of pairs (of rows or systems) with equal scores."""
    correlations: Mapping[Kind, Correlation]
    """The correlations with the gold score."""
    given_length: Correlation
    """Partial Pearson correlation, controlling for the number of words."""
    p_holm: Mapping[Kind, float]
    """p-values with Holm's correction over the metrics of the block; empty if not tested."""
    auc: Auc | None = None
    """Area under the ROC curve, if the gold score has exactly two values."""

    def as_json(self) -> dict[str, Any]:
        """Return the line in the form that `--json` prints."""
        return {
            "n": self.n,
            "unscored": self.unscored,
            "reasons": dict(self.reasons),
            "ties": self.ties,
            **{
                kind: one.as_json() | ({"p_holm": self.p_holm[kind]} if kind in self.p_holm else {})
                for kind, one in self.correlations.items()
            },
            "pearson_given_length": self.given_length.as_json(),
            **({} if self.auc is None else {"auc": self.auc.as_json()}),
        }


@dataclass(frozen=True, slots=True)
class Block:
    """The results on one dimension."""

    dimension: str
    """The rated dimension."""
    gold: str
    """A description of how the gold score was computed."""
    reason: str
    """Why there are no correlations; `metrics` and `floor` are empty then."""
    rated: int
    """Rated rows."""
    unrated: int
    """Rows without a rating."""
    ties: float | None
    """Proportion of pairs (of rows or systems) with equal gold scores."""
    metrics: tuple[Line, ...]
    """One line per metric."""
    floor: tuple[Line, ...]
    """The trivial baselines: length and random scores."""
    ceiling: Mapping[Kind, Ceiling]
    """Correlation of each rater with the others (human ceiling)."""
    agreement: Mapping[str, Estimate]
    """Agreement between raters: kappa, alpha and others."""
    alpha_level: str
    """The level of measurement for Krippendorff's alpha."""
    comparisons: tuple[Comparison, ...] = ()
    """Differences between metrics, if requested."""

    def as_json(self) -> dict[str, Any]:
        """Return the block in the form that `--json` prints."""
        return {
            "gold": self.gold,
            "reason": self.reason,
            "rated": self.rated,
            "unrated": self.unrated,
            "ties": self.ties,
            "metrics": {line.metric: line.as_json() for line in self.metrics},
            "floor": {line.metric: line.as_json() for line in self.floor},
            "ceiling": {
                kind: {
                    "value": one.value,
                    "raters": [rater.value for rater in one.raters],
                    "reason": one.reason,
                }
                for kind, one in self.ceiling.items()
            },
            "agreement": {name: one.as_json() for name, one in self.agreement.items()}
            | {"alpha_level": self.alpha_level},
            "comparisons": [one.as_json() for one in self.comparisons],
        }


@dataclass(frozen=True, slots=True, repr=False)
class MetaReport(Shown):
    """All results on one rated set, with what is needed to reproduce them.

    Examples:
        >>> import qgauge
        >>> from qgauge.meta import Judged, study
        >>> row = qgauge.Example("1", "Who?", ("Who was it?",), ratings={"fluency": (4, 5)})
        >>> results = qgauge.score([row], metrics=["rouge_l"])
        >>> report = study(Judged.of_rows([row]), list(results.values()))
        >>> next(report.rows())["gold"]
        {'fluency': 4.5}
    """

    judged: Judged
    """The rated set."""
    level: Level
    """`items` or `systems`."""
    blocks: tuple[Block, ...]
    """One block per dimension."""
    signatures: Mapping[str, str]
    """The signature of each metric, with the settings of the study appended."""
    scores: Mapping[str, Array]
    """The scores of each metric; NaN for unscored rows."""
    gold: Mapping[str, Array]
    """The gold scores of each dimension; NaN for unrated rows."""

    @property
    def clusters(self) -> int:
        """The number of clusters."""
        return len(set(self.judged.clusters))

    def as_json(self) -> dict[str, Any]:
        """Return the report in the form that `--json` prints."""
        judged = self.judged
        return {
            "data": judged.name,
            "sha256": judged.digest,
            "rows": len(judged.examples),
            "systems": len({example.system for example in judged.examples}),
            "clusters": self.clusters,
            "clustered_by": judged.clustered_by,
            "copies_left_out": judged.copies_left_out,
            "notes": list(judged.notes),
            "dimensions": {block.dimension: block.as_json() for block in self.blocks},
            "signatures": dict(self.signatures),
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the scores and gold scores of each row; None for missing ones."""
        for at, example in enumerate(self.judged.examples):
            yield {
                "data": self.judged.name,
                "id": example.id,
                "system": example.system,
                "cluster": self.judged.clusters[at],
                "scores": {name: _or_none(column[at]) for name, column in self.scores.items()},
                "gold": {name: _or_none(column[at]) for name, column in self.gold.items()},
            }

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per dimension, metric (or baseline) and coefficient."""
        return lines_frame([self])

    def __repr__(self) -> str:
        rated = ", ".join(plain(block.dimension, 40) for block in self.blocks[:8])
        judged = self.judged
        return f"MetaReport({plain(judged.name, 40)}: {rated}, {len(judged.examples):,} rows)"

    def _table(self) -> Table:
        return lines_table([self])


def _lines(reports: Sequence[MetaReport]) -> Iterator[tuple[MetaReport, Block, Line, bool]]:
    """Yield every line with the report and the block it is in, and whether it is a baseline."""
    for report in reports:
        for block in report.blocks:
            yield from ((report, block, line, False) for line in block.metrics)
            yield from ((report, block, line, True) for line in block.floor)


def lines_frame(reports: Sequence[MetaReport]) -> pandas.DataFrame:
    """Return a data frame with one row per report, dimension, metric and coefficient."""
    names = ["data", "dimension", "metric", "floor", "n", "unscored", "coefficient", "value"]
    rows = (
        {
            "data": report.judged.name,
            "dimension": block.dimension,
            "metric": line.metric,
            "floor": floor,
            "n": line.n,
            "unscored": line.unscored,
            "coefficient": kind,
            "value": one.value,
            "low": one.low,
            "high": one.high,
            "p": one.p,
            "p_holm": line.p_holm.get(kind),
            "reason": one.reason,
        }
        for report, block, line, floor in _lines(reports)
        for kind, one in line.correlations.items()
    )
    return frame(rows, [*names, "low", "high", "p", "p_holm", "reason"])


def lines_table(reports: Sequence[MetaReport]) -> Table:
    """Return the correlations of all metrics and baselines as a small table."""
    blocks = [block for report in reports for block in report.blocks]
    kinds = list(dict.fromkeys(kind for block in blocks for kind in block.ceiling))
    columns = ["data", "dimension", "metric", "n", *(f"{kind} [95% CI]" for kind in kinds)]
    rows = [
        [
            report.judged.name,
            block.dimension,
            f"floor: {line.metric}" if floor else line.metric,
            str(line.n),
            *(_with_interval(line.correlations[kind]) for kind in kinds),
        ]
        for report, block, line, floor in _lines(reports)
    ]
    notes = [
        f"{block.dimension}: no correlations: {block.reason}" for block in blocks if block.reason
    ]
    return Table(columns, rows, notes=notes, right=columns[3:])


def _with_interval(one: Correlation) -> str:
    if one.value is None:
        return "-"
    ends = "" if one.low is None else f" [{one.low:.3f}, {one.high:.3f}]"
    return f"{one.value:.3f}{ends}"


def _or_none(value: Any) -> float | None:
    return None if np.isnan(value) else float(value)
