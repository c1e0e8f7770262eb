"""Fit the last layer of `quality` to human ratings, and measure agreement out of fold.

With `method=weights`, the last layer is the weights of grammar, answering and inference. With
`method=learned`, it is the exponents of the seven dimensions, which are pulled towards the shipped
ones: a few dozen ratings can shift them, but not turn them over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from qgauge.core import BadSetting, Example, Progress, Score, Tools, written
from qgauge.metrics.dimensions import NAMES
from qgauge.metrics.learned_quality import MOST, SHIPPED
from qgauge.metrics.quality import PARTS, USUAL_WEIGHTS, Quality
from qgauge.run import evaluate, requests_for
from qgauge.stats.arrays import Array
from qgauge.stats.dependent import CorrelationDifference, compare_correlations
from qgauge.stats.regression import folds, nonnegative
from qgauge.tune.qmetric import FEWEST, rounded_weights

FEWEST_LEARNED = 100
"""Fewest rows to fit exponents on. On random parts of the rated rows of QGEval, fitted exponents
agree with the other passages as well as the shipped ones from about this size, and worse below
(docs/tune.md)."""


@dataclass(frozen=True)
class Plan:
    """Parameters of fitting."""

    folds: int = 10
    """Number of cross-validation folds."""
    ridge: float = 0.01
    """Penalty on large weights, or on exponents that differ from the shipped ones."""
    seed: int = 12345
    """Seed for the assignment of folds."""


@dataclass(frozen=True)
class Fitted:
    """Fitted weights, and how well weights fitted this way agree with ratings of unseen rows."""

    weights: tuple[float, ...]
    """Weights fitted to all rows."""
    spread: tuple[float, ...]
    """Standard deviation of each weight over the folds."""
    gained: CorrelationDifference
    """Agreement of the original weights (first) and of the weights fitted out of fold (second)."""
    rows: int
    """Rated rows that were used."""
    groups: int
    """Number of different passages, which are never split."""


class Layer(Protocol):
    """A last layer that can be fitted."""

    @property
    def names(self) -> tuple[str, ...]:
        """The parts that it combines."""

    @property
    def fewest(self) -> int:
        """The fewest rows to fit it on."""

    def fit(self, parts: Array, human: Array, ridge: float) -> Array:
        """Return the weights that agree best with the ratings."""

    def apply(self, parts: Array, weights: Array) -> Array:
        """Return the quality of each row."""

    def rounded(self, weights: Array) -> tuple[float, ...]:
        """Return the weights as they are written to a file."""

    def part(self, score: Score, name: str) -> float:
        """Return a part of a scored row."""


class WeightedMean:
    """The weighted mean of grammar, answering and inference."""

    names, fewest = PARTS, FEWEST

    def fit(self, parts: Array, human: Array, ridge: float) -> Array:
        weights = nonnegative(parts, human, ridge)
        if weights.sum() <= 0:
            raise BadSetting(
                "no part of quality correlates positively with the ratings; weights cannot be "
                "fitted."
            )
        # the weights sum to 1, which does not affect correlations
        scaled: NDArray[np.float64] = weights / weights.sum()
        return scaled

    def apply(self, parts: Array, weights: Array) -> Array:
        return np.asarray(parts @ weights)

    def rounded(self, weights: Array) -> tuple[float, ...]:
        return rounded_weights(weights)

    def part(self, score: Score, name: str) -> float:
        return float(score.parts[name])


class Product:
    """The product of the chances of no flaw in each dimension, each to the power of its exponent.

    The exponents minimise the squared error of the best straight line from quality to the ratings,
    as a share of their variance, plus `ridge` times the squared distance to the shipped exponents.
    """

    names, fewest = NAMES, FEWEST_LEARNED

    def fit(self, parts: Array, human: Array, ridge: float) -> Array:
        from scipy.optimize import minimize

        start = np.array(SHIPPED.values)
        spread = human - human.mean()

        def loss(exponents: Array) -> float:
            quality = self.apply(parts, exponents)
            apart = quality - quality.mean()
            total = float(apart @ apart)
            slope = max(0.0, float(apart @ spread)) / total if total > 0 else 0.0
            rest = spread - slope * apart
            error = float(rest @ rest) / float(spread @ spread)
            return error + ridge * float(((exponents - start) ** 2).sum())

        found = minimize(loss, start, method="L-BFGS-B", bounds=[(0.0, MOST)] * len(start))
        return np.asarray(found.x, dtype=np.float64)

    def apply(self, parts: Array, weights: Array) -> Array:
        return np.asarray(np.prod(parts**weights, axis=1))

    def rounded(self, weights: Array) -> tuple[float, ...]:
        return tuple(round(float(one), 3) for one in weights)

    def part(self, score: Score, name: str) -> float:
        return 1 - float(score.evidence["dimensions"][name]["flawed"])


def layer_of(metric: Quality) -> Layer:
    """Return the last layer of a quality metric."""
    return Product() if metric.learned else WeightedMean()


def parts_of(
    metric: Quality,
    examples: Sequence[Example],
    tools: Tools,
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> Array:
    """Compute what the last layer combines, for every example.

    Args:
        metric: The metric to tune.
        examples: Examples with a passage and an answer.
        tools: The language tools of the metric, by role.
        workers: Number of processes.
        progress: Called with the number of examples done.

    Returns:
        An array with one row per example; NaN for unscored examples.
    """
    (result,) = evaluate(
        examples, requests_for([metric]), tools, workers=workers, progress=progress
    )
    layer = layer_of(metric)
    rows = [
        [np.nan if score.value is None else layer.part(score, name) for name in layer.names]
        for score in result.scores
    ]
    return np.array(rows, dtype=np.float64)


def fit(
    parts: Array,
    human: Array,
    groups: Sequence[object],
    plan: Plan,
    before: Sequence[float] = USUAL_WEIGHTS,
    layer: Layer | None = None,
) -> Fitted:
    """Fit weights to all rows, and measure agreement in cross-validation by passage.

    Args:
        parts: The parts of quality from `parts_of`, one row per example.
        human: One rating per example; NaN for none.
        groups: One key per example; rows with equal keys are in the same fold.
        plan: Parameters of fitting.
        before: Weights to compare with.
        layer: The last layer to fit; by default the weighted mean.

    Returns:
        The weights, and their agreement with the ratings.

    Raises:
        BadSetting: The rows are too few, their ratings do not vary, or no weight is positive.
    """
    layer = layer or WeightedMean()
    usable = ~(np.isnan(parts).any(axis=1) | np.isnan(human))
    parts, human = parts[usable], human[usable]
    kept = [group for group, use in zip(groups, usable, strict=True) if use]
    different = len(set(kept))
    if len(human) < layer.fewest:
        raise BadSetting(
            f"there are {len(human)} rated rows with a passage and an answer, and fitting needs at "
            f"least {layer.fewest}."
        )
    if np.ptp(human) == 0:
        raise BadSetting("all ratings are the same, so agreement cannot be measured.")
    if different < plan.folds:
        raise BadSetting(
            f"{plan.folds} folds need at least as many different passages, and the {len(human)} "
            f"rows have {different}. Use fewer folds (--folds)."
        )
    unseen = np.empty(len(human))
    found = []
    for held in folds(kept, plan.folds, plan.seed):
        weights = layer.fit(parts[~held], human[~held], plan.ridge)
        unseen[held] = layer.apply(parts[held], weights)
        found.append(weights)
    shipped = layer.apply(parts, np.array(before))
    gained = compare_correlations(shipped, unseen, human, groups=kept)
    return Fitted(
        layer.rounded(layer.fit(parts, human, plan.ridge)),
        tuple(float(one) for one in np.std(found, axis=0)),
        gained,
        len(human),
        different,
    )


def with_weights(metric: Quality, weights: Sequence[float]) -> Quality:
    """Return a copy of the metric with these weights."""
    return replace(metric, weights="/".join(map(written, weights)))
