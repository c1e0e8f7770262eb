"""How many word pieces every span of a passage shares with an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from functools import cache

import numpy as np
import numpy.typing as npt

from qgauge import models

Integers = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.float64]


def overlaps(passage: Integers, answer: Integers, idle: Set[int], longest: int) -> Numbers | None:
    """F1 of pieces, row by first piece and column by length; None where the answer has none.

    As in SQuAD's measure, articles and punctuation do not count: these are the idle pieces.
    """
    wanted = Counter(piece for piece in answer.tolist() if piece not in idle)
    if not wanted:
        return None
    counted = np.isin(passage, list(idle), invert=True)
    sizes = _sums(counted, longest)
    shared = np.zeros_like(sizes)
    for piece in wanted.keys() & set(passage.tolist()):  # whole numbers: in any order
        shared += np.minimum(_sums(passage == piece, longest), wanted[piece])
    found: Numbers = 2 * shared / (sizes + wanted.total())
    return found


def _sums(marks: npt.NDArray[np.bool_], longest: int) -> Numbers:
    """How many marks each span has; one that goes beyond the end has those up to it."""
    before = np.concatenate([[0], np.cumsum(marks), np.full(longest, marks.sum())])
    rows = np.arange(len(marks))[:, None]
    sums: Numbers = before[rows + np.arange(1, longest + 1)] - before[rows].astype(np.float64)
    return sums


@cache
def idle_pieces() -> frozenset[int]:
    """The pieces that are articles or have neither a letter nor a digit."""
    vocabulary = models.tokenizer().get_vocab()
    return frozenset(number for piece, number in vocabulary.items() if is_idle(piece))


def is_idle(piece: str) -> bool:
    return piece in ("a", "an", "the") or not any(letter.isalnum() for letter in piece)
