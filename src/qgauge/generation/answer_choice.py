"""Choose among the spans of a passage: the best ones, spread over sentences and types."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

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
    choice = _Choice(spans)
    chosen: list[AnswerSpan] = []
    while len(chosen) < count and (best := choice.take()) is not None:
        chosen.append(best)
    return chosen


class _Choice:
    """The spans that can still be chosen, in queues that make each choice quick.

    Spans of one type and sentence lose value together, so only the best of each such group
    competes. `_heaps` has the groups of each type by value, before the loss for the type.
    """

    def __init__(self, spans: Sequence[AnswerSpan]) -> None:
        self._taken: list[tuple[int, int]] = []
        self._topics: set[str] = set()
        self._sentences: Counter[int] = Counter()
        self._types: Counter[str] = Counter()
        self._ranked = sorted(set(spans), key=_order)
        self._groups: dict[tuple[str, int], list[int]] = defaultdict(list)
        for at in reversed(range(len(self._ranked))):  # the best is last
            self._groups[self._ranked[at].type, self._ranked[at].sentence].append(at)
        self._heaps: dict[str, list[tuple[float, int, int]]] = defaultdict(list)
        for (kind, sentence), group in self._groups.items():
            self._push(kind, sentence, group)

    def take(self) -> AnswerSpan | None:
        """Return the best span and take it out; None if no span is left."""
        tops = []
        for kind, heap in self._heaps.items():
            self._settle(kind)
            if heap:
                value, at, _ = heap[0]
                tops.append((value * _TYPE_AGAIN ** self._types[kind], at))
        if not tops:
            return None
        best = self._ranked[min(tops)[1]]
        self._sentences[best.sentence] += 1
        self._types[best.type] += 1
        self._topics |= {best.topic} - {""}
        insort(self._taken, (best.start, best.end))
        return best

    def _push(self, kind: str, sentence: int, group: list[int]) -> None:
        times, at = self._sentences[sentence], group[-1]
        value = -self._ranked[at].score * _SENTENCE_AGAIN**times
        heappush(self._heaps[kind], (value, at, times))

    def _settle(self, kind: str) -> None:
        """Drop spans that are no longer possible, until the first group of a type is valid."""
        heap = self._heaps[kind]
        while heap:
            _, at, times = heap[0]
            one = self._ranked[at]
            possible = self._is_possible(one)
            if possible and times == self._sentences[one.sentence]:
                return
            heappop(heap)
            group = self._groups[kind, one.sentence]
            if not possible:
                group.pop()
            if group:
                self._push(kind, one.sentence, group)

    def _is_possible(self, one: AnswerSpan) -> bool:
        """Return whether a span overlaps no taken one and has another topic."""
        taken, place = self._taken, bisect_left(self._taken, (one.start, one.end))
        before = place > 0 and taken[place - 1][1] > one.start
        after = place < len(taken) and taken[place][0] < one.end
        return not before and not after and one.topic not in self._topics


def _order(one: AnswerSpan) -> tuple[float, int, int, str, int, str]:
    """Return the key that decides between spans of equal value, whatever their order."""
    return -one.score, one.start, one.end, one.type, one.sentence, one.topic
