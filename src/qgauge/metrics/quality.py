"""Quality: one reference-free score, learned from ratings or weighted as in the ranking report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Literal

from qgauge.core import BadSetting, Example, Score, Tools, unscored, view, written
from qgauge.metrics.answering import Answering
from qgauge.metrics.dimension_model import FILE
from qgauge.metrics.flaws import GOOD, POOR
from qgauge.metrics.grammar import Grammar
from qgauge.metrics.inference import Inference
from qgauge.metrics.learned_quality import SHIPPED, Exponents, LearnedQuality
from qgauge.metrics.metric import Implied, Metric
from qgauge.metrics.quality_reasons import reasons
from qgauge.metrics.readings import agrees
from qgauge.metrics.weights import are_numbers, check_weights, tuned_settings, tuned_weights
from qgauge.models.json_models import identity
from qgauge.questions import check_question

PARTS = ("grammar", "answering", "inference")
USUAL_WEIGHTS = (0.2, 0.3, 0.5)
"""Weights of the ranking report."""


@dataclass(frozen=True)
class Quality(Metric):
    """Rate a question without a reference.

    `method=learned` predicts seven ratings that people would give (see `Dimensions`); the value is
    their product. `method=weights` is the weighted mean of grammar, answering and inference, after
    the ranking report (*A Reference-free Method Evaluating the Quality of Generated Questions*).
    `Score.evidence["why"]` lists the reasons for a low score.
    """

    name: ClassVar[str] = "quality"
    about: ClassVar[str] = "is it any good? (learned from human ratings; no reference)"
    needs: ClassVar[tuple[str, ...]] = ("passage", "answer")
    uses: ClassVar[tuple[str, ...]] = ("grammarian", "parser", "reader", "verifier", "entailer")

    method: Literal["learned", "weights"] = Implied("learned")  # type: ignore[assignment]
    """`learned`: predicted ratings. `weights`: the weighted mean of the ranking report, which is
    also used if `formula` or three weights are given."""
    weights: str = ""
    """Weights as grammar/answering/inference, the exponents of the seven dimensions, or a file
    written by `qgauge tune` for either method; empty for .2/.3/.5, or for seven times 1."""
    formula: Literal["soft", "document"] = Implied("soft")  # type: ignore[assignment]
    """With weights. `soft`: the three metrics with their default settings. `document`: the formulas
    of the ranking report."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.method == "learned" and not isinstance(self.method, Implied) and not self.learned:
            raise BadSetting(
                "quality: method=learned takes no formula and no grammar/answering/inference "
                "weights. Leave them out, or use method=weights."
            )
        # report invalid weights now rather than at the first row
        _ = self.exponents if self.learned else self.weighting

    @cached_property
    def learned(self) -> bool:
        """Whether the method in effect is `learned`."""
        if self.method == "weights" or not isinstance(self.formula, Implied):
            return False
        if not self.weights:
            return True
        if are_numbers(self.weights):
            return self.weights.count("/") == len(SHIPPED.values) - 1
        return _is_of_learned(self.weights)

    @property
    def marks(self) -> tuple[float, float] | None:
        return (POOR, GOOD) if self.learned and not self.weights else None

    @cached_property
    def exponents(self) -> Exponents:
        """The exponents of the seven dimensions in the learned quality."""
        if not self.weights:
            return SHIPPED
        if are_numbers(self.weights):
            return Exponents.parse(self.weights)
        return Exponents.parse(
            tuned_weights(self.name, self.weights, {"method": "learned"}, verb=("fit", "fitted"))
        )

    @cached_property
    def weighting(self) -> tuple[float, float, float]:
        """Weights of grammar, answering and inference."""
        if not self.weights:
            return USUAL_WEIGHTS
        if are_numbers(self.weights):
            return read_weights(self.weights)
        if _is_of_learned(self.weights):
            raise BadSetting(
                f"quality: the weights in {self.weights} were fitted with method=learned. Leave "
                "out method=weights and formula, or fit again."
            )
        hint = " Give three numbers such as .2/.3/.5, or a file written by `qgauge tune`."
        settings, verb = {"formula": str(self.formula)}, ("fit", "fitted")
        return read_weights(tuned_weights(self.name, self.weights, settings, hint=hint, verb=verb))

    @cached_property
    def parts(self) -> tuple[Grammar, Answering, Inference]:
        """The grammar, answering and inference metrics, configured for `formula`."""
        if self.formula == "document":
            return (
                Grammar(value="errors", form="off"),
                Answering(formula="document", polar="reader"),
                Inference(method="document", premise="whole"),
            )
        return Grammar(), Answering(), Inference()

    def label(self) -> str:
        label = super().label()
        return label if self.learned or label != self.name else f"{label}:method=weights"

    def roles(self) -> tuple[str, ...]:
        needed = {role for part in self.parts for role in part.roles()}
        return tuple(role for role in self.uses if role in needed)

    def settings(self) -> dict[str, str]:
        if self.learned:
            tuned = {"weights": str(self.exponents)} if self.weights else {}
            return {"method": "learned", "model": identity(FILE), **tuned}
        weights = "/".join(map(written, self.weighting))
        return super().settings() | {"method": "weights", "weights": weights}

    def score(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        if self.learned:
            return super().score(examples, tools)
        columns = [part.score(examples, tools) for part in self.parts]
        return [
            self._joined(example, row) for example, *row in zip(examples, *columns, strict=True)
        ]

    def input_problem(self, example: Example) -> str:
        for part in self.parts:
            if (problem := part.input_problem(example)) and self.learned:
                return f"{part.name}: {problem}"
        return ""

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        return LearnedQuality(self.exponents).score(examples, tools)

    def explain(self, example: Example, tools: Tools) -> Score:
        if self.learned:
            lacking = self.missing_input(example)
            return lacking or LearnedQuality(self.exponents).explain(example, tools)
        scores = [part.explain(example, tools) for part in self.parts]
        joined = self._joined(example, scores)
        if joined.value is None:
            return joined
        views = []
        for name, score in zip(PARTS, scores, strict=True):
            (part,) = score.evidence["views"]
            views.append({**part, "steps": [f"{name}:", *(f"  {step}" for step in part["steps"])]})
        terms = " + ".join(
            f"{weight:g} x {joined.parts[name]:.4f}"
            for weight, name in zip(self.weighting, PARTS, strict=True)
        )
        steps = [
            f"{terms} = {joined.value:.4f}",
            *(f"why: {one}" for one in joined.evidence["why"]),
        ]
        views.append(view(steps))
        return replace(joined, evidence={**joined.evidence, "choice": "", "views": views})

    def _joined(self, example: Example, scores: Sequence[Score]) -> Score:
        if (lacking := self.missing_input(example)) is not None:
            return lacking
        for name, score in zip(PARTS, scores, strict=True):
            if score.value is None:
                return unscored(f"{name}: {score.unscored}")
        values = [float(score.value) for score in scores if isinstance(score.value, float)]
        value = sum(weight * one for weight, one in zip(self.weighting, values, strict=True))
        parts = dict(zip(PARTS, values, strict=True))
        evidence: dict[str, Any] = {}
        for name, score in zip(PARTS, scores, strict=True):
            parts |= {f"{name}.{part}": one for part, one in score.parts.items()}
            kept = {key: one for key, one in score.evidence.items() if key not in _SHOWN}
            evidence[name] = kept
        checks = [
            one
            for one in check_question(example.question, example.answer)
            if agrees(one.kind, evidence["answering"])
        ]
        why = reasons(dict(zip(PARTS, scores, strict=True)), self.weighting, checks)
        return Score(min(value, 1.0), parts, {"why": why, **evidence})


_SHOWN = ("choice", "views")


def _is_of_learned(file: str) -> bool:
    """Return whether a weights file was fitted for the learned method."""
    return tuned_settings(file).get("method") == "learned"


def read_weights(text: str) -> tuple[float, float, float]:
    """Parse weights written as `grammar/answering/inference`.

    Args:
        text: Three non-negative numbers that sum to 1, such as `.2/.3/.5`.

    Returns:
        The three weights.

    Raises:
        BadSetting: The text is not three such numbers.
    """
    try:
        grammar, answering, inference = (float(piece) for piece in text.split("/"))
    except ValueError:
        raise BadSetting(
            f"'{text}' is not a set of weights. Give three numbers grammar/answering/inference, "
            "such as .2/.3/.5, or a file written by `qgauge tune`."
        ) from None
    weights = grammar, answering, inference
    check_weights(text, weights, weights)
    return weights
