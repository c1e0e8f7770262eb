"""QSTS: does a question ask the same as the reference? (Gollapalli and Ng 2022, equation 1)"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from qgauge.core import Example, Score, Tools, View, unscored, view
from qgauge.metrics.qsts_parts import (
    PARTS,
    Analysis,
    Comparison,
    QuestionSimilarity,
    class_similarity,
    class_step,
    classes_in_row,
    compare_texts,
)
from qgauge.metrics.reference import ReferenceMetric


@dataclass(frozen=True)
class Qsts(QuestionSimilarity, ReferenceMetric):
    """QSTS (Gollapalli and Ng 2022): does the question ask the same as the reference?

    The mean of three similarities: of the question classes (qcsim), of the names (nesim) and of the
    dependency edges (semsim).
    """

    name: ClassVar[str] = "qsts"
    about: ClassVar[str] = "does it ask the same as the reference? (question class, names, meaning)"

    direction: Literal["reference", "question", "both"] = "reference"
    """Text whose names and edges are looked up in the other: the reference (as published), the
    question, or the mean of both directions."""

    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], Any]:
        analyses = self.analyses(examples, tools, lambda one: (one.question, *one.references))
        labels = self.predicted_classes(examples, tools)
        return lambda text: replace(analyses[text], label=labels.get(text, ""))

    def texts(self, example: Example, prepare: Callable[[str], Any]) -> tuple[Any, list[Any]]:
        question: Analysis = prepare(example.question)
        references: list[Analysis] = [prepare(text) for text in example.references]
        if self.classes == "on":
            known, expected = classes_in_row(example)
            question = replace(question, label=known or question.label)
            references = [
                replace(one, label=label)
                for one, label in zip(
                    references, expected or [one.label for one in references], strict=True
                )
            ]
        return question, [one for one in references if one]

    def compare(self, question: Analysis, references: Sequence[Analysis]) -> Score:
        if problem := question.not_comparable(references[0]):
            return unscored(problem)
        compared = self._compared(question, references[0])
        parts = {
            part: sum(one.parts[part] for one in compared.values()) / len(compared)
            for part in PARTS
        }
        values = {f"from_{side}": self.value(one.parts) for side, one in compared.items()}
        value = sum(values.values()) / len(values)
        return Score(value, parts | values if len(values) > 1 else parts)

    def view(self, question: Analysis, references: Sequence[Analysis], score: Score) -> View:
        compared = self._compared(question, references[0])
        columns = ["text", "edge", "best edge in the other text", "similarity"]
        rows: list[list[str]] = []
        steps = []
        if self.classes == "on":
            steps.append(class_step(question.label, "reference", (references[0].label,)))
        for side, one in compared.items():
            other = "question" if side == "reference" else "reference"
            if len(compared) == 1:
                columns = [f"edge of the {side}", f"best edge in the {other}", "similarity"]
                rows = one.edge_rows()
            else:
                rows += [[side, *row] for row in one.edge_rows()]
            steps += [*one.steps(side, other), self.calculation(one.parts)]
        if len(compared) > 1:
            steps.append(f"mean of both directions = {score.value:.4f}")
        return view(steps, columns=columns, rows=rows)

    def _compared(self, question: Analysis, reference: Analysis) -> dict[str, Comparison]:
        """Compare in each direction in use; keyed by the text whose content is looked up."""
        qcsim = 1.0
        if self.classes == "on":
            qcsim = class_similarity(question.label, (reference.label,))
        compared = {}
        if self.direction != "question":
            compared["reference"] = compare_texts(reference, question, qcsim)
        if self.direction != "reference":
            compared["question"] = compare_texts(question, reference, qcsim)
        return compared
