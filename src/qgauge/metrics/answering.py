"""Answering: does a reading-comprehension model find the expected answer in the passage?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from qgauge.core import BadSetting, Example, Score, Tools, view
from qgauge.metrics.gold_answers import gold_answers
from qgauge.metrics.metric import Metric
from qgauge.questions import is_asked, says_answer
from qgauge.statements import statement
from qgauge.text.answer_forms import (
    POLAR,
    as_written_in,
    compare_answers,
    is_polar,
    normal_words,
)
from qgauge.text.evidence import grounded
from qgauge.tools.asking import ask
from qgauge.tools.roles import MOST_SURPRISE, Answer, Entailment, Parse, Weighed, role_title

ALL_SURPRISE = 25.0
"""Surprisal in nats at which the soft score reaches 0: a probability of about 1e-11."""
TEMPER = 20.0
"""Divisor for the log-odds of an answer, because the reader is overconfident."""
UNSURE = 1e-12
NEAR = 2
"""Number of adjacent sentences searched for the question's words."""


@dataclass(frozen=True)
class Answering(Metric):
    """Score how well the passage supports the expected answer, using a reader.

    The reader is a model that finds answers in a passage. The soft formula is 1 minus the reader's
    surprisal at the expected answer, scaled. The formula of the ranking report (*A Reference-free
    Method Evaluating the Quality of Generated Questions*) is the mean of the reader's confidence
    and of the match between its answer and the expected one.

    A passage does not contain the words "yes" and "no". For yes/no questions, the inference model
    therefore decides whether the question, turned into a statement, follows from the passage.
    """

    name: ClassVar[str] = "answering"
    about: ClassVar[str] = "does a reader model find this answer in the passage?"
    needs: ClassVar[tuple[str, ...]] = ("passage", "answer")
    uses: ClassVar[tuple[str, ...]] = ("reader", "parser", "entailer")

    formula: Literal["soft", "document"] = "soft"
    """`soft`: 1 - surprisal / 25. `document`: the formula of the ranking report."""
    gate: Literal["on", "off"] = "on"
    """Score 0 if the question gives away its answer (`soft`) or the reader errs (`document`)."""
    polar: Literal["entailer", "reader"] = "entailer"
    """Tool that answers yes/no questions."""

    def roles(self) -> tuple[str, ...]:
        roles = ["reader"]
        if self.formula == "soft" or self.polar == "entailer":
            roles.append("parser")
        return (*roles, "entailer") if self.polar == "entailer" else tuple(roles)

    def input_problem(self, example: Example) -> str:
        if not str(example.passage).strip():
            return "the passage has no words"
        if not any(normal_words(gold) for gold in gold_answers(example)):
            return "the answer has no words to compare"
        return ""

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        parses: dict[str, Parse] = {}
        if "parser" in self.roles():
            parses = ask("parser", tools["parser"].parse, examples, self._texts_to_parse)
        weigh = self._weighing(examples, tools)
        weigh_polar = self._polar_weighing(examples, parses, tools)
        scores = []
        for example in examples:
            by_gold = []
            for gold in gold_answers(example):
                weighed = (weigh_polar if self._is_polar(gold) else weigh)(example, gold)
                by_gold.append(self._compare(example, gold, weighed, parses.get(example.question)))
            # take the best-matching gold answer, the first one on a tie
            scores.append(max(by_gold, key=lambda score: float(score.value or 0.0)))
        return scores

    def explanation(self, example: Example, score: Score) -> dict[str, Any]:
        return {"choice": "", "views": [view(self._steps(score))]}

    # ------------------------------------------------------------------ tool calls

    def _is_polar(self, gold: str) -> bool:
        return self.polar == "entailer" and is_polar(gold)

    def _texts_to_parse(self, example: Example) -> Iterable[str]:
        polar = any(map(self._is_polar, gold_answers(example)))
        if self.formula == "soft" or polar:
            yield example.question
        if polar:
            yield POLAR[0]

    def _weighing(
        self, examples: Sequence[Example], tools: Tools
    ) -> Callable[[Example, str], Weighed]:
        """Return a function that looks up the reader's answer and its surprisal at a gold answer.

        The formula of the ranking report does not use the surprisal.
        """
        reader = tools["reader"]

        def golds(example: Example) -> list[str]:
            return [gold for gold in gold_answers(example) if not self._is_polar(gold)]

        if self.formula == "document":
            answered: dict[tuple[str, str], Answer] = ask(
                "reader",
                reader.answer,
                examples,
                lambda one: [(one.question, str(one.passage))] if golds(one) else [],
            )
            return lambda one, _: Weighed(answered[one.question, str(one.passage)], MOST_SURPRISE)
        if not hasattr(reader, "weigh"):
            raise BadSetting(
                "answering: this reader has no `weigh` method, so it cannot estimate how probable "
                "an answer is. Use formula=document."
            )
        weighed: dict[tuple[str, str, str], Weighed] = ask(
            "reader",
            reader.weigh,
            examples,
            lambda one: [_triple(one, gold) for gold in golds(one)],
        )
        return lambda one, gold: weighed[_triple(one, gold)]

    def _polar_weighing(
        self, examples: Sequence[Example], parses: Mapping[str, Parse], tools: Tools
    ) -> Callable[[Example, str], Weighed]:
        """Return a function that answers yes/no questions with the inference model.

        Entailment of the question as a statement means "yes", contradiction "no", and neutral
        that there is no answer.
        """

        def pair(example: Example) -> tuple[str, str]:
            yes = POLAR[0]
            made = statement(example.question, yes, parses[example.question], parses[yes])
            return str(example.passage), made.text

        polar = [one for one in examples if any(map(self._is_polar, gold_answers(one)))]
        judged: dict[tuple[str, str], Entailment] = {}
        if polar:
            judged = ask("entailer", tools["entailer"].entail, polar, lambda one: [pair(one)])

        def weigh(example: Example, gold: str) -> Weighed:
            found = judged[pair(example)]
            chances = dict(zip(POLAR, (found.entailment, found.contradiction), strict=True))
            own = max(POLAR, key=chances.__getitem__)
            chance = chances[normal_words(gold)[0]]
            surprise = min(MOST_SURPRISE, -math.log(max(chance, math.exp(-MOST_SURPRISE))))
            answer = Answer(own, found.start, found.end, chances[own], found.neutral)
            return Weighed(answer, max(0.0, surprise), found.start, found.end)

        return weigh

    # ------------------------------------------------------------------ formulas

    def _compare(self, example: Example, gold: str, weighed: Weighed, parse: Parse | None) -> Score:
        """Score an example against one gold answer."""
        own = weighed.own
        compared = compare_answers(gold, own.text)
        match = compared.match
        document = own.confidence / 2 + match / 2
        if self.gate == "on" and match == 0:
            document = 0.0
        parts = {
            "confidence": own.confidence,
            "match": match,
            "f1": compared.f1,
            "document": document,
        }
        evidence: dict[str, Any] = {
            "predicted": {"text": own.text, "start": own.start, "end": own.end},
            "expected": gold,
            "comparison": list(compared.steps),
            "no_answer": own.no_answer,
            "unanswerable": own.no_answer > 0.5,
            "answered_by": "entailer" if self._is_polar(gold) else "reader",
        }
        if self.formula == "document":
            return Score(document, parts, evidence)
        assert parse is not None
        asking = is_asked(example.question, parse) or (is_polar(gold) and _has_mark(example))
        given_away = match == 0 and says_answer(example.question, gold)
        surprise = weighed.surprise
        if compared.same:  # in other words: the reader's own answer is as good
            surprise = min(surprise, -math.log(max(own.confidence, math.exp(-MOST_SURPRISE))))
        soft = max(0.0, 1 - surprise / ALL_SURPRISE) if asking else 0.0
        if self.gate == "on" and given_away:
            soft = 0.0
        parts["answerable"] = answerable(own.no_answer) if asking else 0.0
        parts["grounded"] = grounded(str(example.passage), example.question, NEAR)
        evidence |= {"surprise": surprise, "asks": asking, "given_away": given_away}
        return Score(soft, {"soft": soft, **parts}, evidence)

    def _steps(self, score: Score) -> list[str]:
        parts, evidence = score.parts, score.evidence
        who = role_title(evidence["answered_by"])
        steps = [
            f"expected answer: '{evidence['expected']}'; the {who} answers "
            f"'{evidence['predicted']['text']}' with confidence {parts['confidence']:.4f}",
            f"probability that there is no answer: {evidence['no_answer']:.4f}",
            *evidence["comparison"],
            f"match (1 if the same, .8 if one contains the other, else 0): {parts['match']:g}; "
            f"word F1: {parts['f1']:.4f}",
        ]
        if self.formula == "document":
            value = f"{parts['confidence']:.4f} / 2 + {parts['match']:g} / 2"
            gated = self.gate == "on" and parts["match"] == 0
            return [*steps, f"{'no match' if gated else value} = {score.value:.4f}"]
        steps.append(f"surprisal of the expected answer: {evidence['surprise']:.2f} nats")
        steps.append(
            f"share of the question's words found in {NEAR} adjacent sentences: "
            f"{parts['grounded']:.4f}"
        )
        why = f"1 - surprisal / {ALL_SURPRISE:g}, at least 0"
        if not evidence["asks"]:
            why = "the text does not ask anything"
        elif self.gate == "on" and evidence["given_away"]:
            why = "the question gives away its own answer"
        return [*steps, f"{why} = {score.value:.4f}"]


def answerable(no_answer: float) -> float:
    """Return the probability that there is an answer, with the reader's log-odds tempered."""
    nothing = min(max(no_answer, UNSURE), 1 - UNSURE)
    return float(1 / (1 + (nothing / (1 - nothing)) ** (1 / TEMPER)))


def _triple(example: Example, gold: str) -> tuple[str, str, str]:
    """Pair question and passage with the answer as the passage writes it: "4,200" for "4200"."""
    passage = str(example.passage)
    return example.question, passage, as_written_in(passage, gold)


def _has_mark(example: Example) -> bool:
    return example.question.rstrip().endswith("?")
