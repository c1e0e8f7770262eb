"""The rows to fit and measure `dimensions` on: features, ratings, passages, systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from qgauge.core import Example
from qgauge.data.public import read_public
from qgauge.metrics.dimension_features import features
from qgauge.metrics.readings import read
from qgauge.tools.cache import Cache
from qgauge.tools.registry import open_tool
from training.dimensions.flawed import make

DIMENSIONS = (
    "fluency",
    "clarity",
    "conciseness",
    "relevance",
    "consistency",
    "answerability",
    "answer_consistency",
)
ROLES = ("grammarian", "parser", "reader", "verifier", "entailer")


@dataclass(frozen=True)
class Rows:
    """Rated rows; NaN where a feature or a rating is missing."""

    names: tuple[str, ...]
    values: np.ndarray
    ratings: np.ndarray
    """One column per dimension."""
    passages: np.ndarray
    systems: np.ndarray
    """The system that wrote the question, or the question that a made row comes from."""
    sources: np.ndarray
    kinds: np.ndarray
    """The kind of flaw of a made row; "" for a rated one."""
    origins: np.ndarray
    """The passage whose question a row has; another one than its own for the kind `elsewhere`."""

    def of(self, rows: np.ndarray) -> Rows:
        parts = (self.passages, self.systems, self.sources, self.kinds, self.origins)
        return Rows(
            self.names, self.values[rows], self.ratings[rows], *(part[rows] for part in parts)
        )

    @property
    def rated(self) -> Rows:
        return self.of(self.kinds == "")


def feature_rows(examples: Sequence[Example], cache: Path | None) -> list[dict[str, float]]:
    """Return the features of each example."""
    kept = Cache(cache) if cache else None
    tools = {role: open_tool(role, cache=kept) for role in ROLES}
    found = []
    for start in range(0, len(examples), 64):
        batch = examples[start : start + 64]
        found += [
            features(one, reading) for one, reading in zip(batch, read(batch, tools), strict=True)
        ]
    return found


def qgeval(shared: Path, cache: Path | None) -> Rows:
    """Return the rated rows of QGEval, and the flawed ones made from them."""
    rated = read_public("qgeval", shared / "eval" / "qgeval").examples
    flawed = make(rated)
    examples = [*rated, *(one.example for one in flawed)]
    found = feature_rows(examples, cache)
    names = tuple(dict.fromkeys(name for one in found for name in one))
    gold: list[dict[str, Any]]
    gold = [{name: one.ratings[name][0] for name in DIMENSIONS} for one in rated]
    gold += [dict(one.ratings) for one in flawed]
    missing = float("nan")
    origins = [*rated, *(one.origin for one in flawed)]
    return Rows(
        names,
        np.array([[one.get(name, missing) for name in names] for one in found]),
        np.array([[float(one.get(name, missing)) for name in DIMENSIONS] for one in gold]),
        np.array([str(one.meta["passage_id"]) for one in examples]),
        np.array([one.system for one in origins]),
        np.array([str(one.meta["part"]) for one in examples]),
        np.array([""] * len(rated) + [one.kind for one in flawed]),
        np.array([str(one.meta["passage_id"]) for one in origins]),
    )
