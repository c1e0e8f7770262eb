"""Write results: whole files or none, and rows that always are JSON."""

from __future__ import annotations

import json
import math
import os
import re
import secrets
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TextIO

from qgauge.core.damaged_files import fault_text
from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.core.score import Score
from qgauge.data.rows import ALIASES, Refused
from qgauge.data.text_files import label

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
_WRITTEN = [("system", ALIASES["system"])] + [
    (name, aliases) for name, aliases in ALIASES.items() if name not in ("id", "system")
]
"""The fields in the order they are written, after the id."""


class Output:
    """Rows written as JSONL. The target changes only when all went well; `-` is stdout.

    Devices and pipes are written directly, a link is followed, and a BrokenPipeError is the
    caller's to handle.
    """

    def __init__(self, target: str | os.PathLike[str]) -> None:
        self._name = label(target) if target != "-" else "stdout"
        self._target = os.fspath(target)
        self._temporary = self._real = ""
        self._stream: TextIO | None = None

    def __enter__(self) -> Output:
        try:
            self._open()
        except BaseException as fault:  # a signal may come as soon as the file is there
            self._discard()
            if isinstance(fault, OSError | ValueError):
                raise self._unwritable(fault) from None
            raise
        return self

    def write(self, row: Mapping[str, Any]) -> None:
        """Add one row."""
        self.write_line(dump(row))

    def write_line(self, line: str) -> None:
        """Add one line that is made already."""
        if self._stream is None:
            raise ValueError("this output is not open")
        try:
            self._stream.write(line + "\n")
        except BrokenPipeError:
            raise
        except OSError as fault:
            raise self._unwritable(fault) from None

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._discard()
            return
        try:
            self._finish()
        except OSError as fault:
            self._discard()
            if isinstance(fault, BrokenPipeError):
                raise
            raise self._unwritable(fault) from None

    def _open(self) -> None:
        if self._target == "-":
            sys.stdout.flush()
            try:
                descriptor = os.dup(sys.stdout.fileno())
            except (OSError, AttributeError):
                self._stream = sys.stdout  # a stand-in, as in tests and notebooks
            else:
                # Standard output speaks the locale's encoding; rows are UTF-8 everywhere. With a
                # descriptor of its own, a broken pipe here leaves sys.stdout alone.
                self._stream = _opened(descriptor)
            return
        try:
            mode = os.stat(self._target).st_mode
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            self._stream = _opened(self._target)
            return
        self._real = os.path.realpath(self._target)
        if mode is not None and not os.access(self._real, os.W_OK):
            raise PermissionError(13, "the file is read-only")
        folder, base = os.path.split(self._real)
        path = os.path.join(folder, f".{base[:100]}.{secrets.token_hex(6)}.tmp")
        # 0o666 less the umask is what open() gives; an old file hands on its own mode.
        self._temporary = path
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        self._stream = _opened(descriptor)
        if mode is not None:
            os.chmod(path, stat.S_IMODE(mode))

    def _finish(self) -> None:
        if self._stream is None:
            return
        self._stream.flush()
        self._release(self._stream)
        if self._temporary:
            os.replace(self._temporary, self._real)
            self._temporary = ""

    def _discard(self) -> None:
        stream, self._stream = self._stream, None
        try:
            if stream is not None:
                self._release(stream)
        except (OSError, ValueError):
            pass  # The first error is the one to tell.
        finally:
            if self._temporary:
                with suppress(OSError):  # it may not have been made
                    os.unlink(self._temporary)
                self._temporary = ""

    def _release(self, stream: TextIO) -> None:
        if stream is not sys.stdout:
            stream.close()

    def _unwritable(self, fault: BaseException) -> BadInput:
        if isinstance(fault, IsADirectoryError):
            problem = "this is a folder; name a file in it"
        elif isinstance(fault, FileNotFoundError | NotADirectoryError):
            problem = "the folder does not exist; make it first"
        else:
            problem = f"cannot write here: {fault_text(fault)}"
        return BadInput(problem, file=self._name)


def _opened(target: str | int) -> TextIO:
    return open(target, "w", encoding="utf-8", newline="\n")


def dump(row: Mapping[str, Any]) -> str:
    """One line of JSON, without its newline."""
    return escape_controls(_ENCODER.encode(row))


def escape_controls(text: str) -> str:
    """The same JSON with DEL and the C1 controls escaped, which terminals obey as they do ESC.

    Those below the space are escaped by every writer of JSON.
    """
    if text.isascii() and "\x7f" not in text:
        return text
    return _UNESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_UNESCAPED = re.compile("[\x7f-\x9f]")


def example_row(example: Example) -> dict[str, Any]:
    """The example as a row of a file: reading it gives the same example again.

    Fields stand under their proper names, then the user's own columns; one of those with the name
    of a field travels as `input_…`.
    """
    meta = example.meta
    row: dict[str, Any] = {"id": example.id}
    for name, aliases in _WRITTEN:
        value = getattr(example, name)
        if value:
            row[name] = value
        elif meta and any(alias in meta for alias in aliases):
            row[name] = None  # an empty field keeps the column beside it from taking its place
    for name, value in meta.items():
        while name in ALIASES or name in row:
            name = f"input_{name}"
        row[name] = value
    return row


def output_row(example: Example, scores: Mapping[str, Score]) -> dict[str, Any]:
    """The row that `score` writes; scores the row came with stay, unless made anew."""
    row = example_row(example)
    before = row.pop("scores", {})
    if not isinstance(before, dict):
        name = "input_scores"
        while name in row:
            name = f"input_{name}"
        row[name], before = before, {}
    row["scores"] = before | {name: score.as_json() for name, score in scores.items()}
    return row


def output_line(example: Example, scores: Mapping[str, Score]) -> str:
    """The same as a line of JSON."""
    return dump(output_row(example, scores))


def refused_row(refused: Refused) -> dict[str, Any]:
    """The row for the side file: where, what is wrong, and the row itself; always valid JSON."""
    error = refused.error
    row = {
        "file": error.file,
        "line": error.line,
        "field": error.field,
        "problem": error.problem,
        "row": refused.row,
    }
    return {name: _safe(value, 0) for name, value in row.items()}


def _safe(value: Any, depth: int) -> Any:
    """Any value as JSON can hold it, so that a side file never fails over a bad row."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    if isinstance(value, int):
        return value if value.bit_length() < 2000 else f"a number of {value.bit_length()} bits"
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if depth > 100:
        return "…"
    if isinstance(value, Mapping):
        return {_safe(str(name), 0): _safe(inner, depth + 1) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_safe(inner, depth + 1) for inner in value]
    return _safe(str(value), depth)
