"""Weights of a Q-metric that agree best with people, with an honest figure of how well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from qgauge.core import BadSetting, Example, Tools
from qgauge.metrics.answerability import Weights
from qgauge.metrics.qmetric import QMetric
from qgauge.stats.tuning import (
    BAG,
    BAGS,
    TUNED_ON,
    Formula,
    Found,
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
    before: float
    """The correlation of the metric as it was asked for, on all rows."""
    rows: int
    scored: int
    """Rows that have a score with these weights."""
    groups: int

    @property
    def mean(self) -> float:
        return float(np.mean(self.held_out))

    @property
    def range(self) -> tuple[float, float]:
        """Where 95 % of the splits lie."""
        low, high = np.percentile(self.held_out, [2.5, 97.5])
        return float(low), float(high)


def parts_of(
    metric: QMetric, examples: Sequence[Example], human: Sequence[float], tools: Tools
) -> Parts:
    """What the metric is made of, for examples with one reference each."""
    prepare = metric.preparation(examples, tools)
    columns: list[list[Any]] = [[], [], [], []]
    for example in examples:
        question, reference = prepare(example.question), prepare(example.references[0])
        counts = metric.counts(question.kinds, reference.kinds)
        base = metric.base_score(question.base, reference.base).value
        columns[0].append([count[0] if count else 0.0 for count in counts])
        columns[1].append([count[1] if count else 0.0 for count in counts])
        columns[2].append([count is not None for count in counts])
        columns[3].append(np.nan if base is None else base)
    precision, recall, present, base_scores = (np.array(column) for column in columns)
    return Parts(precision, recall, present, base_scores, np.asarray(human, float))


def tune(
    metric: QMetric,
    examples: Sequence[Example],
    human: Sequence[float],
    groups: Sequence[object],
    plan: Plan,
    tools: Tools,
) -> Tuned:
    """Weights from bags of all rows; the figure from splits in which some rows are kept apart."""
    parts = parts_of(metric, examples, human, tools)
    usable = np.flatnonzero(~np.isnan(parts.base) & ~np.isnan(parts.human))
    if len(usable) < max(FEWEST, plan.tuned_on + 3):
        raise BadSetting(
            f"tuning on {plan.tuned_on} rows needs some more to measure on, and there are "
            f"{len(usable)} rated rows with one reference. Give more rows, or tune on fewer "
            "(--tuned-on)."
        )
    parts, kept = parts.rows(usable), [groups[int(at)] for at in usable]
    if np.ptp(parts.human) == 0:
        raise BadSetting("all ratings are the same: there is nothing to agree with.")
    formula = Formula(metric.variant == "released", metric.absent)
    bags = {"bag": plan.bag, "bags": plan.bags}
    try:
        found = list(
            splits(
                parts,
                formula,
                seed=plan.seed,
                times=plan.splits,
                tuned_on=plan.tuned_on,
                groups=kept,
                **bags,
            )
        )
    except ValueError:
        raise BadSetting(
            f"the {len(parts)} rows are about {len(set(kept))} things only, and rows about the "
            f"same stay together: tuning on {plan.tuned_on} leaves none to measure on. Tune on "
            "fewer (--tuned-on)."
        ) from None
    if any(np.isnan(correlation) for _, correlation in found):
        raise BadSetting("the ratings, or the scores, of the rows kept apart are all the same.")
    final, _ = bagged(parts, formula, np.random.default_rng([plan.seed]), **bags)
    asked = metric.weighting
    spread = np.std([[*each.weights, each.delta] for each, _ in found], axis=0)
    return Tuned(
        rounded(final),
        dict(zip((*KINDS, "delta"), map(float, spread), strict=True)),
        tuple(correlation for _, correlation in found),
        agreement(parts, formula, np.array(asked.of_kinds()), asked.delta),
        len(parts),
        int(np.isfinite(formula.mix(parts, final.weights[None, :])).sum()),
        len(set(kept)),
    )


def rounded(found: Found) -> Weights:
    """Three digits, and still a sum of one: the largest weight takes what rounding leaves."""
    parts = [round(float(weight), 3) for weight in found.weights]
    largest = parts.index(max(parts))
    parts[largest] = round(1 - sum(parts[:largest] + parts[largest + 1 :]), 3)
    name, content, function, question = parts
    return Weights(name, content, function, question, round(found.delta, 3))


def with_weights(metric: QMetric, weights: Weights) -> QMetric:
    """The same metric with these weights."""
    return replace(metric, preset="own", weights=str(weights))
