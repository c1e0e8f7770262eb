"""Prepare questions for `learned_reference`: everything that the comparison of two texts needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from qgauge.core import Example, Tools
from qgauge.metrics.dependency_edges import (
    LEFT_OUT,
    Edges,
    Meanings,
    content_edges,
    lemma,
    pairs_to_compare,
)
from qgauge.metrics.facet_extraction import facets_of, no_facets
from qgauge.metrics.facets import Facets
from qgauge.metrics.qsts_parts import names_of
from qgauge.metrics.word_kinds import WordKinds, sort_words
from qgauge.text.ptb import cased_words, tokenize
from qgauge.text.words import QUESTION_WORDS
from qgauge.tools.asking import ask, call

if TYPE_CHECKING:
    from qgauge.tools.roles import Label, Parse, Word

Vector = npt.NDArray[np.float64]

MOST_PAIRS = 1 << 22
"""Maximum number of pairs of words, of edges or of facets: some 2,000 different ones in each text.
Their number grows quadratically."""
CONTENT_TAGS = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "ADV"})
UNKNOWN_WEIGHT = 1.0
"""Weight of a word without a vector, the same as that of a rare word."""


@dataclass(frozen=True)
class Reading:
    """A question, as the tools read it."""

    text: str
    words: list[str]
    kinds: WordKinds
    parsed: Sequence[Word]
    lemmas: Counter[str]
    """The lemmas with their counts, without punctuation."""
    weights: Mapping[str, float]
    """How much each lemma says: the length of its vector, small for "the"."""
    total: Vector | None
    """The sum of the word vectors; None if no word is known."""
    names: Sequence[str]
    edges: Edges
    facets: Facets
    problem: str
    """Why the text cannot be compared; "" if it can."""
    label: Label
    wellformed: float

    def __bool__(self) -> bool:
        return bool(self.words)


def is_content(word: Word) -> bool:
    """Return whether a word has content of its own; a question word has none."""
    return word.upos in CONTENT_TAGS and word.text.lower() not in QUESTION_WORDS


def not_comparable(question: Reading, reference: Reading) -> str:
    """Return why two texts cannot be compared; "" if they can."""
    if problem := question.problem or reference.problem:
        return problem
    for what, pairs in (
        ("words", len(question.lemmas) * len(reference.lemmas)),
        ("edges", pairs_to_compare(question.edges, reference.edges)),
        ("facets", len(question.facets.facets) * len(reference.facets.facets)),
    ):
        if pairs > MOST_PAIRS:
            return f"the texts are too long: more than {MOST_PAIRS:,} pairs of {what}"
    return ""


def read_questions(examples: Sequence[Example], tools: Tools) -> dict[str, Reading]:
    """Read all questions and references of the examples, each tool in one batch."""
    parses = ask("parser", tools["parser"].parse, examples, _texts)
    labels = ask("classifier", tools["classifier"].classify, examples, _texts)
    checked = ask("grammarian", tools["grammarian"].check, examples, _texts)
    wellformed = {text: one.wellformed for text, one in checked.items()}
    return call(
        "embedder",
        lambda some: _readings(some, parses, labels, wellformed, tools["embedder"].vector),
        examples,
    )


def _texts(example: Example) -> Iterable[str]:
    return (example.question, *example.references)


def _readings(
    examples: Sequence[Example],
    parses: Mapping[str, Parse],
    labels: Mapping[str, Label],
    wellformed: Mapping[str, float | None],
    vector: Callable[[str], Vector | None],
) -> dict[str, Reading]:
    texts = dict.fromkeys(text for example in examples for text in _texts(example))
    edges = {text: content_edges(parses[text], LEFT_OUT["ud"]) for text in texts}
    problems = {text: no_facets(parses[text]) for text in texts}
    facets = {text: Facets(()) if problems[text] else facets_of(parses[text]) for text in texts}
    words: dict[str, None] = {}
    for text in texts:
        words.update(dict.fromkeys(map(lemma, parses[text].words)))
        words.update(facets[text].words)
    meanings = Meanings(words, vector)
    known = {word: vector(word) for word in words}
    weights = {word: _length(row) for word, row in known.items()}
    return {
        text: Reading(
            text=text,
            words=tokenize(text),
            kinds=_kinds(text, parses[text]),
            parsed=parses[text].words,
            lemmas=Counter(lemma(one) for one in parses[text].words if one.upos != "PUNCT"),
            weights=weights,
            total=_total(Counter(tokenize(text)), vector),
            names=names_of(parses[text]),
            edges=Edges.of(edges[text], meanings),
            facets=facets[text],
            problem=problems[text],
            label=labels[text],
            wellformed=1.0 if wellformed[text] is None else float(wellformed[text] or 0.0),
        )
        for text in texts
    }


def _kinds(text: str, parse: Parse) -> WordKinds:
    """Sort the words by kind; a name is tagged as one or has a capital letter."""
    words = cased_words(text)
    names = {piece for one in parse.words if one.is_name for piece in cased_words(one.text)}
    return sort_words(words, names=names | {word for word in words if word[0].isupper()})


def _length(row: Vector | None) -> float:
    return UNKNOWN_WEIGHT if row is None else sqrt(fsum((row * row).tolist()))


def _total(counts: Counter[str], vector: Callable[[str], Vector | None]) -> Vector | None:
    total = None
    for word, count in counts.items():
        row = vector(word)
        if row is not None:
            total = row * count if total is None else total + row * count
    return total
