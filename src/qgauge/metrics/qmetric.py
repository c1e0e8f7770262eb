"""Q-metrics: delta x answerability + (1 - delta) x base metric (Nema and Khapra 2018, eq. 1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

from qgauge.core import Example, Score, Tools, View, unscored
from qgauge.metrics.answerability import NOTHING_COUNTS, Answerability, AnswerabilitySettings
from qgauge.metrics.bleu import Bleu1, Bleu2, Bleu3, Bleu4
from qgauge.metrics.meteor import Aligned, Meteor
from qgauge.metrics.nist import RelativeNist
from qgauge.metrics.reference import CorpusMetric, ReferenceMetric, WordMetric
from qgauge.metrics.rouge import RougeL
from qgauge.metrics.word_kinds import WordKinds


def q_score(delta: float, answerability: Any, base: Any) -> Any:
    """Combine answerability and a base metric, for one question or for a data set.

    Args:
        delta: Share of answerability, from 0 to 1.
        answerability: Value or array.
        base: Value or array of the base metric.

    Returns:
        The Q-metric.
    """
    return delta * answerability + (1 - delta) * base


@dataclass(frozen=True, slots=True)
class Prepared:
    """A text as prepared for answerability and for the base metric."""

    kinds: WordKinds
    base: Any

    def __bool__(self) -> bool:
        return bool(self.kinds) and bool(self.base)


@dataclass(frozen=True)
class QMetric(AnswerabilitySettings, ReferenceMetric):
    """Base class for Q-metrics (Nema and Khapra 2018): answerability combined with a base metric.

    The weights include delta, the share of answerability. A subclass declares settings of its base
    metric as further fields.
    """

    base_type: ClassVar[type[WordMetric]]
    """Class of the base metric."""
    with_delta: ClassVar[bool] = True
    """Whether the weights include delta."""

    @cached_property
    def answerability(self) -> Answerability:
        """The answerability metric with the same settings."""
        own = {field.name: getattr(self, field.name) for field in fields(Answerability)}
        if self.weights:
            own["weights"] = self.weighting.without_delta()
        return Answerability(**own)

    @cached_property
    def base(self) -> WordMetric:
        """The base metric with the settings that both share, such as METEOR's stages."""
        mine = {field.name for field in fields(self)} - {"references", "level"}
        shared = [field.name for field in fields(self.base_type) if field.name in mine]
        return self.base_type(**{setting: getattr(self, setting) for setting in shared})

    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], Prepared]:
        sort, base = self.answerability.preparation(examples, tools), self.base

        def prepare(text: str) -> Prepared:
            kinds = sort(text)
            words = kinds.lowered
            return Prepared(kinds, base.prepare(text) if words is None else base.of_words(words))

        return prepare

    def compare(self, question: Prepared, references: Sequence[Prepared]) -> Score:
        reference = references[0]
        base = self.base.compare(question.base, [reference.base])
        if not isinstance(base.value, float):
            return base
        parts = self.answerability.parts_of(question.kinds, reference.kinds)
        if not parts:
            return unscored(NOTHING_COUNTS)
        answerability = parts["answerability"]
        value = q_score(self.weighting.delta, answerability, base.value)
        parts["base"] = base.value
        return Score(value, parts, {}, (1.0, answerability, *base.stats))

    def from_sums(self, sums: Any) -> Any:
        """Combine mean answerability with the corpus-level base metric."""
        answerability = sums[..., 1] / sums[..., 0]
        return q_score(self.weighting.delta, answerability, self.base.from_sums(sums[..., 2:]))

    def explain(self, example: Example, tools: Tools) -> Score:
        return self.answerability.with_parses(super().explain(example, tools), example, tools)

    def view(self, question: Prepared, references: Sequence[Prepared], score: Score) -> View:
        reference = references[0]
        shown = self.answerability.view(question.kinds, [reference.kinds], score)
        delta, parts = self.weighting.delta, score.parts
        shown["steps"] += [
            *self.base_steps(question.base, reference.base),
            f"{delta:g} x {parts['answerability']:.4f} + {1 - delta:g} x {parts['base']:.4f}"
            f" = {score.value:.4f}",
        ]
        return shown

    def base_steps(self, question: Any, reference: Any) -> list[str]:
        """Return the steps of the base metric's calculation."""
        score = self.base.compare(question, [reference])
        shown = self.base.view(question, [reference], score)
        return [f"{self.base.name}: {step}" for step in shown["steps"]]


@dataclass(frozen=True)
class QBleu1(CorpusMetric, QMetric):
    """Q-BLEU-1 (Nema and Khapra 2018): answerability combined with BLEU-1."""

    name: ClassVar[str] = "q_bleu1"
    about: ClassVar[str] = "answerability combined with BLEU-1"
    base_type: ClassVar[type[WordMetric]] = Bleu1


@dataclass(frozen=True)
class QBleu2(CorpusMetric, QMetric):
    """Q-BLEU-2 (Nema and Khapra 2018): answerability combined with BLEU-2."""

    name: ClassVar[str] = "q_bleu2"
    about: ClassVar[str] = "answerability combined with BLEU-2"
    base_type: ClassVar[type[WordMetric]] = Bleu2


@dataclass(frozen=True)
class QBleu3(CorpusMetric, QMetric):
    """Q-BLEU-3 (Nema and Khapra 2018): answerability combined with BLEU-3."""

    name: ClassVar[str] = "q_bleu3"
    about: ClassVar[str] = "answerability combined with BLEU-3"
    base_type: ClassVar[type[WordMetric]] = Bleu3


@dataclass(frozen=True)
class QBleu4(CorpusMetric, QMetric):
    """Q-BLEU-4 (Nema and Khapra 2018): answerability combined with BLEU-4."""

    name: ClassVar[str] = "q_bleu4"
    about: ClassVar[str] = "answerability combined with BLEU-4"
    base_type: ClassVar[type[WordMetric]] = Bleu4


@dataclass(frozen=True)
class QRougeL(QMetric):
    """Q-ROUGE-L (Nema and Khapra 2018): answerability combined with ROUGE-L."""

    name: ClassVar[str] = "q_rouge_l"
    about: ClassVar[str] = "answerability combined with ROUGE-L"
    base_type: ClassVar[type[WordMetric]] = RougeL


@dataclass(frozen=True)
class QMeteor(Aligned, CorpusMetric, QMetric):
    """Q-METEOR (Nema and Khapra 2018): answerability combined with METEOR."""

    name: ClassVar[str] = "q_meteor"
    about: ClassVar[str] = "answerability combined with METEOR"
    base_type: ClassVar[type[WordMetric]] = Meteor


@dataclass(frozen=True)
class QNist(CorpusMetric, QMetric):
    """Q-NIST (Nema and Khapra 2018): answerability combined with NIST.

    NIST is divided by the score of the reference against itself, so that it is at most 1.
    """

    name: ClassVar[str] = "q_nist"
    about: ClassVar[str] = "answerability combined with NIST, scaled to at most 1"
    base_type: ClassVar[type[WordMetric]] = RelativeNist

    def settings(self) -> dict[str, str]:
        return {**super().settings(), "base": "nist/nist(reference)"}

    def base_steps(self, question: list[str], reference: list[str]) -> list[str]:
        score = self.base.compare(question, [reference])
        own, highest = score.parts["nist"], score.parts["reference"]
        return [
            *super().base_steps(question, reference),
            f"nist of the reference against itself = {highest:.4f}",
            f"{own:.4f} / {highest:.4f}, at most 1 = {score.value:.4f}",
        ]
