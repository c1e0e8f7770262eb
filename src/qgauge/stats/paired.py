"""Do two systems differ? Paired bootstrap and approximate randomisation over the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qgauge.stats.arrays import Array
from qgauge.stats.interval import Combine
from qgauge.stats.resample import coins, draws


@dataclass(frozen=True, slots=True)
class Difference:
    """Value of the second system less the first's, how sure that is, and how surprising."""

    first: float
    second: float
    n: int
    interval: tuple[float, float]
    bootstrap_p: float
    randomisation_p: float

    @property
    def difference(self) -> float:
        return self.second - self.first


def compare(
    first: Array, second: Array, combine: Combine, *, resamples: int, seed: int
) -> Difference:
    """Test two systems on the same rows, given the additive statistics of each row.

    The interval and the bootstrap p come from resampling rows (Koehn 2004), the other p from
    swapping the two systems' rows at random (Riezler and Maxwell 2005). Both are two-sided and
    count the observed data as one of the samples, so neither can be 0.
    """
    both = np.concatenate([first, second], axis=1)
    half = first.shape[1]
    random = np.random.default_rng(seed)
    drawn = _bootstrap(both, resamples, random)
    differences = np.asarray(combine(drawn[:, half:])) - np.asarray(combine(drawn[:, :half]))
    low, high = np.quantile(differences, [0.025, 0.975])
    value_first = float(combine(first.sum(axis=0)))
    value_second = float(combine(second.sum(axis=0)))
    # what is equal up to rounding counts as equal: identical systems then have p = 1
    rounding = 1e-12 * max(1.0, abs(value_first), abs(value_second))
    below = (1 + np.sum(differences <= rounding)) / (resamples + 1)
    above = (1 + np.sum(differences >= -rounding)) / (resamples + 1)
    swapped = _swapped(first, second, resamples, random)
    chance = np.asarray(combine(swapped[1])) - np.asarray(combine(swapped[0]))
    observed = abs(value_second - value_first)
    as_large = np.sum(np.abs(chance) >= observed - rounding)
    return Difference(
        value_first,
        value_second,
        len(first),
        (float(low), float(high)),
        float(min(1.0, 2 * min(below, above))),
        float((1 + as_large) / (resamples + 1)),
    )


def _bootstrap(rows: Array, resamples: int, random: np.random.Generator) -> Array:
    """Sums of the rows drawn with replacement, one line per resample."""
    return np.concatenate([times @ rows for times in draws(len(rows), resamples, random)])


def _swapped(
    first: Array, second: Array, resamples: int, random: np.random.Generator
) -> tuple[Array, Array]:
    """Sums of both systems after swapping each row's pair with probability one half."""
    gap = second - first
    moved = np.concatenate([swap @ gap for swap in coins(len(first), resamples, random)])
    return first.sum(axis=0) + moved, second.sum(axis=0) - moved


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction: each p as it stands when all of these tests are looked at together."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[at]))
        corrected[at] = highest
    return corrected
