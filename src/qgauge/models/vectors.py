"""Word vectors: a table of 8-bit rows, used in place from the bytes of one file.

File format, little-endian: the magic bytes; the number of words, the number of dimensions and the
length of the compressed word list (three uint32); the word list (UTF-8, one word per line, most
frequent first, compressed with zlib); one uint16 scale per word; one int8 row per word. The vector
of a word is its row times its scale / 2**22. The direction of a vector is the word's meaning; its
length, at most 1, is the word's weight in an average: small for "the" and "what", large for a rare
word. `training/vectors/table.py` writes the file.

All sums are exact, so similarities are bit-identical on every machine.
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
"""Value of a scale of 1."""
HEAD = struct.Struct("<8sIII")
_MOST_WORD_BYTES = 64 * 1024 * 1024
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})
_CLITIC = re.compile(r"(.+?)(n't|'s|'re|'ve|'ll|'d|'m)")

Vector = npt.NDArray[np.float64]


class Vectors:
    """Vectors of common English words.

    A word that is not in the table is looked up in lower case, then without accents, then as its
    parts if all are in the table: "France's" as "france" and "'s", "don't" as "do" and "n't",
    "steam-powered" as "steam" and "powered".
    """

    def __init__(self, data: bytes, name: str) -> None:
        """Read the table from the bytes of a file.

        Args:
            data: The bytes.
            name: Name of the file, for messages.

        Raises:
            ValueError: If the data is not a table or is damaged.
        """
        if len(data) < HEAD.size or data[: len(MAGIC)] != MAGIC:
            raise ValueError(f"{name} is not a table of word vectors")
        _, count, dimension, packed = HEAD.unpack(data[: HEAD.size])
        start = HEAD.size + packed
        size = start + count * (dimension + 2)
        if len(data) != size:
            raise ValueError(f"{name} is damaged: it has {len(data)} bytes instead of {size}")
        words = _unpacked(data[HEAD.size : start], name)
        self._index = {word: place for place, word in enumerate(words)}
        if not len(self._index) == len(words) == count:
            raise ValueError(
                f"{name} is damaged: it has {len(self._index)} distinct words instead of {count}"
            )
        self._scales = np.frombuffer(data, dtype="<u2", count=count, offset=start)
        rows = np.frombuffer(data, dtype=np.int8, offset=start + 2 * count)
        self._rows = rows.reshape(count, dimension)

    def __len__(self) -> int:
        return len(self._index)

    def vector(self, word: str) -> Vector | None:
        """Return the vector of a word, or None if the word is unknown."""
        return self._sum(self._places(word))

    def average(self, words: Iterable[str]) -> Vector | None:
        """Return the mean vector of the known words, or None if none is known."""
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
        """Return the rows of the word or of its parts; empty for an unknown word."""
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
    """Return the cosine of two vectors, or 0 if one of them is zero.

    Examples:
        >>> cosine(np.array([1.0, 0.0]), np.array([2.0, 0.0]))
        1.0
    """
    lengths = math.sqrt(_dot(one, one)) * math.sqrt(_dot(two, two))
    return max(-1.0, min(1.0, _dot(one, two) / lengths)) if lengths else 0.0


def cosines(
    pairs: Sequence[tuple[str, str]], average: Callable[[str], Vector | None]
) -> list[float | None]:
    """Return the cosine of each pair of texts.

    Args:
        pairs: The pairs.
        average: Returns the vector of a text, or None if it has no known words.

    Returns:
        One cosine per pair, in order; None if a text has no vector.
    """
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
    """Decompress the word list, up to a limit, because a forged file could fill the memory."""
    stream = zlib.decompressobj()
    try:
        text = stream.decompress(packed, _MOST_WORD_BYTES)
        if not stream.eof:
            raise ValueError(f"{path} is damaged: its word list does not end")
        return text.decode("utf-8").split("\n")
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is damaged: {error}") from None
