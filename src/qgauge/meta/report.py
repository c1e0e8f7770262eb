"""What `study` reports: a line for each metric, a block for each dimension; all of it as JSON."""

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
    n: int
    """Rows with both a score and a gold score; at the level of systems, systems."""
    unscored: int
    """Rated rows without a score."""
    reasons: Mapping[str, int]
    ties: float | None
    """Share of the pairs (of rows or systems) with equal scores."""
    correlations: Mapping[Kind, Correlation]
    given_length: Correlation
    """Partial Pearson: what is left when the number of words has been taken out of both."""
    p_holm: Mapping[Kind, float]
    """p corrected for all metrics of the block; empty for the floor and where there is no test."""
    auc: Auc | None = None
    """How often a row of the higher gold score scores higher; only where there are but two."""

    def as_json(self) -> dict[str, Any]:
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
    """One dimension."""

    dimension: str
    gold: str
    """How the gold score was made, in words."""
    reason: str
    """Why there are no correlations; then there are no metrics and no floor."""
    rated: int
    unrated: int
    ties: float | None
    """Share of the pairs (of rows or systems) with equal gold scores."""
    metrics: tuple[Line, ...]
    floor: tuple[Line, ...]
    ceiling: Mapping[Kind, Ceiling]
    agreement: Mapping[str, Estimate]
    alpha_level: str
    comparisons: tuple[Comparison, ...] = ()
    """Metrics against each other, where that was asked for."""

    def as_json(self) -> dict[str, Any]:
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
    """Everything found on one set, and all that is needed to find it again."""

    judged: Judged
    level: Level
    blocks: tuple[Block, ...]
    signatures: Mapping[str, str]
    """By metric, with the settings of the study at the end."""
    scores: Mapping[str, Array]
    gold: Mapping[str, Array]

    @property
    def clusters(self) -> int:
        return len(set(self.judged.clusters))

    def as_json(self) -> dict[str, Any]:
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
        """Scores and gold scores beside each other, row by row; null where there is none."""
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
