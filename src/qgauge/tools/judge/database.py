"""The SQLite file of a store: its tables and connections."""

from __future__ import annotations

import os
import sqlite3

MARK = 0x71474A31
"""Application id that identifies a store among SQLite files: "qGJ" and the layout version."""
PATIENCE = 30.0
"""Seconds to wait for another process to finish writing."""
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


def connect(path: str, *, check: bool = False) -> sqlite3.Connection:
    """Open a store, and create it if the file is new.

    Raises sqlite3.Error if the file is not a store or, with `check`, if it is damaged.
    """
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA secure_delete = ON")  # overwrite deleted answers
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        if mark == tables == 0:  # new, or its creator was killed half-way
            os.chmod(path, 0o600)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN IMMEDIATE")
            with connection:
                for statement in LAYOUT:
                    connection.execute(statement)
        elif mark != MARK:
            raise sqlite3.DatabaseError("it is not an answer store of this version of qgauge")
        for (problem,) in connection.execute("PRAGMA integrity_check(1)") if check else ():
            if problem != "ok":
                raise sqlite3.DatabaseError(str(problem))
    except BaseException:
        connection.close()
        raise
    return connection
