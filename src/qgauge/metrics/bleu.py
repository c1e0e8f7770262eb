"""BLEU as computed by coco-caption: on PTB tokens, with its smoothing constants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, ClassVar, Literal

from qgauge.core import Score, View
from qgauge.metrics.reference import CorpusMetric, WordMetric, matched_view
from qgauge.text.ngrams import matches_any
from qgauge.text.ptb import bleu_words

TINY = 1e-15
"""Added to match counts, so that one zero count does not make the product 0."""
SMALL = 1e-9
"""Added to totals to avoid division by zero."""

_PARTS = ("p1", "p2", "p3", "p4")


def brevity(length: float, target: float) -> float:
    """Return the brevity penalty: 1 for a text at least as long as the reference, else less."""
    ratio = (length + TINY) / (target + SMALL)
    return exp(1 - 1 / ratio) if ratio < 1 else 1.0


def closest_length(length: int, lengths: Sequence[int]) -> int:
    """Return the reference length closest to the question's; the shorter one on a tie."""
    if len(lengths) == 1:
        return lengths[0]
    return min((abs(one - length), one) for one in lengths)[1]


@dataclass(frozen=True)
class Bleu(CorpusMetric, WordMetric):
    """Base class for BLEU (Papineni et al. 2002) of a given n-gram order."""

    order: ClassVar[int]
    """Longest n-grams counted."""

    references: Literal["joint", "best", "mean"] = "joint"  # type: ignore[assignment]
    """Several references: match against all of them jointly, or take the best score or the mean."""

    def of_words(self, words: list[str]) -> list[str]:
        return bleu_words(words)

    def compare(self, question: list[str], references: Sequence[list[str]]) -> Score:
        length = len(question)
        correct = matches_any(question, references, self.order)
        totals = [length - n if length > n else 0 for n in range(self.order)]
        target = closest_length(length, [len(reference) for reference in references])
        parts, product = {}, 1.0
        for part, matched, total in zip(_PARTS, correct, totals, strict=False):
            parts[part] = matched / total if total else 0.0
            product *= (matched + TINY) / (total + SMALL)
        parts["brevity"] = penalty = brevity(length, target)
        value: float = product ** (1 / self.order) * penalty
        return Score(value, parts, {}, (*correct, *totals, length, target))

    def from_sums(self, sums: Any) -> Any:
        import numpy as np

        order = self.order
        correct, totals = sums[..., :order], sums[..., order : 2 * order]
        precision = np.prod((correct + TINY) / (totals + SMALL), axis=-1) ** (1 / order)
        ratio = (sums[..., -2] + TINY) / (sums[..., -1] + SMALL)
        return precision * np.where(ratio < 1, np.exp(1 - 1 / np.minimum(ratio, 1)), 1.0)

    def view(self, question: list[str], references: Sequence[list[str]], score: Score) -> View:
        correct, totals = score.stats[: self.order], score.stats[self.order : -2]
        length, target = score.stats[-2:]
        steps = [
            f"{n + 1}-grams found in the reference: {correct[n]:g} of {totals[n]:g}"
            for n in range(self.order)
        ]
        steps.append(
            f"length in words: {length:g}, of the reference {target:g}: "
            f"brevity penalty = {score.parts['brevity']:.4f}"
        )
        precision = (
            f"geometric mean of the {self.order} precisions" if self.order > 1 else "precision"
        )
        steps.append(f"{precision} x brevity penalty = {score.value:.4f}")
        return matched_view(question, references, steps)


@dataclass(frozen=True)
class Bleu1(Bleu):
    """BLEU-1 as computed by coco-caption: word precision with a brevity penalty."""

    name: ClassVar[str] = "bleu1"
    about: ClassVar[str] = "share of words found in the reference (coco-caption BLEU-1)"
    order: ClassVar[int] = 1


@dataclass(frozen=True)
class Bleu2(Bleu):
    """BLEU-2 as computed by coco-caption: precision of up to 2-grams with a brevity penalty."""

    name: ClassVar[str] = "bleu2"
    about: ClassVar[str] = "n-grams of up to two words found in the reference (coco-caption BLEU-2)"
    order: ClassVar[int] = 2


@dataclass(frozen=True)
class Bleu3(Bleu):
    """BLEU-3 as computed by coco-caption: precision of up to 3-grams with a brevity penalty."""

    name: ClassVar[str] = "bleu3"
    about: ClassVar[str] = (
        "n-grams of up to three words found in the reference (coco-caption BLEU-3)"
    )
    order: ClassVar[int] = 3


@dataclass(frozen=True)
class Bleu4(Bleu):
    """BLEU-4 as computed by coco-caption: precision of up to 4-grams with a brevity penalty."""

    name: ClassVar[str] = "bleu4"
    about: ClassVar[str] = (
        "n-grams of up to four words found in the reference (coco-caption BLEU-4)"
    )
    order: ClassVar[int] = 4
