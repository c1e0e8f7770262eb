"""The shipped files and their manifest: nothing is used that is not, to the byte, what it was."""

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
    """A shipped file that is missing or is not what was shipped; names it and says what to do."""

    def __init__(self, file: str, problem: str) -> None:
        self.file, self.problem = file, problem
        super().__init__(f"The model file {file} {problem}. {REINSTALL}")

    def __reduce__(self) -> tuple[object, ...]:
        return BadModel, (self.file, self.problem)


@dataclass(frozen=True, slots=True)
class Entry:
    """What the manifest says of a file."""

    sha256: str
    size: int
    card: str


def manifest(folder: Path = FOLDER) -> dict[str, Entry]:
    """The files of a folder, by name."""
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
    """The SHA-256 that the manifest has for a file."""
    return _entry(name, manifest(folder), folder).sha256


def _entry(name: str, entries: Mapping[str, Entry], folder: Path) -> Entry:
    if name not in entries:
        raise BadModel(str(folder / name), f"is not in {MANIFEST}")
    return entries[name]


@dataclass(frozen=True, slots=True)
class About:
    """What a model's card says in short; `quality` is by the role it serves."""

    licence: str
    made: str
    quality: Mapping[str, str]


def about(folder: Path = FOLDER) -> dict[str, About]:
    """The cards in short, by file."""
    file = folder / "cards.json"
    try:
        return {name: About(**card) for name, card in json.loads(file.read_bytes()).items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BadModel(str(file), f"cannot be read ({error!r})") from error


def read(name: str, folder: Path = FOLDER) -> bytes:
    """The bytes of a file, once they are known to be those in the manifest.

    Callers use these bytes and never open the file again, so what was checked is what runs.
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
            return f"holds {other} instead"
    if size < entry.size:
        return f"is cut short ({size:,} of {entry.size:,} bytes)"
    if size > entry.size:
        return f"is too long ({size:,} bytes instead of {entry.size:,})"
    return f"is corrupted (SHA-256 {digest[:12]}… instead of {entry.sha256[:12]}…)"
