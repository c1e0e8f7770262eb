"""Whether an estimate meets a requirement, and how many more rows would decide it."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Literal

from qgauge.stats.estimate import Estimate

Verdict = Literal["trust", "not good enough", "undecided"]
MOST_ROWS = 100_000
"""If more rows than this were needed, none is a reasonable number."""


@dataclass(frozen=True, slots=True)
class More:
    """How many rows would decide, if the estimate stays as it is."""

    rows: int | None
    """Further rows; None if no reasonable number decides, or it cannot be computed."""
    clusters: int | None
    """The further clusters that they come from."""
    reason: str = ""
    """Why there is no number."""


def verdict_on(estimate: Estimate, required: float) -> Verdict:
    """Return whether the whole interval is on one side of the requirement.

    Args:
        estimate: The estimate with its interval.
        required: The required value.

    Returns:
        `trust` if the lower bound is at or above it, `not good enough` if the upper bound is below
        it, otherwise `undecided`, also where there is no interval.

    Examples:
        >>> from qgauge.stats.deciding import verdict_on
        >>> from qgauge.stats.estimate import Estimate
        >>> verdict_on(Estimate(0.7, 0.62, 0.78, n=200), 0.6)
        'trust'
        >>> verdict_on(Estimate(0.7, 0.52, 0.88, n=50), 0.6)
        'undecided'
    """
    if estimate.low is None or estimate.high is None:
        return "undecided"
    if estimate.low >= required:
        return "trust"
    return "not good enough" if estimate.high < required else "undecided"


def rows_to_decide(
    estimate: Estimate, required: float, clusters: int, *, most: int = MOST_ROWS
) -> More:
    """Return the smallest number of further rows whose interval would exclude the requirement.

    The standard error shrinks with the square root of the number of clusters, and clusters are
    assumed to stay as large as they are. The estimate is assumed to stay the same, so this is what
    to expect, not a promise.

    Args:
        estimate: An estimate with a jackknife interval that spans the requirement.
        required: The required value.
        clusters: The number of clusters that the interval was computed from.
        most: The largest number of further rows that is reasonable.

    Returns:
        The number of rows, or the reason why there is none.

    Examples:
        >>> from qgauge.stats.deciding import rows_to_decide
        >>> from qgauge.stats.estimate import Estimate
        >>> rows_to_decide(Estimate(0.7, 0.5, 0.9, n=100), 0.6, 50)
        More(rows=286, clusters=143, reason='')
    """
    if estimate.value is None or estimate.low is None:
        return More(None, None, estimate.reason or "there is no interval")
    gap, above = abs(estimate.value - required), estimate.value >= required
    # the lower bound: the upper one is never above 1
    error = (estimate.value - estimate.low) / _t(clusters)
    size = estimate.n / clusters
    last = clusters + ceil(most / size)

    def decides(count: int) -> bool:
        reach: float = _t(count) * error * (clusters / count) ** 0.5
        return reach <= gap if above else reach < gap

    if not decides(last):
        return More(None, None, f"even {most:,} more rows would not decide it")
    # the interval only shrinks with the number of clusters, so halving finds the smallest
    first = clusters
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (first, middle) if decides(middle) else (middle, last)
    return More(ceil((last - clusters) * size), last - clusters)


def _t(clusters: int) -> float:
    """Return how many standard errors a 95 % interval reaches."""
    from scipy.special import stdtrit

    return float(stdtrit(clusters - 1, 0.975))
