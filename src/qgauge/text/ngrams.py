"""Count the n-grams that two word sequences share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence


def ngrams(words: Sequence[str], n: int) -> list[Hashable]:
    """Return all n-grams in order, as tuples; 1-grams are plain strings."""
    if n == 1:
        return list(words)
    return list(zip(*[words[start:] for start in range(n)], strict=False))


def overlap(candidate: Sequence[Hashable], reference: Sequence[Hashable]) -> int:
    """Return the clipped number of candidate items that occur in the reference."""
    distinct = set(candidate)
    if len(distinct) == len(candidate):  # no repeats, so no clipping
        return len(distinct.intersection(reference))
    available = Counter(reference)
    return sum(min(count, available[item]) for item, count in Counter(candidate).items())


def matches(candidate: Sequence[str], reference: Sequence[str], order: int) -> list[int]:
    """Return the clipped matches of 1-grams, 2-grams, … up to `order`."""
    found = [overlap(candidate, reference)]
    here: Sequence[Hashable] = candidate
    there: Sequence[Hashable] = reference
    for n in range(1, order):
        if found[-1] < 2:  # an n-gram match contains two (n-1)-gram matches
            return found + [0] * (order - n)
        # Extend each n-gram by the next word: faster than slicing longer n-grams.
        here = list(zip(here, candidate[n:], strict=False))
        there = list(zip(there, reference[n:], strict=False))
        found.append(overlap(here, there))
    return found


def matches_any(
    candidate: Sequence[str], references: Iterable[Sequence[str]], order: int
) -> list[int]:
    """Return clipped matches against several references, clipped by the maximum count in any."""
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
