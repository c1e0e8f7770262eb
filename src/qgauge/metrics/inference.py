"""Inference: does what question and answer say together follow from the passage?"""

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
"""What a neutral judgement is worth (the document's formula)."""
SENTENCES = 5
"""Most sentences of the window that speaks of the statement."""
LABELS = ("entailment", "neutral", "contradiction")


@dataclass(frozen=True)
class Inference(Metric):
    """max(0, entailment + .2 neutral - contradiction) of the statement, given the passage."""

    name: ClassVar[str] = "inference"
    about: ClassVar[str] = "does the passage say that this is the answer? (by an entailer)"
    needs: ClassVar[tuple[str, ...]] = ("passage", "answer")
    uses: ClassVar[tuple[str, ...]] = ("parser", "entailer")

    premise: Literal["both", "window", "whole"] = "window"
    """The passage as a whole, a window of the sentences that speak of the statement, or both."""

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
            """The premises, each with the statement that should follow from it."""
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
        sure = "" if found["sure"] else ", not sure"
        steps = [f"statement: {found['statement']} (rule: {found['rule']}{sure})"]
        steps.append(f"held against: {found['window']}")
        if self.premise == "both":
            steps.append("and against the passage as a whole; the mean of both:")
        steps.append(" + ".join(f"{parts[label]:.4f} {label}" for label in LABELS))
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
    """The sentences that speak of the statement, as one text."""
    return " ".join(passage[first:last] for first, last in evidence(passage, text, SENTENCES))


def inference_score(entailment: float, neutral: float, contradiction: float) -> float:
    """The document's formula; rounding may not lift it above 1."""
    return min(max(0.0, entailment + NEUTRAL * neutral - contradiction), 1.0)
