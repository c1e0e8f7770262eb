"""Copy a database while people work, and bring a copy back."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from qgauge.annotate.web.settings import reading_uri
from qgauge.annotate.web.setup import new_private, tables_of
from qgauge.core import BadInput

_TABLES = {"annotate_project", "annotate_assignment", "annotate_revision", "django_migrations"}


def backup(database: Path, copy: Path) -> None:
    """Write a consistent copy of an SQLite database; people may go on working.

    Raises:
        BadInput: The database is not one of the app, the copy exists, or it cannot be made.
    """
    _check(database)
    if copy.exists():
        raise BadInput("the file exists; choose another name for the backup", file=str(copy))
    _copy(database, copy)


def restore(copy: Path, database: Path) -> None:
    """Bring a backup back.

    Raises:
        BadInput: The copy is not a backup, the database exists, or it cannot be made.
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
    try:
        unfinished.unlink(missing_ok=True)
        new_private(unfinished)  # it holds names, passwords and sessions
        with (
            closing(sqlite3.connect(reading_uri(source), uri=True)) as old,
            closing(sqlite3.connect(unfinished)) as new,
        ):
            old.backup(new)
            (state,) = new.execute("PRAGMA integrity_check").fetchone()
            if state != "ok":
                raise BadInput(f"the copy is damaged: {state}", file=str(source))
        unfinished.rename(target)
    except (OSError, sqlite3.Error) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise BadInput(f"the copy cannot be made: {why}", file=str(target)) from None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _check(file: Path) -> None:
    """Refuse a file that is not a database of the app."""
    if not file.is_file():
        raise BadInput("there is no such file", file=str(file))
    try:
        tables = tables_of(file)
    except sqlite3.OperationalError as problem:
        raise BadInput(f"cannot be read: {problem}", file=str(file)) from None
    except sqlite3.DatabaseError as problem:
        raise BadInput(f"not an SQLite database: {problem}", file=str(file)) from None
    if not tables >= _TABLES:
        raise BadInput("not a database of qgauge annotate", file=str(file))
