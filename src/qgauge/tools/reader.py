"""The reader: finds the answer to a question in a passage, or says that there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from qgauge.tools.pairs import Look, Outputs, PairModel, PieceText, Read, Span, encode, room

LONGEST_ANSWER = 30
"""In word pieces, as in training."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The best answer, with its place in the passage.

    `confidence` is the probability of this span, `no_answer` that the passage holds none. Where
    a passage or a question has no words, `text` is empty and `no_answer` is 1.
    """

    text: str
    start: int
    end: int
    confidence: float
    no_answer: float


class Reader(Protocol):
    """Anything that answers questions from passages. `identity` goes into signatures."""

    @property
    def identity(self) -> str: ...

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        """The answer for each (question, passage), in order. No passage is cut."""


class EmbeddedReader:
    """The model we ship, for English.

    A long passage is read in windows that overlap by half, so that each answer of up to 30 word
    pieces is whole in one of them. Of a question of more than 320 pieces, the first and the last
    160 are read.

    In each window the spans and "no answer" share out one probability; that makes windows
    comparable, which bare scores are not. The most probable span of all windows is the answer,
    with its probability there as `confidence`. `no_answer` is what the window surest of an answer
    gives it: one good window is enough, and many poor ones do not add up to an answer, as they
    would in a product over windows. The two never sum to more than 1. An answer has whole words.
    """

    def __init__(self, threads: int = 1) -> None:
        self._model = PairModel(threads)

    @property
    def identity(self) -> str:
        return self._model.identity

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        texts = encode(text for pair in pairs for text in pair)
        looks = (
            look
            for question, passage in dict.fromkeys(pairs)
            for look in _looks(texts[question], texts[passage])
        )
        found = {pair: _best(reads) for pair, reads in self._model.run(looks, ["start", "end"])}
        nothing = Answer("", 0, 0, 0.0, 1.0)
        return [found.get(pair, nothing) for pair in pairs]


def _looks(question: PieceText, passage: PieceText) -> Iterator[Look]:
    if not len(question) or not len(passage):
        return
    size = room(question)
    last = max(0, len(passage) - size)
    for first in [*range(0, last, size // 2), last]:
        yield Look(question, passage, (first, min(first + size, len(passage))))


def _best(reads: Iterable[Read]) -> Answer:
    found = [(*_likeliest(look, outputs), look) for look, outputs in reads]
    span, confidence, _, look = max(found, key=lambda window: window[1])
    no_answer = min(window[2] for window in found)
    start, end = look.second.part(span)
    return Answer(look.second.text[start:end], start, end, confidence, no_answer)


def _likeliest(look: Look, outputs: Outputs) -> tuple[Span, float, float]:
    """The likeliest span of a window, with its probability and that of no answer."""
    first, last = look.window
    inside = slice(look.start, look.start + last - first)
    starts, ends = (outputs[name].astype(np.float64) for name in ("start", "end"))
    row, more, sure, none = likeliest(starts[inside], ends[inside], starts[0] + ends[0])
    return (first + row, first + row + more + 1), sure, none


def likeliest(
    starts: npt.NDArray[np.float64], ends: npt.NDArray[np.float64], nothing: float
) -> tuple[int, int, float, float]:
    """Of all spans of a window the likeliest: its first piece, how many more it has, its
    probability, and that of no answer, whose score is `nothing`.
    """
    # row by first piece, column by length: 30 columns instead of a square
    padded = np.append(ends, np.full(LONGEST_ANSWER - 1, -np.inf))
    scores = starts[:, None] + sliding_window_view(padded, LONGEST_ANSWER)
    best = int(scores.argmax())
    highest = max(nothing, scores.flat[best])
    total = np.exp(nothing - highest) + np.exp(scores - highest).sum()
    row, more = divmod(best, LONGEST_ANSWER)
    return (
        row,
        more,
        float(np.exp(scores.flat[best] - highest) / total),
        float(np.exp(nothing - highest) / total),
    )
