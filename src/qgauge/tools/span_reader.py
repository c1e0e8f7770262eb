"""Extractive readers: pick the most probable span over the windows of a passage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from qgauge.tools.roles import MOST_SURPRISE, Answer, Weighed

LONGEST_ANSWER = 30
"""Longest answer in word pieces, as in training."""
PARTIAL = 10.0
"""Penalty for a span that overlaps an answer only in part: this many times ln(1/F1), in nats."""
NOTHING = Answer("", 0, 0, 0.0, 1.0)
"""The answer if the passage or the question has no words."""

Numbers = npt.NDArray[np.float64]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Window(ABC):
    """A window of a passage with the model's logits for its word pieces."""

    passage: str
    """The whole passage."""
    starts: Numbers
    """Logit of an answer that starts at each piece."""
    ends: Numbers
    """Logit of an answer that ends at each piece."""
    nothing: float
    """Logit of "no answer"."""
    misstated: float | None = field(default=None, kw_only=True)
    """Probability that the question misstates the window, if the model judges that."""
    elsewhere: float | None = field(default=None, kw_only=True)
    """Probability that the question is about another text, likewise."""

    @abstractmethod
    def place(self, first: int, more: int) -> tuple[int, int]:
        """Return the character offsets of a span: its first piece and `more` pieces after it."""

    @abstractmethod
    def shared_with(self, answer: Any) -> Numbers | None:
        """Return the F1 of every span with the answer, or None if the answer has no words."""

    def likeliest(self) -> tuple[int, int, float, float]:
        """Return the most probable span.

        Returns:
            Its first piece, the number of pieces after it, its probability, and the probability
            of "no answer".
        """
        scores = self._spans()
        best = int(scores.argmax())
        highest = max(self.nothing, scores.flat[best])
        total = np.exp(self.nothing - highest) + np.exp(scores - highest).sum()
        sure = float(np.exp(scores.flat[best] - highest) / total)
        return *divmod(best, LONGEST_ANSWER), sure, float(np.exp(self.nothing - highest) / total)

    def least_surprising(self, shared: Numbers) -> tuple[int, int, float]:
        """Return the span at which a given answer is least surprising.

        Args:
            shared: F1 of every span with the answer, from `shared_with`.

        Returns:
            Its first piece, the number of pieces after it, and the surprise in nats.
        """
        scores = self._spans()
        highest = max(self.nothing, scores.max())
        total = np.log(np.exp(self.nothing - highest) + np.exp(scores - highest).sum()) + highest
        with np.errstate(divide="ignore"):
            costs = total - scores - PARTIAL * np.log(shared)
        best = int(costs.argmin())
        return *divmod(best, LONGEST_ANSWER), max(0.0, float(costs.flat[best]))

    def _spans(self) -> Numbers:
        """Return the logit of every span: one row per first piece, one column per length."""
        padded = np.append(self.ends, np.full(LONGEST_ANSWER - 1, -np.inf))
        spans: Numbers = self.starts[:, None] + sliding_window_view(padded, LONGEST_ANSWER)
        return spans


class SpanReader(ABC):
    """Base class for extractive readers.

    Within each window, the probabilities of all spans and of "no answer" sum to 1. This makes
    windows comparable, which logits are not. The answer is the most probable span of all windows,
    with its probability in that window as `confidence`. `no_answer` is the smallest "no answer"
    probability of any window: one good window is enough. (A product over windows would let many
    poor windows add up to an answer.) The two never sum to more than 1.
    """

    @abstractmethod
    def _read(self, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, Iterable[Window]]]:
        """Yield the windows of each pair; pairs without windows may be left out."""

    @abstractmethod
    def _pieces(self, answer: str) -> Any:
        """Return the pieces of an answer in the form that `Window.shared_with` takes."""

    def answer(self, pairs: Sequence[Pair]) -> list[Answer]:
        """Answer each (question, passage) pair; see `qgauge.tools.roles.Reader`."""
        answers = {pair: best_answer(windows) for pair, windows in self._read(pairs)}
        return [answers.get(pair, NOTHING) for pair in pairs]

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        """Weigh each (question, passage, answer) in the window where it is most probable."""
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
    """Return the most probable span of all windows, with the lowest `no_answer` of any window.

    The probabilities of flaws are the lowest of any window, too.
    """
    best, no_answer = NOTHING, 1.0
    misstated: float | None = None
    elsewhere: float | None = None
    for window in windows:
        misstated = _lower(misstated, window.misstated)
        elsewhere = _lower(elsewhere, window.elsewhere)
        first, more, sure, none = window.likeliest()
        no_answer = min(no_answer, none)
        if sure > best.confidence or best is NOTHING:
            start, end = window.place(first, more)
            best = Answer(window.passage[start:end], start, end, sure, none)
    return replace(best, no_answer=no_answer, misstated=misstated, elsewhere=elsewhere)


def _lower(one: float | None, other: float | None) -> float | None:
    return min((each for each in (one, other) if each is not None), default=None)


def weigh_answer(answer: Any, own: Answer, windows: Iterable[Window]) -> Weighed:
    """Weigh an answer, given in pieces, at its most probable span in any window."""
    best = Weighed(own, MOST_SURPRISE)
    for window in windows:
        shared = window.shared_with(answer)
        if shared is None or not shared.any():
            continue
        first, more, surprise = window.least_surprising(shared)
        if surprise < best.surprise:
            best = Weighed(own, surprise, *window.place(first, more))
    return best
