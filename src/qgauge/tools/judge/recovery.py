"""Rebuild a damaged store from the answers that SQLite can still read."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing, suppress

from qgauge.core import BadSetting
from qgauge.core.damaged_files import put_aside
from qgauge.tools import cache
from qgauge.tools.judge.answer import unpack
from qgauge.tools.judge.database import MARK, connect

_log = logging.getLogger("qgauge")
_MARK_AT = slice(68, 72)
"""Position of the application id in a SQLite file."""
_SCANS = (
    "SELECT number FROM answers ORDER BY key",
    "SELECT number FROM answers ORDER BY number",
    "SELECT number FROM answers ORDER BY number DESC",
)
"""Each scan stops at the first bad page: one over the index, two over the table."""


def is_damage(problem: Exception) -> bool:
    """Tell damage of the file from other errors, such as a full disk or missing permissions."""
    # `connect` reports damage that it finds itself by an error without a code
    code = getattr(problem, "sqlite_errorcode", None)
    return cache.is_damage(problem) or code in (None, sqlite3.SQLITE_IOERR_SHORT_READ)


def rebuild(path: str) -> None:
    """Replace a damaged store. Only one process at a time may call this.

    The new file is complete before the damaged one is moved aside. Raises BadSetting if the file
    was never a store.
    """
    answers = _readable(path)
    with open(path, "rb") as file:
        if not answers and file.read(100)[_MARK_AT] != MARK.to_bytes(4, "big"):
            raise BadSetting(
                f"{path} exists but is not an answer store of the judge; choose another file."
            )
    new = f"{path}.new"
    for part in ("-wal", "-shm", ""):  # left behind by a process that was killed here
        with suppress(FileNotFoundError):
            os.unlink(new + part)
    with closing(connect(new)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            connection.executemany(
                "INSERT INTO answers (key, entry) VALUES (?, ?)", answers.items()
            )
    aside = put_aside(path)
    os.rename(new, path)
    _log.warning(
        "The judge's answers in %s were damaged: %d could be recovered; other questions will "
        "be asked again. The damaged file is now %s.",
        path,
        len(answers),
        aside,
    )


def _readable(path: str) -> dict[bytes, bytes]:
    """Read entries one by one and keep those with a correct checksum."""
    unreadable = (sqlite3.Error, UnicodeDecodeError)
    numbers: set[int] = set()
    found: dict[bytes, bytes] = {}
    with suppress(*unreadable), closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")  # also read a truncated file
        for scan in _SCANS:
            with suppress(*unreadable):
                for (number,) in connection.execute(scan):
                    numbers.add(number)
        select = "SELECT key, entry FROM answers WHERE number = ?"
        for number in sorted(numbers):
            with suppress(*unreadable):
                found.update(connection.execute(select, (number,)))
    return {key: entry for key, entry in found.items() if unpack(key, entry)}
