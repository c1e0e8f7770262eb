"""Handling of damaged files."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count


def fault_text(fault: BaseException) -> str:
    """Return the error message of the operating system, or else the text of the exception."""
    return getattr(fault, "strerror", None) or str(fault)


def put_aside(database: str) -> str:
    """Rename a damaged SQLite file and its journals to an unused name; return the new name."""
    aside, numbers = f"{database}.damaged", count(2)
    while os.path.lexists(aside):
        aside = f"{database}.damaged-{next(numbers)}"
    for part in ("-wal", "-shm", "-journal", ""):
        with suppress(FileNotFoundError):
            os.rename(database + part, aside + part)
    return aside
