"""Probabilities of the embedded models, rounded: the last bits of sums differ by processor.

Logits of two processors differ by a few millionths, so unrounded probabilities never agree in all
digits. Rounded to three digits they do, except where a value happens to lie that close to the
middle between two steps: about one in a thousand. docs/reproducibility.md has the measurements.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_DIGITS = 3
_NATS_DECIMALS = 2


def softmax(scores: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Probabilities from scores, along the last axis."""
    weights = np.exp(scores.astype(np.float64) - scores.max(-1, keepdims=True))
    shares: npt.NDArray[np.float64] = weights / weights.sum(-1, keepdims=True)
    return shares


def rounded_probability(chance: float) -> float:
    """A probability with three significant digits of it or of its opposite, whichever is smaller.

    Steps are fine near 0 and 1, where odds are read off a probability.

    >>> rounded_probability(0.123456), rounded_probability(0.999987654), rounded_probability(3e-9)
    (0.123, 0.9999877, 3e-09)
    """
    return _significant(chance) if chance <= 0.5 else _rest(_significant(1 - chance))


def rounded_shares(chances: Sequence[float]) -> list[float]:
    """Probabilities that sum to 1, each but the largest with three significant digits."""
    largest = max(range(len(chances)), key=chances.__getitem__)
    found = [_significant(chance) for chance in chances]
    found[largest] = 0.0
    found[largest] = _rest(sum(found))
    return found


def rounded_nats(surprise: float) -> float:
    """A surprise in nats, with two decimals."""
    return round(surprise, _NATS_DECIMALS)


def _rest(chance: float) -> float:
    return round(1 - chance, 12)  # 0.549, not 0.5489999999999999


def _significant(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
