"""Run the reader model on pairs of texts: the first text whole, the second in windows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

import numpy as np
import numpy.typing as npt

from qgauge import models
from qgauge.models.session import Outputs
from qgauge.text.surrogates import without_surrogates

CLS, SEP = 101, 102
LONGEST = 384
"""Maximum length of a pair in word pieces, as in training."""
LONGEST_FIRST = 320
"""Longer first texts are cut to their beginning and end, to leave room for the second text."""
SLICE = 1024
"""Windows in memory at a time."""

Integers = npt.NDArray[np.int32]
Span = tuple[int, int]
"""Indices of pieces or characters: the first, and one past the last."""


@dataclass(frozen=True, slots=True)
class PieceText:
    """A text as word pieces."""

    text: str
    ids: Integers
    """Ids of the pieces."""
    places: Integers
    """Character offsets of each piece, one (start, end) row per piece."""
    words: Integers
    """Index of the word that each piece belongs to."""

    def __len__(self) -> int:
        return len(self.ids)

    def part(self, pieces: Span) -> Span:
        """Return the character offsets of these pieces, extended to whole words.

        Pieces split words ("1990", "s") and leave out combining accents; users expect whole words.
        """
        first = np.searchsorted(self.words, self.words[pieces[0]])
        last = np.searchsorted(self.words, self.words[pieces[1] - 1], "right") - 1
        start, end = int(self.places[first, 0]), int(self.places[last, 1])
        while end < len(self.text) and unicodedata.category(self.text[end])[0] == "M":
            end += 1
        return start, end


@dataclass(frozen=True, slots=True)
class Look:
    """One input of the model: the first text and a window of the second."""

    first: PieceText
    second: PieceText
    window: Span
    """The pieces of the second text that are in the window."""

    @property
    def pair(self) -> tuple[str, str]:
        return self.first.text, self.second.text

    @property
    def start(self) -> int:
        """The position at which the window begins in the model's input."""
        return min(len(self.first), LONGEST_FIRST) + 2

    def pieces(self) -> models.Pieces:
        one = self.first.ids
        if len(one) > LONGEST_FIRST:
            one = np.concatenate([one[: LONGEST_FIRST // 2], one[-LONGEST_FIRST // 2 :]])
        two = self.second.ids[slice(*self.window)]
        ids = [CLS, *one.tolist(), SEP, *two.tolist(), SEP]
        return models.Pieces(ids, [0] * self.start + [1] * (len(two) + 1))


Read = tuple[Look, Outputs]
"""An input and the model's outputs for it."""


class PairTool:
    """Base class for the tools on the reader model, which is loaded on first use."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads

    @property
    def _session(self) -> models.Session:
        return models.load("reader", threads=self._threads)

    @property
    def identity(self) -> str:
        # from the manifest, so that a run with a warm cache never loads the model
        return f"embedded@{models.checksum('reader.onnx')[:8]}"

    def _by_pair(
        self, looks: Iterable[Look], outputs: Sequence[str]
    ) -> Iterator[tuple[tuple[str, str], Iterator[Read]]]:
        """Yield each pair with its inputs and outputs; `looks` must be grouped by pair."""
        return groupby(self._outputs(looks, outputs), lambda read: read[0].pair)

    def _outputs(self, looks: Iterable[Look], outputs: Sequence[str]) -> Iterator[Read]:
        source = iter(looks)
        while some := list(islice(source, SLICE)):
            found = self._session.run([look.pieces() for look in some], outputs)
            yield from zip(some, found, strict=True)


def encode(texts: Iterable[str]) -> dict[str, PieceText]:
    """Return each distinct text as word pieces."""
    return {text: _encoded(text) for text in dict.fromkeys(texts)}


def room(first: PieceText) -> int:
    """Return the number of pieces of a second text that fit next to the first."""
    return LONGEST - 3 - min(len(first), LONGEST_FIRST)


def _encoded(text: str) -> PieceText:
    found = models.tokenizer().encode(without_surrogates(text), add_special_tokens=False)
    return PieceText(
        text,
        np.array(found.ids, np.int32),
        np.array(found.offsets, np.int32).reshape(-1, 2),
        np.array(found.word_ids, np.int32),
    )
