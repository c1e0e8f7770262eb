"""A damaged store: what SQLite can still read of it is taken over, and the file moved aside."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from itertools import count

from qgauge.core import BadSetting
from qgauge.tools.judge.answer import unpack

MARK = 0x71474A31
"""Tells our files from other SQLite files: "qGJ", and the number of the layout."""
_MARK_AT = 68
"""Where SQLite keeps it in a file (`PRAGMA application_id`)."""
_NOT_DAMAGE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
"""Trouble around the file: the disk is full, or the file is another user's."""

_SCANS = (
    "SELECT number FROM answers ORDER BY key",
    "SELECT number FROM answers ORDER BY number",
    "SELECT number FROM answers ORDER BY number DESC",
)
"""Each goes as far as the first bad page: one over the index, two over the table."""


def check(connection: sqlite3.Connection) -> None:
    """sqlite3.Error where the file is damaged."""
    for (problem,) in connection.execute("PRAGMA integrity_check(1)"):
        if problem != "ok":
            raise sqlite3.DatabaseError(str(problem))


def is_damage(problem: Exception) -> bool:
    """Whether the file itself is bad."""
    code = getattr(problem, "sqlite_errorcode", 0)
    return code == sqlite3.SQLITE_IOERR_SHORT_READ or code & 0xFF not in _NOT_DAMAGE


def move_aside(path: str) -> tuple[list[tuple[bytes, bytes]], str]:
    """The rows of answers that can be read, and the new name of the damaged file."""
    saved = _readable(path)
    with open(path, "rb") as file:
        head = file.read(100)
    if not saved and head[_MARK_AT : _MARK_AT + 4] != MARK.to_bytes(4, "big"):
        raise BadSetting(f"{path} is there and is no store of answers; choose another file.")
    aside, numbers = f"{path}.damaged", count(2)
    while os.path.lexists(aside):
        aside = f"{path}.damaged-{next(numbers)}"
    for part in ("-wal", "-shm", "-journal", ""):
        with suppress(FileNotFoundError):
            os.rename(path + part, aside + part)
    return saved, aside


def _readable(path: str) -> list[tuple[bytes, bytes]]:
    """Rows with a right checksum, read one by one: a bad page costs the rows on it."""
    unreadable = (sqlite3.Error, UnicodeDecodeError)
    numbers: set[int] = set()
    rows = []
    with suppress(*unreadable), closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")  # read a file that was cut short, too
        for scan in _SCANS:
            with suppress(*unreadable):
                for (number,) in connection.execute(scan):
                    numbers.add(number)
        select = "SELECT key, entry FROM answers WHERE number = ?"
        for number in sorted(numbers):
            with suppress(*unreadable):
                rows += connection.execute(select, (number,)).fetchall()
    return list({key: (key, entry) for key, entry in rows if unpack(key, entry)}.values())
