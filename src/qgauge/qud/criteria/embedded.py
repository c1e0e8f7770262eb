"""Label edges with qgauge's small models, over features from the embedded tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qgauge.core import Example, Score, Tools
from qgauge.models.json_models import identity
from qgauge.qud.criteria.criterion import GIVENNESS, Edge, Method
from qgauge.qud.criteria.features import features
from qgauge.qud.criteria.tool_outputs import USES, ToolOutputs, ask_tools
from qgauge.qud.criteria.words import NewWord, content_words, new_words
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
            scores.append(Score(label, chances, _EVIDENCE[criterion](example, outputs, label)))
        return scores

    return Method(judge, USES, signature_extras=lambda _: {"model": identity(FILE)})


def label_by_all(examples: Sequence[Example], tools: Tools) -> list[dict[str, Score]]:
    """Return the embedded labels by criterion, with probabilities but without evidence.

    The tools run once for all criteria, which saves time where many edges are labelled.
    """
    outputs, found = ask_tools(examples, tools), []
    for example in examples:
        values, scores = features(example, outputs), {}
        for criterion, forest in forests(FILE).items():
            chances = forest.chances(values)
            scores[criterion] = Score(forest.choose(chances), chances)
        found.append(scores)
    return found


def _answered(example: Example, outputs: ToolOutputs, _: str) -> dict[str, Any]:
    edge = Edge.of(example)
    answer = outputs.answers[edge.question, edge.answer]
    return {"reader": {"answer": answer.text or None, "confidence": round(answer.confidence, 4)}}


def _new(example: Example, outputs: ToolOutputs, label: str) -> dict[str, Any]:
    parses = {text: one.parse for text, one in outputs.texts.items()}
    words = content_words(parses[example.question])
    new = new_words(example, parses, words)
    why = _against_the_words(label, new)
    return {"new_words": [word.as_json() for word in new]} | ({"why": why} if why else {})


def _against_the_words(label: str, new: Sequence[NewWord]) -> str:
    """Return why the model's label is not the one that the new words suggest; '' if it is.

    People also judge by meaning, so a rule over words would agree with them less (docs/qud.md).
    """
    hallucination, leakage, nothing = GIVENNESS
    leaked = any(word.in_answer for word in new)
    foreign = any(not word.in_answer for word in new)
    if label == nothing and new:
        return "the model does not take these words for new concepts"
    if label == leakage and not leaked:
        found = f"no new word is in the answer sentence; words alone would say {hallucination}"
        if not new:
            found = f"there is no new word; words alone would say {nothing}"
        return f"{found}, but the model finds the question too near the answer sentence in meaning"
    if label == hallucination and not foreign:
        found = f"every new word is in the answer sentence; words alone would say {leakage}"
        if not new:
            found = f"there is no new word; words alone would say {nothing}"
        return f"{found}, but the model finds that the known words ask about something unknown"
    return ""


def _grounded(example: Example, outputs: ToolOutputs, _: str) -> dict[str, Any]:
    edge = Edge.of(example)
    question, anchor = outputs.texts[edge.question], outputs.texts[edge.anchor]
    found = [word.text for word in question.content if anchor.has(word)]
    missing = [word.text for word in question.content if not anchor.has(word)]
    return {"in_anchor": found, "not_in_anchor": missing}


_EVIDENCE: Mapping[str, Callable[[Example, ToolOutputs, str], dict[str, Any]]] = {
    "compatibility": _answered,
    "givenness": _new,
    "relevance": _grounded,
}
