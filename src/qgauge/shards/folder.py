"""The folder of a run in shards: on a disk, or at any URL that fsspec knows."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from typing import IO, Any, Protocol

from qgauge.core import BadInput, MissingTool
from qgauge.core.damaged_files import fault_text
from qgauge.data import label
from qgauge.data.writing import sync

LOCK = "lock"
_TEMPORARY = re.compile(r"\..*\.[0-9a-f]{12}\.tmp")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://")


class Folder(Protocol):
    """Named files that are written whole or not at all. It pickles, so that workers can open it."""

    @property
    def name(self) -> str:
        """The name of the folder, for messages."""

    def read(self, file: str) -> bytes | None:
        """Return the content of a file; None if there is no such file."""

    def write(self, file: str, content: bytes) -> None:
        """Write a file; readers see all of it or nothing."""

    def files(self) -> list[str]:
        """Return the names of the files, sorted; none if there is no such folder."""

    def remove(self, file: str) -> None:
        """Remove a file, if it is there."""

    def remove_folder(self) -> None:
        """Remove the folder, unless it holds files that are not ours."""

    def locked(self) -> Any:
        """Return a context in which no other run uses the folder; it creates the folder."""

    def is_in_use(self) -> bool:
        """Return whether a run is using the folder; False if that cannot be known."""

    def times(self, files: Sequence[str]) -> list[float]:
        """Return when the files were written, in seconds; empty if that is not known."""


def folder_at(place: str) -> Folder:
    """Return the folder with this path or URL.

    Args:
        place: A path, or a URL such as `s3://bucket/run.parts`.

    Returns:
        The folder, which need not exist.

    Raises:
        MissingTool: The package that opens such URLs is not installed.
        BadInput: The URL cannot be opened.
    """
    if is_url(place):
        return UrlFolder.at(place)
    return DiskFolder(os.path.abspath(place), place.rstrip("/"))


def is_url(place: str) -> bool:
    """Return whether a place is a URL, and not a path."""
    return _URL.match(place) is not None


def is_temporary(file: str) -> bool:
    """Return whether a file is one that a run was writing when it was killed."""
    return _TEMPORARY.fullmatch(file) is not None


@dataclass(frozen=True, slots=True)
class DiskFolder:
    """A folder on a disk, which may be shared by the machines of a cluster."""

    path: str
    """The absolute path, by which workers in another folder find it."""
    typed: str = ""
    """The path as the user typed it, for messages."""

    @property
    def name(self) -> str:
        return label(self.typed or self.path)

    def read(self, file: str) -> bytes | None:
        try:
            with open(self.path_of(file), "rb") as stream:
                return stream.read()
        except FileNotFoundError:
            return None
        except OSError as fault:
            raise BadInput(f"cannot be read: {fault_text(fault)}", file=self._label(file)) from None

    def write(self, file: str, content: bytes) -> None:
        temporary = self.path_of(f".{file}.{secrets.token_hex(6)}.tmp")
        try:
            descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
            try:
                with open(descriptor, "wb") as stream:
                    stream.write(content)
                    stream.flush()
                    os.fsync(descriptor)
                os.replace(temporary, self.path_of(file))
            except BaseException:
                with suppress(OSError):
                    os.unlink(temporary)
                raise
            sync(self.path)
        except OSError as fault:
            problem = f"cannot write here: {fault_text(fault)}"
            raise BadInput(problem, file=self._label(file)) from None

    def files(self) -> list[str]:
        try:
            return sorted(os.listdir(self.path))
        except FileNotFoundError:
            return []
        except OSError as fault:
            raise BadInput(f"cannot be read: {fault_text(fault)}", file=self.name) from None

    def remove(self, file: str) -> None:
        try:
            os.unlink(self.path_of(file))
        except FileNotFoundError:
            pass
        except OSError as fault:
            problem = f"cannot be removed: {fault_text(fault)}"
            raise BadInput(problem, file=self._label(file)) from None

    def remove_folder(self) -> None:
        with suppress(OSError):  # not empty, so other files are there
            os.rmdir(self.path)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out.

        The system releases the lock when the process ends, however it ends. Without fcntl, as on
        Windows, there is no lock.
        """
        try:
            if not os.path.isdir(self.path):
                os.mkdir(self.path)
            stream = open(self.path_of(LOCK), "wb")  # noqa: SIM115 - open as long as the run
        except FileExistsError:
            raise BadInput("this is not a folder; choose another name", file=self.name) from None
        except FileNotFoundError:
            problem = "the folder around it does not exist; create it first"
            raise BadInput(problem, file=self.name) from None
        except OSError as fault:
            problem = f"cannot write here: {fault_text(fault)}"
            raise BadInput(problem, file=self.name) from None
        with stream:
            _lock(stream, self.name)
            for file in self.files():
                if is_temporary(file):  # of a run that was killed
                    self.remove(file)
            yield

    def is_in_use(self) -> bool:
        try:
            with open(self.path_of(LOCK), "rb") as stream:
                _lock(stream, self.name)
        except BadInput:
            return True
        except OSError:
            pass
        return False

    def times(self, files: Sequence[str]) -> list[float]:
        found = []
        for file in files:
            with suppress(OSError):
                found.append(os.stat(self.path_of(file)).st_mtime)
        return found

    def path_of(self, file: str) -> str:
        """Return the path of a file."""
        return os.path.join(self.path, file)

    def _label(self, file: str) -> str:
        return label(os.path.join(self.typed or self.path, file))


