"""The tables of bad input: whole files, and single rows among good ones."""

from __future__ import annotations

import gzip
import io
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hostile.verbs import Verb

Make = Callable[[Path, Verb], None]
"""Writes a hostile file to the path, possibly with the verb's good rows in it."""


@dataclass(frozen=True)
class BadFile:
    """A file that no verb can use: exit 2, and the message names it."""

    what: str
    name: str
    """Its suffix is the format; verbs that do not read this format are skipped."""
    make: Make
    said: str = ""
    """A part of the message."""

    @property
    def format(self) -> str:
        return self.name.removesuffix(".gz").rpartition(".")[2]

    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True)
class BadRow:
    """A row that cannot be used, among good ones: exit 2, or exit 1 and a side file."""

    what: str
    line: bytes
    said: str

    def __str__(self) -> str:
        return self.what


def content(data: bytes) -> Make:
    return lambda path, _: path.write_bytes(data) and None


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _noise(size: int) -> bytes:
    return random.Random(5).randbytes(size)


def _cut_gzip(path: Path, verb: Verb) -> None:
    path.write_bytes(packed(verb.content().encode())[:40])


def _parquet(verb: Verb) -> bytes:
    import pyarrow
    from pyarrow import parquet

    columns = {name: [str(row[name]) for row in verb.rows] for name in verb.rows[0]}
    buffer = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), buffer)
    return buffer.getvalue()


def _cut_parquet(path: Path, verb: Verb) -> None:
    path.write_bytes(_parquet(verb)[:-9])


def _flipped_parquet(path: Path, verb: Verb) -> None:
    data = bytearray(_parquet(verb))
    data[-12] ^= 0x10  # in the footer
    path.write_bytes(data)


def _loop(path: Path, _: Verb) -> None:
    path.symlink_to(path)


def _memory(path: Path, _: Verb) -> None:
    path.symlink_to("/proc/self/mem")  # opening it succeeds, reading it fails


FILES = [
    BadFile("missing", "in.jsonl", lambda *_: None, "there is no such file"),
    BadFile("a link to itself", "in.jsonl", _loop, "symbolic links"),
    BadFile("a long name", "n" * 300 + ".jsonl", lambda *_: None, "too long"),
    BadFile("a file that cannot be read", "in.jsonl", _memory, "cannot be read"),
    BadFile("an unknown suffix", "in.xlsx", content(b"PK\3\4"), ""),
    BadFile("empty", "in.jsonl", content(b"")),
    BadFile("only a UTF-8 BOM", "in.jsonl", content(b"\xef\xbb\xbf")),
    BadFile("only a UTF-16 BOM", "in.jsonl", content(b"\xff\xfe")),
    BadFile("white space", "in.jsonl", content(b" \n\t\n\r\n" * 10)),
    BadFile("NUL bytes", "in.jsonl", content(b"\0" * 5000)),
    BadFile("half of a UTF-16 character", "in.jsonl", content(b'\xff\xfe{\0"\0\0'), "UTF-16"),
    BadFile("UTF-16 without a BOM", "in.jsonl", content('{"question": "Q?"}'.encode("utf-16-le"))),
    BadFile("random bytes", "in.jsonl", content(_noise(100_000))),
    BadFile("a long line", "in.jsonl", content(b"x" * (1 << 20))),
    BadFile("a long line of brackets", "in.jsonl", content(b"[" * (1 << 20)), "deeply"),
    BadFile("the start of a long text", "in.jsonl", content(b'{"question": "' + b"x" * (1 << 20))),
    BadFile("empty JSON", "in.json", content(b"")),
    BadFile("only brackets", "in.json", content(b"[" * 100_000), "deeply"),
    BadFile("cut JSON", "in.json", content(b'[{"question": "Q?"}, {"ques')),
    BadFile("a number", "in.json", content(b"17")),
    BadFile("a string", "in.json", content(b'"Q?"')),
    BadFile("gzip, cut", "in.jsonl.gz", _cut_gzip, "gzip"),
    BadFile("gzip of nothing", "in.jsonl.gz", content(packed(b""))),
    BadFile("gzip of gzip", "in.jsonl.gz", content(packed(packed(b"{}")))),
    BadFile("only the magic bytes of gzip", "in.jsonl.gz", content(b"\x1f\x8b"), "gzip"),
    BadFile("empty CSV", "in.csv", content(b""), "empty"),
    BadFile("NUL in the header", "in.csv", content(b"a\0,b\n1,2\n")),
    BadFile("a quote that never ends", "in.csv", content(b'"' + b"x,\n" * 1000), "never closed"),
    BadFile(
        "two columns of the same name",
        "in.csv",
        content(b"question,question\na,b\n"),
        "two columns",
    ),
    BadFile("a header of random bytes", "in.csv", content(_noise(5000))),
    BadFile("parquet, cut", "in.parquet", _cut_parquet, "Parquet"),
    BadFile("parquet, a bit flipped", "in.parquet", _flipped_parquet, "Parquet"),
    BadFile("parquet, empty", "in.parquet", content(b""), "Parquet"),
    BadFile("parquet of random bytes", "in.parquet", content(_noise(5000)), "Parquet"),
    BadFile("an empty text", "in.txt", content(b"")),
    BadFile("a text with NUL", "in.txt", content(b"Q?\n\0\n")),
]

