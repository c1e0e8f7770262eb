"""Reader on a Hugging Face extractive question answering model."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from qgauge.tools.embedded.span_f1 import is_idle, overlaps
from qgauge.tools.hf.model import HfTool
from qgauge.tools.span_reader import LONGEST_ANSWER, Numbers, Pair, SpanReader, Window

WINDOW = 384
"""Tokens of question and passage per window, as in the training of such models."""


class HfReader(HfTool, SpanReader):
    """Answers questions with any extractive question answering model.

    A long passage is read in windows that overlap by half. If a question would fill more than half
    a window, its beginning and end are read. Answers start and end at token boundaries.
    """

    head = "AutoModelForQuestionAnswering"

    def _read(self, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, list[Window]]]:
        looks = [(pair, window) for pair in pairs for window in self._windows(*pair)]
        outputs = self._model.run([window for _, window in looks], ["start_logits", "end_logits"])
        reads = zip(looks, outputs, strict=True)
        for pair, group in groupby(reads, lambda read: read[0][0]):
            yield (
                pair,
                [
                    self._window(pair[1], tokens, **logits)
                    for (_, tokens), logits in group
                    if 1 in tokens.sequence_ids
                ],
            )

    def _windows(self, question: str, passage: str) -> list[Any]:
        model = self._model
        longest = min(WINDOW, model.longest)
        shortened = model.shortened(question, longest // 2)
        words = len(model.tokens(shortened, signs=False).ids)
        if not words or not model.tokens(passage, signs=False).ids:
            return []
        room = longest - words - model.signs(pair=True)
        return model.windows(shortened, passage, longest=longest, overlap=room // 2)

    def _window(
        self, passage: str, tokens: Any, start_logits: Numbers, end_logits: Numbers
    ) -> _Window:
        inside = np.flatnonzero([each == 1 for each in tokens.sequence_ids])
        cls = self._model.cls
        none = tokens.ids.index(cls) if cls in tokens.ids else 0
        nothing = float(start_logits[none] + end_logits[none])
        return _Window(passage, start_logits[inside], end_logits[inside], nothing, tokens, inside)

    def _pieces(self, answer: str) -> list[str]:
        # within a passage the answer follows a space, which changes its first token in some models
        text = f" {answer}" if self._model.begins_with_space else answer
        return _pieces(text, self._model.tokens(text, signs=False))


@dataclass(frozen=True, slots=True)
class _Window(Window):
    tokens: Any
    inside: npt.NDArray[np.intp]
    """Indices of the tokens that belong to the passage."""

    def place(self, first: int, more: int) -> tuple[int, int]:
        offsets = self.tokens.offsets
        start, end = offsets[self.inside[first]][0], offsets[self.inside[first + more]][1]
        return _trimmed(self.passage, start, end)

    def shared_with(self, answer: list[str]) -> Numbers | None:
        pieces = _pieces(self.passage, self.tokens)
        numbers = {piece: number for number, piece in enumerate({*pieces, *answer})}
        return overlaps(
            np.array([numbers[pieces[at]] for at in self.inside], np.int32),
            np.array([numbers[piece] for piece in answer], np.int32),
            {number for piece, number in numbers.items() if is_idle(piece)},
            LONGEST_ANSWER,
        )


def _pieces(text: str, tokens: Any) -> list[str]:
    """Return the text of each token without case and accents, to compare tokens of any model.

    Tokens that continue a word start with "##".
    """
    words = tokens.word_ids
    return [
        ("##" if at and words[at] is not None and words[at] == words[at - 1] else "")
        + _plain(text[start:end])
        for at, (start, end) in enumerate(tokens.offsets)
    ]


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _trimmed(passage: str, start: int, end: int) -> tuple[int, int]:
    """Drop surrounding spaces, which some tokenizers include, and add combining accents."""
    while start < end and passage[start].isspace():
        start += 1
    while end > start and passage[end - 1].isspace():
        end -= 1
    while end < len(passage) and unicodedata.category(passage[end])[0] == "M":
        end += 1
    return start, end
