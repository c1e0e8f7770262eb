"""Language quality: is it a well-formed question about this document? (QUDeval, sec. 3)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from qgauge.core import Example, Score, Tools
from qgauge.qud.criteria.criterion import LANGUAGE, Criterion, Method
from qgauge.qud.criteria.llm import llm_label
from qgauge.qud.criteria.words import among, content_words, forms
from qgauge.tools.asking import ask

NO, YES = LANGUAGE
WELL_FORMED = 0.3
"""Minimum probability of being well formed; tuned on QUDeval's training essays."""
NEAR = 0.2
"""Off topic: no content word in common, and a similarity below this with every sentence."""


def _by_rule(metric: QudLanguage, examples: Sequence[Example], tools: Tools) -> list[Score]:
    def texts(example: Example) -> list[str]:
        return [example.question, *(one for one in example.sentences if one.strip())]

    parses = ask("parser", tools["parser"].parse, examples, texts)
    grammar = ask("grammarian", tools["grammarian"].check, examples, lambda one: [one.question])
    near = ask(
        "embedder",
        tools["embedder"].similarity,
        examples,
        lambda one: [(one.question, text) for text in texts(one)[1:]],
    )
    scores = []
    for example in examples:
        question, *sentences = texts(example)
        known = frozenset[str]().union(*(forms(parses[text]) for text in sentences))
        words = content_words(parses[question])
        found = [word.text for word in words if among(word, known)]
        nearest = max((near[question, text] or 0.0 for text in sentences), default=0.0)
        well = grammar[question].wellformed
        why = []
        if metric.order == "on" and (example.anchor or 0) >= (example.answer_sentence or 0):
            why.append("the anchor is not before the answer")
        if well < WELL_FORMED:
            why.append("it is not well formed")
        if len(words) > 2 and not found and nearest < NEAR:
            why.append("it is not about the document")
        errors = [
            f"{one.kind}: {question[one.start : one.end]}" for one in grammar[question].errors
        ]
        scores.append(
            Score(
                NO if why else YES,
                {"well_formed": well, "nearest_sentence": nearest},
                {"why": why, "errors": errors, "in_document": found},
            )
        )
    return scores


@dataclass(frozen=True)
class QudLanguage(Criterion):
    """Yes or no; if no, the other criteria do not apply.

    In QUDeval a question whose anchor is not before its answer counts as no; with `order=off`
    only the question is checked.
    """

    name: ClassVar[str] = "qud_language"
    about: ClassVar[str] = "is it a well-formed question about the document? (label)"
    judges: ClassVar[str] = "language"
    verdicts: ClassVar[tuple[float | str, ...]] = LANGUAGE
    always_needs: ClassVar[tuple[str, ...]] = ("sentences",)
    methods: ClassVar[Mapping[str, Method]] = {
        "rule": Method(_by_rule, ("parser", "grammarian", "embedder"), ("order",)),
        "llm_zero": llm_label("language", few=False),
        "llm_few": llm_label("language", few=True),
    }

    method: Literal["rule", "llm_zero", "llm_few"] = "rule"
    """Rules over parse and grammar, or a language model without or with examples."""
    order: Literal["on", "off"] = "on"
    """Whether a question whose anchor is not before its answer gets the label `no`."""

    def required_ends(self) -> tuple[str, ...]:
        ordered = self.method == "rule" and self.order == "on"
        return ("anchor", "answer_sentence") if ordered else ()
