"""Givenness: does a question mention only concepts known at its anchor? (QUDeval, sec. 3)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from qgauge.core import Example, Score, Tools
from qgauge.qud.criteria.criterion import GIVENNESS, Criterion, Method, texts_of
from qgauge.qud.criteria.embedded import embedded
from qgauge.qud.criteria.information_status import mentions
from qgauge.qud.criteria.llm import llm_label
from qgauge.qud.criteria.reference import BY_REFERENCE
from qgauge.qud.criteria.words import CONTENT, NOUNS, PERSONS, NewWord, content_words, new_words
from qgauge.tools.asking import ask
from qgauge.tools.roles import Parse, Word

HALLUCINATION, LEAKAGE, NOTHING_NEW = GIVENNESS


def label_of(new: Sequence[NewWord]) -> str:
    """Return the label for these new words; a word that is not in the answer is the worst case."""
    if any(not word.in_answer for word in new):
        return HALLUCINATION
    return LEAKAGE if new else NOTHING_NEW


def _must_be_known(parse: Parse, words: str) -> list[Word]:
    """Return the words that must be known: nouns without persons, or content words without names.

    The first follows the authors' code, the second their paper.
    """
    if words == "nouns":
        return [word for word in content_words(parse, NOUNS) if word.entity not in PERSONS]
    return [word for word in content_words(parse, CONTENT) if not word.is_name]


def _scored(new: Sequence[NewWord], **evidence: Any) -> Score:
    return Score(label_of(new), {}, {**evidence, "new_words": [word.as_json() for word in new]})


def _by_rule(metric: QudGivenness, examples: Sequence[Example], tools: Tools) -> list[Score]:
    parses = ask("parser", tools["parser"].parse, examples, texts_of)
    return [
        _scored(new_words(one, parses, _must_be_known(parses[one.question], metric.words)))
        for one in examples
    ]


def _by_status(_: QudGivenness, examples: Sequence[Example], tools: Tools) -> list[Score]:
    """Apply the rule to new mentions only; old and mediated ones are known."""
    parses = ask("parser", tools["parser"].parse, examples, texts_of)
    scores = []
    for example in examples:
        found = mentions(example, parses, tools["embedder"].vector)
        words = [word for one in found if one.status == "new" for word in one.content]
        new = new_words(example, parses, words)
        scores.append(_scored(new, mentions=[one.as_json() for one in found]))
    return scores


@dataclass(frozen=True)
class QudGivenness(Criterion):
    """No new concepts, answer leakage (all new ones are in the answer), or hallucination."""

    name: ClassVar[str] = "qud_givenness"
    about: ClassVar[str] = "does the question mention only concepts known at its anchor? (label)"
    judges: ClassVar[str] = "givenness"
    verdicts: ClassVar[tuple[float | str, ...]] = GIVENNESS
    methods: ClassVar[Mapping[str, Method]] = {
        "embedded": embedded("givenness"),
        "rule": Method(_by_rule, ("parser",), ("words",)),
        "infostatus": Method(_by_status, ("parser", "embedder")),
        "llm_zero": llm_label("givenness", few=False),
        "llm_few": llm_label("givenness", few=True),
        "reference": BY_REFERENCE,
    }

    method: Literal["embedded", "rule", "infostatus", "llm_zero", "llm_few", "reference"] = (
        "embedded"
    )
    """Boosted trees in the package, rules, a language model, or similarity to a reference."""
    words: Literal["nouns", "content"] = "nouns"
    """With `method=rule`: the words that must be known, as in the authors' code or their paper."""
    metric: str = ""
    """With `method=reference`: the metric that compares the question with a reference."""
    thresholds: str = ""
    """With `method=reference`: the scores at which the label changes; by default tuned ones."""
