"""Pair counts against brute force."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.stats.concordance import all_pairs, concordance, ties

ROWS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 5), st.integers(0, 3)), min_size=2, max_size=30
)


def dense(values: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    inverse: np.ndarray = np.unique(values, return_inverse=True)[1]  # type: ignore[type-arg]
    return inverse


def over_pairs(table: np.ndarray) -> float:  # type: ignore[type-arg]
    return float(np.triu(table, 1).sum())


@settings(max_examples=200, deadline=None)
@given(ROWS)
def test_equals_brute_force_with_each_cluster_left_out(
    rows: list[tuple[int, int, int]],
) -> None:
    first, second, clusters = (dense(np.array(column)) for column in zip(*rows, strict=True))
    order = np.sign(np.subtract.outer(first, first)) * np.sign(np.subtract.outer(second, second))
    tied = (np.subtract.outer(first, first) == 0).astype(int)
    for found, table in (
        (concordance(first, second, clusters), order),
        (ties(first, clusters), tied),
        (all_pairs(clusters), np.ones_like(order)),
    ):
        assert found.total == over_pairs(table)
        for cluster in range(clusters.max() + 1):
            rest = clusters != cluster
            assert found.left_out[cluster] == over_pairs(table[rest][:, rest])


def test_by_hand() -> None:
    # 1 2 3 against 1 3 2: two concordant pairs, one discordant; one concordant without the last.
    found = concordance(np.array([0, 1, 2]), np.array([0, 2, 1]), np.array([0, 1, 2]))
    assert found.total == 1
    assert found.left_out.tolist() == [-1, 1, 1]
