"""On-disk cache of tool results in one SQLite file, shared by runs and processes."""

from __future__ import annotations

import atexit
import hashlib
import itertools
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from qgauge.core.damaged_files import put_aside
from qgauge.core.paths import cache_folder

LIMIT_BYTES = 2**30
"""Default size limit of the file."""
PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""

_log = logging.getLogger("qgauge")
_MARK = 0x71474331
"""SQLite application id of a qgauge cache: "qGC" and the version of the schema."""
_LAYOUT = (
    "CREATE TABLE IF NOT EXISTS entries (key BLOB PRIMARY KEY, tool BLOB NOT NULL,"
    " used INTEGER NOT NULL, checksum BLOB NOT NULL, value BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS entries_by_use ON entries (used)",
    "CREATE INDEX IF NOT EXISTS entries_by_tool ON entries (tool)",
    f"PRAGMA application_id = {_MARK}",
)
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
"""SQLITE_ERROR means that the tables are not the expected ones."""
_BATCH = 1_000
"""Rows or pages changed per transaction, so that other processes never wait long."""
_ROW_BYTES = 150
"""Approximate size of a row without its value."""

Made = TypeVar("Made")


class Cache:
    """A key-value store of texts, shared by all processes and threads that use the same file.

    Keys are digests of up to 64 bytes. The file must be on a local disk. Above `limit_bytes`, the
    least recently used entries (by day) are dropped. A cache never raises: damaged entries are
    dropped, and if the file cannot be used, there is one warning and nothing is stored. The file
    is opened on first use, also after `close`.

    Attributes:
        path: Absolute path of the file.
        limit_bytes: Size limit of the file; None for no limit.

    Examples:
        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Cache(os.path.join(folder, "tools.sqlite")) as cache:
        ...         cache.put("my-tool", {b"key": "text"})
        ...         cache.get([b"key", b"unknown"]), cache.entries()
        ({b'key': 'text'}, {'my-tool': 1})
    """

    def __init__(self, path: str | os.PathLike[str], limit_bytes: int | None = LIMIT_BYTES) -> None:
        self.path = os.path.abspath(path)
        self.limit_bytes = limit_bytes

    def __reduce__(self) -> tuple[object, ...]:
        return Cache, (self.path, self.limit_bytes)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, str]:
        """Return the texts of the keys that are in the cache."""
        return self._attempt(lambda connection: _find(connection, keys, self.path), {})

    def put(self, tool: str, items: Mapping[bytes, str]) -> None:
        """Store the texts of a tool. Existing keys keep their texts."""
        if items:
            limit = self.limit_bytes
            self._attempt(lambda connection: _insert(connection, tool, items, limit), None)

    def size(self) -> int:
        """Return the size of the file in bytes."""
        return self._attempt(_size, 0)

    def entries(self) -> dict[str, int]:
        """Return the number of entries of each tool, by its identity."""
        return self._attempt(_count, {})

    def clear(self, tool: str | None = None) -> None:
        """Delete the entries of one tool, or all entries, and shrink the file."""
        self._attempt(lambda connection: _clear(connection, tool), None)

    def close(self) -> None:
        """Close the file. A later use opens it again, even if it could not be used before."""
        with _LOCK:
            file = self._file()
            file.disconnect()
            file.given_up = False

    def __enter__(self) -> Cache:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def _attempt(self, work: Callable[[sqlite3.Connection], Made], otherwise: Made) -> Made:
        with _LOCK:
            return self._file().attempt(work, otherwise)

    def _file(self) -> _File:
        return _FILES.setdefault(self.path, _File(self.path))


def default_cache(limit_bytes: int | None = LIMIT_BYTES) -> Cache | None:
    """Return the user's cache, or None, with a warning, if the user has no home folder."""
    folder = cache_folder()
    if folder is None:
        _warn_once("There is no home folder for the cache; results are not cached.")
        return None
    return Cache(os.path.join(folder, "tools.sqlite"), limit_bytes)


# ------------------------------------------------------------------ files and processes


