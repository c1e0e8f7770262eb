"""The note of a shard: what it was made from, the digest of its rows, and what they add up to."""

from __future__ import annotations

import hashlib
import json
import re
from array import array
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

from qgauge.core import BadInput
from qgauge.data import Refused
from qgauge.data.writing import refused_row

_BEGIN = b"qgauge shard "
_NAME = re.compile(r"(\d{6,})\.(?:jsonl|note)")


class Damaged(Exception):
    """The files of a shard cannot be used; the message says what is wrong."""


def number_of(file: str) -> int | None:
    """Return the number of the shard that a file belongs to; None for other files."""
    found = _NAME.fullmatch(file)
    return int(found[1]) if found else None


def rows_file(number: int) -> str:
    """Return the name of the file with the rows of a shard."""
    return f"{number:06}.jsonl"


def note_file(number: int) -> str:
    """Return the name of the file with the note of a shard."""
    return f"{number:06}.note"


@dataclass(frozen=True, slots=True)
class Note:
    """All there is to know about a finished shard without its rows.

    It is written after the rows, so a shard is finished if it has a note.
    """

    number: int
    file: str
    """The input file."""
    first: int
    """The number of its first row in the file."""
    count: int
    """The number of its input rows, good and bad."""
    input: str
    """The digest of the input rows."""
    run: str
    """The digest of the record of the run."""
    size: int
    """The number of bytes in its file of rows."""
    sha256: str
    """The digest of that file."""
    rows: Sequence[Any]
    """What the command keeps of each good row, besides what it writes: JSON values."""
    refused: Sequence[dict[str, Any]] = ()
    """The bad rows, as the side file has them."""
    keys: str | None = None
    """The keys of the ids of its good rows; None if the input was parsed by the driver."""
    is_final: bool = True
    """Whether a resumed run keeps it; not if a server failed to answer."""
    prose: dict[str, bool] | None = None
    """What was known of the columns when its rows were read, if they left something open."""

    @property
    def id_keys(self) -> array[int] | None:
        """The keys of the ids as numbers."""
        if self.keys is None:
            return None
        found = array("Q")
        found.frombytes(b64decode(self.keys))
        return found

    def refusals(self) -> list[Refused]:
        """Return the bad rows with their errors."""
        return [
            Refused(
                BadInput(one["problem"], file=one["file"], line=one["line"], field=one["field"]),
                one["row"],
            )
            for one in self.refused
        ]

    def encoded(self) -> bytes:
        """Return the content of the note's file: its own digest, then JSON."""
        # not asdict, which copies every row
        written = {one.name: getattr(self, one.name) for one in fields(self)}
        content = json.dumps(written, ensure_ascii=True, separators=(",", ":")).encode()
        return _BEGIN + hashlib.sha256(content).hexdigest().encode() + b"\n" + content

    @classmethod
    def decoded(cls, content: bytes) -> Self:
        """Return the note in this content; raise Damaged if it has been changed."""
        head, _, body = content.partition(b"\n")
        if head != _BEGIN + hashlib.sha256(body).hexdigest().encode():
            raise Damaged("its note is damaged")
        read = json.loads(body)
        return cls(**{one.name: read[one.name] for one in fields(cls)})

    def check_rows(self, content: bytes | None) -> bytes:
        """Return the rows of the shard; raise Damaged if they are not those of this note."""
        if content is None:
            raise Damaged("its rows are missing")
        if len(content) != self.size or hashlib.sha256(content).hexdigest() != self.sha256:
            raise Damaged("its rows are damaged")
        return content


def encoded_keys(keys: array[int] | None) -> str | None:
    """Return the keys of ids as a note has them."""
    return None if keys is None else b64encode(keys.tobytes()).decode()


def encoded_refusals(refused: Sequence[Refused]) -> list[dict[str, Any]]:
    """Return bad rows as a note has them."""
    return [refused_row(one) for one in refused]
