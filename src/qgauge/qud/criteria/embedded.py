"""Label edges with qgauge's small models, over features from the embedded tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qgauge.core import Example, Score, Tools
from qgauge.models.json_models import identity
from qgauge.qud.criteria.criterion import Edge, Method
from qgauge.qud.criteria.features import features
from qgauge.qud.criteria.tool_outputs import USES, ToolOutputs, ask_tools
from qgauge.qud.criteria.words import content_words, new_words
from qgauge.qud.forest import forests

FILE = "qud.json"


def embedded(criterion: str) -> Method:
    """Return the embedded method of one criterion; label probabilities are parts of the score."""

    def judge(_: Any, examples: Sequence[Example], tools: Tools) -> list[Score]:
        forest = forests(FILE)[criterion]
        outputs = ask_tools(examples, tools)
        scores = []
        for example in examples:
            chances = forest.chances(features(example, outputs))
            label = forest.choose(chances)
            scores.append(Score(label, chances, _EVIDENCE[criterion](example, outputs)))
        return scores

    return Method(judge, USES, signature_extras=lambda _: {"model": identity(FILE)})


def _answered(example: Example, outputs: ToolOutputs) -> dict[str, Any]:
    edge = Edge.of(example)
    answer = outputs.answers[edge.question, edge.answer]
    return {"reader": {"answer": answer.text or None, "confidence": round(answer.confidence, 4)}}


def _new(example: Example, outputs: ToolOutputs) -> dict[str, Any]:
    parses = {text: one.parse for text, one in outputs.texts.items()}
    words = content_words(parses[example.question])
    return {"new_words": [word.as_json() for word in new_words(example, parses, words)]}


def _grounded(example: Example, outputs: ToolOutputs) -> dict[str, Any]:
    edge = Edge.of(example)
    question, anchor = outputs.texts[edge.question], outputs.texts[edge.anchor]
    found = [word.text for word in question.content if anchor.has(word)]
    missing = [word.text for word in question.content if not anchor.has(word)]
    return {"in_anchor": found, "not_in_anchor": missing}


_EVIDENCE: Mapping[str, Callable[[Example, ToolOutputs], dict[str, Any]]] = {
    "compatibility": _answered,
    "givenness": _new,
    "relevance": _grounded,
}
