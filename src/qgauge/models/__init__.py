"""The embedded models: loading, checksums and inference.

`load("linguist").run(sequences)` runs a model, `tokenizer()` returns its tokenizer, and
`word_vectors()` the table of word vectors. Every file is checked against the manifest before use.
"""

from functools import cache

from qgauge.models.files import BadModel, about, checksum, manifest, read
from qgauge.models.session import EXTENSIONS, Pieces, Session, load, tokenizer
from qgauge.models.vectors import Vectors

__all__ = [
    "EXTENSIONS",
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
    """Return the table of word vectors, checked and loaded once per process."""
    return Vectors(read("vectors.bin"), "vectors.bin")
