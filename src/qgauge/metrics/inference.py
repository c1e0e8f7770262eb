"""Inference: does the passage entail the statement that question and answer make together?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from qgauge.core import Example, Score, Tools, view
from qgauge.metrics.metric import Metric
from qgauge.statements import Statement, statement
from qgauge.text.evidence import evidence
from qgauge.tools.asking import ask
from qgauge.tools.roles import Entailment

NEUTRAL = 0.2
"""Credit for a neutral judgement (formula of the ranking report)."""
SENTENCES = 5
"""Maximum number of sentences in the window."""
LABELS = ("entailment", "neutral", "contradiction")


@dataclass(frozen=True)
class Inference(Metric):
    """Score how well the passage entails the answer, using a natural language inference model.

    Question and answer are turned into a statement. The score is max(0, entailment + .2 neutral -
    contradiction), the formula of the ranking report (*A Reference-free Method Evaluating the
    Quality of Generated Questions*).
    """

    name: ClassVar[str] = "inference"
    about: ClassVar[str] = "does the passage entail this answer? (inference model)"
    needs: ClassVar[tuple[str, ...]] = ("passage", "answer")
    uses: ClassVar[tuple[str, ...]] = ("parser", "entailer")

    premise: Literal["both", "window", "whole"] = "window"
    """Premise: `whole`, the passage; `window`, its sentences most relevant to the statement;
    `both`, the mean over the two."""

    def input_problem(self, example: Example) -> str:
        for field in ("passage", "answer"):
            if not str(getattr(example, field)).strip():
                return f"the {field} has no words"
        return ""

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        parses = ask(
            "parser", tools["parser"].parse, examples, lambda one: (one.question, str(one.answer))
        )
        statements = {
            (one.question, one.answer): statement(
                one.question, str(one.answer), parses[one.question], parses[str(one.answer)]
            )
            for one in examples
        }

        def pairs(example: Example) -> list[tuple[str, str]]:
            """Pair each premise with the statement."""
            passage = str(example.passage)
            text = statements[example.question, example.answer].text
            window = _window(passage, text)
            premises = {"whole": [passage], "window": [window]}.get(self.premise, [window, passage])
            return [(premise, text) for premise in premises]

        judged = ask("entailer", tools["entailer"].entail, examples, pairs)
        return [
            _scored(
                statements[one.question, one.answer],
                pairs(one)[0][0],
                [judged[pair] for pair in pairs(one)],
            )
            for one in examples
        ]

    def explanation(self, example: Example, score: Score) -> dict[str, Any]:
        parts, found = score.parts, score.evidence
        sure = "" if found["sure"] else ", uncertain"
        steps = [f"statement: {found['statement']} (rule: {found['rule']}{sure})"]
        steps.append(f"premise: {found['window']}")
        if self.premise == "both":
            steps.append("second premise: the whole passage; mean over both premises:")
        steps.append(", ".join(f"{label} {parts[label]:.4f}" for label in LABELS))
        formula = f"entailment + {NEUTRAL:g} neutral - contradiction, at least 0"
        steps.append(f"{formula} = {score.value:.4f}")
        return {"choice": "", "views": [view(steps)]}


def _scored(made: Statement, premise: str, judged: Sequence[Entailment]) -> Score:
    parts = {label: sum(getattr(one, label) for one in judged) / len(judged) for label in LABELS}
    found = {
        "statement": made.text,
        "rule": made.rule,
        "sure": made.sure,
        "window": premise[judged[0].start : judged[0].end or None],
    }
    return Score(inference_score(**parts), parts, found)


def _window(passage: str, text: str) -> str:
    """Join the sentences that are most relevant to the statement."""
    return " ".join(passage[first:last] for first, last in evidence(passage, text, SENTENCES))


def inference_score(entailment: float, neutral: float, contradiction: float) -> float:
    """Apply the formula of the ranking report, capped at 1 against rounding errors."""
    return min(max(0.0, entailment + NEUTRAL * neutral - contradiction), 1.0)
