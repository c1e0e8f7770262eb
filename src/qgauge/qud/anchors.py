"""Find anchors with a small model: which sentence raises the question that a sentence answers?

The model gives each sentence before the answer sentence a sum of weighted features, and turns the
sums into probabilities (a softmax). It is in `qud_anchor.json`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from qgauge.core import Tools
from qgauge.models.files import FOLDER
from qgauge.models.json_models import load_json
from qgauge.qud.anchor_features import (
    Features,
    Mentions,
    Sentence,
    anchor_features,
    candidates,
)
from qgauge.qud.criteria.tool_outputs import texts_with_vectors

FILE = "qud_anchor.json"
FORMAT = 1
USES = ("parser", "embedder")


@dataclass(frozen=True, slots=True)
class AnchorModel:
    """The weight of each feature."""

    weights: Mapping[str, float]

    def chances(self, rows: Sequence[Features]) -> list[float]:
        """Return the probability of each candidate by its features.

        Examples:
            >>> AnchorModel({"previous": 1.0986}).chances([{"previous": 0}, {"previous": 1}])
            [0.25, 0.75]
        """
        sums = [sum(weight * row[name] for name, weight in self.weights.items()) for row in rows]
        highest = max(sums)
        powers = [exp(one - highest) for one in sums]
        whole = sum(powers)
        return [round(power / whole, 4) for power in powers]


@cache
def anchor_model(folder: Path = FOLDER) -> AnchorModel:
    """Return the bundled model, verified and loaded once per process."""

    def build(found: dict[str, Any]) -> AnchorModel:
        return AnchorModel({str(name): float(one) for name, one in found["weights"].items()})

    return load_json(FILE, FORMAT, build, folder)


def anchor_chances(
    sentences: Sequence[str], answers: Sequence[int], tools: Tools
) -> dict[int, dict[int, float]]:
    """Return the probabilities of anchors.

    Args:
        sentences: The sentences of an article; a missing one is an empty string.
        answers: The numbers of the answer sentences, from 2.
        tools: A parser and an embedder.

    Returns:
        For each answer sentence the probability of each candidate by its number, highest first.
    """
    found = {}
    for answer, rows in pair_features(sentences, answers, tools).items():
        chances = zip(rows, anchor_model().chances(list(rows.values())), strict=True)
        # of equals the nearest first
        found[answer] = dict(sorted(chances, key=lambda one: (-one[1], -one[0])))
    return found


def pair_features(
    sentences: Sequence[str], answers: Sequence[int], tools: Tools
) -> dict[int, dict[int, Features]]:
    """Return the features of all candidates, by answer sentence and candidate."""
    texts, wanted = dict.fromkeys(one for one in sentences if one.strip()), set(answers)
    parses = dict(zip(texts, tools["parser"].parse(list(texts)), strict=True))
    analyses = texts_with_vectors(parses, tools["embedder"].vector)
    read: list[Sentence] = []
    mentions = Mentions()
    found = {}
    for number, text in enumerate(sentences, 1):
        if not text.strip():
            continue
        sentence = Sentence(number, text, analyses[text])
        if number in wanted and read:
            rows = anchor_features(read, sentence, mentions)
            found[number] = {
                one.number: row for (_, one), row in zip(candidates(read), rows, strict=True)
            }
        read.append(sentence)
        mentions.read(sentence)
    return found
