"""Which processes use a store: each holds a lock on a file of its own for as long as it lives."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from uuid import uuid4


class Owner:
    """This process as a user of a store: a locked file in the folder of the store's owners.

    However a process ends, the system releases its lock; a process id could be reused.
    """

    def __init__(self, folder: str) -> None:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self.token = uuid4().hex
        self._path = os.path.join(folder, self.token)
        self._file = open(self._path, "wb")  # noqa: SIM115 - held for as long as we live
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def leave(self) -> None:
        with suppress(OSError):
            os.unlink(self._path)
        self._file.close()


def is_alive(folder: str, token: str) -> bool:
    """Whether the owner with this token lives; the file of a dead one is removed."""
    path = os.path.join(folder, token)
    try:
        with open(path, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(path)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def any_alive(folder: str) -> bool:
    """Whether any owner lives; the files of dead ones are removed."""
    tokens = os.listdir(folder) if os.path.isdir(folder) else []
    return sum(is_alive(folder, token) for token in tokens) > 0


@contextmanager
def exclusive(path: str) -> Iterator[None]:
    """One process at a time gets past here."""
    with open(path, "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
