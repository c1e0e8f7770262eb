"""The store of paid answers: one SQLite file, shared by processes, that forgets nothing by itself.

Every answer is on the disk before anybody uses it. Who wants to ask a question claims it first;
a claim holds as long as its process lives, so that two processes never pay for the same answer.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Literal, Self, TypeVar

from qgauge.core import BadSetting, ToolFailed
from qgauge.tools.judge import salvage
from qgauge.tools.judge.entry import Answer, pack, unpack
from qgauge.tools.judge.owners import Owner, Owners, alone

PATIENCE = 30.0
"""Seconds to wait for other processes that write."""
MARK = 0x71474A31
"""Tells our files from other SQLite files: "qGJ", and the number of the layout."""
PAGE = 16_384
"""Bytes of a page. An answer that fits in one lies in one piece: it can be found without SQLite."""
LAYOUT = (
    "CREATE TABLE answers (number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE,"
    " entry BLOB NOT NULL)",
    "CREATE TABLE claims (key BLOB PRIMARY KEY, owner TEXT NOT NULL)",
    "CREATE TABLE runs (run TEXT PRIMARY KEY, began TEXT NOT NULL, judge TEXT NOT NULL,"
    " calls INTEGER NOT NULL DEFAULT 0, answers INTEGER NOT NULL DEFAULT 0,"
    " stored INTEGER NOT NULL DEFAULT 0, tokens_in INTEGER NOT NULL DEFAULT 0,"
    " tokens_out INTEGER NOT NULL DEFAULT 0, spent REAL NOT NULL DEFAULT 0,"
    " reserved REAL NOT NULL DEFAULT 0, uncertain REAL NOT NULL DEFAULT 0)",
    "CREATE TABLE failures (run TEXT NOT NULL, kind TEXT NOT NULL, times INTEGER NOT NULL,"
    " PRIMARY KEY (run, kind))",
    f"PRAGMA application_id = {MARK}",
)

Claim = Literal["mine", "theirs", "answered"]
Made = TypeVar("Made")


def default_path() -> str:
    """The user's own store, beside the cache of the other tools."""
    folder = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(folder):  # the XDG rules: a relative path counts as none
        try:
            folder = os.path.join(Path.home(), ".cache")
        except RuntimeError:
            raise BadSetting(
                "There is no home folder for the paid answers; set XDG_CACHE_HOME, or give --cache."
            ) from None
    return os.path.join(folder, "qgauge", "judge.sqlite")


