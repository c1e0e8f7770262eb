"""Tune the weights of a Q-metric on human ratings, and measure agreement on held-out rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from qgauge.core import BadSetting, Example, Progress, Tools
from qgauge.metrics.qmetric import QMetric
from qgauge.metrics.weights import Weights
from qgauge.run import in_batches
from qgauge.stats.tuning import (
    BAG,
    BAGS,
    TUNED_ON,
    Formula,
    Parts,
    agreement,
    bagged,
    splits,
)

KINDS = ("name", "content", "function", "question")
FEWEST = 30
"""Minimum number of rows; with fewer, weights would mostly reflect chance."""


@dataclass(frozen=True)
class Plan:
    """Parameters of tuning."""

    tuned_on: int = TUNED_ON
    """Rows to tune on in each split."""
    bag: int = BAG
    """Rows per bag."""
    bags: int = BAGS
    """Number of bags."""
    splits: int = 40
    """Number of splits into tuning rows and held-out rows."""
    seed: int = 12345
    """Seed of the random choices."""


@dataclass(frozen=True)
class Tuned:
    """Tuned weights, and how well weights tuned this way agree with ratings of held-out rows."""

    weights: Weights
    """Weights tuned on all rows."""
    spread: dict[str, float]
    """Standard deviation of each weight and of delta over the splits."""
    held_out: tuple[float, ...]
    """Correlation of the tuned metric with the ratings of the held-out rows, per split."""
    before_held_out: tuple[float | None, ...]
    """The same for the metric with its original weights; None if it is constant."""
    before: float | None
    """Correlation of the metric with its original weights on all rows; None if it is constant."""
    rows: int
    """Rated rows that were used."""
    scored: int
    """Rows that have a score with the tuned weights."""
    groups: int
    """Number of different groups, which are never split."""

    @property
    def mean(self) -> float:
        """Mean of `held_out`."""
        return float(np.mean(self.held_out))

    @property
    def mean_before(self) -> float | None:
        """Mean of `before_held_out`; None if any of them is None."""
        known = [one for one in self.before_held_out if one is not None]
        return float(np.mean(known)) if len(known) == len(self.before_held_out) else None

    @property
    def better(self) -> int:
        """Number of splits in which the tuned weights agree better than the original ones."""
        pairs = zip(self.held_out, self.before_held_out, strict=True)
        return sum(before is None or tuned > before for tuned, before in pairs)

    @property
    def range(self) -> tuple[float, float]:
        """The range of the middle 95 % of `held_out`."""
        low, high = np.percentile(self.held_out, [2.5, 97.5])
        return float(low), float(high)


@dataclass(frozen=True)
class _PartsWork:
    """Computes the components of a Q-metric for a batch of examples with one reference each."""

    metric: QMetric
    tools: Tools

    def __call__(self, batch: list[Example]) -> list[tuple[Any, ...]]:
        prepare = self.metric.preparation(batch, self.tools)
        return [self._parts(prepare(one.question), prepare(one.references[0])) for one in batch]

    def _parts(self, question: Any, reference: Any) -> tuple[Any, ...]:
        counts = self.metric.answerability.counts(question.kinds, reference.kinds)
        base = self.metric.base.compare(question.base, [reference.base]).value
        return (
            [count[0] if count else 0.0 for count in counts],
            [count[1] if count else 0.0 for count in counts],
            [count is not None for count in counts],
            np.nan if base is None else base,
        )


def parts_of(
    metric: QMetric,
    examples: Sequence[Example],
    human: Sequence[float],
    tools: Tools,
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> Parts:
    """Compute the components of a Q-metric for rated examples with one reference each.

    Args:
        metric: The metric to tune.
        examples: Examples with one reference each.
        human: One rating per example.
        tools: The language tools of the metric, by role.
        workers: Number of processes.
        progress: Called with the number of examples done.

    Returns:
        The components and the ratings.
    """
    work = _PartsWork(metric, tools)
    rows = [parts for _, parts in in_batches(examples, work, workers=workers, progress=progress)]
    precision, recall, present, base = (np.array([row[at] for row in rows]) for at in range(4))
    return Parts(precision, recall, present, base, np.asarray(human, float))


def tune(
    metric: QMetric,
    parts: Parts,
    groups: Sequence[object],
    plan: Plan,
    *,
    progress: Progress | None = None,
) -> Tuned:
    """Tune weights on bags of all rows, and measure agreement on splits with held-out rows.

    Args:
        metric: The metric to tune.
        parts: Components and ratings from `parts_of`.
        groups: One key per row; rows with equal keys stay in the same half of a split.
        plan: Parameters of tuning.
        progress: Called once per split.

    Returns:
        The weights, and their agreement with the ratings.

    Raises:
        BadSetting: The rows are too few, or their ratings or scores do not vary.
    """
    usable = np.flatnonzero(~np.isnan(parts.base) & ~np.isnan(parts.human))
    there = f"there are {len(usable)} rated rows with one reference"
    if len(usable) < FEWEST:
        raise BadSetting(f"{there}, and tuning needs at least {FEWEST}.")
    if len(usable) < plan.tuned_on + 3:
        raise BadSetting(
            f"{there}, which is too few to tune on {plan.tuned_on} and measure on the rest. Give "
            "more rows, or tune on fewer (--tuned-on)."
        )
    parts, kept = parts.rows(usable), [groups[int(at)] for at in usable]
    if np.ptp(parts.human) == 0:
        raise BadSetting("all ratings are the same, so agreement cannot be measured.")
    formula = Formula(metric.variant == "released", metric.absent)
    bags = {"bag": plan.bag, "bags": plan.bags}
    found = []
    try:
        for split in splits(
            parts,
            formula,
            seed=plan.seed,
            times=plan.splits,
            tuned_on=plan.tuned_on,
            groups=kept,
            **bags,
        ):
            found.append(split)
            if progress is not None:
                progress(1)
    except ValueError:
        different = len(set(kept))
        advice = "Tune on fewer (--tuned-on)." if different > 1 else "Rate more questions."
        raise BadSetting(
            f"tuning on {plan.tuned_on} rows leaves too few to measure on: the {len(parts)} rows "
            f"have {different} different reference(s) or passage(s), and rows that share one are "
            f"not split. {advice}"
        ) from None
    if any(np.isnan(split.correlation) for split in found):
        raise BadSetting(
            "in some split, all held-out rows have the same rating or the same score, so agreement "
            "cannot be measured."
        )
    final, _ = bagged(parts, formula, np.random.default_rng([plan.seed]), **bags)

    def before(rows: Parts) -> float | None:
        own = metric.weighting
        found = agreement(rows, formula, np.array(own.of_kinds()), own.delta)
        return None if np.isnan(found) else found

    name, content, function, question = rounded_weights(final.weights)
    spread = np.std([[*each.found.weights, each.found.delta] for each in found], axis=0)
    return Tuned(
        Weights(name, content, function, question, round(final.delta, 3)),
        dict(zip((*KINDS, "delta"), map(float, spread), strict=True)),
        tuple(split.correlation for split in found),
        tuple(before(parts.rows(split.rest)) for split in found),
        before(parts),
        len(parts),
        int(np.isfinite(formula.mix(parts, final.weights[None, :])).sum()),
        len(set(kept)),
    )


def rounded_weights(weights: Iterable[float]) -> tuple[float, ...]:
    """Round weights to three digits and add the remainder to the largest, so that they sum to 1."""
    parts = [round(float(weight), 3) for weight in weights]
    largest = parts.index(max(parts))
    parts[largest] = round(1 - sum(parts[:largest] + parts[largest + 1 :]), 3)
    return tuple(parts)


def with_weights(metric: QMetric, weights: Weights) -> QMetric:
    """Return a copy of the metric with these weights."""
    return replace(metric, preset="own", weights=str(weights))
