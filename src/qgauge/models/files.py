"""The model files that ship with qgauge, checked byte for byte against the manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from qgauge.core.errors import QgaugeError

FOLDER = Path(__file__).parent
MANIFEST = "manifest.json"
REINSTALL = "Reinstall it with: pip install --force-reinstall --no-deps qgauge"


class BadModel(QgaugeError):
    """A model file is missing or damaged; the message names it and says what to do.

    Attributes:
        file: Path of the file.
        problem: What is wrong with it, such as "is missing".
    """

    def __init__(self, file: str, problem: str) -> None:
        self.file, self.problem = file, problem
        super().__init__(f"The model file {file} {problem}. {REINSTALL}")

    def __reduce__(self) -> tuple[object, ...]:
        return BadModel, (self.file, self.problem)


@dataclass(frozen=True, slots=True)
class Entry:
    """The manifest's entry for a file."""

    sha256: str
    size: int
    """Size in bytes."""
    card: str
    """File name of the model card."""


def manifest(folder: Path = FOLDER) -> dict[str, Entry]:
    """Return the manifest of a folder: its entries by file name."""
    file = folder / MANIFEST
    try:
        files = json.loads(file.read_bytes())["files"]
        return {
            name: Entry(str(each["sha256"]), int(each["size"]), str(each["card"]))
            for name, each in files.items()
        }
    except FileNotFoundError:
        raise BadModel(str(file), "is missing") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadModel(str(file), f"cannot be read ({error!r})") from error


def checksum(name: str, folder: Path = FOLDER) -> str:
    """Return the SHA-256 of a file according to the manifest."""
    return _entry(name, manifest(folder), folder).sha256


def _entry(name: str, entries: Mapping[str, Entry], folder: Path) -> Entry:
    if name not in entries:
        raise BadModel(str(folder / name), f"is not in {MANIFEST}")
    return entries[name]


@dataclass(frozen=True, slots=True)
class About:
    """A short form of a model card."""

    licence: str
    made: str
    """The date it was built."""
    quality: Mapping[str, str]
    """Measured quality for each role that uses the model."""


def about(folder: Path = FOLDER) -> dict[str, About]:
    """Return the short model cards by file name."""
    file = folder / "cards.json"
    try:
        return {name: About(**card) for name, card in json.loads(file.read_bytes()).items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BadModel(str(file), f"cannot be read ({error!r})") from error


def read(name: str, folder: Path = FOLDER) -> bytes:
    """Return the bytes of a file after checking them against the manifest.

    Use these bytes instead of opening the file again: only they were checked.

    Raises:
        BadModel: If the file is missing or differs from the manifest.
    """
    entries, file = manifest(folder), folder / name
    entry = _entry(name, entries, folder)
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise BadModel(str(file), "is missing") from None
    except OSError as error:
        raise BadModel(str(file), f"cannot be read ({error})") from error
    digest = hashlib.sha256(data).hexdigest()
    if digest == entry.sha256 and len(data) == entry.size:
        return data
    raise BadModel(str(file), _difference(len(data), digest, entry, entries))


def _difference(size: int, digest: str, entry: Entry, entries: Mapping[str, Entry]) -> str:
    for other, known in entries.items():
        if known.sha256 == digest:
            return f"contains {other} instead"
    if size < entry.size:
        return f"is truncated ({size:,} of {entry.size:,} bytes)"
    if size > entry.size:
        return f"is too long ({size:,} bytes instead of {entry.size:,})"
    return f"is corrupted (SHA-256 {digest[:12]}… instead of {entry.sha256[:12]}…)"
