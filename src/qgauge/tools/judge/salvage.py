"""What is left of a damaged store: every answer that is whole, wherever in the file it lies."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import count

from qgauge.core import BadSetting, ToolFailed
from qgauge.tools.judge.entry import Answer, indexed_keys, name_of, pack, scan, unpack, whole

_log = logging.getLogger("qgauge")
_NAMED = 10
"""Damaged entries that are named in a warning; the others are counted."""

Connect = Callable[[str], sqlite3.Connection]


def open_sound(path: str, connect: Connect, *, in_use: bool, known: bool) -> sqlite3.Connection:
    """A connection to the store, mended first if it is damaged. One process at a time comes here.

    While others use the file it is not looked through: the first of them has done so. Nor is it
    when this process knows it from before.
    """
    if in_use:
        try:
            return connect(path)
        except (sqlite3.Error, UnicodeDecodeError) as problem:
            raise ToolFailed(
                f"The judge's answers in {path} are damaged ({problem}), and another process uses "
                "them. When it has ended, run this again: whole answers will be saved."
            ) from None
    before = os.path.getsize(path) if os.path.exists(path) else None
    if before == 0:
        _log.warning("The judge's answers in %s are gone: the file is empty.", path)
    # read before SQLite does: of a journal with one bit wrong it drops all that comes after
    journal = _bytes(f"{path}-wal")
    connection = None
    try:
        connection = connect(path)
        if known:
            return connection
        bad = _look_through(connection)
    except (sqlite3.Error, UnicodeDecodeError) as problem:
        if connection is not None:
            connection.close()
        if not _is_damage(problem):
            raise ToolFailed(
                f"The judge's answers in {path} cannot be used ({problem}). They are left as they "
                "are; run the same again when there is room and the file can be written."
            ) from None
        return _rebuilt(path, journal, connect)
    if bad:
        _forget(connection, path, bad)
    _put_back(connection, path, journal)
    return connection


def _is_damage(problem: Exception) -> bool:
    """Whether the file itself is bad; not if the disk is full, or somebody else owns the file."""
    code = getattr(problem, "sqlite_errorcode", 0)
    return code == sqlite3.SQLITE_IOERR_SHORT_READ or code & 0xFF not in _TROUBLE_AROUND_THE_FILE


_TROUBLE_AROUND_THE_FILE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


def forget(connection: sqlite3.Connection, path: str, keys: Iterable[bytes]) -> None:
    """Remove entries that were found damaged, and name them."""
    bad = {}
    for key in keys:
        for number, entry in connection.execute(
            "SELECT number, entry FROM answers WHERE key = ?", (key,)
        ).fetchall():
            bad[number] = (key, name_of(entry))
    _forget(connection, path, bad)


def _look_through(connection: sqlite3.Connection) -> dict[int, tuple[bytes, str]]:
    """The entries that are damaged in a file that is not; sqlite3.Error where the file is."""
    for (said,) in connection.execute("PRAGMA integrity_check(1)"):
        if said != "ok":
            raise sqlite3.DatabaseError(str(said))
    bad = {}
    for number, key, entry in connection.execute("SELECT number, key, entry FROM answers"):
        found = whole(entry)
        if found is None or found[0] != key:
            bad[number] = (key, name_of(entry))
    return bad


def _forget(
    connection: sqlite3.Connection, path: str, bad: Mapping[int, tuple[bytes, str]]
) -> None:
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        connection.executemany(
            "DELETE FROM answers WHERE number = ?", ((number,) for number in bad)
        )
    _log.warning(
        "The judge's answers in %s had %d damaged, to be asked anew: %s.",
        path,
        len(bad),
        _names(dict(bad.values())),
    )


def _put_back(connection: sqlite3.Connection, path: str, journal: bytes) -> None:
    """Answers that stand in what the journal was, but not in the file: it was damaged."""
    whole = {key: answer for key, answer, _ in scan(journal) if answer is not None}
    missing = {
        key: answer
        for key, answer in whole.items()
        if not connection.execute("SELECT 1 FROM answers WHERE key = ?", (key,)).fetchone()
    }
    if missing:
        _insert(connection, missing)
    there = {key for (key,) in connection.execute("SELECT key FROM answers")} if journal else set()
    broken = {key: name for key, answer, name in scan(journal) if answer is None}
    lost = {key: name for key, name in broken.items() if key not in there}
    if missing or lost:
        _log.warning(
            "The journal of the judge's answers in %s was damaged; %d answers were saved from it%s",
            path,
            len(missing),
            f", and these are to be asked anew: {_names(lost)}." if lost else ".",
        )


def _rebuilt(path: str, journal: bytes, connect: Connect) -> sqlite3.Connection:
    """A new file with every answer that is whole; the damaged one is kept under another name."""
    data = _bytes(path)
    saved: dict[bytes, Answer] = {}
    broken: dict[bytes, str] = {}
    for part in (data, journal, _bytes(f"{path}-journal")):
        for key, answer, name in scan(part):
            if answer is not None:
                saved.setdefault(key, answer)
            else:
                broken[key] = name
    for key, answer in _still_readable(path):
        saved.setdefault(key, answer)
    if not saved and not data.startswith(b"SQLite format 3\0"):
        raise BadSetting(f"{path} is there and is no store of answers; choose another file.")
    if not saved and _foreign(data):
        raise BadSetting(f"{path} belongs to another program; choose another file.")
    for key in indexed_keys(data) | indexed_keys(journal):
        broken.setdefault(key, "")
    aside = _put_aside(path)
    connection = connect(path)
    _insert(connection, saved)
    lost = {key: name for key, name in broken.items() if key not in saved}
    _log.warning(
        "The judge's answers in %s were damaged: %d were saved, %s. The damaged file is now %s.",
        path,
        len(saved),
        f"{len(lost)} are lost and will be asked anew: {_names(lost)}" if lost else "none is lost",
        aside,
    )
    return connection


def _foreign(data: bytes) -> bool:
    """Whether the head of an SQLite file says that it is not ours."""
    return data[68:72] not in (b"qGJ1", b"")


def _still_readable(path: str) -> list[tuple[bytes, Answer]]:
    """What SQLite can still read, up to the first damage: answers longer than a page, too."""
    found = []
    with suppress(sqlite3.Error, UnicodeDecodeError):
        connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
        try:
            for (entry,) in connection.execute("SELECT entry FROM answers"):
                if read := unpack(entry):
                    found.append(read)
        finally:
            connection.close()
    return found


def _put_aside(path: str) -> str:
    aside, numbers = f"{path}.damaged", count(2)
    while os.path.lexists(aside):
        aside = f"{path}.damaged-{next(numbers)}"
    for part in ("-wal", "-shm", "-journal", ""):
        with suppress(FileNotFoundError):
            os.rename(path + part, aside + part)
    return aside


def _insert(connection: sqlite3.Connection, answers: Mapping[bytes, Answer]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        connection.executemany(
            "INSERT OR IGNORE INTO answers (key, entry) VALUES (?, ?)",
            ((key, pack(key, answer)) for key, answer in answers.items()),
        )


def _names(lost: Mapping[bytes, str]) -> str:
    shown = [
        # damage can make a text or a number of a key
        (key.hex()[:12] if isinstance(key, bytes) else str(key)) + (f" ({name})" if name else "")
        for key, name in list(lost.items())[:_NAMED]
    ]
    more = len(lost) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _bytes(path: str) -> bytes:
    with suppress(FileNotFoundError), open(path, "rb") as file:
        return file.read()
    return b""
