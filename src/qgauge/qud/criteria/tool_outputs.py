"""Run the tools on edges, and compute the similarity of words and texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from qgauge.core import Example, Tools
from qgauge.metrics.dependency_edges import lemma
from qgauge.qud.criteria.criterion import Edge, texts_of
from qgauge.qud.criteria.words import MOST_WORDS, among, content_words, forms
from qgauge.tools.asking import ask, call
from qgauge.tools.roles import Answer, Entailment, Label, Parse, Word

USES = ("parser", "embedder", "reader", "entailer", "classifier")
Vector = npt.NDArray[np.float64]

_UNKNOWN_WEIGHT = 0.5
"""The weight of a word without a vector: such words are rare, and this is typical of rare words."""


@dataclass(frozen=True, slots=True)
class ToolOutputs:
    """The outputs of the tools for a batch of edges."""

    texts: Mapping[str, Text]
    answers: Mapping[tuple[str, str], Answer]
    entailments: Mapping[tuple[str, str], Entailment]
    classes: Mapping[str, Label]


@dataclass(frozen=True)
class Text:
    """A text with the inputs of the features, computed once for all edges that share it."""

    parse: Parse
    vectors: Mapping[str, Vector]
    """Vectors of the content words of the whole batch, by lemma; their length is the weight."""
    average: Vector | None

    @cached_property
    def content(self) -> list[Word]:
        return content_words(self.parse)

    @cached_property
    def known(self) -> frozenset[str]:
        return forms(self.parse)

    @cached_property
    def words(self) -> list[str]:
        words = self.parse.words[:MOST_WORDS]
        return [word.text.lower() for word in words if word.upos != "PUNCT"]

    @cached_property
    def directions(self) -> Vector | None:
        """The content words as unit vectors, one per row."""
        found = [
            _unit(self.vectors[name]) for name in map(lemma, self.content) if name in self.vectors
        ]
        return np.array(found) if found else None

    def has(self, word: Word) -> bool:
        return among(word, self.known)


def joined(edge: Edge) -> str:
    """Return anchor and answer as one text, because the answer may refer back to the anchor."""
    return f"{edge.anchor} {edge.answer}"


def ask_tools(examples: Sequence[Example], tools: Tools) -> ToolOutputs:
    """Run all tools on all edges in one batch."""

    def read(example: Example) -> list[tuple[str, str]]:
        edge = Edge.of(example)
        return [(edge.question, text) for text in (edge.answer, edge.anchor, joined(edge))]

    def entailed(example: Example) -> list[tuple[str, str]]:
        edge = Edge.of(example)
        return [(edge.answer, edge.question), (edge.anchor, edge.question)]

    parses = ask("parser", tools["parser"].parse, examples, texts_of)
    lookup = tools["embedder"].vector
    texts = call("embedder", lambda _: texts_with_vectors(parses, lookup), examples)
    return ToolOutputs(
        texts,
        ask("reader", tools["reader"].answer, examples, read),
        ask("entailer", tools["entailer"].entail, examples, entailed),
        ask("classifier", tools["classifier"].classify, examples, lambda one: [one.question]),
    )


def texts_with_vectors(parses: Mapping[str, Parse], lookup: Any) -> dict[str, Text]:
    """Return the texts of these parses with their word vectors, which `lookup` gives."""
    lemmas = dict.fromkeys(
        lemma(word) for parse in parses.values() for word in content_words(parse)
    )
    surface = dict.fromkeys(word.text for parse in parses.values() for word in parse.words)
    vectors, by_form = _known(lemmas, lookup), _known(surface, lookup)
    return {text: Text(parse, vectors, _average(parse, by_form)) for text, parse in parses.items()}


def _known(words: Iterable[str], lookup: Any) -> dict[str, Vector]:
    found = ((word, lookup(word)) for word in words)
    return {word: vector for word, vector in found if vector is not None and vector.any()}


def _average(parse: Parse, vectors: Mapping[str, Vector]) -> Vector | None:
    found = [vectors[word.text] for word in parse.words if word.text in vectors]
    return _unit(np.sum(found, axis=0)) if found else None


def _unit(vector: Vector) -> Vector:
    length = float(np.sqrt(vector @ vector))
    return vector / length if length else vector


def weight(word: Word, vectors: Mapping[str, Vector]) -> float:
    vector = vectors.get(lemma(word))
    return _UNKNOWN_WEIGHT if vector is None else float(np.sqrt(vector @ vector))


def nearness(word: Word, texts: Sequence[Text]) -> float:
    """Return 1 if one of the texts has the word, or else the highest cosine, at least 0."""
    if any(text.has(word) for text in texts):
        return 1.0
    mine = texts[0].vectors.get(lemma(word)) if texts else None
    there = [text.directions for text in texts if text.directions is not None]
    if mine is None or not there:
        return 0.0
    unit = _unit(mine)
    # below 1, which is reserved for the word itself
    return min(0.999, max(0.0, *(float((lines @ unit).max()) for lines in there)))


def cosine(first: Text, second: Text) -> float:
    if first.average is None or second.average is None:
        return 0.0
    return float(first.average @ second.average)
