"""The best subset of a set: no two questions that ask the same, and as much asked as can be."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import Any

from qgauge.core import BadInput, Example
from qgauge.sets.judging import QuestionSet


@dataclass
class _Chosen:
    """What is asked about so far."""

    sentences: set[tuple[str, int]] = field(default_factory=set)
    concepts: set[tuple[str, str]] = field(default_factory=set)
    kinds: dict[str, int] = field(default_factory=dict)
    blocked: set[int] = field(default_factory=set)


def best_subset(found: QuestionSet, size: int, quality: Sequence[float] | None = None) -> list[int]:
    """Places of at most `size` questions, in the order of the set.

    One by one, the question that adds most is taken: a sentence and concepts not asked about yet,
    and its own quality, as its rank from 0 to 1; of equals, one of a kind that is still rare, then
    the first. Questions that are bad by themselves come last. A question that is a duplicate of one
    taken, or that says its answer or is answered by it, is never taken.
    """
    rank = _ranks(quality) if quality is not None else [0.0] * len(found.questions)
    rivals = _rivals(found)
    concepts = _concepts(found)
    chosen = _Chosen()
    taken: list[int] = []

    def worth(at: int) -> tuple[bool, float, int, int]:
        one = found.questions[at]
        gain = rank[at]
        if one.sentence is not None:
            gain += (one.question.document, one.sentence) not in chosen.sentences
        mine = concepts[at]
        if mine:
            gain += len(mine - chosen.concepts) / len(mine)
        return not one.flawed, gain, -chosen.kinds.get(one.kind, 0), -at

    # What a question is worth only falls as others are taken, so that a worth worked out earlier
    # is the most it can be now: the first in line whose worth still holds is the best.
    line = [(_falling(worth(at)), at) for at in range(len(found.questions))]
    heapify(line)
    while line and len(taken) < size:
        before, best = heappop(line)
        if best in chosen.blocked:
            continue
        if (now := _falling(worth(best))) != before:
            heappush(line, (now, best))
            continue
        one = found.questions[best]
        taken.append(best)
        chosen.kinds[one.kind] = chosen.kinds.get(one.kind, 0) + 1
        chosen.concepts |= concepts[best]
        chosen.blocked |= rivals[best]
        if one.sentence is not None:
            chosen.sentences.add((one.question.document, one.sentence))
    return sorted(taken)


def _falling(worth: tuple[bool, float, int, int]) -> tuple[bool, float, int, int]:
    """So that the highest worth is the lowest, as a heap has it first."""
    clean, gain, rare, early = worth
    return not clean, -gain, -rare, -early


def _rivals(found: QuestionSet) -> list[set[int]]:
    """For each question, those that cannot be kept beside it."""
    rivals: list[set[int]] = [set() for _ in found.questions]
    links = [(pair.first, pair.second) for pair in found.pairs]
    links += [(leak.source, leak.target) for leak in found.leaks if leak.source != leak.target]
    for first, second in links:
        rivals[first].add(second)
        rivals[second].add(first)
    return rivals


def _concepts(found: QuestionSet) -> list[set[tuple[str, str]]]:
    """The key concepts each question or its answer names, with their documents."""
    named: list[set[tuple[str, str]]] = [set() for _ in found.questions]
    for covered in found.documents:
        for at in covered.questions:
            said = found.questions[at].question.stems
            named[at] = {
                (covered.document.text, concept.text)
                for concept in covered.document.concepts
                if concept.stems <= said
            }
    return named


def _ranks(quality: Sequence[float]) -> list[float]:
    """The share of the others that are worse, equals counting half: from 0 to 1."""
    if len(quality) < 2:
        return [0.0] * len(quality)
    order = sorted(quality)
    return [
        (bisect_left(order, one) + bisect_right(order, one) - 1) / 2 / (len(quality) - 1)
        for one in quality
    ]


def qualities(examples: Sequence[Example], path: str, source: str) -> dict[str, list[float]]:
    """What the rows of each system say their questions are worth, by a path into their columns."""
    found: dict[str, list[float]] = {}
    for example in examples:
        value: Any = example.meta
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        if isinstance(value, str):
            with suppress(ValueError):
                value = float(value)
        if type(value) not in (int, float) or value != value:
            problem = f"question '{example.id}' has no number here; --quality needs one in each row"
            raise BadInput(problem, file=source, field=path)
        found.setdefault(example.system, []).append(float(value))
    return found
