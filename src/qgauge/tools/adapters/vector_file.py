"""Embedder on a file of word vectors in the text format of GloVe or word2vec."""

from __future__ import annotations

import hashlib
import mmap
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from qgauge.core import BadInput
from qgauge.core.damaged_files import fault_text
from qgauge.models.vectors import Vector, cosines
from qgauge.text.ud import ud_words

_HEADER = re.compile(rb"\d+\s+\d+\s*")


class FileEmbedder:
    """Word vectors from a text file; the vector of a text is the average of its words.

    The file is scanned once to index the words. Vectors are read on demand, so that a table of any
    size takes little memory. An unknown word is looked up in lower case. Pickles by name: a worker
    process scans the file itself.
    """

    def __init__(self, file: str) -> None:
        self._file = file

    def __reduce__(self) -> tuple[object, ...]:
        return FileEmbedder, (self._file,)

    @cached_property
    def identity(self) -> str:
        try:
            with open(self._file, "rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as problem:
            raise self._bad(f"the file cannot be read ({fault_text(problem)})") from None
        return f"vectors:{Path(self._file).name}@{digest[:8]}"

    def vector(self, word: str) -> Vector | None:
        for spelling in (word, word.lower()):
            place = self._places.get(spelling.encode("utf-8", "surrogatepass"))
            if place is not None:
                return self._numbers(*place)
        return None

    def similarity(self, pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        return cosines(pairs, self._average)

    def _average(self, text: str) -> Vector | None:
        known = [
            vector for word in ud_words(text) if (vector := self.vector(word.text)) is not None
        ]
        return sum(known[1:], start=known[0]) / len(known) if known else None

    @cached_property
    def _data(self) -> mmap.mmap:
        if self._file.lower().endswith((".gz", ".zip")):
            raise self._bad("the file is compressed; decompress it first")
        try:
            with open(self._file, "rb") as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as problem:
            raise self._bad(f"the file cannot be read ({fault_text(problem)})") from None
        except ValueError:
            raise self._bad("is empty") from None

    @cached_property
    def _places(self) -> dict[bytes, tuple[int, int]]:
        """For each word, its line number and the offset of its numbers."""
        places: dict[bytes, tuple[int, int]] = {}
        for number, start, word in self._words():
            places.setdefault(word, (number, start))
        if not places:
            raise self._bad("the file has no vectors")
        self._numbers(*next(iter(places.values())))  # report a wrong kind of file right away
        return places

    def _words(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield the line number, the offset of the numbers, and the word.

        Words may contain spaces, as some of GloVe's do.
        """
        start = size = 0
        self._data.seek(0)
        for number, line in enumerate(iter(self._data.readline, b""), 1):
            after, text = start + len(line), line.rstrip()
            if number == 1 and _HEADER.fullmatch(line):
                size = int(line.split()[1])
            elif text:
                size = size or text.count(b" ")
                if size < 2 or text.count(b" ") < size:
                    raise self._bad(f"expected a word and {max(size, 2)} numbers", number)
                word = text.rsplit(b" ", size)[0]
                yield number, start + len(word), word
            start = after

    def _numbers(self, line: int, start: int) -> Vector:
        end = self._data.find(b"\n", start)
        text = self._data[start : end if end >= 0 else len(self._data)]
        try:
            numbers = np.array(text.split(), dtype=np.float64)
        except ValueError:
            raise self._bad("a value after the word is not a number", line) from None
        if not np.isfinite(numbers).all():
            raise self._bad("a number is not finite", line)
        return numbers

    def _bad(self, problem: str, line: int | None = None) -> BadInput:
        wanted = "Word vectors are text, with a word and its numbers on each line, as in GloVe"
        return BadInput(f"{problem}. {wanted}.", file=self._file, line=line)
