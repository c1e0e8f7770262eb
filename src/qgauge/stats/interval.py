"""Jackknife confidence intervals in constant memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import add
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qgauge.stats.arrays import Array

GROUPS = 1000
"""Maximum number of groups for the jackknife. Up to this number, every row is its own group."""

Combine = Callable[["Array"], Any]
"""A function from sums of statistics (last axis) to a value; it must accept extra leading axes."""


def mean_of_sums(sums: Any) -> Any:
    """Return the mean, given the number of rows and the sum of the values in the last axis."""
    return sums[..., 1] / sums[..., 0]


@dataclass
class GroupedSums:
    """Running sums of additive statistics by group, for the jackknife."""

    n: int = 0
    _groups: list[list[float]] = field(default_factory=list)
    # Assign rows to groups at random: in turn, a periodic pattern in the data (every tenth row is
    # of one system) would put similar rows into one group. The seed makes results reproducible.
    _random: Random = field(default_factory=lambda: Random(0))  # noqa: S311 - not cryptographic

    def add(self, stats: Sequence[float]) -> None:
        """Add the statistics of one row."""
        if self.n < GROUPS:
            self._groups.append(list(stats))
        else:
            group = self._groups[int(self._random.random() * GROUPS)]
            group[:] = map(add, group, stats)
        self.n += 1

    def sums(self) -> Array:
        """Return the sums, one line per group."""
        import numpy as np  # here, so that `qgauge --help` does not load it

        return np.array(self._groups, dtype=np.float64)


def jackknife(groups: Array, combine: Combine) -> tuple[float, float] | None:
    """Return the delete-one-group jackknife 95 % interval of a function of summed statistics.

    For a mean of at most 1,000 rows this is the usual t interval.

    Args:
        groups: The summed statistics, one line per group.
        combine: The function from sums to the value.

    Returns:
        The lower and the upper bound, or None if there are fewer than two groups.

    Examples:
        >>> import numpy as np
        >>> from qgauge.stats.interval import jackknife, mean_of_sums
        >>> rows = np.array([[1, 2.0], [1, 3.0], [1, 4.0], [1, 5.0]])
        >>> low, high = jackknife(rows, mean_of_sums)
        >>> round(low, 3), round(high, 3)
        (1.446, 5.554)
    """
    import numpy as np

    if len(groups) < 2:
        return None
    total = groups.sum(axis=0)
    return jackknife_of(
        float(combine(total)), np.asarray(combine(total - groups), dtype=np.float64)
    )


def jackknife_of(value: float, left_out: Array) -> tuple[float, float]:
    """Return the jackknife 95 % interval from leave-one-out values.

    Args:
        value: The value on all data.
        left_out: The value without each group; at least two groups.

    Returns:
        The lower and the upper bound.

    Examples:
        >>> import numpy as np
        >>> from qgauge.stats.interval import jackknife_of
        >>> low, high = jackknife_of(3.5, np.array([4.0, 11 / 3, 10 / 3, 3.0]))
        >>> round(low, 3), round(high, 3)
        (1.446, 5.554)
    """
    import numpy as np
    from scipy.special import stdtrit

    count = len(left_out)
    spread = float(np.sqrt((count - 1) / count * np.sum((left_out - left_out.mean()) ** 2)))
    reach = float(stdtrit(count - 1, 0.975)) * spread
    return value - reach, value + reach
