"""What the statistics take: numbers by row, some of them missing."""

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
    """The values as numbers; what is None, NaN or infinite is missing and becomes NaN."""
    array = np.asarray(values, dtype=np.float64)
    return np.where(np.isfinite(array), array, np.nan)


def standard(column: Array) -> Array:
    """Mean 0 and variance 1: the mean product of two such columns is their correlation."""
    # a power of two changes no digit, and then no sum is too large
    column = np.ldexp(column, -int(np.frexp(np.abs(column).max())[1]))
    centred = column - column.mean()
    centred /= np.abs(centred).max()  # so that no square is too large or too small
    scaled: Array = centred / np.sqrt(np.mean(centred**2))
    return scaled


def column_means(lines: Array) -> Array:
    """The mean of each column over the lines that have a value there; NaN where none has."""
    known = np.sum(~np.isnan(lines), axis=0)
    return np.where(known > 0, np.nansum(lines, axis=0) / np.maximum(known, 1), np.nan)


def same_length(*columns: Labels | None) -> int:
    """The number of rows, which all the columns that are given must have."""
    lengths = {len(column) for column in columns if column is not None}
    if len(lengths) > 1:
        raise ValueError(f"columns of different lengths: {sorted(lengths)}")
    return lengths.pop() if lengths else 0
