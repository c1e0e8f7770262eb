"""Maximum spanning tree decoding of dependency scores."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def best_tree(scores: NDArray[np.floating]) -> NDArray[np.int64]:
    """Return the heads of the highest-scoring tree (Chu-Liu/Edmonds) with exactly one root.

    Args:
        scores: `scores[word, head]`, one row per word; head 0 is the root, head n the n-th word.

    Returns:
        The head of each word.

    Examples:
        >>> best_tree(np.array([[0.0, 0.0, 5.0], [4.0, 1.0, 0.0]])).tolist()
        [2, 0]
    """
    size = len(scores) + 1
    weights = np.full((size, size), -np.inf)
    weights[1:] = scores
    np.fill_diagonal(weights, -np.inf)
    heads = _maximum_arborescence(weights)
    if np.count_nonzero(heads[1:] == 0) > 1:
        # penalise the root so much that no tree can gain from a second word attached to it
        weights[1:, 0] -= size * (scores.max() - scores.min() + 1)
        heads = _maximum_arborescence(weights)
    return heads[1:]


def _maximum_arborescence(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Choose the best head of each word and contract cycles until none is left."""
    heads: NDArray[np.int64] = weights.argmax(axis=1).astype(np.int64)
    heads[0] = 0
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    inside = np.zeros(len(weights), dtype=bool)
    inside[cycle] = True
    outside = np.flatnonzero(~inside)
    kept = weights[cycle, heads[cycle]]
    # the cycle becomes one node: the gain of entering it at each word, and of leaving it
    entering = weights[np.ix_(cycle, outside)] - kept[:, None]
    leaving = weights[np.ix_(outside, cycle)]
    size = len(outside) + 1
    smaller = np.full((size, size), -np.inf)
    smaller[:-1, :-1] = weights[np.ix_(outside, outside)]
    smaller[-1, :-1] = entering.max(axis=0)
    smaller[:-1, -1] = leaving.max(axis=1)
    found = _maximum_arborescence(smaller)
    for at, word in enumerate(outside):
        head = found[at]
        heads[word] = cycle[int(leaving[at].argmax())] if head == size - 1 else outside[head]
    heads[0] = 0
    broken = cycle[int(entering[:, found[-1]].argmax())]
    heads[broken] = outside[found[-1]]
    return heads


def _cycle(heads: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Return the words of one cycle, or None if there is none."""
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
