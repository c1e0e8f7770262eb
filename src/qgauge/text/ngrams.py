"""Counting the n-grams two word sequences share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence


def ngrams(words: Sequence[str], n: int) -> list[Hashable]:
    """All runs of n words in order; single words stay plain strings."""
    if n == 1:
        return list(words)
    return list(zip(*[words[start:] for start in range(n)], strict=False))


def overlap(candidate: Sequence[Hashable], reference: Sequence[Hashable]) -> int:
    """How many items of the candidate have a partner in the reference, each used once."""
    distinct = set(candidate)
    if len(distinct) == len(candidate):  # nothing repeats, so nothing needs clipping
        return len(distinct.intersection(reference))
    available = Counter(reference)
    return sum(min(count, available[item]) for item, count in Counter(candidate).items())


def matches(candidate: Sequence[str], reference: Sequence[str], order: int) -> list[int]:
    """Clipped matches of the 1-grams, 2-grams, … up to `order`."""
    found = [overlap(candidate, reference)]
    here: Sequence[Hashable] = candidate
    there: Sequence[Hashable] = reference
    for n in range(1, order):
        if found[-1] < 2:  # a longer match would contain two of the shorter ones
            return found + [0] * (order - n)
        # a run and the word after it make the next longer run: quicker than cutting it out anew
        here = list(zip(here, candidate[n:], strict=False))
        there = list(zip(there, reference[n:], strict=False))
        found.append(overlap(here, there))
    return found


def matches_any(
    candidate: Sequence[str], references: Iterable[Sequence[str]], order: int
) -> list[int]:
    """Clipped matches against several references: a run may recur as often as in any one."""
    references = list(references)
    if len(references) == 1:
        return matches(candidate, references[0], order)
    found = []
    for n in range(1, order + 1):
        most: Counter[Hashable] = Counter()
        for reference in references:
            most |= Counter(ngrams(reference, n))
        counts = Counter(ngrams(candidate, n))
        found.append(sum(min(count, most[item]) for item, count in counts.items()))
    return found
