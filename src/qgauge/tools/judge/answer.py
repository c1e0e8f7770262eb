"""One paid answer, and the bytes it is stored as: a mark, length, checksum, key and JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from hashlib import blake2b
from typing import Any

_MARK = b"qgJ1"
_HEAD = len(_MARK) + 4 + 16 + 32
"""Bytes before the JSON: the mark, its length, the checksum and the key."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply that was read without complaint, and what it took."""

    reply: str
    model: str
    url: str
    about: str
    tokens_in: int
    tokens_out: int
    counted: bool
    """Whether the server counted the tokens; otherwise they are our guess."""
    size: int
    """Bytes of the messages sent, to learn how many tokens they make."""
    cost: float
    made: str
    """Day and time, UTC."""


def pack(key: bytes, answer: Answer) -> bytes:
    text = json.dumps(asdict(answer), ensure_ascii=False).encode("utf-8", "surrogatepass")
    return _head(key, text) + text


def unpack(key: object, entry: object) -> Answer | None:
    """The answer to this key; None where a bit is not as it was written."""
    if not isinstance(key, bytes) or not isinstance(entry, bytes):  # damage can change the type
        return None
    head, text = entry[:_HEAD], entry[_HEAD:]
    if head != _head(key, text):
        return None
    try:
        found: dict[str, Any] = json.loads(text.decode("utf-8", "surrogatepass"))
        # a later version may store more fields
        return Answer(**{field.name: found[field.name] for field in fields(Answer)})
    except (ValueError, TypeError, KeyError):
        return None


def _head(key: bytes, text: bytes) -> bytes:
    length = len(text).to_bytes(4, "big")
    return _MARK + length + blake2b(length + key + text, digest_size=16).digest() + key
