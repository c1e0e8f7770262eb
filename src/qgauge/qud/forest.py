"""Small boosted trees over numbers that other tools give: read from JSON, worked out in Python.

There is no library behind them, so the same numbers give the same label on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from qgauge.models.files import FOLDER, BadModel, checksum, read

FORMAT = 1
Tree = float | list[Any]
"""A leaf's value; or a feature's place, a threshold, the tree up to it and the tree above it."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Chances of labels from features: the mean over several runs of boosting."""

    labels: Sequence[str]
    features: Sequence[str]
    start: Sequence[float]
    """What each label begins with: the logarithm of how common it is."""
    runs: Sequence[Sequence[Sequence[Tree]]]
    """For each run its rounds, and for each round a tree a label."""
    weights: Sequence[float]
    """By how much each label's chance counts: rare labels would else never be chosen."""

    def chances(self, values: Mapping[str, float]) -> dict[str, float]:
        """How likely each label is; the features must be those it was made for."""
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
        """The label whose chance, times its weight, is highest; the first of equals."""
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


def identity(name: str) -> str:
    """For signatures, known without reading the file."""
    return f"{name.removesuffix('.json')}@{checksum(name)[:8]}"


@cache
def forests(name: str, folder: Path = FOLDER) -> Mapping[str, Forest]:
    """The forests of a shipped file, checked and read once per process."""
    data = read(name, folder)
    try:
        found = json.loads(data)
        if found["format"] != FORMAT:
            raise ValueError(f"format {found['format']} instead of {FORMAT}")
        return {key: Forest(**fields) for key, fields in found["forests"].items()}
    except (ValueError, KeyError, TypeError) as problem:
        raise BadModel(str(folder / name), f"does not load ({problem})") from problem
