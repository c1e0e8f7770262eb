"""Ask the tools everything that `dimensions` needs to know about a batch of examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qgauge.core import Example, Tools
from qgauge.metrics.answering import Answering
from qgauge.metrics.dimension_features import Reading
from qgauge.metrics.grammar import Grammar
from qgauge.metrics.inference import Inference
from qgauge.questions import Finding, check_question
from qgauge.tools.asking import ask
from qgauge.tools.once import ParseOnce, ReadOnce

GRAMMAR, ANSWERING, INFERENCE = Grammar(), Answering(), Inference()


def read(examples: Sequence[Example], tools: Tools) -> list[Reading]:
    """Return what the tools say about each example.

    Args:
        examples: Examples with a question; passage and answer may be missing.
        tools: The language tools, by role; those for passages only if there is one.

    Returns:
        One reading per example, in order.
    """
    asked = {**tools, "parser": ParseOnce(tools["parser"])}
    with_passage = [one for one in examples if (one.passage or "").strip()]
    if with_passage:
        asked["reader"] = ReadOnce(tools["reader"])
    grammar = GRAMMAR.score(examples, asked)
    parses = ask("parser", asked["parser"].parse, examples, lambda one: (one.question,))
    answering = ANSWERING.score(examples, asked)
    inference = INFERENCE.score(examples, asked)
    read = {}
    if with_passage:
        pairs = ask("reader", asked["reader"].answer, with_passage, lambda one: (_pair(one),))
        read = dict(pairs)
    return [
        Reading(
            parses[example.question],
            checked,
            read.get(_pair(example)),
            None if answered.value is None else answered,
            None if inferred.value is None else inferred,
        )
        for example, checked, answered, inferred in zip(
            examples, grammar, answering, inference, strict=True
        )
    ]


def findings_of(example: Example, reading: Reading) -> list[Finding]:
    """Return what rules find wrong, unless `answering`, which also reads the passage, disagrees."""
    told = reading.answering.evidence if reading.answering is not None else {}
    found = check_question(example.question, example.answer, reading.parse)
    return [finding for finding in found if agrees(finding.kind, told)]


def agrees(kind: str, answering: Mapping[str, Any]) -> bool:
    """Return whether `answering`, which also reads the passage, agrees with the finding of a rule.

    It says nothing about some kinds, and with the formula of the ranking report about none.
    """
    if kind == "not_a_question":
        return not answering.get("asks", False)
    if kind == "answer_given":
        return bool(answering.get("given_away", True))
    return True


def _pair(example: Example) -> tuple[str, str]:
    return example.question, str(example.passage)
