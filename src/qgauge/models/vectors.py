"""The word vectors: a table of 8-bit rows, read in place from one file.

The file, little-endian: the magic, the counts of words and of dimensions and the length of the
packed words (three uint32), the words (zlib over UTF-8, one a line, most frequent first), one
scale a word (uint16) and one row of int8 a word. A word's vector is its row times its scale over
2**22. Its direction is what the word means; its length, at most one, is what the word weighs in
an average: little for "the" and "what", much for a rare word.

All sums are of whole numbers and exact, so similarities are the same bits on every machine.
"""

from __future__ import annotations

import math
import mmap
import os
import re
import struct
import unicodedata
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

MAGIC = b"QGVEC\x00\x00\x02"
UNIT = 2.0**-22
"""What a scale of one stands for."""
_HEAD = struct.Struct("<8sIII")
_MOST_WORD_BYTES = 64 * 1024 * 1024
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})
_CLITIC = re.compile(r"(.+?)(n't|'s|'re|'ve|'ll|'d|'m)")

Vector = npt.NDArray[np.float64]


class Vectors:
    """Vectors of common English words.

    A word the table lacks is tried in lower case, without accents, and then as its parts if the
    table has all of them: "France's" is "france" and "'s", "don't" is "do" and "n't",
    "steam-powered" is "steam" and "powered". A word that is still unknown has no vector: None,
    and the caller decides what that means.
    """

    def __init__(
        self, words: list[str], rows: npt.NDArray[np.int8], scales: npt.NDArray[np.uint16]
    ) -> None:
        if rows.ndim != 2 or rows.dtype != np.int8 or len(words) != len(rows):
            raise ValueError(f"{len(words)} words do not fit rows of shape {rows.shape}")
        if scales.shape != (len(words),) or scales.dtype != np.dtype("<u2"):
            raise ValueError(f"{len(words)} words do not fit scales of shape {scales.shape}")
        self._rows = rows
        self._scales = scales
        self._index = dict(zip(words, range(len(words)), strict=True))
        if len(self._index) != len(words):
            raise ValueError("a word occurs twice in the table")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Open a table; its rows stay in the file and are read as they are needed."""
        with Path(path).open("rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise ValueError(f"{path} is not a table of word vectors")
            return cls.of(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), str(path))

    @classmethod
    def of(cls, data: bytes | mmap.mmap, name: str) -> Self:
        """The table in these bytes; `name` is for messages."""
        if len(data) < _HEAD.size or data[: len(MAGIC)] != MAGIC:
            raise ValueError(f"{name} is not a table of word vectors")
        _, count, dimension, packed = _HEAD.unpack(data[: _HEAD.size])
        start = _HEAD.size + packed
        if len(data) != start + count * (dimension + 2):
            raise ValueError(
                f"{name} is damaged: {len(data)} bytes, not {start + count * (dimension + 2)}"
            )
        words = _unpacked(data[_HEAD.size : start], name)
        if len(words) != count:
            raise ValueError(f"{name} is damaged: {len(words)} words, not {count}")
        scales = np.frombuffer(data, dtype="<u2", count=count, offset=start)
        rows = np.frombuffer(data, dtype=np.int8, count=count * dimension, offset=start + 2 * count)
        return cls(words, rows.reshape(count, dimension), scales)

    @property
    def dimension(self) -> int:
        return int(self._rows.shape[1])

    def __len__(self) -> int:
        return len(self._index)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and bool(self._places(word))

    def vector(self, word: str) -> Vector | None:
        """The word's vector, as long as the word weighs, or None for an unknown word."""
        return self._sum(self._places(word))

    def average(self, words: Iterable[str]) -> Vector | None:
        """The mean of the known words' vectors, or None if none of them is known."""
        found = [places for word in words if (places := self._places(word))]
        total = self._sum([place for places in found for place in places])
        return None if total is None else total / len(found)

    def similarity(self, first: str, second: str) -> float | None:
        """The cosine of two words, in -1..1, or None if the table lacks either of them."""
        one, two = self._places(first), self._places(second)
        if one and one == two:
            return 1.0
        a, b = self._sum(one), self._sum(two)
        return None if a is None or b is None else cosine(a, b)

    def _sum(self, places: list[int]) -> Vector | None:
        if not places:
            return None
        total = np.zeros(self.dimension)
        for place in places:
            total += self._rows[place].astype(np.float64) * (float(self._scales[place]) * UNIT)
        return total

    def _places(self, word: str) -> list[int]:
        """Where the word or its parts are in the table; nothing for an unknown word."""
        place = self._index.get(word)
        if place is None:
            word = word.translate(_QUOTES).lower()
            place = self._index.get(word)
        if place is None and not word.isascii():
            marked = unicodedata.normalize("NFKD", word)
            word = "".join(mark for mark in marked if not unicodedata.combining(mark))
            place = self._index.get(word)
        if place is not None:
            return [place]
        clitic = _CLITIC.fullmatch(word)
        parts = clitic.groups() if clitic else [part for part in word.split("-") if part]
        if len(parts) < 2:
            return []
        found = [self._places(part) for part in parts]
        return [place for places in found for place in places] if all(found) else []


def cosine(one: Vector, two: Vector) -> float:
    """The cosine of two vectors, in -1..1; 0 if one of them has no length."""
    lengths = math.sqrt(_dot(one, one)) * math.sqrt(_dot(two, two))
    return max(-1.0, min(1.0, _dot(one, two) / lengths)) if lengths else 0.0


def write(
    path: str | os.PathLike[str],
    words: list[str],
    rows: npt.NDArray[np.int8],
    scales: npt.NDArray[np.uint16],
) -> None:
    """Write a table that `Vectors.load` reads; the same table gives the same bytes."""
    Vectors(words, rows, scales)
    if not (rows != 0).any(axis=1).all() or not scales.all():
        raise ValueError("a vector of zeros has no direction")
    packed = zlib.compress("\n".join(words).encode("utf-8"), 9)
    head = _HEAD.pack(MAGIC, rows.shape[0], rows.shape[1], len(packed))
    body = scales.tobytes() + np.ascontiguousarray(rows).tobytes()
    Path(path).write_bytes(head + packed + body)


def _dot(one: Vector, two: Vector) -> float:
    return math.fsum((one * two).tolist())


def _unpacked(packed: bytes, path: str) -> list[str]:
    """The words, with a bound on what a forged file can make of itself."""
    stream = zlib.decompressobj()
    try:
        text = stream.decompress(packed, _MOST_WORD_BYTES)
        if not stream.eof:
            raise ValueError(f"{path} is damaged: its words do not end")
        return text.decode("utf-8").split("\n")
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is damaged: {error}") from None
