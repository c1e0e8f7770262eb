"""Choose the best subset of a set: no duplicates, and maximal coverage."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heapify, heappop, heapreplace
from typing import Any

from qgauge.core import BadInput, Example
from qgauge.sets.judging import QuestionSet


@dataclass
class _Chosen:
    """The coverage of the questions chosen so far."""

    sentences: set[tuple[str, int]] = field(default_factory=set)
    concepts: set[tuple[str, str]] = field(default_factory=set)
    kinds: dict[str, int] = field(default_factory=dict)
    blocked: set[int] = field(default_factory=set)


def best_subset(found: QuestionSet, size: int, quality: Sequence[float] | None = None) -> list[int]:
    """Choose the best questions of a set greedily.

    Each step takes the question that adds most: a sentence and concepts not covered yet, and its
    quality as a rank from 0 to 1. Ties go to the rarer kind, then to the first question. Questions
    that are flawed in themselves come last. Duplicates of a chosen question, and questions that
    leak its answer or have theirs leaked by it, are never chosen.

    Args:
        found: The judged set.
        size: The maximum number of questions.
        quality: The quality of each question, higher is better; None if unknown.

    Returns:
        The indices of the chosen questions, in the order of the set.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.sets import best_subset, judge
        >>> from qgauge.tools import open_tool
        >>> tools = {role: open_tool(role) for role in ("parser", "classifier", "embedder")}
        >>> asked = ["Who built the mill?", "Who built the mill ?", "When did the mill burn?"]
        >>> text = "Ada built the mill. The mill burned in 1901."
        >>> rows = [Example(str(at), one, passage=text) for at, one in enumerate(asked)]
        >>> best_subset(judge(rows, tools)[""], size=3)
        [0, 2]
    """
    rank = _ranks(quality) if quality is not None else [0.0] * len(found.questions)
    rivals_of = rivals(found)
    concepts = _concepts(found)
    chosen = _Chosen()
    taken: list[int] = []

    def worth(at: int) -> tuple[bool, float, int]:
        one = found.questions[at]
        gain = rank[at]
        if one.sentence is not None:
            gain += (one.question.document, one.sentence) not in chosen.sentences
        mine = concepts[at]
        if mine:
            gain += len(mine - chosen.concepts) / len(mine)
        return one.flawed, -gain, at  # heaps return the lowest value first

    # One heap for each kind: how rare a kind is changes with every choice, but never the order of
    # its questions.
    lines: dict[str, list[tuple[bool, float, int]]] = {}
    for at, one in enumerate(found.questions):
        lines.setdefault(one.kind, []).append(worth(at))
    for line in lines.values():
        heapify(line)
    while len(taken) < size:
        tops = [
            (flawed, loss, chosen.kinds.get(kind, 0), at)
            for kind, line in lines.items()
            for flawed, loss, at in _top(line, worth, chosen.blocked)
        ]
        if not tops:
            break
        best = min(tops)[-1]
        one = found.questions[best]
        heappop(lines[one.kind])
        taken.append(best)
        chosen.kinds[one.kind] = chosen.kinds.get(one.kind, 0) + 1
        chosen.concepts |= concepts[best]
        chosen.blocked |= rivals_of[best]
        if one.sentence is not None:
            chosen.sentences.add((one.question.document, one.sentence))
    return sorted(taken)


def _top(
    line: list[tuple[bool, float, int]],
    worth: Callable[[int], tuple[bool, float, int]],
    blocked: Set[int],
) -> list[tuple[bool, float, int]]:
    """Return the best question of a heap, or nothing if it has none that may be chosen.

    Lazy greedy: a question's gain only falls as others are taken, so an old gain is an upper
    bound. The first question in the heap whose gain is still current is the best.
    """
    while line:
        before = line[0]
        at = before[-1]
        if at in blocked:
            heappop(line)
        elif (now := worth(at)) != before:
            heapreplace(line, now)
        else:
            return [before]
    return []


def rivals(found: QuestionSet) -> list[set[int]]:
    """Return, for each question, the questions that cannot be kept with it.

    Args:
        found: The judged set.

    Returns:
        The indices of its duplicates, of questions that leak its answer, and of those whose answer
        it leaks.
    """
    blocked: list[set[int]] = [set() for _ in found.questions]
    links = [(pair.first, pair.second) for pair in found.pairs]
    links += [(leak.source, leak.target) for leak in found.leaks if leak.source != leak.target]
    for first, second in links:
        blocked[first].add(second)
        blocked[second].add(first)
    return blocked


def _concepts(found: QuestionSet) -> list[set[tuple[str, str]]]:
    """Return the key concepts that each question or its answer names, with their documents."""
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
    """Return ranks from 0 to 1: the proportion of worse questions, with ties counting half."""
    if len(quality) < 2:
        return [0.0] * len(quality)
    order = sorted(quality)
    return [
        (bisect_left(order, one) + bisect_right(order, one) - 1) / 2 / (len(quality) - 1)
        for one in quality
    ]


def qualities(examples: Sequence[Example], path: str, source: str) -> dict[str, list[float]]:
    """Return the quality of each system's questions from a column, given as a dotted path."""
    found: dict[str, list[float]] = {}
    for example in examples:
        value: Any = example.meta
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        if isinstance(value, str):
            with suppress(ValueError):
                value = float(value)
        if type(value) not in (int, float) or value != value:
            problem = f"question '{example.id}' has no number here; --quality needs one per row"
            raise BadInput(problem, file=source, field=path)
        found.setdefault(example.system, []).append(float(value))
    return found
