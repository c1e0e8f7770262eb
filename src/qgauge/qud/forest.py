"""Small gradient-boosted trees, loaded from JSON and evaluated in pure Python.

Without a numerical library, the same features give the same label on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from qgauge.models.files import FOLDER
from qgauge.models.json_models import load_json

FORMAT = 1
Tree = float | list[Any]
"""A leaf's value, or: feature index, threshold, subtree up to it, subtree above it."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Predicts label probabilities from features: the mean of several boosted ensembles."""

    labels: Sequence[str]
    features: Sequence[str]
    start: Sequence[float]
    """The initial score of each label: the logarithm of its frequency."""
    runs: Sequence[Sequence[Sequence[Tree]]]
    """For each ensemble its rounds, and for each round one tree per label."""
    weights: Sequence[float]
    """The weight of each label's probability; without weights rare labels are never chosen."""

    def chances(self, values: Mapping[str, float]) -> dict[str, float]:
        """Return the probability of each label; `values` must have all trained features."""
        row = [values[name] for name in self.features]
        totals = [0.0] * len(self.labels)
        for rounds in self.runs:
            sums = list(self.start)
            for trees in rounds:
                for at, tree in enumerate(trees):
                    sums[at] += _value(tree, row)
            highest = max(sums)
            weights = [exp(one - highest) for one in sums]
            whole = sum(weights)
            for at, weight in enumerate(weights):
                totals[at] += weight / whole / len(self.runs)
        return dict(zip(self.labels, totals, strict=True))

    def choose(self, chances: Mapping[str, float]) -> str:
        """Return the label with the highest weighted probability; the first of equals."""
        weighed = {
            label: chances[label] * weight
            for label, weight in zip(self.labels, self.weights, strict=True)
        }
        return max(weighed, key=lambda label: weighed[label])


def _value(tree: Tree, row: Sequence[float]) -> float:
    while isinstance(tree, list):
        feature, threshold, below, above = tree
        tree = below if row[feature] <= threshold else above
    return tree


@cache
def forests(name: str, folder: Path = FOLDER) -> Mapping[str, Forest]:
    """Return the forests of a bundled file, verified and loaded once per process."""

    def build(found: dict[str, Any]) -> Mapping[str, Forest]:
        return {key: Forest(**fields) for key, fields in found["forests"].items()}

    return load_json(name, FORMAT, build, folder)
