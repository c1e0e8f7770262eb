"""Who uses a file now: processes that hold a lock on a small file of their own while they live."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from uuid import uuid4


class Owners:
    """The processes that use one store; each has a file in this folder, locked until it ends.

    However a process ends, its lock ends with it: no number of a process can be taken for another.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def join(self) -> Owner:
        """This process joins them."""
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        return Owner(os.path.join(self._folder, uuid4().hex))

    def any(self) -> bool:
        """Whether one of them lives."""
        with suppress(FileNotFoundError):
            living = [self.alive(token) for token in os.listdir(self._folder)]  # and sweep
            return any(living)
        return False

    def alive(self, token: str) -> bool:
        """Whether the process with this token lives; the file of one that does not is removed."""
        path = os.path.join(self._folder, token)
        try:
            with open(path, "rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.unlink(path)
        except BlockingIOError:
            return True
        except OSError:
            pass
        return False


class Owner:
    """This process, for as long as it uses the store."""

    def __init__(self, path: str) -> None:
        self.token = os.path.basename(path)
        self._path = path
        self._file = open(path, "wb")  # noqa: SIM115 - held for as long as we live
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def leave(self) -> None:
        with suppress(OSError):
            os.unlink(self._path)
        self._file.close()


@contextmanager
def alone(path: str) -> Iterator[None]:
    """One process at a time gets past here."""
    with open(path, "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
