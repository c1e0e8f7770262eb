"""Batches for the reader have few shapes and include every pair."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from training.reader.batches import MOST_ROWS, SIZES, Batches, by_length, size_of
from training.reader.word_pieces import LONGEST, Pair


def pair(length: int) -> Pair:
    return Pair(np.zeros(length, np.uint16), 1)


def test_a_pair_is_padded_to_the_next_length() -> None:
    assert [size_of(pair(length)) for length in (5, 24, 25, 57, 384, 400)] == [
        24,
        24,
        32,
        64,
        384,
        400,
    ]


@given(st.lists(st.integers(3, LONGEST), max_size=80), st.integers(1, 9000), st.integers())
def test_every_pair_is_in_a_batch_and_batches_of_one_length_have_one_size(
    lengths: list[int], budget: int, seed: int
) -> None:
    pairs = [pair(length) for length in lengths]
    batches = list(by_length(pairs, budget, random.Random(seed)))
    assert {id(each) for batch in batches for each in batch} == {id(each) for each in pairs}
    shapes = set()
    for batch in batches:
        (size,) = {size_of(each) for each in batch}
        shapes.add((size, len(batch)))
        assert len(batch) == max(1, min(MOST_ROWS, budget // size))
    assert len(shapes) <= len(SIZES)


def test_batches_never_end_and_use_each_pair_once_per_round() -> None:
    pairs = [pair(20 + at) for at in range(3)]  # two of one length, one of another
    batches = Batches(pairs, 24, seed=1)
    for _ in range(2):
        found = [each for _ in range(3) for each in batches.next()]
        assert sorted(map(id, found)) == sorted(map(id, pairs))
