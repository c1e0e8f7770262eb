"""Check and time the one-to-one alignment of `qgauge concepts`.

    python -m benchmarks.speed.concept_alignment

Snippets are random sets of words. On small cases the alignment is compared with the best of all
alignments, in exact fractions; larger cases are timed on one core.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from fractions import Fraction
from time import perf_counter

import numpy as np

from qgauge.concepts.alignment import align
from qgauge.stats.arrays import Array

Sets = Sequence[frozenset[int]]
SEED = 11
SIZES = ((8, 15, 40, 200), (20, 40, 100, 100), (50, 80, 300, 50), (200, 400, 1000, 10))
"""Number of system snippets, concepts, words of the document, and cases."""


def shares(system: Sets, gold: Sets, vital: int) -> tuple[Array, Array]:
    """Return what each pair adds to recall and precision; the first `vital` gold sets are vital."""
    recall, precision = np.zeros((2, len(system), len(gold)))
    for row, one in enumerate(system):
        for column, other in enumerate(gold):
            precision[row, column] = len(one & other) / len(one) / len(system)
            if column < vital:
                recall[row, column] = len(one & other) / len(other) / vital
    return recall, precision


def highest_f(system: Sets, gold: Sets, vital: int) -> float:
    """Return the best F over all alignments: each system set takes a free gold set, or none."""

    def sums(row: int, free: frozenset[int]) -> set[tuple[Fraction, Fraction]]:
        if row == len(system):
            return {(Fraction(0), Fraction(0))}
        found = set(sums(row + 1, free))
        for column in free:
            shared = len(system[row] & gold[column])
            p = Fraction(shared, len(system[row]) * len(system))
            r = Fraction(shared, len(gold[column]) * vital) if column < vital else Fraction(0)
            found |= {(r + more, p + rest) for more, rest in sums(row + 1, free - {column})}
        return found

    everything = sums(0, frozenset(range(len(gold))))
    return float(max((2 * r * p / (r + p) for r, p in everything if r + p), default=Fraction(0)))


def some(source: random.Random, count: int, words: int, most: int) -> Sets:
    sizes = [source.randint(1, min(most, words)) for _ in range(count)]
    return [frozenset(source.sample(range(words), size)) for size in sizes]


def small(cases: int) -> None:
    source = random.Random(SEED)
    best = proven = 0
    for _ in range(cases):
        words = source.randint(2, 9)
        system = some(source, source.randint(1, 4), words, 6)
        gold = some(source, source.randint(1, 4), words, 6)
        vital = source.randint(1, len(gold))
        found = align(*shares(system, gold, vital))
        best += abs(found.f - highest_f(system, gold, vital)) < 1e-11
        proven += found.exact
    print(f"{cases} small cases: {best} optimal, {proven} proven optimal")


def large() -> None:
    print("snippets  concepts  words  cases  proven  largest gap  seconds each")
    for snippets, concepts, words, cases in SIZES:
        source = random.Random(SEED)
        seconds, proven, gap = 0.0, 0, 0.0
        for _ in range(cases):
            system, gold = some(source, snippets, words, 12), some(source, concepts, words, 12)
            recall, precision = shares(system, gold, concepts // 3)
            start = perf_counter()
            found = align(recall, precision)
            seconds += perf_counter() - start
            proven += found.exact
            gap = max(gap, found.bound - found.f)
        sizes = f"{snippets:8}  {concepts:8}  {words:5}  {cases:5}"
        print(f"{sizes}  {proven:6}  {gap:11.6f}  {seconds / cases:12.4f}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="The one-to-one alignment of qgauge concepts.")
    options.add_argument("--cases", type=int, default=6000, help="number of small cases to check")
    small(options.parse_args().cases)
    large()
