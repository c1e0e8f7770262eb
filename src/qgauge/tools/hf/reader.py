"""The reader by a Hugging Face model for extractive question answering."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from qgauge.tools.embedded.reader import (
    LONGEST_ANSWER,
    NOTHING,
    least_surprising,
    likeliest,
)
from qgauge.tools.embedded.span_f1 import is_idle, overlaps
from qgauge.tools.hf.model import LIBRARIES, Array, HfModel
from qgauge.tools.roles import MOST_SURPRISE, Answer, Weighed

WINDOW = 384
"""Tokens of question and passage that are read together: what such models are trained with."""


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
        read = self._read(pairs)
        found = {pair: self._own(pair[1], reads) for pair, reads in read.items()}
        return [found[pair] for pair in pairs]

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        """In the window where the answer is most probable; "no answer" has its share there too."""
        answers: dict[tuple[str, str], dict[str, None]] = {}
        for question, passage, answer in triples:
            answers.setdefault((question, passage), {})[answer] = None
        found: dict[tuple[str, str, str], Weighed] = {}
        for pair, reads in self._read(list(answers)).items():
            own = self._own(pair[1], reads)
            for answer in answers[pair]:
                found[*pair, answer] = self._weighed(own, pair[1], reads, answer)
        return [found[triple] for triple in triples]

    def _read(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], list[_Read]]:
        """What the model says to each window of each pair that has part of the passage."""
        read: dict[tuple[str, str], list[_Read]] = {pair: [] for pair in pairs}
        looks = [(pair, window) for pair in read for window in self._windows(*pair)]
        said = self._model.run([window for _, window in looks], ["start_logits", "end_logits"])
        for (pair, window), outputs in zip(looks, said, strict=True):
            inside = np.flatnonzero([each == 1 for each in window.sequence_ids])
            if len(inside):
                read[pair].append(_Read(window, inside, *self._scores(window, inside, outputs)))
        return read

    def _windows(self, question: str, passage: str) -> list[Any]:
        model = self._model
        longest = min(WINDOW, model.longest)
        asked = model.shortened(question, longest // 2)
        words = len(model.tokens(asked, signs=False).ids)
        if not words or not model.tokens(passage, signs=False).ids:
            return []
        room = longest - words - model.signs(pair=True)
        return model.windows(asked, passage, longest, room // 2)

    def _scores(
        self, window: Any, inside: npt.NDArray[np.intp], said: dict[str, Array]
    ) -> tuple[Array, Array, float]:
        starts, ends = said["start_logits"], said["end_logits"]
        sign = self._model.cls
        nothing = window.ids.index(sign) if sign in window.ids else 0
        return starts[inside], ends[inside], float(starts[nothing] + ends[nothing])

    def _own(self, passage: str, reads: Sequence[_Read]) -> Answer:
        """The likeliest span of all windows; of "no answer", what the surest window says."""
        best, no_answer = NOTHING, 1.0
        for read in reads:
            row, more, sure, none = likeliest(read.starts, read.ends, read.nothing)
            no_answer = min(no_answer, none)
            if sure > best.confidence or read is reads[0]:
                start, end = _trimmed(passage, *read.place(row, more))
                best = Answer(passage[start:end], start, end, sure, none)
        return replace(best, no_answer=no_answer)

    def _weighed(self, own: Answer, passage: str, reads: Sequence[_Read], answer: str) -> Weighed:
        """The given answer at its most probable place in any window."""
        # where a word within a text is another token than at its beginning, it stands within
        text = f" {answer}" if self._model.begins_with_space else answer
        wanted = _pieces(text, self._model.tokens(text, signs=False))
        best = Weighed(own, MOST_SURPRISE)
        for read in reads:
            there = _pieces(passage, read.window)
            numbers = {piece: number for number, piece in enumerate({*there, *wanted})}
            shared = overlaps(
                np.array([numbers[there[at]] for at in read.inside], np.int32),
                np.array([numbers[piece] for piece in wanted], np.int32),
                {number for piece, number in numbers.items() if is_idle(piece)},
                LONGEST_ANSWER,
            )
            found = least_surprising(read.starts, read.ends, read.nothing, shared)
            if found is not None and found[0] < best.surprise:
                surprise, row, more = found
                best = Weighed(own, surprise, *_trimmed(passage, *read.place(row, more)))
        return best


@dataclass(frozen=True, slots=True)
class _Read:
    """A window with what the model says of the tokens inside the passage."""

    window: Any
    inside: npt.NDArray[np.intp]
    starts: Array
    ends: Array
    nothing: float

    def place(self, row: int, more: int) -> tuple[int, int]:
        """Where in the passage a span of tokens begins and ends."""
        offsets = self.window.offsets
        return offsets[self.inside[row]][0], offsets[self.inside[row + more]][1]


def _pieces(text: str, tokens: Any) -> list[str]:
    """Each token as it stands in the text, without capitals and accents, so that it is the same
    however a model writes it; with a mark where it goes on with a word."""
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
    """Without the spaces that some tokenizers count in, and with accents that are letters."""
    while start < end and passage[start].isspace():
        start += 1
    while end > start and passage[end - 1].isspace():
        end -= 1
    while end < len(passage) and unicodedata.category(passage[end])[0] == "M":
        end += 1
    return start, end
