"""BLEURT: a model trained on human ratings of translations (Sellam et al. 2020)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from qgauge.core import Example, Score, Tools, View, view
from qgauge.metrics.reference import ReferenceMetric
from qgauge.tools.asking import ask


@dataclass(frozen=True, slots=True)
class _Text:
    """A text, and the comparer's rating of each pair (reference, question)."""

    text: str
    ratings: Mapping[tuple[str, str], float]

    def __bool__(self) -> bool:
        return bool(self.text.strip())


@dataclass(frozen=True)
class Bleurt(ReferenceMetric):
    """BLEURT (Sellam et al. 2020): a learned rating of how similar question and reference are.

    Any regression model over sentence pairs can be used.
    """

    name: ClassVar[str] = "bleurt"
    about: ClassVar[str] = "learned similarity to the reference (needs --comparer)"
    uses: ClassVar[tuple[str, ...]] = ("comparer",)
    span: ClassVar[tuple[float, float]] = (-math.inf, math.inf)

    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], Any]:
        def pairs(example: Example) -> list[tuple[str, str]]:
            there = [one for one in example.references if one.strip()]
            return [(one, example.question) for one in there if example.question.strip()]

        ratings = ask("comparer", tools["comparer"].compare, examples, pairs)
        return lambda text: _Text(text, ratings)

    def compare(self, question: _Text, references: Sequence[_Text]) -> Score:
        return Score(question.ratings[references[0].text, question.text])

    def view(self, question: _Text, references: Sequence[_Text], score: Score) -> View:
        steps = [f"the model's rating of the pair = {score.value:.4f}"]
        return view(steps, [(question.text, "")], [[(references[0].text, "")]])
