"""Grammar: errors in the wording of a question, and how well formed people would find it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from qgauge.core import Example, Score, Tools, unscored, view
from qgauge.metrics.metric import Metric
from qgauge.statements import asks
from qgauge.tools.asking import ask
from qgauge.tools.roles import Grammar as Checked

NO_QUESTION = 4
"""How many errors it is to ask nothing: so many that the formula has nothing left."""
_FORMS = ("off", "asking", "mark", "all")


@dataclass(frozen=True)
class Grammar(Metric):
    """The formula of errors, clamp(1 - (errors - 1) / 3), and the grammarian's well-formedness."""

    name: ClassVar[str] = "grammar"
    about: ClassVar[str] = "is it well-formed? (grammar errors, well-formedness)"
    uses: ClassVar[tuple[str, ...]] = ("grammarian", "parser")

    value: Literal["both", "errors", "wellformed"] = "both"
    """The mean of the formula and of well-formedness, or one of them."""
    form: Literal["off", "asking", "mark", "all"] = "asking"
    """What counts besides grammar: asking nothing, a missing question mark, a lower-case start."""

    def roles(self) -> tuple[str, ...]:
        return self.uses if self._counts("asking") else ("grammarian",)

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        checked = ask("grammarian", tools["grammarian"].check, examples, _question)
        parses: dict[str, Any] = {}
        if self._counts("asking"):
            parses = ask("parser", tools["parser"].parse, examples, _question)
        return [
            self._score_text(text, checked[text], text not in parses or asks(text, parses[text]))
            for text in (example.question for example in examples)
        ]

    def explanation(self, example: Example, score: Score) -> dict[str, Any]:
        rows = [[error["text"], error["kind"], error["sure"]] for error in score.evidence["errors"]]
        parts = score.parts
        steps = [f"errors: {parts['errors']:g}; 1 - (errors - 1) / 3, in 0 to 1 = "]
        steps[0] += f"{parts['formula']:.4f}"
        if "wellformed" in parts:
            steps.append(f"well-formed, as people would find it: {parts['wellformed']:.4f}")
        if "wellformed" in parts and self.value == "both":
            steps.append(f"mean of the two = {score.value:.4f}")
        table = {"table": {"columns": ["where", "error", "sure"], "rows": rows}} if rows else {}
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
            return unscored("the grammarian does not say how well formed a question is")
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
    """The document's formula: the first error is free, the fourth takes the rest."""
    return min(max(1 - (errors - 1) / 3, 0.0), 1.0)


def _question(example: Example) -> tuple[str]:
    return (example.question,)


def _form_error(text: str, kind: str, start: int, size: int) -> dict[str, Any]:
    place = {"text": text[start : start + size], "start": start, "end": start + size}
    return {**place, "kind": kind, "sure": "rule"}
