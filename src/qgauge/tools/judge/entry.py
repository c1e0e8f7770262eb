"""One paid answer as bytes that stand for themselves: found again wherever a file still has them.

An entry begins with a mark and holds its length, a checksum, its key and the answer as JSON. So it
can be told from anything else, whole from damaged, without the file around it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from hashlib import blake2b
from typing import Any

MARK = b"qgJ1"
_LENGTH, _CHECKSUM, _KEY = 4, 16, 32
_HEAD = len(MARK) + _LENGTH + _CHECKSUM + _KEY
_INDEXED = re.compile(rb"\x03\x4c[\x01-\x06\x08\x09](.{32})", re.DOTALL)
"""A key as SQLite writes it in the index of our table: a blob of 32 bytes before the row number."""


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
    length = len(text).to_bytes(_LENGTH, "big")
    return MARK + length + _checksum(length, key, text) + key + text


def whole(entry: object, at: int = 0) -> tuple[bytes, bytes] | None:
    """The key and the answer's JSON; None where a bit is not as it was written."""
    if not isinstance(entry, bytes | memoryview | bytearray):
        return None
    head = bytes(entry[at : at + _HEAD])
    if len(head) < _HEAD or not head.startswith(MARK):
        return None
    length = int.from_bytes(head[4:8], "big")
    checksum, key = head[8:24], head[24:]
    text = bytes(entry[at + _HEAD : at + _HEAD + length])
    return (key, text) if _checksum(head[4:8], key, text) == checksum else None


def unpack(entry: object, at: int = 0) -> tuple[bytes, Answer] | None:
    """The key and the answer; None where it is damaged."""
    sound = whole(entry, at)
    if sound is None:
        return None
    try:
        found: dict[str, Any] = json.loads(sound[1].decode("utf-8", "surrogatepass"))
        # a later version may say more
        return sound[0], Answer(**{field.name: found[field.name] for field in fields(Answer)})
    except (ValueError, TypeError, KeyError):
        return None


def _checksum(length: bytes, key: bytes, text: bytes) -> bytes:
    return blake2b(length + key + text, digest_size=_CHECKSUM).digest()


def scan(data: bytes) -> Iterator[tuple[bytes, Answer | None, str]]:
    """Every entry in these bytes: key, answer (None where it is damaged), and its name if known."""
    at = data.find(MARK)
    while at >= 0:
        found = unpack(data, at)
        if found is not None:
            yield found[0], found[1], found[1].about
        else:
            yield data[at + 24 : at + 56], None, name_of(data[at : at + 4096])
        at = data.find(MARK, at + 1)


def indexed_keys(data: bytes) -> set[bytes]:
    """The keys in the pages of the index: they name entries whose own pages are gone."""
    return {found[1] for found in _INDEXED.finditer(data)}


def name_of(entry: object) -> str:
    """What a damaged entry was about, as far as it can be read."""
    if not isinstance(entry, bytes):
        return ""
    found = re.search(rb'"about": "([^"]{1,100})"', entry)
    return found[1].decode("utf-8", "replace") if found else ""
