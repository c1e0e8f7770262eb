"""Copy a database while people work, and bring a copy back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from qgauge.annotate.web.setup import make_private
from qgauge.core import BadInput

_TABLES = {"annotate_project", "annotate_assignment", "annotate_revision", "django_migrations"}


def backup(database: Path, copy: Path) -> None:
    """Write a consistent copy of an SQLite database; people may go on working.

    Raises:
        BadInput: The database is not one of the app, or the copy exists.
    """
    _check(database)
    if copy.exists():
        raise BadInput("the file exists; choose another name for the backup", file=str(copy))
    _copy(database, copy)


def restore(copy: Path, database: Path) -> None:
    """Bring a backup back.

    Raises:
        BadInput: The copy is not a backup, or the database exists.
    """
    _check(copy)
    if database.exists():
        raise BadInput(
            "the database exists; move it away first, so that nothing is overwritten",
            file=str(database),
        )
    _copy(copy, database)


def _copy(source: Path, target: Path) -> None:
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    make_private(unfinished)  # it holds names, passwords and sessions
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(unfinished)) as new:
            old.backup(new)
            (state,) = new.execute("PRAGMA integrity_check").fetchone()
            if state != "ok":
                raise BadInput(f"the copy is damaged: {state}", file=str(source))
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _check(file: Path) -> None:
    """Refuse a file that is not a database of the app."""
    if not file.is_file():
        raise BadInput("there is no such file", file=str(file))
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            tables = {name for (name,) in found}
    except sqlite3.DatabaseError as problem:
        raise BadInput(f"not an SQLite database: {problem}", file=str(file)) from None
    if not tables >= _TABLES:
        raise BadInput("not a database of qgauge annotate", file=str(file))
