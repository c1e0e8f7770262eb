"""Inference: does the passage say that this is the answer to the question?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from qgauge.core import Example, Score, Tools, view
from qgauge.metrics.gold_answers import gold_answers
from qgauge.metrics.metric import Metric
from qgauge.statements import Statement, statement
from qgauge.text.answer_forms import as_written_in, normal_words
from qgauge.text.evidence import evidence
from qgauge.text.sentences import sentence_spans
from qgauge.tools.asking import ask
from qgauge.tools.roles import Entailment

NEUTRAL = 0.2
"""Credit for a neutral judgement (formula of the ranking report)."""
SURE = 6.0
"""Log odds at which the score of the verifier reaches 1; at minus as much it reaches 0. People rate
in degrees, and log odds agree with them better than probabilities near 0 and 1 do
(docs/quality_agreement.md)."""
SENTENCES = 3
"""Usual number of sentences in the window."""
LABELS = ("entailment", "neutral", "contradiction")


@dataclass(frozen=True)
class Inference(Metric):
    """Score whether the passage says that this is the answer.

    `method=verify` asks the verifier, a model trained on right and wrong answers; the score is
    1/2 + (log odds that the answer is right) / 12, between 0 and 1. `method=document` turns
    question and answer into a statement and asks the inference model; the score is
    max(0, entailment + .2 neutral - contradiction), the formula of the ranking report
    (*A Reference-free Method Evaluating the Quality of Generated Questions*).
    """

    name: ClassVar[str] = "inference"
    about: ClassVar[str] = "does the passage say that this is the answer? (verifier)"
    needs: ClassVar[tuple[str, ...]] = ("passage", "answer")
    uses: ClassVar[tuple[str, ...]] = ("verifier", "parser", "entailer")

    method: Literal["verify", "document"] = "verify"
    """`verify`: the log odds of the verifier that the answer is right, on a scale from 0 to 1.
    `document`: the formula of the ranking report, on a statement and the inference model."""
    premise: Literal["both", "window", "whole"] = "window"
    """Premise: `whole`, the passage; `window`, its sentences most relevant to question and answer;
    `both`, the mean over the two."""

    def roles(self) -> tuple[str, ...]:
        return ("verifier",) if self.method == "verify" else ("parser", "entailer")

    def input_problem(self, example: Example) -> str:
        for field in ("passage", "answer"):
            if not str(getattr(example, field)).strip():
                return f"the {field} has no words"
        return ""

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        if self.method == "verify":
            return self._verified(examples, tools)
        return self._entailed(examples, tools)

    def _premises(self, passage: str, text: str) -> list[str]:
        if self.premise == "whole":
            return [passage]
        window = _window(passage, text)
        return [window] if self.premise == "window" else [window, passage]

    def _verified(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        def triples(example: Example, gold: str) -> list[tuple[str, str, str]]:
            question, passage = example.question, str(example.passage)
            answer = as_written_in(passage, gold)
            premises = self._premises(passage, f"{question} {answer}")
            return [(question, answer, premise) for premise in premises]

        judged = ask(
            "verifier",
            tools["verifier"].verify,
            examples,
            lambda one: [some for gold in gold_answers(one) for some in triples(one, gold)],
        )

        def scored(example: Example, gold: str) -> Score:
            asked = triples(example, gold)
            found = [judged[triple] for triple in asked]
            right = sum(one.right for one in found) / len(found)
            premise = asked[0][2]
            rests_on = _sentence_at(premise, found[0].start)
            evidence = {"expected": gold, "rests_on": rests_on, "window": premise}
            return Score(scaled_odds(right), {"right": right}, evidence)

        # take the best-supported answer, the first one on a tie
        return [
            max(
                (scored(one, gold) for gold in gold_answers(one)),
                key=lambda score: score.parts["right"],
            )
            for one in examples
        ]

    def _entailed(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
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
            text = statements[example.question, example.answer].text
            return [(premise, text) for premise in self._premises(str(example.passage), text)]

        judged = ask("entailer", tools["entailer"].entail, examples, pairs)
        return [
            _scored(
                statements[one.question, one.answer],
                str(one.passage),
                pairs(one)[0][0],
                [judged[pair] for pair in pairs(one)],
            )
            for one in examples
        ]

    def explanation(self, example: Example, score: Score) -> dict[str, Any]:
        parts, found = score.parts, score.evidence
        second = ["second premise: the whole passage; mean over both premises:"]
        second = second if self.premise == "both" else []
        if self.method == "verify":
            steps = [
                f"answer: {found['expected']}",
                f"premise: {found['window']}",
                f"the judgement rests on: {found['rests_on']}",
                *second,
                f"probability that the answer is right = {parts['right']:.4f}",
                f"1/2 + log odds / {2 * SURE:g}, from 0 to 1 = {score.value:.4f}",
            ]
            return {"choice": "", "views": [view(steps)]}
        sure = "" if found["sure"] else ", uncertain"
        steps = [f"statement: {found['statement']} (rule: {found['rule']}{sure})"]
        steps.append(f"premise: {found['window']}")
        steps += second
        if found["in_passage"]:
            steps.append("the statement is a sentence of the passage, so it is entailed")
        steps.append(", ".join(f"{label} {parts[label]:.4f}" for label in LABELS))
        formula = f"entailment + {NEUTRAL:g} neutral - contradiction, at least 0"
        steps.append(f"{formula} = {score.value:.4f}")
        return {"choice": "", "views": [view(steps)]}


def _scored(made: Statement, passage: str, premise: str, judged: Sequence[Entailment]) -> Score:
    parts = {label: sum(getattr(one, label) for one in judged) / len(judged) for label in LABELS}
    in_passage = _is_in(passage, made.text)
    if in_passage:
        parts = {label: float(label == "entailment") for label in LABELS}
    found = {
        "statement": made.text,
        "rule": made.rule,
        "sure": made.sure,
        "window": premise[judged[0].start : judged[0].end or None],
        "in_passage": in_passage,
    }
    return Score(inference_score(**parts), parts, found)


def _is_in(passage: str, text: str) -> bool:
    """Return whether the statement is a sentence of the passage, apart from case and punctuation.

    Only whole sentences count: "He denied that he came." contains "He came." but does not say it.
    """
    wanted = normal_words(text)
    spans = sentence_spans(passage) if wanted else ()
    return any(normal_words(passage[first:last]) == wanted for first, last in spans)


def _sentence_at(text: str, place: int) -> str:
    """Return the sentence of a text at a character offset."""
    inside = [text[first:last] for first, last in sentence_spans(text) if first <= place < last]
    return inside[0] if inside else text


def _window(passage: str, text: str) -> str:
    """Join the sentences that are most relevant to the statement."""
    return " ".join(passage[first:last] for first, last in evidence(passage, text, SENTENCES))


def scaled_odds(right: float) -> float:
    """Return the log odds of a probability on a scale from 0 to 1, where even odds are 1/2."""
    if right in (0.0, 1.0):
        return right
    return min(max(0.0, 0.5 + math.log(right / (1 - right)) / (2 * SURE)), 1.0)


def inference_score(entailment: float, neutral: float, contradiction: float) -> float:
    """Apply the formula of the ranking report, capped at 1 against rounding errors."""
    return min(max(0.0, entailment + NEUTRAL * neutral - contradiction), 1.0)
