"""Dimensions: seven ratings that people would give a question, predicted without a reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, ClassVar

from qgauge.core import Example, Score, Tools, view
from qgauge.metrics.dimension_features import Reading, features
from qgauge.metrics.dimension_model import FILE, Prediction, dimension_model
from qgauge.metrics.feature_words import terms_in_words
from qgauge.metrics.flaws import likely_flaws
from qgauge.metrics.metric import Metric
from qgauge.metrics.readings import findings_of, read
from qgauge.models.json_models import identity
from qgauge.questions import Finding

OF_QUESTION = ("fluency", "clarity", "conciseness")
OF_PASSAGE = ("relevance", "consistency", "answerability")
OF_ANSWER = ("answer_consistency",)
NAMES = (*OF_QUESTION, *OF_PASSAGE, *OF_ANSWER)
"""The seven dimensions, by what they need."""
MAIN_TERMS = 3
"""Number of features of each dimension in the evidence."""


@dataclass(frozen=True)
class Dimensions(Metric):
    """Predict the ratings of seven dimensions (Fu et al. 2024), and one quality from them.

    Each part is the predicted rating of a dimension, from 0 (the worst) to 1 (the best). The value,
    learned quality, is the chance that raters find no flaw in any dimension, as if flaws were
    independent: the product of (1 - chance of a flaw). Without a passage or an answer, the value is
    the product over the dimensions that can be judged.
    """

    name: ClassVar[str] = "dimensions"
    about: ClassVar[str] = "seven rated dimensions and a quality, predicted (no reference)"
    uses: ClassVar[tuple[str, ...]] = ("grammarian", "parser", "reader", "verifier", "entailer")
    optional: ClassVar[tuple[str, ...]] = ("passage", "answer")

    def settings(self) -> dict[str, str]:
        return super().settings() | {"model": identity(FILE)}

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        readings = read(examples, tools)
        return [judge(*pair).score() for pair in zip(examples, readings, strict=True)]

    def explain(self, example: Example, tools: Tools) -> Score:
        if (lacking := self.missing_input(example)) is not None:
            return lacking
        (reading,) = read([example], tools)
        judged = judge(example, reading)
        score = judged.score()
        views = {"choice": "", "views": judged.views()}
        return replace(score, evidence={**score.evidence, **views})


@dataclass(frozen=True)
class Judged:
    """The predictions for one example."""

    values: Mapping[str, float]
    """Its features."""
    predictions: Mapping[str, Prediction]
    findings: Sequence[Finding]
    """What rules find wrong."""
    flaws: Sequence[Mapping[str, Any]]
    """Its likely flaws, the likeliest first."""
    missing: Mapping[str, str]
    """The dimensions that cannot be judged, with the reason."""
    misstated: float | None
    """The reader's chance that the question misstates its passage; None if it does not judge it."""

    def flawless(self) -> dict[str, float]:
        """Return the chance of no flaw in each dimension."""
        return {name: 1 - one.flawed for name, one in self.predictions.items()}

    def score(self) -> Score:
        parts = {name: one.share for name, one in self.predictions.items()}
        evidence: dict[str, Any] = {
            "flaws": list(self.flaws),
            "dimensions": {name: self._evidence(name) for name in self.predictions},
        }
        if self.misstated is not None:
            evidence["misstated"] = self.misstated
        if self.missing:
            evidence["not_judged"] = dict(self.missing)
        return Score(prod(self.flawless().values()), parts, evidence)

    def views(self) -> list[dict[str, Any]]:
        """Return what each feature added to the rating of each dimension, or took, in words."""
        shown = []
        for name, one in self.predictions.items():
            rating = dimension_model().dimensions[name].rating
            shown.append(
                view(
                    [
                        f"{name}: rating {one.rating:.2f} of 1 to 3 (typical error {one.error:.2f})"
                        f", as a share {one.share:.3f}; chance of a flaw {one.flawed:.3f}",
                        f"  starts at {rating.start:.2f}",
                        *(f"  {line}" for line in terms_in_words(one.terms, self.values)),
                    ]
                )
            )
        steps = [f"not judged: {name} ({why})" for name, why in self.missing.items()]
        if self.misstated is not None:
            chance = f"{self.misstated:.3f}"
            steps.append(
                f"not used: the reader's chance of a misstatement of the passage, {chance}"
            )
        chances = self.flawless()
        steps.append(
            "chance of no flaw in any dimension = "
            + " x ".join(f"{chance:.3f}" for chance in chances.values())
            + f" = {prod(chances.values()):.4f}"
        )
        steps += [f"likely flaw: {one['kind']} (chance {one['chance']:.2f})" for one in self.flaws]
        return [*shown, view(steps)]

    def _evidence(self, name: str) -> dict[str, Any]:
        one = self.predictions[name]
        terms = one.terms
        main = sorted(terms, key=lambda term: -abs(terms[term]))[:MAIN_TERMS]
        return {
            "rating": round(one.rating, 3),
            "uncertainty": round(one.error, 3),
            "flawed": one.flawed,
            "terms": {term: round(terms[term], 3) for term in main},
        }


def judge(example: Example, reading: Reading) -> Judged:
    """Predict the dimensions of an example of which the tools' output is known."""
    model, values = dimension_model(), features(example, reading)
    missing = _not_judged(example, reading)
    predictions = {
        name: model.dimensions[name].predict(values) for name in NAMES if name not in missing
    }
    findings = findings_of(example, reading)
    flaws = likely_flaws(predictions, [finding.kind for finding in findings], model)
    misstated = None if reading.reader is None else reading.reader.misstated
    shown = [flaw.as_json() for flaw in flaws]
    return Judged(values, predictions, findings, shown, missing, misstated)


def _not_judged(example: Example, reading: Reading) -> dict[str, str]:
    if reading.reader is None:
        return dict.fromkeys((*OF_PASSAGE, *OF_ANSWER), "no passage")
    if reading.answering is None or reading.inference is None:
        there = (example.answer or "").strip()
        return dict.fromkeys(OF_ANSWER, "the answer has no words" if there else "no answer")
    return {}
