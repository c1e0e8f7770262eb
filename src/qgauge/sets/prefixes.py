"""How many of its rarest stems a question must be looked up by, so that no similar one is missed.

Sort the stems of each question from rare to frequent. If x has `n` stems and must share `k` with y,
then one of the shared stems is among the first `n - k + 1` of x, and two are among its first
`n - k + 2`. So it is enough to look x up by these, and stems that many questions have are hardly
ever looked up (prefix filter: Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and Srikant 2007).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

_TOGETHER = {1: 1, 2: 2, 3: 3, 4: 3}
"""Stems that make a key, by the number that must be shared. Three together are rarer than two, but
there are many more of them among the stems of a longer question."""
_OF_LONGER = 2
LONG = 24
"""Most stems of a question that is looked up by several stems together. In longer ones there are
too many, so they are looked up by single stems."""


class Prefix(NamedTuple):
    """How a question is looked up by its rarest stems, for partners of one kind."""

    shared: int
    """How many stems the partners must share with it; 0 if one of the two is long."""
    length: int
    """The number of rarest stems."""
    together: int
    """How many of these stems make a key."""


def needed(first: int, second: int, least: float) -> int:
    """Return how many stems sets of these sizes must share for a Dice of at least `least`.

    It is computed by the very division that the pairs are later judged by, so rounding is the same.
    """
    total = first + second
    count = max(1, int(least * total / 2) - 1)
    while 2 * count / total < least:
        count += 1
    return count


@lru_cache(maxsize=4096)
def prefixes(size: int, least: float, largest: int) -> tuple[Prefix, ...]:
    """Return the prefixes of a question with `size` stems, in a set with at most `largest`.

    Two questions that are similar enough have a prefix of the same kind, and a key of it in common.
    """
    found = {}
    for other in range(max(1, int(least * size / (2 - least)) - 1), largest + 1):
        need = needed(size, other, least)
        if need > size:
            break  # larger partners need even more
        if need > other:
            continue
        if need > 1 and max(size, other) > LONG:
            found[0] = Prefix(0, size - need + 1, 1)
            break
        together = _TOGETHER.get(need, _OF_LONGER)
        found[need] = Prefix(need, size - need + together, together)
    return tuple(found.values())
