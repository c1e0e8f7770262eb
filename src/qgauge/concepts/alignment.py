"""Find the one-to-one alignment of system snippets and concepts that maximises F.

Recall R and precision P of an alignment are sums over its pairs, but F = 2RP/(R+P) is not, so no
single assignment problem finds the best F. Two facts help: F is concave, and for any t

    F <= 2 (t²R + (1-t)²P),    with equality at t = P/(R+P),

so the best assignment for a fixed t bounds F from above. A sweep over the weight between R and P
finds all alignments on the upper hull. The best of them is usually the global optimum, and the
bound proves it. Otherwise alignments are enumerated by the tightest bound (Murty 1968), from the
highest down, until the bound falls to the best F so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

from qgauge.stats.arrays import Array

Pair = tuple[int, int]
Pairs = tuple[Pair, ...]

MOST_SOLVED = 5000
"""Assignment problems to solve before giving up the proof; F is then only a lower bound."""
_EQUAL = 1e-12
_EDGE = 1e-9
"""Weight of the other measure at the ends of the sweep; it only breaks ties."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Pairs (system snippet, concept), their recall and precision, and the upper bound of F."""

    pairs: Pairs
    recall: float
    precision: float
    bound: float

    @property
    def f(self) -> float:
        return f_measure(self.recall, self.precision)

    @property
    def exact(self) -> bool:
        """Whether this F is proven to be the maximum."""
        return self.bound - self.f <= _EQUAL


def f_measure(recall: float, precision: float) -> float:
    total = recall + precision
    return 2 * recall * precision / total if total > 0 else 0.0


def align(recall: Array, precision: Array, most_solved: int = MOST_SOLVED) -> Alignment:
    """Return the best alignment, given the contribution of each pair (row, column) to R and P."""
    search = _Search(recall, precision)
    points = search.sweep()
    if search.best.f == 0:  # no vital concept can be matched: R is 0, and P is already maximal
        return search.best
    search.rank(_tightest(points), most_solved)
    return search.best


class _Search:
    """The best alignment so far, and the number of assignment problems solved."""

    def __init__(self, recall: Array, precision: Array) -> None:
        self._recall, self._precision = recall, precision
        self._solved = 0
        self.best = Alignment((), 0.0, 0.0, 0.0)

    def sweep(self) -> list[Alignment]:
        """Return the alignments on the upper hull of (R, P), from the best R to the best P."""
        ends = [self._weighed(1.0, _EDGE), self._weighed(_EDGE, 1.0)]
        hull, waiting = [ends[0]], [ends[1]]
        while waiting:
            last, following = hull[-1], waiting[-1]
            up, across = following.precision - last.precision, last.recall - following.recall
            between = None
            if up > _EQUAL and across > _EQUAL:
                between = self._weighed(up, across)
                gain = up * (between.recall - last.recall)
                gain += across * (between.precision - last.precision)
            if between is not None and gain > _EQUAL * (up + across):
                waiting.append(between)
            else:
                hull.append(waiting.pop())
        return hull

    def rank(self, t: float, most_solved: int) -> None:
        """Enumerate alignments from the highest bound down until none can be better."""
        weights = 2 * (t**2 * self._recall + (1 - t) ** 2 * self._precision)
        first = self._solve(weights)
        self._consider(first)
        # negative bound, tie-breaker, pairs, number of fixed pairs, forbidden pairs
        heap: list[tuple[float, int, Pairs, int, Pairs]] = [
            (-_sum(weights, first), 0, first, 0, ())
        ]
        count, bound = 0, self.best.f
        while heap and -heap[0][0] > self.best.f + _EQUAL:
            if self._solved >= most_solved:
                bound = -heap[0][0]
                break
            _, _, pairs, fixed, forbidden = heappop(heap)
            # partition all other alignments by the first of these pairs that they lack
            for at in range(fixed, len(pairs)):
                without = (*forbidden, pairs[at])
                more = (*pairs[:at], *self._solve(_narrowed(weights, pairs[:at], without)))
                self._consider(more)
                count += 1
                heappush(heap, (-_sum(weights, more), count, more, at, without))
        best = self.best
        self.best = Alignment(best.pairs, best.recall, best.precision, max(bound, best.f))

    def _weighed(self, of_recall: float, of_precision: float) -> Alignment:
        return self._consider(
            self._solve(of_recall * self._recall + of_precision * self._precision)
        )

    def _solve(self, weights: Array) -> Pairs:
        """Return the pairs with the maximum sum, without pairs of weight zero."""
        from scipy.optimize import linear_sum_assignment

        self._solved += 1
        rows, columns = linear_sum_assignment(weights, maximize=True)
        chosen = weights[rows, columns] > 0
        return tuple(zip(rows[chosen].tolist(), columns[chosen].tolist(), strict=True))

    def _consider(self, pairs: Pairs) -> Alignment:
        found = Alignment(
            tuple(sorted(pairs)), _sum(self._recall, pairs), _sum(self._precision, pairs), 0.0
        )
        mine = (self.best.f, self.best.recall + self.best.precision)
        theirs = (found.f, found.recall + found.precision)
        if theirs[0] > mine[0] + _EQUAL or (
            abs(theirs[0] - mine[0]) <= _EQUAL and theirs[1] > mine[1] + _EQUAL
        ):
            self.best = found
        return found


def _narrowed(weights: Array, fixed: Pairs, forbidden: Pairs) -> Array:
    """Return the weights with fixed rows and columns and forbidden pairs set to zero."""
    narrowed = weights.copy()
    for row, column in fixed:
        narrowed[row, :] = 0
        narrowed[:, column] = 0
    for row, column in forbidden:
        narrowed[row, column] = 0
    return narrowed


def _sum(values: Array, pairs: Pairs) -> float:
    return float(sum(values[row, column] for row, column in sorted(pairs)))


def _tightest(points: list[Alignment]) -> float:
    """Return the t with the lowest bound on F: from the gradient at a point, or between two."""
    candidates = [
        one.precision / (one.recall + one.precision)
        for one in points
        if one.recall > 0 and one.precision > 0
    ]
    for one, other in pairwise(points):
        up, across = other.precision - one.precision, one.recall - other.recall
        if up > 0 and across > 0:
            candidates.append(up**0.5 / (up**0.5 + across**0.5))

    def bound(t: float) -> float:
        return max(t**2 * one.recall + (1 - t) ** 2 * one.precision for one in points)

    return min(candidates, key=bound)
