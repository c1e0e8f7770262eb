"""Compare the questions of a set by QSTS, in blocks that can run in any process and be stored."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING, Any

from qgauge.core import Example, Tools
from qgauge.metrics.qsts import Qsts
from qgauge.metrics.qsts_parts import QUESTION_CLASS, REFERENCE_CLASS
from qgauge.sets.pairs import Pair
from qgauge.sets.question import SetQuestion
from qgauge.tools.roles import Parse

if TYPE_CHECKING:
    from qgauge.sets.pair_search import PairSearch

SIMILARITY = Qsts(direction="both")
"""QSTS in both directions, because neither question is the other's reference."""


@dataclass(frozen=True)
class BlockPairs:
    """The duplicates whose first question is in a block."""

    block: int
    pairs: tuple[Pair, ...]
    unscored: Mapping[str, int]
    """Why similar pairs have no QSTS, with counts."""

    def as_json(self) -> dict[str, Any]:
        """Return it in a form for JSON; `from_json` reads it back, to the last digit."""
        return {
            "block": self.block,
            "pairs": [list(astuple(pair)) for pair in self.pairs],
            "unscored": dict(self.unscored),
        }

    @classmethod
    def from_json(cls, made: Mapping[str, Any]) -> BlockPairs:
        """Return what `as_json` was called on."""
        pairs = tuple(Pair(*fields) for fields in made["pairs"])
        return cls(made["block"], pairs, dict(made["unscored"]))


@dataclass(frozen=True)
class BlockTask:
    """A block with everything that its comparison needs except the tools. It pickles."""

    block: int
    pairs: tuple[Pair, ...]
    """The pairs that are duplicates if QSTS agrees."""
    rows: tuple[Example, ...]
    """The rows to score: one for each pair that has not the same text."""
    parses: Mapping[str, Parse]
    """The parses of the questions in the rows."""
    least: float
    """The minimum QSTS of duplicates."""

    @property
    def digest(self) -> str:
        """A digest of what is compared; equal texts have equal parses."""
        pairs = [astuple(pair) for pair in self.pairs]
        rows = [(row.question, row.references, row.meta) for row in self.rows]
        content = json.dumps([self.block, pairs, rows, self.least])
        return hashlib.sha256(content.encode()).hexdigest()

    def compare(self, tools: Tools) -> BlockPairs:
        """Score the pairs of the block, and return the duplicates."""
        given = {**tools, "parser": _Parsed(self.parses)}
        scores = iter(SIMILARITY.score(list(self.rows), given) if self.rows else ())
        found: list[Pair] = []
        unscored: dict[str, int] = {}
        for pair in self.pairs:
            if pair.same_text:
                found.append(pair)
                continue
            score = next(scores)
            value = score.value if isinstance(score.value, float) else None
            if score.unscored:
                unscored[score.unscored] = unscored.get(score.unscored, 0) + 1
            elif (value or 0.0) >= self.least:
                found.append(replace(pair, qsts=value))
        return BlockPairs(self.block, tuple(found), unscored)


class _Parsed:
    """A parser that returns existing parses, so that no text is parsed twice."""

    def __init__(self, parses: Mapping[str, Parse]) -> None:
        self._parses = parses

    def parse(self, texts: Iterable[str]) -> list[Parse]:
        return [self._parses[text] for text in texts]


def task_of(
    block: int,
    search: PairSearch,
    questions: Sequence[SetQuestion],
    parses: Mapping[str, Parse],
    least: float,
) -> BlockTask:
    """Search a block, and return what is left to do for it. `least` is the minimum QSTS."""
    pairs = tuple(search.likely(block))
    rows = tuple(
        _row(questions[one.first], questions[one.second]) for one in pairs if not one.same_text
    )
    texts = dict.fromkeys(text for row in rows for text in (row.question, *row.references))
    return BlockTask(block, pairs, rows, {text: parses[text] for text in texts}, least)


def _row(first: SetQuestion, second: SetQuestion) -> Example:
    classes = {QUESTION_CLASS: first.label, REFERENCE_CLASS: second.label}
    asked = first.example
    return Example(asked.id, asked.question, (second.example.question,), meta=classes)
