"""The rated questions of the four sets, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from qgauge.core import Example
from qgauge.data.public import read_public
from qgauge.metrics.question_agreement import agreement
from qgauge.metrics.question_reading import read_questions
from qgauge.metrics.reference_model import kinds_of, with_same_question
from qgauge.models.additive import Additive
from qgauge.text.ptb import tokenize
from qgauge.tools.cache import Cache
from qgauge.tools.registry import open_tool
from qgauge.tools.roles import Grammar

SETS = ("squad", "wikimovies", "vqa", "simqg")
SIMILARITY = "simqg"
"""The set whose ratings are of similarity; those of the others are of answerability."""
BATCH = 128
Parts = dict[str, dict[str, float]]


class NoGrammarian:
    """Checks nothing: question pairs without ratings need no grammar."""

    identity = "none"

    def check(self, texts: Sequence[str], suggest: bool = False) -> list[Grammar]:
        return [Grammar((), None) for _ in texts]


@dataclass(frozen=True)
class Rated:
    """The rated pairs of a question and its reference."""

    names: list[str]
    """The features."""
    values: np.ndarray
    gold: np.ndarray
    """From 0 to 1: the similarity, or the mean of the two raters of answerability after normalising
    each of them (Blatz et al. 2004)."""
    plain: np.ndarray
    """The mean rating without normalising, from 0 to 1."""
    sets: np.ndarray
    references: np.ndarray

    def of(self, rows: np.ndarray) -> Rated:
        return Rated(
            self.names,
            self.values[rows],
            self.gold[rows],
            self.plain[rows],
            self.sets[rows],
            self.references[rows],
        )


def open_tools(cache: Path | None, grammar: bool = True) -> dict[str, object]:
    kept = Cache(cache) if cache else None
    roles = ("parser", "classifier", "embedder", *(("grammarian",) if grammar else ()))
    tools: dict[str, object] = {role: open_tool(role, cache=kept) for role in roles}
    return tools if grammar else {**tools, "grammarian": NoGrammarian()}


def compared(
    pairs: Sequence[tuple[str, str]], tools: dict[str, object]
) -> list[tuple[Parts, dict[str, float]]]:
    """Return the numbers and the kinds of (question, reference) pairs."""
    found = []
    for start in range(0, len(pairs), BATCH):
        batch = pairs[start : start + BATCH]
        examples = [Example(str(at), one, (two,)) for at, (one, two) in enumerate(batch)]
        readings = read_questions(examples, tools)
        for one, two in batch:
            parts = agreement(readings[one], readings[two])
            found.append((parts, kinds_of(readings[two], parts)))
    return found


def read_rated(shared: Path, tools: dict[str, object], same_question: Additive) -> Rated:
    """Read the four sets and compute every feature."""
    examples = [
        example
        for name in ("answerability", "simqg")
        for example in read_public(name, shared / "eval" / name).examples
    ]
    pairs = [(one.question, one.references[0]) for one in examples]
    rows = [
        with_same_question(parts, kinds, same_question).values()
        for parts, kinds in compared(pairs, tools)
    ]
    names = list(rows[0])
    sets = np.array([str(one.meta.get("part", SIMILARITY)) for one in examples])
    ratings = [
        [
            float(x or 0)
            for x in one.ratings["answerability" if "part" in one.meta else "similarity"]
        ]
        for one in examples
    ]
    means = np.array([sum(one) / len(one) for one in ratings])
    similar = sets == SIMILARITY
    return Rated(
        names,
        np.array([[row[name] for name in names] for row in rows]),
        np.where(similar, means, _normalised(ratings, sets)),
        np.where(similar, means, (means - 1) / 4),
        sets,
        np.array([" ".join(tokenize(two)) for _, two in pairs]),
    )


def _normalised(ratings: Sequence[Sequence[float]], sets: np.ndarray) -> np.ndarray:
    """Return the mean over the raters of (count below + half the count equal) / n, by set."""
    found = np.zeros(len(ratings))
    for name in SETS:
        rows = np.flatnonzero(sets == name)
        columns = np.array([ratings[int(row)] for row in rows]).T
        for column in columns:
            below = (column[None, :] < column[:, None]).mean(1)
            equal = (column[None, :] == column[:, None]).mean(1)
            found[rows] += (below + equal / 2) / len(columns)
    return found
