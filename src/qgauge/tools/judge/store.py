"""The store of paid answers: one SQLite file in WAL mode, shared by processes.

Every answer is committed in a separate transaction as soon as it arrives. A process claims a
question before asking it. A claim is valid while its process runs, so two processes never pay for
the same answer.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Literal, Self, TypeVar

from qgauge.core import BadSetting, ToolFailed
from qgauge.core.paths import cache_folder
from qgauge.tools.judge.answer import Answer, pack, unpack
from qgauge.tools.judge.database import connect
from qgauge.tools.judge.locks import Owner, any_alive, check_platform, exclusive, is_alive
from qgauge.tools.judge.recovery import is_damage, rebuild

_log = logging.getLogger("qgauge")
Claim = Literal["mine", "theirs", "answered"]
Made = TypeVar("Made")


def default_path() -> str:
    """Return the path of the user's store, next to the cache of the other tools."""
    folder = cache_folder()
    if folder is None:
        raise BadSetting(
            "There is no home folder for the paid answers; set XDG_CACHE_HOME, or give the judge "
            "store=FILE."
        )
    return os.path.join(folder, "judge.sqlite")


class Store:
    """Paid answers by key. Use it in a `with` statement; only its path is pickled."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        check_platform()
        self.path = os.path.abspath(path)
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._owners = f"{self.path}.owners"
        self._owner: Owner | None = None
        self._users = 0
        self._checked = False
        """Whether this process has checked the file for damage."""

    def __reduce__(self) -> tuple[object, ...]:
        return Store, (self.path,)

    def __enter__(self) -> Self:
        with self._lock:
            if not self._users:
                self._open()
            self._users += 1
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                self._close()

    # ------------------------------------------------------------------ answers

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Answer]:
        """Return the stored answers among these keys."""
        select = "SELECT key, entry FROM answers WHERE key = ?"
        return self._sound(
            self.read(lambda c: [row for key in keys for row in c.execute(select, (key,))])
        )

    def entries(self) -> dict[bytes, Answer]:
        """Return all answers in order of arrival."""
        select = "SELECT key, entry FROM answers ORDER BY number"
        return self._sound(self.read(lambda c: c.execute(select).fetchall()))

    def put(self, key: bytes, answer: Answer) -> None:
        """Commit an answer to disk, unless the key has one already."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT OR IGNORE INTO answers (key, entry) VALUES (?, ?)",
                (key, pack(key, answer)),
            )
            connection.execute("DELETE FROM claims WHERE key = ?", (key,))

        self.write(work, durable=True)

    def remove(self, keys: Sequence[bytes]) -> None:
        """Delete these answers."""
        delete = "DELETE FROM answers WHERE key = ?"
        self.write(lambda c: c.executemany(delete, [(key,) for key in keys]), durable=True)

    def compact(self) -> None:
        """Free the disk space of deleted answers."""
        self.read(lambda c: c.execute("VACUUM"))
        self.read(lambda c: c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())

    def _sound(self, rows: Iterable[tuple[bytes, object]]) -> dict[bytes, Answer]:
        """Return the intact answers in these rows and delete damaged ones."""
        found, damaged = {}, []
        for key, entry in rows:
            answer = unpack(key, entry)
            if answer is None:
                damaged.append(key)
            else:
                found[key] = answer
        if damaged:
            self.remove(damaged)
            _log.warning(
                "%d of the judge's answers in %s were damaged; the questions will be asked again.",
                len(damaged),
                self.path,
            )
        return found

    # ------------------------------------------------------------------ claims

    def claim(self, key: bytes) -> Claim:
        """Claim a question, unless it is answered or another running process is asking it."""

        def work(connection: sqlite3.Connection) -> Claim:
            if connection.execute("SELECT 1 FROM answers WHERE key = ?", (key,)).fetchone():
                return "answered"
            for (owner,) in connection.execute("SELECT owner FROM claims WHERE key = ?", (key,)):
                if owner != self._token and is_alive(self._owners, owner):
                    return "theirs"
            connection.execute("INSERT OR REPLACE INTO claims VALUES (?, ?)", (key, self._token))
            return "mine"

        return self.write(work)

    def release(self, key: bytes) -> None:
        """Give up this process's claim, if it has one."""
        delete = "DELETE FROM claims WHERE key = ? AND owner = ?"
        self.write(lambda c: c.execute(delete, (key, self._token)))

    @property
    def _token(self) -> str:
        assert self._owner is not None
        return self._owner.token

    # ------------------------------------------------------------------ the file

    def _open(self) -> None:
        try:
            os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
            with exclusive(f"{self.path}.lock"):
                self._connection = self._connect(in_use=any_alive(self._owners))
                self._owner = Owner(self._owners)
        except OSError as problem:
            self._close()
            raise ToolFailed(
                f"The judge's answers cannot be stored in {self.path} "
                f"({problem.strerror or problem}). Choose another file with store=FILE."
            ) from None

    def _connect(self, *, in_use: bool) -> sqlite3.Connection:
        """Open the file; rebuild a damaged one unless another process uses it."""
        if not in_use and os.path.exists(self.path) and not os.path.getsize(self.path):
            _log.warning("The judge's answers in %s are gone: the file is empty.", self.path)
        try:
            try:  # the first process to use the file checks it
                connection = connect(self.path, check=not (in_use or self._checked))
            except (sqlite3.Error, UnicodeDecodeError) as problem:
                if not is_damage(problem):
                    raise
                if in_use:
                    raise ToolFailed(
                        f"The judge's answers in {self.path} are damaged ({problem}), and another "
                        "process is using them. Run this again when it has finished."
                    ) from None
                rebuild(self.path)
                connection = connect(self.path)
        except sqlite3.Error as problem:
            raise ToolFailed(
                f"The judge's answers in {self.path} cannot be used ({problem}). The file is "
                "unchanged; check disk space and permissions, then run the same command again."
            ) from None
        self._checked = True
        return connection

    def _close(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
        if self._owner is not None:
            self._owner.leave()
        self._connection = self._owner = None

    def read(self, work: Callable[[sqlite3.Connection], Made]) -> Made:
        """Return the result of `work`; turn SQLite errors into ToolFailed with advice."""
        with self._lock:
            if self._connection is None:
                raise RuntimeError("the store is used outside of its `with` statement")
            try:
                return work(self._connection)
            except (sqlite3.Error, UnicodeDecodeError) as problem:
                raise ToolFailed(
                    f"The judge's answers in {self.path} cannot be read or written ({problem}). "
                    "Answers stored so far are safe; run the same command again to resume."
                ) from None

    def write(self, work: Callable[[sqlite3.Connection], Made], *, durable: bool = False) -> Made:
        """Run `work` in one transaction; a durable one survives a power cut."""

        def transaction(connection: sqlite3.Connection) -> Made:
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            with connection:
                return work(connection)

        return self.read(transaction)
