"""What a cell of a response matrix says: a score, or nothing."""

from __future__ import annotations

import math

_WORDS = {"true": 1.0, "yes": 1.0, "correct": 1.0, "false": 0.0, "no": 0.0, "incorrect": 0.0}
_BLANK = frozenset({"", "na", "n/a", "nan", "null", "none", "-", "."})


def is_blank(cell: str) -> bool:
    """Return whether a cell means that there is no response."""
    return cell.strip().lower() in _BLANK


def score_of(cell: str) -> float:
    """Return the score from 0 to 1 that a cell holds; NaN if it holds none."""
    text = cell.strip().lower()
    known = _WORDS.get(text)
    if known is not None:
        return known
    value = number_of(text)
    return value if 0 <= value <= 1 else math.nan


def number_of(cell: str) -> float:
    """Return the number that a cell holds, with or without a percent sign; NaN if none."""
    try:
        return float(cell.strip().removesuffix("%").replace(",", "."))
    except ValueError:
        return math.nan
