"""QSTS with a passage instead of a reference (Gollapalli and Ng 2022, sec. 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from qgauge.core import Example, Score, Tools, unscored, view
from qgauge.metrics.qsts_parts import (
    REFERENCE_CLASS,
    Comparison,
    QuestionSimilarity,
    class_similarity,
    class_step,
    classes_in_row,
    compare_texts,
)


@dataclass(frozen=True)
class QstsPassage(QuestionSimilarity):
    """QSTS without references (Gollapalli and Ng 2022): does the passage cover the question?

    Measures how many of the question's names and dependency edges are found in the passage.
    """

    name: ClassVar[str] = "qsts_passage"
    about: ClassVar[str] = "does the passage cover what the question is about? (names, meaning)"
    needs: ClassVar[tuple[str, ...]] = ("passage",)

    classes: Literal["on", "off"] = "off"
    """Whether the class of the question is compared with an expected class (qcsim), given in the
    column `reference_class` or predicted from the references."""

    def input_problem(self, example: Example) -> str:
        if (problem := super().input_problem(example)) or self.classes == "off":
            return problem
        if classes_in_row(example)[1] or _with_words(example.references):
            return ""
        return f"no {REFERENCE_CLASS}, and no references to predict the class from"

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        return [score for score, *_ in self._scored(examples, tools)]

    def explain(self, example: Example, tools: Tools) -> Score:
        if (missing := self.missing_input(example)) is not None:
            return missing
        ((score, compared, own, expected),) = self._scored([example], tools)
        if compared is None:
            return score
        steps = [class_step(own, "expected", expected)] if expected else []
        steps += [*compared.steps("question", "passage"), self.calculation(score.parts)]
        columns = ["edge of the question", "best edge in the passage", "similarity"]
        shown = view(steps, columns=columns, rows=compared.edge_rows())
        return replace(score, evidence={"choice": "", "views": [shown]})

    def _scored(
        self, examples: Sequence[Example], tools: Tools
    ) -> Iterable[tuple[Score, Comparison | None, str, Sequence[str]]]:
        """Yield score, comparison, class of the question and expected classes of each example."""
        analyses = self.analyses(examples, tools, lambda one: (one.question, one.passage or ""))
        labels = self.predicted_classes(examples, tools)
        for example in examples:
            assert example.passage is not None
            question, passage = analyses[example.question], analyses[example.passage]
            problem = question.not_comparable(passage) if passage else "the passage has no words"
            if problem:
                yield unscored(problem), None, "", ()
                continue
            own, expected, qcsim = "", [], 1.0
            if self.classes == "on":
                own = classes_in_row(example)[0] or labels[example.question]
                in_row, texts = classes_in_row(example)[1], _with_words(example.references)
                expected = list(in_row) or [labels[text] for text in texts]
                qcsim = class_similarity(own, expected)
            compared = compare_texts(question, passage, qcsim)
            yield Score(self.value(compared.parts), compared.parts), compared, own, expected


def _with_words(texts: Sequence[str]) -> list[str]:
    return [text for text in texts if text.strip()]
