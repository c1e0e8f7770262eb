"""Fit the weights of `quality` to human ratings, and measure agreement out of fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from qgauge.core import BadSetting, Example, Progress, Tools, written
from qgauge.metrics.quality import PARTS, USUAL_WEIGHTS, Quality
from qgauge.run import evaluate, requests_for
from qgauge.stats.arrays import Array
from qgauge.stats.dependent import CorrelationDifference, compare_correlations
from qgauge.stats.regression import folds, nonnegative
from qgauge.tune.qmetric import FEWEST, rounded_weights


@dataclass(frozen=True)
class Plan:
    """Parameters of fitting."""

    folds: int = 10
    """Number of cross-validation folds."""
    ridge: float = 0.01
    """Ridge penalty on large weights."""
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


def parts_of(
    metric: Quality,
    examples: Sequence[Example],
    tools: Tools,
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> Array:
    """Compute grammar, answering and inference for every example.

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
    rows = [
        [score.parts.get(part, np.nan) if score.value is not None else np.nan for part in PARTS]
        for score in result.scores
    ]
    return np.array(rows, dtype=np.float64)


def fit(
    parts: Array,
    human: Array,
    groups: Sequence[object],
    plan: Plan,
    before: Sequence[float] = USUAL_WEIGHTS,
) -> Fitted:
    """Fit weights to all rows, and measure agreement in cross-validation by passage.

    Args:
        parts: The parts of quality from `parts_of`, one row per example.
        human: One rating per example; NaN for none.
        groups: One key per example; rows with equal keys are in the same fold.
        plan: Parameters of fitting.
        before: Weights to compare with.

    Returns:
        The weights, and their agreement with the ratings.

    Raises:
        BadSetting: The rows are too few, their ratings do not vary, or no weight is positive.
    """
    usable = ~(np.isnan(parts).any(axis=1) | np.isnan(human))
    parts, human = parts[usable], human[usable]
    kept = [group for group, use in zip(groups, usable, strict=True) if use]
    different = len(set(kept))
    if len(human) < FEWEST:
        raise BadSetting(
            f"there are {len(human)} rated rows with a passage and an answer, and fitting needs at "
            f"least {FEWEST}."
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
        weights = _weights(parts[~held], human[~held], plan)
        unseen[held] = parts[held] @ weights
        found.append(weights)
    gained = compare_correlations(parts @ np.array(before), unseen, human, groups=kept)
    return Fitted(
        rounded_weights(_weights(parts, human, plan)),
        tuple(float(one) for one in np.std(found, axis=0)),
        gained,
        len(human),
        different,
    )


def _weights(parts: Array, human: Array, plan: Plan) -> NDArray[np.float64]:
    """Fit weights and scale them to sum to 1, which does not affect correlations."""
    weights = nonnegative(parts, human, plan.ridge)
    if weights.sum() <= 0:
        raise BadSetting(
            "no part of quality correlates positively with the ratings; weights cannot be fitted."
        )
    scaled: NDArray[np.float64] = weights / weights.sum()
    return scaled


def with_weights(metric: Quality, weights: Sequence[float]) -> Quality:
    """Return a copy of the metric with these weights."""
    return replace(metric, weights="/".join(map(written, weights)))
