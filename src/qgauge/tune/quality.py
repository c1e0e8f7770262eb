"""Weights of quality that follow people best, with an honest figure of how well."""

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
    """How to fit: folds to measure in, the penalty on large weights, the seed."""

    folds: int = 10
    ridge: float = 0.01
    seed: int = 12345


@dataclass(frozen=True)
class Fitted:
    """The weights, and how well this way of finding them does on rows it has not seen."""

    weights: tuple[float, ...]
    spread: tuple[float, ...]
    """Of each weight over the folds, as a standard deviation."""
    gained: CorrelationDifference
    """The weights asked for (first) and those fitted out of fold (second), on the same rows."""
    rows: int
    groups: int


def parts_of(
    metric: Quality,
    examples: Sequence[Example],
    tools: Tools,
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> Array:
    """The three parts of every example, a row each; NaN where it is unscored."""
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
    """Weights from all rows; the figure from folds in which whole passages are kept apart."""
    usable = ~(np.isnan(parts).any(axis=1) | np.isnan(human))
    parts, human = parts[usable], human[usable]
    kept = [group for group, use in zip(groups, usable, strict=True) if use]
    different = len(set(kept))
    if len(human) < FEWEST:
        raise BadSetting(
            f"there are {len(human)} rated rows with a passage and an answer: weights fitted on "
            f"fewer than {FEWEST} would be chance."
        )
    if np.ptp(human) == 0:
        raise BadSetting("all ratings are the same: there is nothing to agree with.")
    if different < plan.folds:
        raise BadSetting(
            f"the {len(human)} rows have {different} different passage(s), and rows with the same "
            f"one stay together: {plan.folds} folds need as many. Take fewer (--folds)."
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
    """Weights with a sum of one: agreement does not depend on their scale."""
    weights = nonnegative(parts, human, plan.ridge)
    if weights.sum() <= 0:
        raise BadSetting("no part of quality rises with the ratings: there is nothing to weigh.")
    scaled: NDArray[np.float64] = weights / weights.sum()
    return scaled


def with_weights(metric: Quality, weights: Sequence[float]) -> Quality:
    """The same metric with these weights."""
    return replace(metric, weights="/".join(map(written, weights)))