class _File:
    """The one connection of this process to a cache file."""

    def __init__(self, path: str) -> None:
        self.given_up = False
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._inode: tuple[int, int] | None = None

    def attempt(self, work: Callable[[sqlite3.Connection], Made], otherwise: Made) -> Made:
        """Return the result of `work`, or `otherwise` if the file cannot be used.

        A damaged file is moved aside, and the work is tried again on a new one.
        """
        for last in (False, True):
            if self.given_up:
                break
            try:
                return work(self._connected())
            except (sqlite3.Error, OSError, UnicodeDecodeError) as problem:
                self.disconnect()
                if last or not is_damage(problem) or not self._put_aside():
                    self.given_up = True
                    _warn_once(
                        f"The cache {self._path} cannot be used ({problem}); "
                        "results are not cached."
                    )
            except BaseException:
                self.disconnect()  # it may be in the middle of a transaction
                raise
        return otherwise

    def disconnect(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            self._connection = sqlite3.connect(
                self._path,
                timeout=PATIENCE,
                isolation_level="IMMEDIATE",
                check_same_thread=False,  # the lock lets in one thread at a time
            )
            self._inode = _inode(self._path)
            _prepare(self._connection, self._path)
        return self._connection

    def _put_aside(self) -> bool:
        """Rename the damaged file, and return whether a new one can take its place."""
        try:
            if _inode(self._path) != self._inode:
                return True  # another process was faster
            aside = put_aside(self._path)
        except OSError:
            return False
        _log.warning(
            "The cache %s was damaged. It is kept as %s, and a new cache is started.",
            self._path,
            aside,
        )
        return True


def _inode(path: str) -> tuple[int, int]:
    about = os.stat(path)
    return about.st_dev, about.st_ino


_LOCK = threading.RLock()
_FILES: dict[str, _File] = {}
_WARNED: set[str] = set()


def _warn_once(message: str) -> None:
    if message not in _WARNED:
        _WARNED.add(message)
        _log.warning(message)


def _disconnect_all() -> None:
    with _LOCK:
        for file in _FILES.values():
            file.disconnect()


def _before_fork() -> None:
    # SQLite keeps its file locks in a table in memory. A child that inherits the table believes
    # that it holds its parent's locks, even on a new connection; so close everything before a fork.
    _LOCK.acquire()
    _disconnect_all()


atexit.register(_disconnect_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_LOCK.release, after_in_child=_LOCK.release
    )


def is_damage(problem: Exception) -> bool:
    """Return whether the file itself is damaged, rather than the disk full or read-only."""
    # SQLite's message may quote damaged names, which Python fails to decode
    return isinstance(problem, UnicodeDecodeError) or _kind(problem) in _DAMAGE


def _kind(problem: Exception) -> int:
    """Return SQLite's primary error code, or 0 for other errors."""
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF


# ------------------------------------------------------------------ inside the file


def _prepare(connection: sqlite3.Connection, path: str) -> None:
    connection.text_factory = bytes  # decoding damaged text would raise
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    mark = _number(connection, "application_id")
    if mark == tables == 0:
        os.chmod(path, 0o600)
        # freed pages are reused, and released if the file is above its limit or cleared
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        _switch_to_wal(connection)
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            for statement in _LAYOUT:
                connection.execute(statement)
    elif mark != _MARK:
        raise OSError("it was not written by this version of qgauge")
    connection.execute("PRAGMA synchronous = NORMAL")


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as problem:
            # SQLite does not wait for this lock, which another process takes to create the file
            if _kind(problem) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _find(connection: sqlite3.Connection, keys: Iterable[bytes], path: str) -> dict[bytes, str]:
    today = _today()
    found: dict[bytes, str] = {}
    untouched: list[tuple[int, bytes]] = []
    damaged: list[tuple[bytes]] = []
    connection.execute("BEGIN")  # one snapshot, because locking per key is slow
    with connection:
        for key in keys:
            row = connection.execute(
                "SELECT used, checksum, value FROM entries WHERE key = ?", (key,)
            ).fetchone()
            if row is None:
                continue
            used, checksum, value = row
            if not isinstance(value, bytes) or checksum != _checksum(key, value):
                damaged.append((key,))
                continue
            found[key] = value.decode("utf-8", "surrogatepass")
            if used != today:
                untouched.append((today, key))
    if damaged:
        _log.warning(
            "Recomputing %d damaged %s of the cache %s.",
            len(damaged),
            "entry" if len(damaged) == 1 else "entries",
            path,
        )
    if damaged or untouched:
        try:
            with connection:
                connection.executemany("UPDATE entries SET used = ? WHERE key = ?", untouched)
                connection.executemany("DELETE FROM entries WHERE key = ?", damaged)
        except sqlite3.OperationalError as problem:
            # a full disk can still be read from, but after one long wait for a lock, give up
            if _kind(problem) == sqlite3.SQLITE_BUSY:
                raise
    return found


def _insert(
    connection: sqlite3.Connection, tool: str, items: Mapping[bytes, str], limit: int | None
) -> None:
    name, today = tool.encode("utf-8", "surrogatepass"), _today()
    values = ((key, text.encode("utf-8", "surrogatepass")) for key, text in items.items())
    with connection:
        connection.executemany(
            "INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?)",
            ((key, name, today, _checksum(key, value), value) for key, value in values),
        )
    if limit is not None:
        _keep_within(connection, limit)


def _keep_within(connection: sqlite3.Connection, limit: int) -> None:
    page_size = _number(connection, "page_size")
    most = limit // page_size
    if _pages_in_use(connection) > most:
        # drop a little more than needed, to make room for the next entries
        fewer = most * 99 // 100
        while (excess := _pages_in_use(connection) - fewer) > 0:
            if not _drop_oldest(connection, excess * page_size):
                break
    _give_back(connection, most)


def _drop_oldest(connection: sqlite3.Connection, excess: int) -> bool:
    """Drop about `excess` bytes of the oldest entries, up to one batch; return False if empty."""
    rows = connection.execute(
        "SELECT rowid, length(value) FROM entries ORDER BY used, rowid LIMIT ?", (_BATCH,)
    ).fetchall()
    sizes = itertools.accumulate((length or 0) + _ROW_BYTES for _, length in rows)
    needed = sum(1 for size in sizes if size < excess) + 1
    with connection:
        connection.executemany(
            "DELETE FROM entries WHERE rowid = ?", ((number,) for number, _ in rows[:needed])
        )
    return bool(rows)


def _give_back(connection: sqlite3.Connection, most: int) -> None:
    """Shrink the file to `most` pages, as far as free pages allow."""
    pages = _number(connection, "page_count")
    while pages > most:
        # each row fetched releases one page
        connection.execute(f"PRAGMA incremental_vacuum({min(pages - most, _BATCH)})").fetchall()
        before, pages = pages, _number(connection, "page_count")
        if pages == before:
            break


def _size(connection: sqlite3.Connection) -> int:
    return _number(connection, "page_count") * _number(connection, "page_size")


def _count(connection: sqlite3.Connection) -> dict[str, int]:
    rows = connection.execute("SELECT tool, count(*) FROM entries GROUP BY tool")
    # in a damaged file a name may be a number
    return {tool.decode("utf-8", "replace"): n for tool, n in rows if isinstance(tool, bytes)}


def _clear(connection: sqlite3.Connection, tool: str | None) -> None:
    if tool is None:
        with connection:
            connection.execute("DELETE FROM entries")
        connection.execute("VACUUM")
    else:
        name, deleted = tool.encode("utf-8", "surrogatepass"), 1
        while deleted:
            with connection:
                deleted = connection.execute(
                    "DELETE FROM entries WHERE rowid IN"
                    " (SELECT rowid FROM entries WHERE tool = ? LIMIT ?)",
                    (name, _BATCH),
                ).rowcount
        _give_back(connection, 0)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _pages_in_use(connection: sqlite3.Connection) -> int:
    return _number(connection, "page_count") - _number(connection, "freelist_count")


def _number(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)


def _checksum(key: bytes, value: bytes) -> bytes:
    return hashlib.blake2b(value, key=key, digest_size=8).digest()


def _today() -> int:
    return int(time.time() // 86_400)
