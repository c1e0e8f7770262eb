"""Dependency trees written by hand, one line each, and tools that know only what they are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    """An embedder that knows these pairs, in either order."""

    identity = "given"

    def __init__(self, cosines: dict[tuple[str, str], float]) -> None:
        self.cosines = cosines

    def vector(self, word: str) -> None:
        return None

    def similarity(self, pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        return [self.cosines.get((a, b), self.cosines.get((b, a))) for a, b in pairs]


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
