"""The word vectors: a table of 8-bit rows, read in place from one file.

The file, little-endian: the magic, the counts of words and of dimensions and the length of the
packed words (three uint32), the words (zlib over UTF-8, one a line, most frequent first), and one
row of int8 a word. A row's scale is left out on purpose: only its direction is used.

Similarities are sums of integers and one division, so they are the same bits on every machine.
"""

from __future__ import annotations

import math
import mmap
import os
import struct
import zlib
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

MAGIC = b"QGVEC\x00\x00\x01"
_HEAD = struct.Struct("<8sIII")
_MOST_WORD_BYTES = 64 * 1024 * 1024
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


class Vectors:
    """Unit vectors of common English words; a word in any case is looked up in lower case."""

    def __init__(self, words: list[str], rows: npt.NDArray[np.int8]) -> None:
        if rows.ndim != 2 or rows.dtype != np.int8 or len(words) != len(rows):
            raise ValueError(f"{len(words)} words do not fit rows of shape {rows.shape}")
        self._rows = rows
        self._index = dict(zip(words, range(len(words)), strict=True))
        if len(self._index) != len(words):
            raise ValueError("a word occurs twice in the table")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Open a table; its rows stay in the file and are read as they are needed."""
        with Path(path).open("rb") as file:
            head = file.read(_HEAD.size)
            if len(head) < _HEAD.size or head[: len(MAGIC)] != MAGIC:
                raise ValueError(f"{path} is not a table of word vectors")
            _, count, dimension, packed = _HEAD.unpack(head)
            size = os.fstat(file.fileno()).st_size
            start = _HEAD.size + packed
            if size != start + count * dimension:
                raise ValueError(
                    f"{path} is damaged: {size} bytes, not {start + count * dimension}"
                )
            words = _unpacked(file.read(packed), f"{path}")
            if len(words) != count:
                raise ValueError(f"{path} is damaged: {len(words)} words, not {count}")
            view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        rows = np.frombuffer(view, dtype=np.int8, count=count * dimension, offset=start)
        return cls(words, rows.reshape(count, dimension))

    @property
    def dimension(self) -> int:
        return int(self._rows.shape[1])

    def __len__(self) -> int:
        return len(self._index)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._find(word) is not None

    def vector(self, word: str) -> npt.NDArray[np.float32] | None:
        """The word's direction, of length one, or None for a word the table does not know."""
        place = self._find(word)
        if place is None:
            return None
        row = self._rows[place].astype(np.int64)
        return np.asarray(row / math.sqrt(int((row * row).sum())), dtype=np.float32)

    def similarity(self, first: str, second: str) -> float | None:
        """The cosine of two words, in -1..1, or None if the table lacks either of them."""
        one, two = self._find(first), self._find(second)
        if one is None or two is None:
            return None
        if one == two:
            return 1.0
        a, b = self._rows[one].astype(np.int64), self._rows[two].astype(np.int64)
        lengths = math.sqrt(int((a * a).sum()) * int((b * b).sum()))
        return max(-1.0, min(1.0, int((a * b).sum()) / lengths))

    def _find(self, word: str) -> int | None:
        place = self._index.get(word)
        if place is None:
            place = self._index.get(word.lower().translate(_QUOTES))
        return place


def write(path: str | os.PathLike[str], words: list[str], rows: npt.NDArray[np.int8]) -> None:
    """Write a table that `Vectors.load` reads; the same words and rows give the same bytes."""
    Vectors(words, rows)
    if not (rows != 0).any(axis=1).all():
        raise ValueError("a row of zeros has no direction")
    packed = zlib.compress("\n".join(words).encode("utf-8"), 9)
    head = _HEAD.pack(MAGIC, rows.shape[0], rows.shape[1], len(packed))
    Path(path).write_bytes(head + packed + np.ascontiguousarray(rows).tobytes())


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
