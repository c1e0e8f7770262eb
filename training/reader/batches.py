"""Batches of pairs with few shapes, so that training steps can be recorded."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from training.reader.word_pieces import LONGEST, Pair

MOST_ROWS = 128
SIZES = (24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, LONGEST)
"""The lengths of batches."""


def by_length(pairs: Sequence[Pair], budget: int, mixer: random.Random) -> Iterator[list[Pair]]:
    """Yield batches of about `budget` word pieces; batches of one length have the same size."""
    by_size: dict[int, list[Pair]] = {}
    for pair in pairs:
        by_size.setdefault(size_of(pair), []).append(pair)
    for size, mine in by_size.items():
        rows = max(1, min(MOST_ROWS, budget // size))
        mixer.shuffle(mine)
        for at in range(0, len(mine), rows):
            batch = mine[at : at + rows]
            yield batch + mixer.choices(mine, k=rows - len(batch))


def size_of(pair: Pair) -> int:
    """Return the length a pair is padded to; a pair longer than any in training is not padded."""
    length = len(pair.ids)
    return next((size for size in SIZES if size >= length), length)


class Batches:
    """The batches of one task, in random order, without end."""

    def __init__(self, pairs: list[Pair], budget: int, seed: int) -> None:
        self.pairs, self.budget, self.random = pairs, budget, random.Random(seed)
        self.waiting: list[list[Pair]] = []

    def next(self) -> list[Pair]:
        if not self.waiting:
            self.waiting = list(by_length(self.pairs, self.budget, self.random))
            self.random.shuffle(self.waiting)
        return self.waiting.pop()
