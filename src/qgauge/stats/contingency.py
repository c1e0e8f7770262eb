"""Do systems differ in how often they get each label? Pearson's chi-square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qgauge.stats.arrays import Array


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """The test's outcome, or the reason why there is none; a warning where p is no good."""

    statistic: float | None
    p: float | None = None
    degrees: int = 0
    n: int = 0
    smallest_expected: float | None = None
    warning: str = ""
    reason: str = ""


def chi_square(counts: Sequence[Sequence[int]] | Array) -> ChiSquare:
    """Test a table of one line a system and one column a label; what never occurs is left out.

    Rows must be independent: where systems answer the same items, or passages have several rows,
    p is too small or too large by what these share.
    """
    from scipy.special import chdtrc

    table = np.asarray(counts, dtype=np.float64)
    n = int(table.sum())
    table = table[table.any(axis=1)][:, table.any(axis=0)]
    if table.shape[0] < 2:
        return ChiSquare(None, n=n, reason="fewer than 2 systems have labels")
    if table.shape[1] < 2:
        return ChiSquare(None, n=n, reason="all labels are the same")
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / n
    statistic = float(np.sum((table - expected) ** 2 / expected))
    degrees = (table.shape[0] - 1) * (table.shape[1] - 1)
    smallest, small = float(expected.min()), float(np.mean(expected < 5))
    # Cochran's rule: the chi-square distribution is no good fit for rare labels
    rare = smallest < 1 or small > 0.2
    warning = f"{small:.0%} of the expected counts are below 5" if rare else ""
    p = float(chdtrc(degrees, statistic))
    return ChiSquare(statistic, p, degrees, n, smallest, warning)
