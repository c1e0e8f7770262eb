"""The word vectors: a table of 8-bit rows, used in place in the bytes of one file.

The file, little-endian: the magic, the counts of words and of dimensions and the length of the
packed words (three uint32), the words (zlib over UTF-8, one a line, most frequent first), one
scale a word (uint16) and one row of int8 a word. A word's vector is its row times its scale over
2**22. Its direction is what the word means; its length, at most one, is what the word weighs in
an average: little for "the" and "what", much for a rare word. training/vectors/table.py writes it.

All sums are of whole numbers and exact, so similarities are the same bits on every machine.
"""

from __future__ import annotations

import math
import re
import struct
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

MAGIC = b"QGVEC\x00\x00\x02"
UNIT = 2.0**-22
"""What a scale of one stands for."""
HEAD = struct.Struct("<8sIII")
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

    def __init__(self, data: bytes, name: str) -> None:
        """The table in these bytes; `name` is for messages."""
        if len(data) < HEAD.size or data[: len(MAGIC)] != MAGIC:
            raise ValueError(f"{name} is not a table of word vectors")
        _, count, dimension, packed = HEAD.unpack(data[: HEAD.size])
        start = HEAD.size + packed
        size = start + count * (dimension + 2)
        if len(data) != size:
            raise ValueError(f"{name} is damaged: {len(data)} bytes, not {size}")
        words = _unpacked(data[HEAD.size : start], name)
        self._index = {word: place for place, word in enumerate(words)}
        if not len(self._index) == len(words) == count:
            raise ValueError(f"{name} is damaged: {len(self._index)} words, not {count}")
        self._scales = np.frombuffer(data, dtype="<u2", count=count, offset=start)
        rows = np.frombuffer(data, dtype=np.int8, offset=start + 2 * count)
        self._rows = rows.reshape(count, dimension)

    def __len__(self) -> int:
        return len(self._index)

    def vector(self, word: str) -> Vector | None:
        """The word's vector, as long as the word weighs, or None for an unknown word."""
        return self._sum(self._places(word))

    def average(self, words: Iterable[str]) -> Vector | None:
        """The mean of the known words' vectors, or None if none of them is known."""
        found = [places for word in words if (places := self._places(word))]
        total = self._sum([place for places in found for place in places])
        return None if total is None else total / len(found)

    def _sum(self, places: list[int]) -> Vector | None:
        if not places:
            return None
        total = np.zeros(self._rows.shape[1])
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


def cosines(
    pairs: Sequence[tuple[str, str]], average: Callable[[str], Vector | None]
) -> list[float | None]:
    """The cosine of each pair of texts by their average vectors, None where a text has none."""
    texts = dict.fromkeys(text for pair in pairs for text in pair)
    averages = {text: average(text) for text in texts}
    found: list[float | None] = []
    for first, second in pairs:
        one, two = averages[first], averages[second]
        found.append(None if one is None or two is None else cosine(one, two))
    return found


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
