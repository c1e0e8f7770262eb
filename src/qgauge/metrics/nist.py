"""NIST: n-gram matches weighted by their information in the references of the same row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import exp, log, log2
from typing import Any, ClassVar, Literal

from qgauge.core import Score, View, unscored
from qgauge.metrics.reference import CorpusMetric, WordMetric, matched_view
from qgauge.text.ngrams import ngrams

ORDER = 5
STEEPNESS = log(0.5) / log(1.5) ** 2
"""Makes the length penalty .5 for a question two thirds as long as its reference."""
NO_INFORMATION = "the reference carries no information: all its words are the same"

Counts = list[Counter[Hashable]]
"""Counts of n-grams, one counter per order."""


def counted(words: Sequence[str]) -> Counts:
    """Count the n-grams of a text."""
    return [Counter(ngrams(words, n + 1)) for n in range(ORDER)]


def information(counts: Counts) -> dict[Hashable, float]:
    """Return the information of each n-gram in bits: log2(count of its prefix / its own count)."""
    words = sum(counts[0].values())
    bits: dict[Hashable, float] = {word: log2(words / count) for word, count in counts[0].items()}
    for n in range(1, ORDER):
        for gram, count in counts[n].items():
            assert isinstance(gram, tuple)
            start = gram[0] if n == 1 else gram[:-1]
            bits[gram] = log2(counts[n - 1][start] / count)
    return bits


def length_penalty(ratio: Any, log_of: Any = log, exp_of: Any = exp) -> Any:
    """Return NIST's length penalty: nearly 1 for small differences, .5 at two thirds."""
    return exp_of(STEEPNESS * log_of(ratio) ** 2)


@dataclass(frozen=True)
class Nist(CorpusMetric, WordMetric):
    """NIST (Doddington 2002): matches of up to 5-grams, weighted by information.

    The information of an n-gram is estimated from the references of the same row only.
    """

    name: ClassVar[str] = "nist"
    about: ClassVar[str] = "n-gram matches weighted by how informative they are"
    span: ClassVar[tuple[float, float]] = (0.0, float("inf"))

    references: Literal["joint", "best", "mean"] = "joint"  # type: ignore[assignment]
    """Several references: match against all of them jointly, or take the best score or the mean."""

    def compare(self, question: list[str], references: Sequence[list[str]]) -> Score:
        each = [counted(reference) for reference in references]
        together = most = each[0]
        for more in each[1:]:
            together = [a + b for a, b in zip(together, more, strict=True)]
            most = [a | b for a, b in zip(most, more, strict=True)]
        bits = information(together)
        if not any(bits.values()):
            return unscored(NO_INFORMATION)
        gained, totals = [0.0] * ORDER, [0.0] * ORDER
        for n in range(ORDER):
            grams = ngrams(question, n + 1)
            totals[n] = float(len(grams))
            for gram, count in Counter(grams).items():
                if gram in most[n]:
                    gained[n] += min(count, most[n][gram]) * bits[gram]
        target = sum(len(reference) for reference in references) / len(references)
        stats = (*gained, *totals, float(len(question)), target)
        if not question:
            return Score(0.0, {"information": 0.0, "penalty": 0.0}, {}, stats)
        carried = sum(g / t for g, t in zip(gained, totals, strict=True) if t)
        penalty = length_penalty(min(len(question) / target, 1.0))
        return Score(carried * penalty, {"information": carried, "penalty": penalty}, {}, stats)

    def from_sums(self, sums: Any) -> Any:
        import numpy as np

        gained, totals = sums[..., :ORDER], sums[..., ORDER : 2 * ORDER]
        carried = np.sum(gained / np.where(totals > 0, totals, 1.0), axis=-1)
        ratio = np.minimum(sums[..., -2] / sums[..., -1], 1.0)
        some = ratio > 0
        penalty = length_penalty(np.where(some, ratio, 1.0), np.log, np.exp)
        return np.where(some, carried * penalty, 0.0)

    def view(self, question: list[str], references: Sequence[list[str]], score: Score) -> View:
        gained, totals = score.stats[:ORDER], score.stats[ORDER : 2 * ORDER]
        steps = [
            f"{n + 1}-grams: {gained[n]:.3f} bits matched / {totals[n]:g} in the question"
            for n in range(ORDER)
            if totals[n]
        ]
        steps.append(f"length penalty = {score.parts['penalty']:.4f}")
        steps.append(f"sum x length penalty = {score.value:.4f}")
        return matched_view(question, references, steps)


@dataclass(frozen=True)
class RelativeNist(Nist):
    """NIST divided by the score of the reference against itself, and thereby bounded by 1."""

    span: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def compare(self, question: list[str], references: Sequence[list[str]]) -> Score:
        own = super().compare(question, references)
        highest = super().compare(references[0], references)
        if not (
            isinstance(own.value, float) and isinstance(highest.value, float) and highest.value
        ):
            return unscored(NO_INFORMATION)
        value = min(own.value / highest.value, 1.0)
        parts = {"nist": own.value, "reference": highest.value}
        return Score(value, parts, {}, (*own.stats, *highest.stats))

    def from_sums(self, sums: Any) -> Any:
        import numpy as np

        half = sums.shape[-1] // 2
        own, highest = map(super().from_sums, (sums[..., :half], sums[..., half:]))
        return np.minimum(own / highest, 1.0)

    def view(self, question: list[str], references: Sequence[list[str]], score: Score) -> View:
        return super().view(question, references, super().compare(question, references))
