"""The best tree against exhaustive search."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.tools.embedded.best_tree import best_tree


def is_tree(heads: tuple[int, ...]) -> bool:
    """Return whether there is one root and every word reaches it."""
    if heads.count(0) != 1:
        return False
    for word in range(1, len(heads) + 1):
        seen = set()
        while word:
            if word in seen:
                return False
            seen.add(word)
            word = heads[word - 1]
    return True


def total(scores: np.ndarray, heads: tuple[int, ...]) -> float:  # type: ignore[type-arg]
    return float(sum(scores[word, head] for word, head in enumerate(heads)))


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 5), st.integers(0, 10_000))
def test_no_tree_scores_higher(words: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(words, words + 1))
    found = tuple(int(head) for head in best_tree(scores))
    assert is_tree(found)
    best = max(
        total(scores, heads)
        for heads in product(range(words + 1), repeat=words)
        if is_tree(heads) and all(head != word for word, head in enumerate(heads, start=1))
    )
    assert total(scores, found) == pytest.approx(best)


def test_a_cycle_is_broken_where_it_costs_least() -> None:
    # greedy heads are 1 <- 2 and 2 <- 1; attaching word 2 to the root costs least
    scores = np.array([[0.0, -9.0, 5.0], [3.0, 4.0, -9.0]])
    assert best_tree(scores).tolist() == [2, 0]


def test_only_one_word_is_attached_to_the_root() -> None:
    scores = np.array([[9.0, 0.0, 1.0], [8.0, 2.0, 0.0]])
    assert best_tree(scores).tolist() == [0, 1]


def test_a_long_sentence() -> None:
    scores = np.random.default_rng(3).normal(size=(120, 121))
    assert is_tree(tuple(int(head) for head in best_tree(scores)))
