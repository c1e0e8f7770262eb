"""The shipped files and their manifest: nothing is used that is not, to the byte, what it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
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


def record(name: str, card: str, folder: Path = FOLDER) -> Entry:
    """Put a file that was just made into the manifest of its folder."""
    data = (folder / name).read_bytes()
    entries = manifest(folder) if (folder / MANIFEST).exists() else {}
    entries[name] = Entry(hashlib.sha256(data).hexdigest(), len(data), card)
    files = {each: asdict(entries[each]) for each in sorted(entries)}
    text = json.dumps({"files": files}, indent=2, ensure_ascii=False) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    return entries[name]


EXTERNAL = {"TensorProto": {13, 14}}
"""The fields of a tensor that point to another file: external_data and data_location."""

INSIDE = {
    "ModelProto": {7: "GraphProto", 20: "TrainingInfoProto", 25: "FunctionProto"},
    "TrainingInfoProto": {1: "GraphProto", 2: "GraphProto"},
    "FunctionProto": {7: "NodeProto", 11: "AttributeProto"},
    "GraphProto": {1: "NodeProto", 5: "TensorProto", 15: "SparseTensorProto"},
    "NodeProto": {5: "AttributeProto"},
    "AttributeProto": {
        5: "TensorProto",
        6: "GraphProto",
        10: "TensorProto",
        11: "GraphProto",
        22: "SparseTensorProto",
        23: "SparseTensorProto",
    },
    "SparseTensorProto": {1: "TensorProto", 2: "TensorProto"},
}
"""Where the messages of onnx.proto hold tensors: field numbers and the messages in them."""


def has_external_data(data: bytes | memoryview, message: str = "ModelProto") -> bool:
    """Whether an ONNX model refers to data outside its own file, read off the wire format.

    onnxruntime would open such a file wherever the model tells it to; we ship none.
    """
    for field, value in _fields(memoryview(data)):
        if field in EXTERNAL.get(message, ()) and value:
            return True
        inner = INSIDE.get(message, {}).get(field)
        if inner and isinstance(value, memoryview) and has_external_data(value, inner):
            return True
    return False


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a protobuf message: number, and its bytes or integer."""
    place = 0
    while place < len(data):
        key, place = _varint(data, place)
        kind = key & 7
        if kind == 0:
            value, place = _varint(data, place)
            yield key >> 3, value
            continue
        if kind == 2:
            size, place = _varint(data, place)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            raise ValueError(f"wire type {kind}")
        if place + size > len(data):
            raise ValueError("a field runs past the end")
        yield key >> 3, data[place : place + size]
        place += size


def _varint(data: memoryview, place: int) -> tuple[int, int]:
    value = shift = 0
    while place < len(data) and shift < 70:
        byte = data[place]
        place += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, place
        shift += 7
    raise ValueError("a number runs past the end")
