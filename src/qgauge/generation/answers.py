"""Find the spans of a passage that are worth asking about.

The rules of `answer_candidates` offer names, dates, numbers, noun phrases and clauses; a small
model, fitted to what people ask about, scores each of them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from qgauge.generation.answer_candidate import ANSWER_TYPES, Candidate
from qgauge.generation.answer_candidates import candidates
from qgauge.generation.answer_features import PassageFacts, features
from qgauge.generation.answer_kinds import kinds_of
from qgauge.generation.answer_model import answer_model
from qgauge.generation.answer_tree import AnswerTree
from qgauge.text.answer_tokens import ARTICLES
from qgauge.tools.roles import Parser

__all__ = ["ANSWER_TYPES", "AnswerSpan", "answer_spans", "diverse"]

_ABBREVIATION = re.compile(r"(?<![^\W\d_])[^\W\d_]\.[^\W\d_]\Z")
"""Matches the end of `4 a.m` and `the U.S`."""
_SENTENCE_AGAIN = 0.5
"""What a score is multiplied with for each span already chosen from the same sentence."""
_TYPE_AGAIN = 0.85
"""The same for each chosen span of the same type."""


@dataclass(frozen=True, slots=True)
class AnswerSpan:
    """A span of a passage that a question may ask for."""

    start: int
    """Character offset in the passage."""
    end: int
    """Character offset after the span."""
    sentence: int
    """Number of the sentence in the parse, from 0."""
    type: str
    """One of `ANSWER_TYPES`."""
    kinds: tuple[str, ...]
    """Kinds of questions that fit, one of `QUESTION_KINDS` each, the most likely first."""
    score: float
    """The chance that people ask about this span."""
    topic: str = ""
    """The words of the span in lower case without articles; `diverse` takes a topic only once."""


def answer_spans(passages: Sequence[str], parser: Parser) -> list[list[AnswerSpan]]:
    """Find all candidate answers of passages.

    Args:
        passages: The passages.
        parser: The tool that parses them.

    Returns:
        The spans of each passage, in order of their place. Spans overlap: `the keeper` and
        `the keeper of the lighthouse` are both candidates.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> passage = "Ada Lund sold the mill in 1921 because her father was ill."
        >>> [spans] = answer_spans([passage], open_tool("parser"))
        >>> sorted(passage[span.start : span.end] for span in diverse(spans, 3))
        ['1921', 'Ada Lund', 'her father was ill']
    """
    parses = parser.parse(passages)
    return [spans_of(text, AnswerTree(one)) for text, one in zip(passages, parses, strict=True)]


def spans_of(text: str, tree: AnswerTree) -> list[AnswerSpan]:
    """Return the spans of one parsed passage, in order of their place.

    Args:
        text: The passage.
        tree: Its parse.
    """
    found = candidates(text, tree)
    facts, model = PassageFacts(tree, found), answer_model()
    return [_span(text, one, tree, model.chance(features(one, facts))) for one in found]


def _span(text: str, one: Candidate, tree: AnswerTree, score: float) -> AnswerSpan:
    words = tree.words
    end = words[one.last - 1].end
    if text[end : end + 1] == "." and _ABBREVIATION.search(text, max(0, end - 4), end):
        end += 1  # the full stop of an abbreviation, which also ends the sentence
    return AnswerSpan(
        start=words[one.first].start,
        end=end,
        sentence=words[one.first].sentence,
        type=one.type,
        kinds=kinds_of(one, tree),
        score=score,
        topic=" ".join(low for low in tree.lows[one.first : one.last] if low not in ARTICLES),
    )


def diverse(spans: Sequence[AnswerSpan], count: int) -> list[AnswerSpan]:
    """Choose the best spans, spread over sentences and types, without overlaps.

    Each chosen span lowers the value of the others of its sentence and of its type.

    Args:
        spans: The spans of one passage, in any order.
        count: How many to choose at most.

    Returns:
        The chosen spans, in the order of choice.

    Examples:
        >>> def span(start, end, sentence, score):
        ...     return AnswerSpan(start, end, sentence, "phrase", ("what",), score)
        >>> spans = [span(0, 9, 0, 0.5), span(4, 9, 0, 0.4), span(20, 25, 0, 0.3)]
        >>> chosen = diverse([*spans, span(40, 50, 1, 0.2)], 2)
        >>> [(one.start, one.end) for one in chosen]
        [(0, 9), (40, 50)]
    """
    ranked = sorted(set(spans), key=_order)
    heap = [(-one.score, at, 0) for at, one in enumerate(ranked)]
    heapify(heap)
    chosen: list[AnswerSpan] = []
    taken: list[tuple[int, int]] = []
    topics: set[str] = set()
    sentences: dict[int, int] = {}
    types: dict[str, int] = {}
    while heap and len(chosen) < count:
        _, at, round_ = heappop(heap)
        one = ranked[at]
        place = bisect_left(taken, (one.start, one.end))
        if one.topic in topics or _overlaps(taken, place, one):
            continue
        if round_ < len(chosen):  # the value may have fallen since: weigh it again
            falls = _SENTENCE_AGAIN ** sentences.get(one.sentence, 0)
            falls *= _TYPE_AGAIN ** types.get(one.type, 0)
            heappush(heap, (-one.score * falls, at, len(chosen)))
            continue
        chosen.append(one)
        topics |= {one.topic} - {""}
        insort(taken, (one.start, one.end))
        sentences[one.sentence] = sentences.get(one.sentence, 0) + 1
        types[one.type] = types.get(one.type, 0) + 1
    return chosen


def _overlaps(taken: Sequence[tuple[int, int]], place: int, one: AnswerSpan) -> bool:
    """Return whether a span overlaps a taken one; taken spans are sorted and disjoint."""
    before = place > 0 and taken[place - 1][1] > one.start
    return before or (place < len(taken) and taken[place][0] < one.end)


def _order(one: AnswerSpan) -> tuple[float, int, int, str, int, str]:
    """Return the key that decides between spans of equal value, whatever their order."""
    return -one.score, one.start, one.end, one.type, one.sentence, one.topic