class Store:
    """Paid answers by key. Use it in a `with` statement; it pickles by the name of its file."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.path.abspath(path)
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._owners = Owners(f"{self.path}.owners")
        self._owner: Owner | None = None
        self._users = 0
        self._looked_through = False

    def __reduce__(self) -> tuple[object, ...]:
        return Store, (self.path,)

    def __enter__(self) -> Self:
        with self._lock:
            if not self._users:
                self._open()
            self._users += 1
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                self._close()

    # ------------------------------------------------------------------ answers

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Answer]:
        """What is known of these keys. A damaged entry is named and forgotten."""

        def work(connection: sqlite3.Connection) -> tuple[dict[bytes, Answer], list[bytes]]:
            found, bad = {}, []
            for key in keys:
                row = connection.execute(
                    "SELECT entry FROM answers WHERE key = ?", (key,)
                ).fetchone()
                if row is None:
                    continue
                read = unpack(row[0])
                if read is not None and read[0] == key:
                    found[key] = read[1]
                else:
                    bad.append(key)
            return found, bad

        found, bad = self.read(work)
        if bad:
            salvage.forget(self._connected, self.path, bad)
        return found

    def put(self, key: bytes, answer: Answer) -> Answer:
        """Keep an answer, safe from any end of this process; and the one that is kept now.

        That is another's, if somebody was faster after all. After `sync` it is safe from a loss of
        power as well; that takes a hundred times as long, and more answers may come meanwhile.
        """

        def work(connection: sqlite3.Connection) -> object:
            connection.execute(
                "INSERT OR IGNORE INTO answers (key, entry) VALUES (?, ?)",
                (key, pack(key, answer)),
            )
            connection.execute("DELETE FROM claims WHERE key = ?", (key,))
            return connection.execute("SELECT entry FROM answers WHERE key = ?", (key,)).fetchone()[
                0
            ]

        kept = unpack(self.write(work))
        return answer if kept is None else kept[1]

    def sync(self) -> None:
        """Wait until all that was put is on the disk."""
        # any change will do: the disk keeps the order, so what was written before is there, too
        self.write(
            lambda c: c.execute(
                "INSERT INTO claims VALUES (x'00', '') ON CONFLICT DO UPDATE SET owner = ''"
            ),
            durable=True,
        )

    def entries(self) -> Iterator[tuple[bytes, Answer]]:
        """All answers, in the order in which they came."""
        last = 0
        while rows := self.read(
            lambda c, after=last: c.execute(  # type: ignore[misc]
                "SELECT number, entry FROM answers WHERE number > ? ORDER BY number LIMIT 500",
                (after,),
            ).fetchall()
        ):
            for number, entry in rows:
                last = number
                if found := unpack(entry):
                    yield found

    def discard(self, keys: Sequence[bytes]) -> None:
        """Forget these answers."""
        self.write(
            lambda c: c.executemany("DELETE FROM answers WHERE key = ?", [(key,) for key in keys]),
            durable=True,
        )

    def remove(self, keys: Sequence[bytes]) -> None:
        """Forget these answers, and give the space back."""
        self.discard(keys)
        self.read(lambda c: c.execute("VACUUM"))
        self.read(lambda c: c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())

    # ------------------------------------------------------------------ claims

    def claim(self, key: bytes) -> Claim:
        """Whether this process may ask: not if it is answered, or if a living one is asking."""
        assert self._owner is not None
        mine = self._owner.token

        def work(connection: sqlite3.Connection) -> tuple[Claim, str]:
            if connection.execute("SELECT 1 FROM answers WHERE key = ?", (key,)).fetchone():
                return "answered", ""
            row = connection.execute("SELECT owner FROM claims WHERE key = ?", (key,)).fetchone()
            if row is not None and row[0] != mine and self._owners.alive(row[0]):
                return "theirs", row[0]
            connection.execute("INSERT OR REPLACE INTO claims VALUES (?, ?)", (key, mine))
            return "mine", mine

        return self.write(work)[0]

    def release(self, keys: Sequence[bytes]) -> None:
        """Let others ask these."""
        assert self._owner is not None
        mine = self._owner.token
        if keys:
            self.write(
                lambda c: c.executemany(
                    "DELETE FROM claims WHERE key = ? AND owner = ?", [(key, mine) for key in keys]
                )
            )

    def claimed(self) -> set[bytes]:
        """The questions that somebody is asking now, or was when he was killed."""
        return {
            key
            for (key,) in self.read(
                lambda c: c.execute("SELECT key FROM claims WHERE owner != ''").fetchall()
            )
        }

    # ------------------------------------------------------------------ the file

    def _open(self) -> None:
        try:
            os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
            with alone(f"{self.path}.lock"):
                self._connection = salvage.open_sound(
                    self.path, connect, in_use=self._owners.any(), known=self._looked_through
                )
                self._looked_through = True
                self._owner = self._owners.join()
        except OSError as problem:
            self._close()
            raise ToolFailed(
                f"The judge's answers cannot be kept in {self.path} "
                f"({problem.strerror or problem}). Choose another file for them with store=FILE."
            ) from None

    def _close(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
        if self._owner is not None:
            self._owner.leave()
        self._connection = self._owner = None

    @property
    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            raise RuntimeError("the store is used outside of its `with` statement")
        return self._connection

    def read(self, work: Callable[[sqlite3.Connection], Made]) -> Made:
        """What the work gives; what SQLite complains of becomes an error that says what to do."""
        with self._lock:
            try:
                return work(self._connected)
            except (sqlite3.Error, UnicodeDecodeError) as problem:
                raise ToolFailed(
                    f"The judge's answers in {self.path} cannot be read or written ({problem}). "
                    "Answers kept until now are safe; run the same again to go on."
                ) from None

    def write(self, work: Callable[[sqlite3.Connection], Made], *, durable: bool = False) -> Made:
        """The same, as one transaction; a durable one outlives a loss of power."""

        def transaction(connection: sqlite3.Connection) -> Made:
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            with connection:
                return work(connection)

        return self.read(transaction)


def connect(path: str) -> sqlite3.Connection:
    """A connection to a store, which is made where there is none; sqlite3.Error if it is none."""
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA secure_delete = ON")  # what is removed leaves no trace
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        if mark == tables == 0:  # new, or whoever made it was killed before he was done
            os.chmod(path, 0o600)
            connection.execute(f"PRAGMA page_size = {PAGE}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN IMMEDIATE")
            with connection:
                for statement in LAYOUT:
                    connection.execute(statement)
        elif mark != MARK:
            raise sqlite3.DatabaseError("it is not a store of answers of this version of qgauge")
    except BaseException:
        connection.close()
        raise
    return connection
