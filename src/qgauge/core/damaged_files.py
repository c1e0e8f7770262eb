"""Files that cannot be read or written: what to say of them, and where to keep them."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count


def fault_text(fault: BaseException) -> str:
    """What went wrong with a file, in the system's words where it has any."""
    return getattr(fault, "strerror", None) or str(fault)


def put_aside(database: str) -> str:
    """Rename a damaged SQLite file with its journals; the new name, which no file had."""
    aside, numbers = f"{database}.damaged", count(2)
    while os.path.lexists(aside):
        aside = f"{database}.damaged-{next(numbers)}"
    for part in ("-wal", "-shm", "-journal", ""):
        with suppress(FileNotFoundError):
            os.rename(database + part, aside + part)
    return aside
