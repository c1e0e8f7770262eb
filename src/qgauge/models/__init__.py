"""The small models we ship, checked before use: `load("linguist").run(pieces)`, `tokenizer()`."""

from qgauge.models.files import BadModel, Entry, manifest, read, record
from qgauge.models.session import Pieces, Session, load, tokenizer

__all__ = [
    "BadModel",
    "Entry",
    "Pieces",
    "Session",
    "load",
    "manifest",
    "read",
    "record",
    "tokenizer",
]