def _lock(stream: IO[bytes], name: str) -> None:
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        problem = "another run is using this folder; wait for it, or choose another output"
        raise BadInput(problem, file=name) from None
    except OSError:
        pass  # a file system without locks


@dataclass(frozen=True, slots=True)
class UrlFolder:
    """A folder of an object store or another file system of fsspec.

    An object is there once it is written whole. There is no lock: two runs with the same settings
    write the same objects, and one with other settings is refused.
    """

    url: str

    @classmethod
    def at(cls, url: str) -> UrlFolder:
        found = cls(url.rstrip("/"))
        with found._faults():
            found._system()
        return found

    @property
    def name(self) -> str:
        return self.url

    def read(self, file: str) -> bytes | None:
        system, path = self._system()
        with self._faults(file):
            try:
                return bytes(system.cat_file(f"{path}/{file}"))
            except FileNotFoundError:
                return None

    def write(self, file: str, content: bytes) -> None:
        system, path = self._system()
        with self._faults(file):
            if not getattr(system, "bucket_based", False):
                system.makedirs(path, exist_ok=True)
            system.pipe_file(f"{path}/{file}", content)

    def files(self) -> list[str]:
        system, path = self._system()
        with self._faults():
            system.invalidate_cache()
            try:
                found = system.ls(path, detail=False)
            except FileNotFoundError:
                return []
        return sorted(str(one).rstrip("/").rpartition("/")[2] for one in found)

    def remove(self, file: str) -> None:
        system, path = self._system()
        with self._faults(file), suppress(FileNotFoundError):
            system.rm_file(f"{path}/{file}")

    def remove_folder(self) -> None:
        system, path = self._system()
        with suppress(Exception):  # object stores have no folders
            system.rmdir(path)

    @contextmanager
    def locked(self) -> Iterator[None]:
        yield

    def is_in_use(self) -> bool:
        return False

    def times(self, files: Sequence[str]) -> list[float]:
        return []

    def _system(self) -> tuple[Any, str]:
        try:
            core = import_module("fsspec.core")
        except ImportError:
            raise MissingTool("URLs need fsspec.", _install(self.url)) from None
        system, path = core.url_to_fs(self.url, use_listings_cache=False)
        return system, str(path)

    @contextmanager
    def _faults(self, file: str = "") -> Iterator[None]:
        """Turn whatever a file system raises into a message that names the file."""
        where = f"{self.url}/{file}" if file else self.url
        try:
            yield
        except (BadInput, MissingTool):
            raise
        except ImportError as fault:
            raise MissingTool(f"{where}: {fault}.".replace("..", "."), _install(where)) from None
        except Exception as fault:
            said = fault_text(fault) or type(fault).__name__
            raise BadInput(f"cannot be used: {said}", file=where) from fault


def _install(url: str) -> str:
    package = {"s3": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "abfs": "adlfs"}
    return f"pip install {package.get(url.partition(':')[0], 'fsspec')}"
