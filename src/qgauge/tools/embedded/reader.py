"""Embedded reader: finds the answer to a question in a passage, if there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from qgauge import models
from qgauge.models.session import Outputs
from qgauge.tools.embedded.pair_model import Integers, Look, PairTool, PieceText, encode, room
from qgauge.tools.embedded.rounding import rounded_nats, rounded_probability
from qgauge.tools.embedded.span_f1 import idle_pieces, overlaps
from qgauge.tools.roles import Answer, Weighed
from qgauge.tools.span_reader import LONGEST_ANSWER, Numbers, Pair, SpanReader, Window


class EmbeddedReader(PairTool, SpanReader):
    """Answers English questions with the embedded model.

    A long passage is read in windows that overlap by half, so that every answer of up to 30 word
    pieces is entirely in one of them. If a question has more than 320 pieces, the first and the
    last 160 are read. Answers consist of whole words. Whether a question misstates its passage or
    is about another text is judged by the most favourable window.
    """

    @property
    def identity(self) -> str:
        files = ("reader.onnx", *models.EXTENSIONS["reader"])
        both = "".join(models.checksum(file) for file in files)
        return f"embedded@{sha256(both.encode()).hexdigest()[:8]}"

    def answer(self, pairs: Sequence[Pair]) -> list[Answer]:
        return [_rounded(answer) for answer in super().answer(pairs)]

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        return [
            replace(one, own=_rounded(one.own), surprise=rounded_nats(one.surprise))
            for one in super().weigh(triples)
        ]

    def _read(self, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, Iterator[Window]]]:
        texts = encode(text for pair in pairs for text in pair)
        looks = (
            look
            for question, passage in dict.fromkeys(pairs)
            for look in _looks(texts[question], texts[passage])
        )
        for pair, reads in self._by_pair(looks, ["start", "end", "misstated", "elsewhere"]):
            yield pair, (_window(look, outputs) for look, outputs in reads)

    def _pieces(self, answer: str) -> Integers:
        return encode([answer])[answer].ids


@dataclass(frozen=True, slots=True)
class _Window(Window):
    look: Look

    def place(self, first: int, more: int) -> tuple[int, int]:
        start = self.look.window[0] + first
        return self.look.second.part((start, start + more + 1))

    def shared_with(self, answer: Integers) -> Numbers | None:
        pieces = self.look.second.ids[slice(*self.look.window)]
        return overlaps(pieces, answer, idle_pieces(), LONGEST_ANSWER)


def _looks(question: PieceText, passage: PieceText) -> Iterator[Look]:
    if not len(question) or not len(passage):
        return
    size = room(question)
    last = max(0, len(passage) - size)
    for first in [*range(0, last, size // 2), last]:
        yield Look(question, passage, (first, min(first + size, len(passage))))


def _window(look: Look, outputs: Outputs) -> _Window:
    first, last = look.window
    inside = slice(look.start, look.start + last - first)
    starts, ends = (outputs[name].astype(np.float64) for name in ("start", "end"))
    nothing = float(starts[0] + ends[0])
    return _Window(
        look.second.text,
        starts[inside],
        ends[inside],
        nothing,
        look,
        misstated=_chance(outputs["misstated"]),
        elsewhere=_chance(outputs["elsewhere"]),
    )


def _chance(logit: npt.NDArray[np.float32]) -> float:
    return float(1 / (1 + np.exp(-logit.astype(np.float64).reshape(()))))


def _rounded(answer: Answer) -> Answer:
    return replace(
        answer,
        confidence=rounded_probability(answer.confidence),
        no_answer=rounded_probability(answer.no_answer),
        misstated=_rounded_if_known(answer.misstated),
        elsewhere=_rounded_if_known(answer.elsewhere),
    )


def _rounded_if_known(chance: float | None) -> float | None:
    return None if chance is None else rounded_probability(chance)
