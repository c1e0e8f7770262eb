"""Weights of a Q-metric that agree best with people, with an honest figure of how well."""

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
"""Rows, below which weights would be chance."""


@dataclass(frozen=True)
class Plan:
    """How to tune: rows to tune on in each split, bags, splits, seed."""

    tuned_on: int = TUNED_ON
    bag: int = BAG
    bags: int = BAGS
    splits: int = 40
    seed: int = 12345


@dataclass(frozen=True)
class Tuned:
    """The weights, and how well this way of finding them agrees on rows it has not seen."""

    weights: Weights
    spread: dict[str, float]
    """Of each weight and of delta over the splits, as a standard deviation."""
    held_out: tuple[float, ...]
    """The correlation of every split on the rows that it was not tuned on."""
    before_held_out: tuple[float | None, ...]
    """The same of the metric as it was asked for, on the same rows; None if it is constant."""
    before: float | None
    """The correlation of the metric as it was asked for, on all rows."""
    rows: int
    scored: int
    """Rows that have a score with these weights."""
    groups: int

    @property
    def mean(self) -> float:
        return float(np.mean(self.held_out))

    @property
    def mean_before(self) -> float | None:
        known = [one for one in self.before_held_out if one is not None]
        return float(np.mean(known)) if len(known) == len(self.before_held_out) else None

    @property
    def better(self) -> int:
        """In how many splits the tuned weights agree better than those asked for."""
        pairs = zip(self.held_out, self.before_held_out, strict=True)
        return sum(before is None or tuned > before for tuned, before in pairs)

    @property
    def range(self) -> tuple[float, float]:
        """Where 95 % of the splits lie."""
        low, high = np.percentile(self.held_out, [2.5, 97.5])
        return float(low), float(high)


@dataclass(frozen=True)
class _PartsWork:
    """What a Q-metric is made of, for a batch of examples with one reference each."""

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
    """What the metric is made of, for examples with one reference each, and their ratings."""
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
    """Weights from bags of all rows; the figure from splits in which some rows are kept apart."""
    usable = np.flatnonzero(~np.isnan(parts.base) & ~np.isnan(parts.human))
    there = f"there are {len(usable)} rated rows with one reference"
    if len(usable) < FEWEST:
        raise BadSetting(f"{there}: weights tuned on fewer than {FEWEST} would be chance.")
    if len(usable) < plan.tuned_on + 3:
        raise BadSetting(
            f"tuning on {plan.tuned_on} rows needs some more to measure on, and {there}. Give more "
            "rows, or tune on fewer (--tuned-on)."
        )
    parts, kept = parts.rows(usable), [groups[int(at)] for at in usable]
    if np.ptp(parts.human) == 0:
        raise BadSetting("all ratings are the same: there is nothing to agree with.")
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
        advice = "Tune on fewer (--tuned-on)." if different > 1 else "Rate other questions too."
        raise BadSetting(
            f"the {len(parts)} rows have {different} different reference(s) or passage(s), and "
            f"rows with the same one stay together: tuning on {plan.tuned_on} leaves too few to "
            f"measure on. {advice}"
        ) from None
    if any(np.isnan(split.correlation) for split in found):
        raise BadSetting("the ratings, or the scores, of the rows kept apart are all the same.")
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
    """Three digits, and still a sum of one: the largest weight takes what rounding leaves."""
    parts = [round(float(weight), 3) for weight in weights]
    largest = parts.index(max(parts))
    parts[largest] = round(1 - sum(parts[:largest] + parts[largest + 1 :]), 3)
    return tuple(parts)


def with_weights(metric: QMetric, weights: Weights) -> QMetric:
    """The same metric with these weights."""
    return replace(metric, preset="own", weights=str(weights))
