"""The criteria by small models in the package, over what the embedded tools say of an edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qgauge.core import Example, Score, Tools
from qgauge.metrics.qud import Edge, Method
from qgauge.metrics.qud_features import features
from qgauge.metrics.qud_said import USES, Said, said_of
from qgauge.metrics.qud_words import content_words, new_words
from qgauge.tools.forest import forests, identity

FILE = "qud.json"


def embedded(criterion: str) -> Method:
    """The model of one criterion; its chances are the parts of the score."""

    def judge(_: Any, examples: Sequence[Example], tools: Tools) -> list[Score]:
        forest = forests(FILE)[criterion]
        said = said_of(examples, tools)
        scores = []
        for example in examples:
            chances = forest.chances(features(example, said))
            label = forest.choose(chances)
            scores.append(Score(label, chances, _EVIDENCE[criterion](example, said)))
        return scores

    return Method(judge, USES, signature_extras=lambda _: {"model": identity(FILE)})


def _answered(example: Example, said: Said) -> dict[str, Any]:
    edge = Edge.of(example)
    answer = said.answers[edge.question, edge.answer]
    return {"reader": {"answer": answer.text or None, "confidence": round(answer.confidence, 4)}}


def _new(example: Example, said: Said) -> dict[str, Any]:
    parses = {text: one.parse for text, one in said.texts.items()}
    words = content_words(parses[example.question])
    return {"new_words": [word.as_json() for word in new_words(example, parses, words)]}


def _grounded(example: Example, said: Said) -> dict[str, Any]:
    edge = Edge.of(example)
    question, anchor = said.texts[edge.question], said.texts[edge.anchor]
    found = [word.text for word in question.content if anchor.has(word)]
    missing = [word.text for word in question.content if not anchor.has(word)]
    return {"in_anchor": found, "not_in_anchor": missing}


_EVIDENCE: Mapping[str, Callable[[Example, Said], dict[str, Any]]] = {
    "compatibility": _answered,
    "givenness": _new,
    "relevance": _grounded,
}
