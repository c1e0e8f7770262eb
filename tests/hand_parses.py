"""Dependency trees written by hand, one line each, and tools that know only what they are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

from qgauge.tools.entailer import Entailment
from qgauge.tools.parser import Parse, Word

_TAGS = {
    "A": "ADJ",
    "D": "DET",
    "I": "ADP",
    "M": "NUM",
    "N": "NOUN",
    "P": "PRON",
    "R": "ADV",
    "S": "SCONJ",
    "T": "PART",
    "U": "PUNCT",
    "V": "VERB",
    "X": "AUX",
    "E": "PROPN",
    "C": "CCONJ",
}


def tree(line: str) -> Parse:
    """A parse from words such as `built=build/V/0/root`: form=lemma, tag, head from 1, relation."""
    words, start = [], 0
    for item in line.split():
        form, tag, head, relation = item.rsplit("/", 3)
        text, _, lemma = form.partition("=")
        words.append(
            Word(
                text,
                start,
                start + len(text),
                upos=_TAGS[tag],
                lemma=lemma or text.lower(),
                head=int(head) - 1,
                relation=relation,
            )
        )
        start += len(text) + 1
    return Parse(tuple(words))


class HandParser:
    """A parser that looks texts up among trees written by hand."""

    identity = "by-hand"

    def __init__(self, lines: Mapping[str, str]) -> None:
        self.trees = {text: tree(line) for text, line in lines.items()}

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        return [self.trees[text] for text in texts]


class GivenCosines:
    """An embedder in which these pairs have these cosines, and all other words none."""

    identity = "given"

    def __init__(self, cosines: Mapping[tuple[str, str], float]) -> None:
        self.vectors: dict[str, npt.NDArray[np.float64]] = {}
        for at, ((one, two), cosine) in enumerate(cosines.items()):
            for word, pair in ((one, (1.0, 0.0)), (two, (cosine, sqrt(1 - cosine**2)))):
                self.vectors[word] = np.zeros(2 * len(cosines))
                self.vectors[word][2 * at : 2 * at + 2] = pair

    def vector(self, word: str) -> npt.NDArray[np.float64] | None:
        return self.vectors.get(word)


class GivenEntailment:
    """An entailer with one probability for each hypothesis; it keeps what it was asked."""

    identity = "given"

    def __init__(self, probabilities: dict[str, float], otherwise: float = 0.0) -> None:
        self.probabilities, self.otherwise = probabilities, otherwise
        self.asked: list[tuple[str, str]] = []

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        self.asked += pairs
        chances = [self.probabilities.get(said, self.otherwise) for _, said in pairs]
        return [Entailment(p, 1 - p, 0.0) for p in chances]
