"""Embedded parser: words, trees, lemmas and entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from qgauge.models.session import Outputs
from qgauge.tools.embedded.best_tree import best_tree
from qgauge.tools.embedded.entities import named_entities, with_values
from qgauge.tools.embedded.lemmas import lemma
from qgauge.tools.embedded.linguist import LinguistTool, Reading
from qgauge.tools.roles import Entity, Parse, Word


class _Tree(NamedTuple):
    """Decoded outputs of a sentence."""

    upos: list[str]
    heads: list[int]
    """Head of each word, from 1; 0 for the root."""
    relations: list[str]
    named: list[Entity]


class EmbeddedParser(LinguistTool):
    """Parses with the embedded model, which is loaded on first use. Pickles without the model."""

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        distinct = list(dict.fromkeys(texts))
        readings = self._linguist.decoded(distinct, ["pos", "arc", "rel", "ner"], self._tree)
        parses = dict(zip(distinct, map(_parse, readings), strict=True))
        return [parses[text] for text in texts]

    def _tree(self, out: Outputs) -> _Tree:
        labels = self._linguist.labels
        heads = best_tree(out["arc"])
        relations = out["rel"][np.arange(len(heads)), heads].argmax(axis=-1)
        return _Tree(
            [labels["pos"][tag] for tag in out["pos"].argmax(axis=-1)],
            heads.tolist(),
            [labels["rel"][relation] for relation in relations],
            named_entities(out["ner"], labels["ner"]),
        )


def _parse(reading: Reading[_Tree]) -> Parse:
    words: list[Word] = []
    entities: list[Entity] = []
    for number, ((first, last), tree) in enumerate(
        zip(reading.sentences, reading.outputs, strict=True)
    ):
        sentence = [
            Word(
                word.text,
                word.start,
                word.end,
                upos=upos,
                lemma=lemma(word.text, upos),
                head=first + head - 1 if head else -1,
                relation=relation,
                sentence=number,
            )
            for word, upos, head, relation in zip(
                reading.words[first:last], tree.upos, tree.heads, tree.relations, strict=True
            )
        ]
        for entity in with_values(sentence, tree.named):
            for at in range(entity.first, entity.last):
                sentence[at] = replace(sentence[at], entity=entity.kind)
            entities.append(Entity(first + entity.first, first + entity.last, entity.kind))
        words += sentence
    return Parse(tuple(words), tuple(entities))
