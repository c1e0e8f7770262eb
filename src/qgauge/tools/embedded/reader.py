"""The reader: finds the answer to a question in a passage, or says that there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from qgauge.tools.embedded.pair_model import (
    Look,
    Outputs,
    PairModel,
    PieceText,
    Read,
    Span,
    encode,
    room,
)
from qgauge.tools.embedded.rounding import rounded_nats, rounded_probability
from qgauge.tools.embedded.span_f1 import idle_pieces, overlaps
from qgauge.tools.roles import MOST_SURPRISE, Answer, Weighed

LONGEST_ANSWER = 30
"""In word pieces, as in training."""
PARTIAL = 10.0
"""How much it costs to share only some words with an answer: so many times ln(1/F1), in nats."""


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
        return [found.get(pair, NOTHING) for pair in pairs]

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        """In the window where the answer is most probable; "no answer" has its share there too."""
        texts = encode(text for triple in triples for text in triple)
        answers: dict[tuple[str, str], dict[str, None]] = {}
        for question, passage, answer in triples:
            answers.setdefault((question, passage), {})[answer] = None
        looks = (
            look
            for question, passage in answers
            for look in _looks(texts[question], texts[passage])
        )
        found: dict[tuple[str, str, str], Weighed] = {}
        for pair, reads in self._model.run(looks, ["start", "end"]):
            kept = list(reads)
            own = _best(kept)
            for answer in answers[pair]:
                found[*pair, answer] = _weighed(own, kept, texts[answer])
        nothing = Weighed(NOTHING, MOST_SURPRISE)
        return [found.get(triple, nothing) for triple in triples]


NOTHING = Answer("", 0, 0, 0.0, 1.0)


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
    return Answer(
        look.second.text[start:end],
        start,
        end,
        rounded_probability(confidence),
        rounded_probability(no_answer),
    )


def _likeliest(look: Look, outputs: Outputs) -> tuple[Span, float, float]:
    """The likeliest span of a window, with its probability and that of no answer."""
    first, _ = look.window
    row, more, sure, none = likeliest(*_scores(look, outputs))
    return (first + row, first + row + more + 1), sure, none


def likeliest(
    starts: npt.NDArray[np.float64], ends: npt.NDArray[np.float64], nothing: float
) -> tuple[int, int, float, float]:
    """Of all spans of a window the likeliest: its first piece, how many more it has, its
    probability, and that of no answer, whose score is `nothing`.
    """
    scores = _spans(starts, ends)
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


def _weighed(own: Answer, reads: Sequence[Read], answer: PieceText) -> Weighed:
    """The given answer at its most probable place in any window."""
    best = Weighed(own, MOST_SURPRISE)
    for look, outputs in reads:
        window = look.second.ids[slice(*look.window)]
        shared = overlaps(window, answer.ids, idle_pieces(), LONGEST_ANSWER)
        found = least_surprising(*_scores(look, outputs), shared)
        if found is not None and found[0] < best.surprise:
            surprise, row, more = found
            first = look.window[0] + row
            start, end = look.second.part((first, first + more + 1))
            best = Weighed(own, surprise, start, end)
    return replace(best, surprise=rounded_nats(best.surprise))


def least_surprising(
    starts: npt.NDArray[np.float64],
    ends: npt.NDArray[np.float64],
    nothing: float,
    shared: npt.NDArray[np.float64] | None,
) -> tuple[float, int, int] | None:
    """Where a given answer surprises least in a window, by what each span shares with it: the
    surprise, the first piece of the span, and how many more it has; None if it shares nothing.
    """
    if shared is None or not shared.any():
        return None
    scores = _spans(starts, ends)
    highest = max(nothing, scores.max())
    total = np.log(np.exp(nothing - highest) + np.exp(scores - highest).sum()) + highest
    with np.errstate(divide="ignore"):
        costs = total - scores - PARTIAL * np.log(shared)
    place = int(costs.argmin())
    return max(0.0, float(costs.flat[place])), *divmod(place, LONGEST_ANSWER)


def _scores(
    look: Look, outputs: Outputs
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], float]:
    """How likely an answer begins and ends at each piece of a window; the score of no answer."""
    first, last = look.window
    inside = slice(look.start, look.start + last - first)
    starts, ends = (outputs[name].astype(np.float64) for name in ("start", "end"))
    return starts[inside], ends[inside], float(starts[0] + ends[0])


def _spans(
    starts: npt.NDArray[np.float64], ends: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The score of every span, row by first piece, column by length: 30 instead of a square."""
    padded = np.append(ends, np.full(LONGEST_ANSWER - 1, -np.inf))
    scores: npt.NDArray[np.float64] = starts[:, None] + sliding_window_view(padded, LONGEST_ANSWER)
    return scores
