"""One paid answer and its bytes in the store: magic bytes, length, checksum, key and JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from hashlib import blake2b
from typing import Any

_MARK = b"qgJ1"
_HEAD = len(_MARK) + 4 + 16 + 32
"""Bytes before the JSON: magic bytes, length of the JSON, checksum and key."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A valid reply, with its tokens and cost."""

    reply: str
    model: str
    url: str
    about: str
    tokens_in: int
    tokens_out: int
    counted: bool
    """Whether the server counted the tokens; otherwise they are estimated."""
    size: int
    """Bytes of the messages sent, from which later runs learn the number of bytes per token."""
    cost: float
    made: str
    """Date and time in UTC."""


def pack(key: bytes, answer: Answer) -> bytes:
    """Return the bytes to store for an answer."""
    text = json.dumps(asdict(answer), ensure_ascii=False).encode("utf-8", "surrogatepass")
    return _head(key, text) + text


def unpack(key: object, entry: object) -> Answer | None:
    """Return the answer with this key, or None if the entry is damaged."""
    if not isinstance(key, bytes) or not isinstance(entry, bytes):  # damage can change a type
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
