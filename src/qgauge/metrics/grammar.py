"""Grammar: grammatical errors in a question, and its predicted well-formedness rating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from qgauge.core import Example, Score, Tools, unscored, view
from qgauge.metrics.metric import Metric
from qgauge.questions import is_asked
from qgauge.tools.asking import ask
from qgauge.tools.roles import Grammar as Checked

NO_QUESTION = 4
"""Errors counted for a text that does not ask anything: enough to bring the formula to 0."""
_FORMS = ("off", "asking", "mark", "all")


@dataclass(frozen=True)
class Grammar(Metric):
    """Score the wording of a question with a grammar checker.

    The score is the mean of two numbers. One is the error formula of the ranking report (*A
    Reference-free Method Evaluating the Quality of Generated Questions*), 1 - (errors - 1) / 3,
    clamped to 0 and 1. The other is the checker's estimate of how well-formed human raters would
    find the question.
    """

    name: ClassVar[str] = "grammar"
    about: ClassVar[str] = "is it well-formed? (grammar errors, well-formedness)"
    uses: ClassVar[tuple[str, ...]] = ("grammarian", "parser")

    value: Literal["both", "errors", "wellformed"] = "both"
    """Use the error formula, the well-formedness estimate, or the mean of both."""
    form: Literal["off", "asking", "mark", "all"] = "asking"
    """Errors of form to count. `off`: none; `asking`: a text that does not ask anything; `mark`:
    also a missing question mark; `all`: also a lower-case first letter."""

    def roles(self) -> tuple[str, ...]:
        return self.uses if self._counts("asking") else ("grammarian",)

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        parses: dict[str, Any] = {}
        if self._counts("asking"):  # first, because the embedded checker reuses the parser's work
            parses = ask("parser", tools["parser"].parse, examples, _question)
        checked = ask("grammarian", tools["grammarian"].check, examples, _question)
        return [
            self._score_text(
                text, checked[text], text not in parses or is_asked(text, parses[text])
            )
            for text in (example.question for example in examples)
        ]

    def explanation(self, example: Example, score: Score) -> dict[str, Any]:
        rows = [[error["text"], error["kind"], error["sure"]] for error in score.evidence["errors"]]
        parts = score.parts
        steps = [f"errors: {parts['errors']:g}; 1 - (errors - 1) / 3, clamped to 0 and 1 = "]
        steps[0] += f"{parts['formula']:.4f}"
        if "wellformed" in parts:
            steps.append(f"estimated well-formedness: {parts['wellformed']:.4f}")
        if "wellformed" in parts and self.value == "both":
            steps.append(f"mean of both = {score.value:.4f}")
        columns = ["text", "error", "probability"]
        table = {"table": {"columns": columns, "rows": rows}} if rows else {}
        return {"choice": "", "views": [view(steps) | table]}

    def _score_text(self, text: str, checked: Checked, asking: bool) -> Score:
        errors = [
            {
                "text": text[error.start : error.end],
                "start": error.start,
                "end": error.end,
                "kind": error.kind,
                "sure": f"{error.probability:.2f}",
            }
            for error in checked.errors
        ]
        errors += self._of_form(text, asking)
        count = sum(NO_QUESTION if error["kind"] == "no_question" else 1 for error in errors)
        parts = {"errors": float(count), "formula": errors_score(count)}
        if checked.wellformed is not None:
            parts["wellformed"] = checked.wellformed
        elif self.value == "wellformed":
            return unscored("the grammar checker does not rate well-formedness")
        counted = {"both": ("formula", "wellformed"), "errors": ("formula",)}
        values = [parts[one] for one in counted.get(self.value, ("wellformed",)) if one in parts]
        return Score(sum(values) / len(values), parts, {"errors": errors})

    def _of_form(self, text: str, asking: bool) -> Iterator[dict[str, Any]]:
        shown = text.strip()
        if self._counts("asking") and not asking:
            yield _form_error(text, "no_question", len(text) - len(text.lstrip()), len(shown))
        if self._counts("mark") and "?" not in shown[-3:]:
            yield _form_error(text, "question_mark", len(text.rstrip()), 0)
        first = next((at for at, letter in enumerate(text) if letter.isalnum()), 0)
        if self._counts("all") and text[first].islower():
            yield _form_error(text, "capital", first, 1)

    def _counts(self, form: str) -> bool:
        return _FORMS.index(form) <= _FORMS.index(self.form)


def errors_score(errors: int) -> float:
    """Apply the error formula of the ranking report: one error is free, four errors score 0."""
    return min(max(1 - (errors - 1) / 3, 0.0), 1.0)


def _question(example: Example) -> tuple[str]:
    return (example.question,)


def _form_error(text: str, kind: str, start: int, size: int) -> dict[str, Any]:
    place = {"text": text[start : start + size], "start": start, "end": start + size}
    return {**place, "kind": kind, "sure": "rule"}
