"""Edge matching: the matrix computation compared with plain loops on random edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.metrics import dependency_edges
from qgauge.metrics.dependency_edges import ROOT, Edge, Edges, Meanings, best_matches

KNOWN = {
    "film": np.array([1.0, 0.2, 0.0]),
    "movie": np.array([0.9, 0.4, 0.1]),
    "anti": np.array([-1.0, 0.0, 0.3]),
    "nil": np.zeros(3),
}
WORDS = [*KNOWN, "unknown", "ada", "bob"]

found_edges = st.lists(
    st.builds(
        Edge,
        st.sampled_from(WORDS),
        st.sampled_from(["nsubj", "obj", "root"]),
        st.sampled_from([*WORDS, ROOT]),
        st.booleans(),
        st.booleans(),
    ),
    max_size=12,
)


def by_loops(wanted: Edge, there: Edge) -> float:
    """The similarity of two edges as the paper describes it."""

    def words(one: str, other: str) -> float:
        if one == other:
            return 1.0
        a, b = KNOWN.get(one), KNOWN.get(other)
        if a is None or b is None or not a.any() or not b.any():
            return 0.0
        return max(0.0, float(a @ b) / math.sqrt(float(a @ a) * float(b @ b)))

    if wanted.relation != there.relation:
        return 0.0
    same_dependent = float(wanted.dependent == there.dependent)
    same_head = float(wanted.head == there.head)
    if wanted.dependent_is_name and wanted.head_is_name:
        return same_dependent * same_head
    if wanted.dependent_is_name:
        return same_dependent * words(wanted.head, there.head)
    if wanted.head_is_name:
        return same_head * words(wanted.dependent, there.dependent)
    return (words(wanted.dependent, there.dependent) + words(wanted.head, there.head)) / 2


@settings(max_examples=200, deadline=None)
@given(found_edges, found_edges, st.sampled_from([1, 5, 1 << 20]), st.sampled_from([0, 50, 1000]))
def test_best_matches_equal_those_of_plain_loops(
    first: list[Edge], second: list[Edge], at_once: int, few: int
) -> None:
    meanings = Meanings(WORDS, KNOWN.get)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dependency_edges, "_MOST_PAIRS", at_once)
        patch.setattr(dependency_edges, "_FEW_PAIRS", few)
        wanted, there = Edges.of(first, meanings), Edges.of(second, meanings)
        match = best_matches(wanted, there)
    assert sum(wanted.counts) == len(first)
    for edge, similarity, place in zip(
        wanted.different, match.similarity, match.place, strict=True
    ):
        expected = max((by_loops(edge, other) for other in second), default=0.0)
        assert similarity == pytest.approx(expected, abs=1e-7)
        if place < 0:
            assert similarity == 0
        else:
            assert by_loops(edge, there.different[place]) == pytest.approx(similarity, abs=1e-7)


@settings(max_examples=100, deadline=None)
@given(found_edges.filter(bool))
def test_every_edge_matches_itself(some: list[Edge]) -> None:
    own = Edges.of(some, Meanings(WORDS, KNOWN.get))
    assert set(best_matches(own, own).similarity) == {1.0}


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(2, 300))
def test_similarities_do_not_depend_on_the_batch(seed: int, count: int, size: int) -> None:
    """BLAS splits larger matrix products differently; results must not depend on that."""
    random = np.random.default_rng(seed)
    vectors = {str(at): random.normal(size=size) for at in range(count)}
    meanings = Meanings(vectors, vectors.get)
    every = np.arange(count + 1)
    together = meanings.similarity(every, every)
    for one in every:
        alone = meanings.similarity(every[one : one + 1], every)
        assert (alone == together[one]).all()
        apart = meanings.similarity(every, every[one : one + 1])
        assert (apart[:, 0] == together[:, one]).all()
