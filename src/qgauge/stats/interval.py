"""How sure a value is: a confidence interval in constant memory, whatever the data's size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import add
from random import Random
from typing import Any

import numpy as np

from qgauge.stats.arrays import Array

GROUPS = 1000
"""Rows are dealt out to at most this many groups; up to here every row is its own group."""

Combine = Callable[[Array], Any]


def mean_of_sums(sums: Any) -> Any:
    """The mean, from the sums of ones and of values along the last axis."""
    return sums[..., 1] / sums[..., 0]


@dataclass
class GroupedSums:
    """Sums of additive statistics, kept by group so that each group can be left out in turn."""

    n: int = 0
    _groups: list[list[float]] = field(default_factory=list)
    # Rows are dealt out at random: dealt in turn, a pattern in the data (every tenth row is
    # of one system) would make groups of like rows. The seed makes it the same every time.
    _random: Random = field(default_factory=lambda: Random(0))  # noqa: S311 - nothing secret

    def add(self, stats: Sequence[float]) -> None:
        if self.n < GROUPS:
            self._groups.append(list(stats))
        else:
            group = self._groups[int(self._random.random() * GROUPS)]
            group[:] = map(add, group, stats)
        self.n += 1

    def sums(self) -> Array:
        """One row per group."""
        return np.array(self._groups, dtype=np.float64)


def jackknife(groups: Array, combine: Combine) -> tuple[float, float] | None:
    """95 % interval of a value made of summed statistics, by leaving out one group at a time.

    For a mean of fewer than 1,000 rows this is the textbook t interval. None below two groups.
    """
    if len(groups) < 2:
        return None
    total = groups.sum(axis=0)
    return jackknife_of(
        float(combine(total)), np.asarray(combine(total - groups), dtype=np.float64)
    )


def jackknife_of(value: float, left_out: Array) -> tuple[float, float]:
    """The same, given the value and what it is without each of two or more groups."""
    from scipy.special import stdtrit

    count = len(left_out)
    spread = float(np.sqrt((count - 1) / count * np.sum((left_out - left_out.mean()) ** 2)))
    reach = float(stdtrit(count - 1, 0.975)) * spread
    return value - reach, value + reach
