"""Locks that tell which processes are using a store. They need a POSIX system."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO
from uuid import uuid4

from qgauge.core import MissingTool

NO_LOCKS = (
    "The judge needs a POSIX system (Linux or macOS): it locks files with fcntl. "
    "On Windows, use WSL."
)


class Owner:
    """This process as a user of a store: a locked file in the store's folder of owners.

    The system releases the lock however the process ends. Unlike a process id, a lock cannot be
    mistaken for that of a later process.
    """

    def __init__(self, folder: str) -> None:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self.token = uuid4().hex
        self._path = os.path.join(folder, self.token)
        self._file = open(self._path, "wb")  # noqa: SIM115 - open as long as the process runs
        _lock(self._file)

    def leave(self) -> None:
        """Remove the file and release the lock."""
        with suppress(OSError):
            os.unlink(self._path)
        self._file.close()


def is_alive(folder: str, token: str) -> bool:
    """Return whether the owner with this token is running; remove the file of one that is not."""
    path = os.path.join(folder, token)
    try:
        with open(path, "rb") as file:
            _lock(file, wait=False)
            os.unlink(path)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def any_alive(folder: str) -> bool:
    """Return whether any owner is running; remove the files of those that are not."""
    tokens = os.listdir(folder) if os.path.isdir(folder) else []
    return sum(is_alive(folder, token) for token in tokens) > 0


@contextmanager
def exclusive(path: str) -> Iterator[None]:
    """Let one process at a time run the body."""
    with open(path, "wb") as file:
        _lock(file)
        yield


def check_platform() -> None:
    """Raise MissingTool on a system that has no fcntl (Windows)."""
    try:
        import fcntl  # noqa: F401
    except ImportError:
        raise MissingTool(NO_LOCKS) from None


def _lock(file: IO[bytes], *, wait: bool = True) -> None:
    """Lock a file until it is closed. Without `wait`, raise BlockingIOError if another has it."""
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
