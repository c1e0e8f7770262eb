"""The small models we ship, checked before use.

`load("linguist").run(pieces)`, `tokenizer()`, `word_vectors().vector("word")`.
"""

from functools import cache

from qgauge.models.files import BadModel, about, checksum, manifest, read
from qgauge.models.session import Pieces, Session, load, tokenizer
from qgauge.models.vectors import Vectors

__all__ = [
    "BadModel",
    "Pieces",
    "Session",
    "about",
    "checksum",
    "load",
    "manifest",
    "read",
    "tokenizer",
    "word_vectors",
]


@cache
def word_vectors() -> Vectors:
    """The table of word vectors, checked and opened once per process."""
    return Vectors(read("vectors.bin"), "vectors.bin")
