"""Anchor relevance: is the question grounded in its anchor sentence? (QUDeval, sec. 3)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from qgauge.core import Example, Score, Tools
from qgauge.metrics.dependency_edges import is_stop_word
from qgauge.qud.criteria.criterion import RELEVANCE, Criterion, Edge, Method
from qgauge.qud.criteria.embedded import embedded
from qgauge.qud.criteria.llm import llm_label, llm_score
from qgauge.qud.criteria.reference import BY_REFERENCE
from qgauge.qud.criteria.words import among, forms, longest_phrase
from qgauge.tools.asking import ask

NOT, PARTIALLY, FULLY = RELEVANCE
PARTLY_FROM, FULLY_ABOVE = 0.01, 0.05
"""BLEU-1 with the anchor: at least this is partially grounded, more than this fully."""


def _by_rule(_: QudRelevance, examples: Sequence[Example], tools: Tools) -> list[Score]:
    """Check whether the anchor has the words of the longest noun phrase, taken as the focus.

    A question without one ("What happened next?") counts as fully grounded.
    """

    def texts(example: Example) -> tuple[str, str]:
        edge = Edge.of(example)
        return edge.question, edge.anchor

    parses = ask("parser", tools["parser"].parse, examples, texts)
    scores = []
    for example in examples:
        question, anchor = texts(example)
        words, there = parses[question].words, forms(parses[anchor])
        phrase = longest_phrase(parses[question])
        places = phrase.places if phrase else ()
        wanted = [words[at] for at in places if not is_stop_word(words[at])]
        found = [word for word in wanted if among(word, there)]
        label = FULLY if len(found) == len(wanted) else PARTIALLY if found else NOT
        evidence = {
            "phrase": " ".join(words[at].text for at in places) or None,
            "head": words[phrase.head].text if phrase else None,
            "found": [word.text for word in found],
            "missing": [word.text for word in wanted if word not in found],
        }
        scores.append(Score(label, {}, evidence))
    return scores


def _by_bleu(_: QudRelevance, examples: Sequence[Example], __: Tools) -> list[Score]:
    from qgauge.metrics.bleu import Bleu1
    from qgauge.text.ptb import tokenize

    compared = [
        Example(example.id, edge.question, (edge.anchor,))
        for example, edge in ((one, Edge.of(one)) for one in examples)
    ]
    scores = []
    for example, score in zip(compared, Bleu1().score(compared, {}), strict=True):
        if not isinstance(score.value, float):
            scores.append(score)
            continue
        partly = PARTIALLY if score.value >= PARTLY_FROM else NOT
        label = FULLY if score.value > FULLY_ABOVE else partly
        words, there = tokenize(example.question), set(tokenize(example.references[0]))
        evidence = {
            "in_anchor": [word for word in words if word in there],
            "not_in_anchor": [word for word in words if word not in there],
        }
        scores.append(Score(label, {"bleu1": score.value}, evidence))
    return scores


@dataclass(frozen=True)
class QudRelevance(Criterion):
    """Fully, partially or not grounded in the anchor."""

    name: ClassVar[str] = "qud_relevance"
    about: ClassVar[str] = "is the question about what its anchor says? (label)"
    judges: ClassVar[str] = "relevance"
    verdicts: ClassVar[tuple[float | str, ...]] = RELEVANCE
    methods: ClassVar[Mapping[str, Method]] = {
        "embedded": embedded("relevance"),
        "rule": Method(_by_rule, ("parser",)),
        "bleu1": Method(_by_bleu),
        "llm_zero": llm_label("relevance", few=False),
        "llm_few": llm_label("relevance", few=True),
        "llm_score": llm_score("relevance"),
        "reference": BY_REFERENCE,
    }

    method: Literal[
        "embedded", "rule", "bleu1", "llm_zero", "llm_few", "llm_score", "reference"
    ] = "embedded"
    """Boosted trees in the package, rules, a language model, or similarity to a reference."""
    metric: str = ""
    """With `method=reference`: the metric that compares the question with a reference."""
    thresholds: str = ""
    """With `method=reference`: the scores at which the label changes; by default tuned ones."""
