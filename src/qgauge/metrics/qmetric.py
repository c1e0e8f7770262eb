"""Q-metrics: delta x answerability + (1 - delta) x a base metric (Nema and Khapra, eq. 1)."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

from qgauge.core import Score, unscored
from qgauge.metrics.answerability import NOTHING_COUNTS, Answerability
from qgauge.metrics.bleu import Bleu1, Bleu2, Bleu3, Bleu4
from qgauge.metrics.kinds import Sorted
from qgauge.metrics.meteor import Aligned, Meteor
from qgauge.metrics.nist import Nist
from qgauge.metrics.reference import CorpusMetric, WordMetric
from qgauge.metrics.rouge import RougeL


@dataclass(frozen=True, slots=True)
class Both:
    """A text as answerability sees it and as the base metric sees it."""

    kinds: Sorted
    base: Any

    def __bool__(self) -> bool:
        return bool(self.kinds) and bool(self.base)


@dataclass(frozen=True)
class QMetric(Answerability):
    """Answerability mixed with a base metric; delta comes with the weights."""

    base_type: ClassVar[type[WordMetric]]
    weighs_base: ClassVar[bool] = True

    @cached_property
    def base(self) -> Any:
        """The base metric, with the settings it shares with this one (METEOR's stages, say)."""
        mine = {field.name for field in fields(self)} - {"references", "level"}
        shared = [field.name for field in fields(self.base_type) if field.name in mine]
        return self.base_type(**{setting: getattr(self, setting) for setting in shared})

    def prepare(self, text: str, names: Set[str] | None = None) -> Both:
        kinds, words = self.kinds_and_words(text, names)
        return Both(kinds, self.base.prepare(text) if words is None else self.base.of_words(words))

    def against(self, question: Both, references: Sequence[Both]) -> Score:  # type: ignore[override]
        reference = references[0]
        base = self.base_score(question.base, reference.base)
        if not isinstance(base.value, float):
            return base
        parts = self.parts_of(question.kinds, reference.kinds)
        if not parts:
            return unscored(NOTHING_COUNTS)
        answerability, delta = parts["answerability"], self.weighting.delta
        parts["base"] = base.value
        value = delta * answerability + (1 - delta) * base.value
        return Score(value, parts, {}, (1.0, answerability, *base.stats))

    def base_score(self, question: Any, reference: Any) -> Score:
        """The base metric's score, on a scale of 0 to 1."""
        score: Score = self.base.against(question, [reference])
        return score

    def view(  # type: ignore[override]
        self, question: Both, references: Sequence[Both], score: Score
    ) -> dict[str, Any]:
        shown = super().view(question.kinds, [references[0].kinds], score)
        delta, parts = self.weighting.delta, score.parts
        shown["steps"] += [
            *self.base_steps(question.base, references[0].base),
            f"{delta:g} x {parts['answerability']:.4f} + {1 - delta:g} x {parts['base']:.4f}"
            f" = {score.value:.4f}",
        ]
        return shown

    def base_steps(self, question: Any, reference: Any) -> list[str]:
        """How the base metric came to its value."""
        score = self.base.against(question, [reference])
        shown = self.base.view(question, [reference], score)
        return [f"{self.base.name}: {step}" for step in shown["steps"]]


@dataclass(frozen=True)
class CorpusQMetric(CorpusMetric, QMetric):
    """A Q-metric whose base has a corpus form: mean answerability mixed with that."""

    def from_sums(self, sums: Any) -> Any:
        delta = self.weighting.delta
        answerability = sums[..., 1] / sums[..., 0]
        return delta * answerability + (1 - delta) * self.base_from_sums(sums[..., 2:])

    def base_from_sums(self, sums: Any) -> Any:
        """The base metric's corpus value, on a scale of 0 to 1."""
        return self.base.from_sums(sums)


@dataclass(frozen=True)
class QBleu1(CorpusQMetric):
    name: ClassVar[str] = "q_bleu1"
    about: ClassVar[str] = "answerability mixed with BLEU-1"
    base_type: ClassVar[type[WordMetric]] = Bleu1


@dataclass(frozen=True)
class QBleu2(CorpusQMetric):
    name: ClassVar[str] = "q_bleu2"
    about: ClassVar[str] = "answerability mixed with BLEU-2"
    base_type: ClassVar[type[WordMetric]] = Bleu2


@dataclass(frozen=True)
class QBleu3(CorpusQMetric):
    name: ClassVar[str] = "q_bleu3"
    about: ClassVar[str] = "answerability mixed with BLEU-3"
    base_type: ClassVar[type[WordMetric]] = Bleu3


@dataclass(frozen=True)
class QBleu4(CorpusQMetric):
    name: ClassVar[str] = "q_bleu4"
    about: ClassVar[str] = "answerability mixed with BLEU-4"
    base_type: ClassVar[type[WordMetric]] = Bleu4


@dataclass(frozen=True)
class QRougeL(QMetric):
    name: ClassVar[str] = "q_rouge_l"
    about: ClassVar[str] = "answerability mixed with ROUGE-L"
    base_type: ClassVar[type[WordMetric]] = RougeL


@dataclass(frozen=True)
class QMeteor(Aligned, CorpusQMetric):
    name: ClassVar[str] = "q_meteor"
    about: ClassVar[str] = "answerability mixed with METEOR"
    base_type: ClassVar[type[WordMetric]] = Meteor


@dataclass(frozen=True)
class QNist(CorpusQMetric):
    """NIST has no upper bound, so it is taken relative to the reference's score with itself."""

    name: ClassVar[str] = "q_nist"
    about: ClassVar[str] = "answerability mixed with NIST relative to the reference's own"
    base_type: ClassVar[type[WordMetric]] = Nist

    def settings(self) -> dict[str, str]:
        return {**super().settings(), "base": "nist/nist(reference)"}

    def base_score(self, question: list[str], reference: list[str]) -> Score:
        reached = self.base.against(question, [reference])
        possible = self.base.against(reference, [reference])
        if reached.value is None or not possible.value:
            return unscored("the reference carries no information: all its words are the same")
        value = min(reached.value / possible.value, 1.0)
        return Score(value, {}, {}, (*reached.stats, *possible.stats))

    def base_steps(self, question: list[str], reference: list[str]) -> list[str]:
        reached = self.base.against(question, [reference]).value
        possible = self.base.against(reference, [reference]).value
        return [
            *super().base_steps(question, reference),
            f"nist of the reference with itself = {possible:.4f}",
            f"{reached:.4f} / {possible:.4f}, at most 1 = {min(reached / possible, 1.0):.4f}",
        ]

    def base_from_sums(self, sums: Any) -> Any:
        import numpy as np

        half = sums.shape[-1] // 2
        reached, possible = map(self.base.from_sums, (sums[..., :half], sums[..., half:]))
        return np.minimum(reached / possible, 1.0)
