"""Paired tests of two systems: bootstrap and approximate randomisation, and Holm correction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from qgauge.stats.arrays import Array
from qgauge.stats.interval import Combine
from qgauge.stats.resample import coins, draws


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two systems on the same rows, with its interval and p-values."""

    first: float
    """The value of the first system."""
    second: float
    """The value of the second system."""
    n: int
    """The number of rows."""
    interval: tuple[float, float]
    """The 95 % percentile interval of the difference."""
    bootstrap_p: float
    """The two-sided p-value of the paired bootstrap."""
    randomisation_p: float
    """The two-sided p-value of the approximate randomisation (permutation) test."""

    @property
    def difference(self) -> float:
        """The value of the second system minus that of the first."""
        return self.second - self.first


def compare(
    first: Array,
    second: Array,
    combine: Combine,
    *,
    resamples: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> Difference:
    """Test whether two systems differ on the same rows.

    The interval and one p-value come from the paired bootstrap (Koehn 2004). The other p-value
    comes from approximate randomisation, a permutation test that swaps the outputs of the two
    systems at random (Riezler and Maxwell 2005). Both count the observed data as one resample, so
    neither can be 0.

    Args:
        first: The additive statistics of the first system, one line per row.
        second: The statistics of the second system on the same rows.
        combine: The function from summed statistics to the value of a system.
        resamples: The number of bootstrap resamples and of permutations.
        seed: Seed of the random draws.
        progress: Called with the number of resamples and permutations done; there are `resamples`
            of each.

    Returns:
        The values of both systems, and the interval and p-values of their difference.

    Examples:
        >>> import numpy as np
        >>> from qgauge.stats.paired import compare
        >>> from qgauge.stats.interval import mean_of_sums
        >>> first = np.array([[1, 0.2], [1, 0.4], [1, 0.3], [1, 0.5], [1, 0.4], [1, 0.3]])
        >>> second = first + [0, 0.1]
        >>> found = compare(first, second, mean_of_sums, resamples=999, seed=0)
        >>> round(found.difference, 3), found.bootstrap_p, found.randomisation_p < 0.05
        (0.1, 0.002, True)
    """
    both = np.concatenate([first, second], axis=1)
    half = first.shape[1]
    random = np.random.default_rng(seed)
    tell = progress or _nobody
    drawn = _bootstrap(both, resamples, random, tell)
    differences = np.asarray(combine(drawn[:, half:])) - np.asarray(combine(drawn[:, :half]))
    low, high = np.quantile(differences, [0.025, 0.975])
    value_first = float(combine(first.sum(axis=0)))
    value_second = float(combine(second.sum(axis=0)))
    # Differences within rounding error count as 0, so that identical systems have p = 1.
    rounding = 1e-12 * max(1.0, abs(value_first), abs(value_second))
    below = (1 + np.sum(differences <= rounding)) / (resamples + 1)
    above = (1 + np.sum(differences >= -rounding)) / (resamples + 1)
    swapped = _swapped(first, second, resamples, random, tell)
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


def _bootstrap(
    rows: Array, resamples: int, random: np.random.Generator, tell: Callable[[int], None]
) -> Array:
    """Return the sums of rows drawn with replacement, one line per resample."""
    sums = []
    for times in draws(len(rows), resamples, random):
        sums.append(times @ rows)
        tell(len(times))
    return np.concatenate(sums)


def _swapped(
    first: Array,
    second: Array,
    resamples: int,
    random: np.random.Generator,
    tell: Callable[[int], None],
) -> tuple[Array, Array]:
    """Return the sums of both systems after swapping each row's pair with probability 1/2."""
    gap, sums = second - first, []
    for swap in coins(len(first), resamples, random):
        sums.append(swap @ gap)
        tell(len(swap))
    moved = np.concatenate(sums)
    return first.sum(axis=0) + moved, second.sum(axis=0) - moved


def _nobody(_: int) -> None:
    """Take a report of progress that nobody wants."""


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for multiple testing by the Holm correction.

    Args:
        p_values: The p-values of all tests in the family.

    Returns:
        The adjusted p-values, in the same order.

    Examples:
        >>> from qgauge.stats.paired import holm
        >>> holm([0.01, 0.5, 0.02])
        [0.03, 0.5, 0.04]
    """
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[at]))
        corrected[at] = highest
    return corrected
