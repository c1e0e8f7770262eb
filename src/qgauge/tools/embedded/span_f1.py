"""F1 between every span of a passage and an answer, over word pieces."""

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
    """Return the F1 of every span with the answer.

    As in the SQuAD evaluation, articles and punctuation (the idle pieces) do not count.

    Args:
        passage: Piece ids of the passage.
        answer: Piece ids of the answer.
        idle: Piece ids that do not count.
        longest: Maximum length of a span in pieces.

    Returns:
        One row per first piece and one column per length, from 1 up; None if no piece of the
        answer counts.
    """
    wanted = Counter(piece for piece in answer.tolist() if piece not in idle)
    if not wanted:
        return None
    counted = np.isin(passage, list(idle), invert=True)
    sizes = _sums(counted, longest)
    shared = np.zeros_like(sizes)
    for piece in wanted.keys() & set(passage.tolist()):  # sums of integers: any order will do
        shared += np.minimum(_sums(passage == piece, longest), wanted[piece])
    found: Numbers = 2 * shared / (sizes + wanted.total())
    return found


def _sums(marks: npt.NDArray[np.bool_], longest: int) -> Numbers:
    """Return the number of marks in each span; spans are cut off at the end."""
    before = np.concatenate([[0], np.cumsum(marks), np.full(longest, marks.sum())])
    rows = np.arange(len(marks))[:, None]
    sums: Numbers = before[rows + np.arange(1, longest + 1)] - before[rows].astype(np.float64)
    return sums


@cache
def idle_pieces() -> frozenset[int]:
    """Return the ids of all idle pieces of the embedded tokenizer."""
    vocabulary = models.tokenizer().get_vocab()
    return frozenset(number for piece, number in vocabulary.items() if is_idle(piece))


def is_idle(piece: str) -> bool:
    """Return whether a piece is an article or has neither a letter nor a digit."""
    return piece in ("a", "an", "the") or not any(letter.isalnum() for letter in piece)
