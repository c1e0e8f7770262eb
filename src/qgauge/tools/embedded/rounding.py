"""Round the probabilities of the embedded models, so that they agree across processors.

Logits differ by a few millionths between processors, so unrounded probabilities never agree in all
digits. Rounded to three digits they do, except for about one in a thousand that is too close to a
rounding boundary. docs/reproducibility.md has the measurements.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_DIGITS = 3
_NATS_DECIMALS = 2


def softmax(scores: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Return the softmax of the scores along the last axis."""
    weights = np.exp(scores.astype(np.float64) - scores.max(-1, keepdims=True))
    shares: npt.NDArray[np.float64] = weights / weights.sum(-1, keepdims=True)
    return shares


def rounded_probability(chance: float) -> float:
    """Round p or 1 - p, whichever is smaller, to three significant digits.

    This keeps odds meaningful near both 0 and 1.

    Examples:
        >>> rounded_probability(0.123456), rounded_probability(0.999987654)
        (0.123, 0.9999877)
        >>> rounded_probability(3e-9)
        3e-09
    """
    return _significant(chance) if chance <= 0.5 else _rest(_significant(1 - chance))


def rounded_shares(chances: Sequence[float]) -> list[float]:
    """Round probabilities to three significant digits; the largest makes them sum to 1.

    Examples:
        >>> rounded_shares([0.123456, 0.876544])
        [0.123, 0.877]
    """
    largest = max(range(len(chances)), key=chances.__getitem__)
    found = [_significant(chance) for chance in chances]
    found[largest] = 0.0
    found[largest] = _rest(sum(found))
    return found


def rounded_nats(surprise: float) -> float:
    """Round a surprise in nats to two decimals."""
    return round(surprise, _NATS_DECIMALS)


def _rest(chance: float) -> float:
    return round(1 - chance, 12)  # 0.549, not 0.5489999999999999


def _significant(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