LINES = [
    BadRow("not JSON", b"{bad", "not JSON"),
    BadRow("a cut row", b'{"id": "x", "question": "Q', "not JSON"),
    BadRow("two rows on a line", b"{} {}", "more text after the row"),
    BadRow("a list", b"[1]", ""),
    BadRow("a number", b"17", ""),
    BadRow("null", b"null", ""),
    BadRow("an empty object", b"{}", ""),
    BadRow("NaN", b'{"id": "x", "question": NaN}', "NaN is not JSON"),
    BadRow("Infinity", b'{"id": "x", "question": "Q?", "x": -Infinity}', "Infinity is not JSON"),
    BadRow("a number that is too large", b'{"id": "x", "question": "Q?", "x": 1e999}', "too large"),
    BadRow("a repeated key", b'{"id": "x", "id": "y", "question": "Q?"}', "twice"),
    BadRow("half of a surrogate pair", rb'{"id": "x", "question": "Q\ud800?"}', "surrogate"),
    BadRow("many digits", b'{"id": ' + b"9" * 5000 + b"}", "too many digits"),
    BadRow("deep nesting", b'{"id": ' + b"[" * 5000 + b"]" * 5000 + b"}", "too deeply"),
    BadRow("not UTF-8", b'{"id": "caf\xe9", "question": "Q?"}', "not UTF-8 at byte 12"),
    BadRow("a NUL byte", b'{"id": "\0"}', "control character"),
    BadRow("an escape byte", b'{"id": "\x1b[31m"}', "control character"),
    BadRow("an object as id", b'{"id": {}, "question": "Q?"}', ""),
    BadRow("a long line", b'{"id": "' + b"x" * (1 << 20), "not JSON"),
]
"""Bad rows of JSONL; each is bad for every verb."""

TABLE_ROWS = [
    BadRow("a stray quote", b'p99,"1,0,1', "never closed"),
    BadRow("text after a quote", b'p99,"1"x,0,1', "closing quote"),
    BadRow("one cell too many", b"p99,1,0,1,1", "5 cells"),
    BadRow("too few cells", b"p99,1", "2 cells"),
    BadRow("a word instead of a number", b"p99,maybe,0,1", "c1"),
    BadRow("a large number", b"p99," + b"9" * 5000 + b",0,1", "c1"),
    BadRow("an infinite number", b"p99,inf,0,1", "c1"),
    BadRow("a formula", b"p99,=1+1,0,1", "c1"),
    BadRow("not UTF-8", b"p\x81,1,0,1", "not UTF-8"),
    BadRow("a repeated respondent", b"p1,1,0,1", "p1"),
]
"""Bad rows of the response matrices that `items` reads."""


def with_row(verb: Verb, bad: BadRow) -> tuple[bytes, int]:
    """Return the verb's good rows with a bad one after the second, and its line number."""
    good = verb.content().encode().splitlines(keepends=True)
    before = 3 if verb.reads == "csv" else 2
    return b"".join([*good[:before], bad.line, b"\n", *good[before:]]), before + 1


def bad_rows(verb: Verb) -> list[BadRow]:
    return TABLE_ROWS if verb.reads == "csv" else LINES


def is_root() -> bool:
    return os.geteuid() == 0
