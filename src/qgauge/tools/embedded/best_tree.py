"""The best tree: every word has a head, one word has the root, and nothing goes in circles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def best_tree(scores: NDArray[np.floating]) -> NDArray[np.int64]:
    """Heads of the highest-scoring tree (Chu, Liu and Edmonds), with exactly one word at the root.

    `scores[word, head]` has one row per word; head 0 is the root, head n the n-th word.
    """
    size = len(scores) + 1
    weights = np.full((size, size), -np.inf)
    weights[1:] = scores
    np.fill_diagonal(weights, -np.inf)
    heads = _maximum_arborescence(weights)
    if np.count_nonzero(heads[1:] == 0) > 1:
        # the root so dear that a second word at it costs more than any tree can gain
        weights[1:, 0] -= size * (scores.max() - scores.min() + 1)
        heads = _maximum_arborescence(weights)
    return heads[1:]


def _maximum_arborescence(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Greedy heads, with circles contracted until none is left."""
    heads: NDArray[np.int64] = weights.argmax(axis=1).astype(np.int64)
    heads[0] = 0
    circle = _circle(heads)
    if circle is None:
        return heads
    inside = np.zeros(len(weights), dtype=bool)
    inside[circle] = True
    outside = np.flatnonzero(~inside)
    kept = weights[circle, heads[circle]]
    # the circle becomes one node: what it costs to enter it at each word, and to leave it
    entering = weights[np.ix_(circle, outside)] - kept[:, None]
    leaving = weights[np.ix_(outside, circle)]
    size = len(outside) + 1
    smaller = np.full((size, size), -np.inf)
    smaller[:-1, :-1] = weights[np.ix_(outside, outside)]
    smaller[-1, :-1] = entering.max(axis=0)
    smaller[:-1, -1] = leaving.max(axis=1)
    found = _maximum_arborescence(smaller)
    for at, word in enumerate(outside):
        head = found[at]
        heads[word] = circle[int(leaving[at].argmax())] if head == size - 1 else outside[head]
    heads[0] = 0
    broken = circle[int(entering[:, found[-1]].argmax())]
    heads[broken] = outside[found[-1]]
    return heads


def _circle(heads: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """The words of one circle, or None."""
    state = np.zeros(len(heads), dtype=np.int8)
    state[0] = 2
    for start in range(1, len(heads)):
        path = []
        word = start
        while state[word] == 0:
            state[word] = 1
            path.append(word)
            word = int(heads[word])
        if state[word] == 1:
            return np.array(path[path.index(word) :], dtype=np.int64)
        for passed in path:
            state[passed] = 2
    return None
