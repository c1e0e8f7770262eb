"""The reader by a Hugging Face model for extractive question answering."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np

from qgauge.tools.hf.model import LIBRARIES, Array, HfModel
from qgauge.tools.reader import Answer, likeliest

WINDOW = 384
"""Tokens of question and passage that are read together: what such models are trained with."""

_Found = tuple[float, float, int, int]


class HfReader:
    """Any model with a head for question answering.

    A passage that does not fit is read in windows that overlap by half, and the windows are
    weighed as the embedded reader weighs them. Of a question that would fill more than half a
    window, the beginning and the end are read. An answer begins and ends where the model's tokens
    do.
    """

    libraries = LIBRARIES

    def __init__(self, asked: str, threads: int = 1) -> None:
        self._asked, self._threads = asked, threads
        self._model = HfModel(asked, threads, "AutoModelForQuestionAnswering")

    def __reduce__(self) -> tuple[object, ...]:
        return HfReader, (self._asked, self._threads)

    @property
    def identity(self) -> str:
        return self._model.identity

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        looks = [(pair, window) for pair in dict.fromkeys(pairs) for window in self._windows(*pair)]
        said = self._model.run([window for _, window in looks], ["start_logits", "end_logits"])
        spans: dict[tuple[str, str], list[_Found]] = {}
        for (pair, window), outputs in zip(looks, said, strict=True):
            if (span := self._best(window, outputs)) is not None:
                spans.setdefault(pair, []).append(span)
        return [_answer(passage, spans.get((asked, passage), [])) for asked, passage in pairs]

    def _windows(self, question: str, passage: str) -> list[Any]:
        model = self._model
        longest = min(WINDOW, model.longest)
        asked = model.shortened(question, longest // 2)
        words = len(model.tokens(asked, signs=False).ids)
        if not words or not model.tokens(passage, signs=False).ids:
            return []
        room = longest - words - model.signs(pair=True)
        return model.windows(asked, passage, longest, room // 2)

    def _best(self, window: Any, said: dict[str, Array]) -> _Found | None:
        """The likeliest span of a window: how sure of it, of none, and where in the passage."""
        inside = np.flatnonzero([each == 1 for each in window.sequence_ids])
        if not len(inside):
            return None
        starts, ends = said["start_logits"], said["end_logits"]
        sign = self._model.cls
        nothing = window.ids.index(sign) if sign in window.ids else 0
        row, more, sure, none = likeliest(
            starts[inside], ends[inside], float(starts[nothing] + ends[nothing])
        )
        first, last = inside[row], inside[row + more]
        return sure, none, window.offsets[first][0], window.offsets[last][1]


def _answer(passage: str, spans: Sequence[_Found]) -> Answer:
    if not spans:
        return Answer("", 0, 0, 0.0, 1.0)
    confidence, _, first, last = max(spans, key=lambda span: span[0])
    start, end = _trimmed(passage, first, last)
    return Answer(passage[start:end], start, end, confidence, min(span[1] for span in spans))


def _trimmed(passage: str, start: int, end: int) -> tuple[int, int]:
    """Without the spaces that some tokenizers count in, and with accents that are letters."""
    while start < end and passage[start].isspace():
        start += 1
    while end > start and passage[end - 1].isspace():
        end -= 1
    while end < len(passage) and unicodedata.category(passage[end])[0] == "M":
        end += 1
    return start, end
