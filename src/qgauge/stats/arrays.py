"""Array types of the statistics, and conversion of columns with missing values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Values = Sequence[float | None] | NDArray[np.float64]
Labels = Sequence[Any] | NDArray[Any]


def numbers(values: Values) -> Array:
    """Convert values to a float array; None, NaN and infinite values are missing: NaN."""
    array = np.asarray(values, dtype=np.float64)
    return np.where(np.isfinite(array), array, np.nan)


def standard(column: Array) -> Array:
    """Scale a column to mean 0 and variance 1, so that mean products are correlations."""
    # Dividing by a power of two is exact and keeps the sum from overflowing.
    column = np.ldexp(column, -int(np.frexp(np.abs(column).max())[1]))
    centred = column - column.mean()
    centred /= np.abs(centred).max()  # squares can neither overflow nor underflow
    scaled: Array = centred / np.sqrt(np.mean(centred**2))
    return scaled


def column_means(lines: Array) -> Array:
    """Return the mean of each column without its NaNs; NaN if a column has no values."""
    known = np.sum(~np.isnan(lines), axis=0)
    return np.where(known > 0, np.nansum(lines, axis=0) / np.maximum(known, 1), np.nan)


def same_length(*columns: Labels | None) -> int:
    """Return the length that all given columns share; raise ValueError if they differ."""
    lengths = {len(column) for column in columns if column is not None}
    if len(lengths) > 1:
        raise ValueError(f"columns of different lengths: {sorted(lengths)}")
    return lengths.pop() if lengths else 0
