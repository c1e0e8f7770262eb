"""Readers that answer with a span of the passage, by what a model says of windows of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from qgauge.tools.roles import MOST_SURPRISE, Answer, Weighed

LONGEST_ANSWER = 30
"""In word pieces, as in training."""
PARTIAL = 10.0
"""How much it costs to share only some words with an answer: so many times ln(1/F1), in nats."""
NOTHING = Answer("", 0, 0, 0.0, 1.0)

Numbers = npt.NDArray[np.float64]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Window(ABC):
    """A window of a passage: how likely an answer begins and ends at each of its pieces."""

    passage: str
    starts: Numbers
    ends: Numbers
    nothing: float
    """The score of no answer."""

    @abstractmethod
    def place(self, first: int, more: int) -> tuple[int, int]:
        """Where a span stands in the passage: a piece, and so many more."""

    @abstractmethod
    def shared_with(self, answer: Any) -> Numbers | None:
        """What each span shares with the pieces of an answer; None if those have no words."""

    def likeliest(self) -> tuple[int, int, float, float]:
        """Of all spans the likeliest: its first piece, how many more it has, its probability, and
        that of no answer.
        """
        scores = self._spans()
        best = int(scores.argmax())
        highest = max(self.nothing, scores.flat[best])
        total = np.exp(self.nothing - highest) + np.exp(scores - highest).sum()
        sure = float(np.exp(scores.flat[best] - highest) / total)
        return *divmod(best, LONGEST_ANSWER), sure, float(np.exp(self.nothing - highest) / total)

    def least_surprising(self, shared: Numbers) -> tuple[int, int, float]:
        """Where a given answer surprises least, by what each span shares with it: the first piece
        of the span, how many more it has, and the surprise.
        """
        scores = self._spans()
        highest = max(self.nothing, scores.max())
        total = np.log(np.exp(self.nothing - highest) + np.exp(scores - highest).sum()) + highest
        with np.errstate(divide="ignore"):
            costs = total - scores - PARTIAL * np.log(shared)
        best = int(costs.argmin())
        return *divmod(best, LONGEST_ANSWER), max(0.0, float(costs.flat[best]))

    def _spans(self) -> Numbers:
        """The score of every span, row by first piece, column by length: 30 instead of a square."""
        padded = np.append(self.ends, np.full(LONGEST_ANSWER - 1, -np.inf))
        spans: Numbers = self.starts[:, None] + sliding_window_view(padded, LONGEST_ANSWER)
        return spans


class SpanReader(ABC):
    """Base class of readers.

    In each window the spans and "no answer" share out one probability; that makes windows
    comparable, which bare scores are not. The most probable span of all windows is the answer,
    with its probability there as `confidence`. `no_answer` is what the window surest of an answer
    gives it: one good window is enough, and many poor ones do not add up to an answer, as they
    would in a product over windows. The two never sum to more than 1.
    """

    @abstractmethod
    def _read(self, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, Iterable[Window]]]:
        """The windows of each pair that has any, pair by pair."""

    @abstractmethod
    def _pieces(self, answer: str) -> Any:
        """The pieces of an answer, as its windows compare them."""

    def answer(self, pairs: Sequence[Pair]) -> list[Answer]:
        answers = {pair: best_answer(windows) for pair, windows in self._read(pairs)}
        return [answers.get(pair, NOTHING) for pair in pairs]

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        """In the window where the answer is most probable; "no answer" has its share there too."""
        answers: dict[Pair, list[str]] = {}
        for question, passage, answer in triples:
            answers.setdefault((question, passage), []).append(answer)
        found: dict[tuple[str, str, str], Weighed] = {}
        for pair, windows in self._read(list(answers)):
            kept = list(windows)
            own = best_answer(kept)
            for answer in answers[pair]:
                found[*pair, answer] = weigh_answer(self._pieces(answer), own, kept)
        nothing = Weighed(NOTHING, MOST_SURPRISE)
        return [found.get(triple, nothing) for triple in triples]


def best_answer(windows: Iterable[Window]) -> Answer:
    """The likeliest span of all windows; of "no answer", what the surest window says."""
    best, no_answer = NOTHING, 1.0
    for window in windows:
        first, more, sure, none = window.likeliest()
        no_answer = min(no_answer, none)
        if sure > best.confidence or best is NOTHING:
            start, end = window.place(first, more)
            best = Answer(window.passage[start:end], start, end, sure, none)
    return replace(best, no_answer=no_answer)


def weigh_answer(answer: Any, own: Answer, windows: Iterable[Window]) -> Weighed:
    """An answer, given in pieces, at its most probable place in any window."""
    best = Weighed(own, MOST_SURPRISE)
    for window in windows:
        shared = window.shared_with(answer)
        if shared is None or not shared.any():
            continue
        first, more, surprise = window.least_surprising(shared)
        if surprise < best.surprise:
            best = Weighed(own, surprise, *window.place(first, more))
    return best
