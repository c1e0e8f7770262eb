"""Grid search for the weights of a Q-metric, with bagging and repeated held-out splits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from qgauge.stats.arrays import Array

TUNED_ON, BAG, BAGS = 300, 200, 20
"""Rows to tune on, rows per bag, and bags, as in Nema and Khapra (2018)."""
STEP = 0.05
"""The grid step of the weights and of delta."""
FEWEST = 3
"""Minimum number of rows for a correlation: two rows always correlate perfectly."""


@dataclass(frozen=True)
class Parts:
    """The components of a Q-metric and the human ratings, one line per row."""

    precision: Array
    """Precision by kind of word; 0 where `present` is false."""
    recall: Array
    """Recall by kind of word; 0 where `present` is false."""
    present: npt.NDArray[np.bool_]
    """Whether the row has words of the kind."""
    base: Array
    """The score of the base metric, such as BLEU."""
    human: Array
    """The human rating."""

    def rows(self, chosen: npt.NDArray[np.intp]) -> Parts:
        """Return the given rows only."""
        return Parts(
            self.precision[chosen],
            self.recall[chosen],
            self.present[chosen],
            self.base[chosen],
            self.human[chosen],
        )

    def __len__(self) -> int:
        return len(self.human)


@dataclass(frozen=True)
class Formula:
    """How the kinds of words are combined: the settings `variant` and `absent` of the Q-metrics."""

    released: bool = False
    absent: str = "renormalise"

    def mix(self, parts: Parts, weights: Array) -> Array:
        """Return answerability by weighting (lines) and row (columns); NaN if undefined."""
        there = parts.present.astype(float)
        counted = weights @ there.T
        extra = weights.sum(-1, keepdims=True) - counted if self.absent == "one" else 0.0
        whole = counted if self.absent == "renormalise" else np.ones_like(counted)
        whole = np.where(whole < 1e-9, np.nan, whole)
        if self.released:
            each = _harmonic(parts.precision, parts.recall) * there
            return np.asarray((weights @ each.T + extra) / whole)
        precision = (weights @ (parts.precision * there).T + extra) / whole
        recall = (weights @ (parts.recall * there).T + extra) / whole
        return _harmonic(precision, recall)


def _harmonic(one: Array, two: Array) -> Array:
    both = one + two
    return np.where(both > 0, 2 * one * two / np.where(both > 0, both, 1.0), both)


@dataclass(frozen=True)
class Found:
    """The weights and delta that a search found."""

    weights: Array
    """The weight of each kind of word."""
    delta: float
    """The weight of answerability against the base metric."""
    correlation: float
    """Pearson's correlation with the human ratings on the rows searched."""


def simplex(kinds: int, step: float = STEP) -> Array:
    """Return all weightings of `kinds` kinds on a grid with the given step; each sums to 1."""
    cuts = round(1 / step)
    rows = [
        np.diff([-1, *bars, cuts + kinds - 1]) - 1
        for bars in combinations(range(cuts + kinds - 1), kinds - 1)
    ]
    return np.array(rows) / cuts


def search(parts: Parts, formula: Formula, weightings: Array, deltas: Array) -> Found:
    """Return the weighting and delta with the highest Pearson correlation; the first one if tied.

    Weightings that score fewer rows than others are skipped: they would be evaluated on an easier
    subset.
    """
    mixed = formula.mix(parts, weightings)
    known = ~np.isnan(mixed)
    number = known.sum(-1)
    mixed = np.where(known, mixed, 0.0)
    base, human = (np.where(known, each, 0.0) for each in (parts.base, parts.human))

    def together(one: Array, two: Array) -> Array:
        return np.asarray((one * two).sum(-1) - one.sum(-1) * two.sum(-1) / np.maximum(number, 1))

    spread = {
        "aa": together(mixed, mixed),
        "bb": together(base, base),
        "ab": together(mixed, base),
        "ah": together(mixed, human),
        "bh": together(base, human),
        "hh": together(human, human),
    }
    share = deltas[None, :]
    rest = 1 - share
    up = share * spread["ah"][:, None] + rest * spread["bh"][:, None]
    variance = (
        share**2 * spread["aa"][:, None]
        + rest**2 * spread["bb"][:, None]
        + 2 * share * rest * spread["ab"][:, None]
    )
    below = np.sqrt(np.maximum(variance * spread["hh"][:, None], 0.0))
    usable = (below > 1e-12) & (number >= max(FEWEST, number.max()))[:, None]
    correlation = np.where(usable, up / np.where(usable, below, 1.0), -1.0)
    at, which = divmod(int(correlation.argmax()), correlation.shape[1])
    return Found(weightings[at], float(deltas[which]), float(correlation[at, which]))


def bagged(
    parts: Parts,
    formula: Formula,
    rng: np.random.Generator,
    *,
    bag: int = BAG,
    bags: int = BAGS,
    step: float = STEP,
) -> tuple[Found, list[Found]]:
    """Return the mean of the weights found in random bags of rows, and the result of each bag."""
    weightings = simplex(parts.precision.shape[1], step)
    deltas = np.linspace(0, 1, round(1 / step) + 1)
    size = min(bag, len(parts))
    found = [
        search(parts.rows(rng.permutation(len(parts))[:size]), formula, weightings, deltas)
        for _ in range(bags)
    ]
    weights = np.mean([each.weights for each in found], axis=0)
    delta = float(np.mean([each.delta for each in found]))
    return Found(weights, delta, agreement(parts, formula, weights, delta)), found


def agreement(parts: Parts, formula: Formula, weights: Array, delta: float) -> float:
    """Return Pearson's correlation of one mixture with the human ratings; NaN if undefined."""
    mixed = formula.mix(parts, weights[None, :])[0]
    known = ~np.isnan(mixed)
    score = delta * mixed[known] + (1 - delta) * parts.base[known]
    human = parts.human[known]
    if len(score) < FEWEST or np.ptp(score) < 1e-12 or np.ptp(human) < 1e-12:
        return float("nan")
    return float(np.corrcoef(score, human)[0, 1])


@dataclass(frozen=True)
class Split:
    """The result of tuning on a random part of the rows and measuring on the rest."""

    found: Found
    """The weights and delta tuned."""
    rest: npt.NDArray[np.intp]
    """The held-out rows."""
    correlation: float
    """Pearson's correlation with the human ratings on the held-out rows."""


def splits(
    parts: Parts,
    formula: Formula,
    *,
    seed: int,
    times: int,
    tuned_on: int = TUNED_ON,
    bag: int = BAG,
    bags: int = BAGS,
    groups: Sequence[object] | None = None,
) -> Iterator[Split]:
    """Yield repeated random splits, each tuned on one part of the rows and measured on the rest.

    Rows of a group (with the same reference) are never split.

    Raises:
        ValueError: There are too few groups to hold any out.
    """
    names = list(range(len(parts))) if groups is None else list(groups)
    places: dict[object, list[int]] = {}
    for at, name in enumerate(names):
        places.setdefault(name, []).append(at)
    rows = list(places.values())
    for turn in range(times):
        rng = np.random.default_rng([seed, turn])
        chosen: list[int] = []
        rest: list[int] = []
        for at in rng.permutation(len(rows)):
            (chosen if len(chosen) < tuned_on else rest).extend(rows[at])
        if len(rest) < FEWEST:
            raise ValueError(f"too few groups: fewer than {FEWEST} rows are left to hold out")
        found, _ = bagged(parts.rows(np.array(chosen)), formula, rng, bag=bag, bags=bags)
        kept = np.array(rest)
        reached = agreement(parts.rows(kept), formula, found.weights, found.delta)
        yield Split(found, kept, reached)
