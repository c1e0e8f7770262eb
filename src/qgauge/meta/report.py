"""The report that `study` returns: one block per dimension, one line per metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from qgauge.meta.comparison import Comparison
from qgauge.meta.judged import Judged
from qgauge.stats.agreement import Ceiling
from qgauge.stats.arrays import Array
from qgauge.stats.auc import Auc
from qgauge.stats.correlation import Correlation, Kind
from qgauge.stats.estimate import Estimate

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


@dataclass(frozen=True, slots=True)
class MetaReport:
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


def _or_none(value: Any) -> float | None:
    return None if np.isnan(value) else float(value)
