"""Write results: complete files only, and rows that are always valid."""

from __future__ import annotations

import json
import math
import os
import re
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, Self, TextIO

from qgauge.core.damaged_files import fault_text
from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.core.field_names import ALIASES, is_numbered_reference, names_of, plain_name
from qgauge.core.score import Score
from qgauge.data.columns import SOURCE
from qgauge.data.output_formats import output_format
from qgauge.data.rows import Refused
from qgauge.data.text_files import label

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
_WRITTEN = ["system", *(name for name in ALIASES if name not in ("id", "system"))]
"""The fields in output order, after the id."""


class TextOutput:
    """A context manager that writes lines and replaces the target only on success.

    Devices and pipes are written directly, and links are followed. The caller handles
    BrokenPipeError.

    Args:
        target: The path of the file, or `-` for stdout.
        durable: Whether the file must survive a power failure once it is in place.

    Raises:
        BadInput: If the target cannot be written.

    Examples:
        >>> import pathlib, tempfile
        >>> from qgauge.data import TextOutput
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "page.html"
        >>> with TextOutput(file) as output:
        ...     output.write_line("<p>Who?</p>")
        >>> file.read_text()
        '<p>Who?</p>\\n'
    """

    def __init__(self, target: str | os.PathLike[str], *, durable: bool = False) -> None:
        self._name = label(target) if target != "-" else "stdout"
        self._target, self._durable = os.fspath(target), durable
        self._temporary = self._real = ""
        self._stream: TextIO | None = None

    def __enter__(self) -> Self:
        try:
            self._open()
        except BaseException as fault:  # a signal may arrive right after the file is created
            self._discard()
            if isinstance(fault, OSError | ValueError):
                raise self._unwritable(fault) from None
            raise
        return self

    def write_line(self, line: str) -> None:
        """Write one line, without its newline."""
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
        except BaseException as fault:
            self._discard()
            if isinstance(fault, OSError) and not isinstance(fault, BrokenPipeError):
                raise self._unwritable(fault) from None
            raise

    def _open(self) -> None:
        if self._target == "-":
            sys.stdout.flush()
            try:
                descriptor = os.dup(sys.stdout.fileno())
            except (OSError, AttributeError):
                self._stream = sys.stdout  # replaced, as in tests and notebooks
            else:
                # sys.stdout uses the locale's encoding, but rows are always UTF-8. A separate
                # descriptor keeps a broken pipe here from closing sys.stdout.
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
        self._open_temporary()
        if mode is not None:
            os.chmod(self._temporary, stat.S_IMODE(mode))

    def _open_temporary(self) -> None:
        self._temporary = beside(self._real)
        # 0o666 minus the umask is the default of open(); an existing file keeps its mode.
        descriptor = os.open(self._temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        self._stream = _opened(descriptor)

    def _finish(self) -> None:
        if self._stream is None:
            return
        self._stream.flush()
        self._release(self._stream)
        if self._temporary:
            self._put_in_place()

    def _put_in_place(self) -> None:
        """Move the finished temporary file to its place."""
        self._convert()
        if self._durable:
            sync(self._temporary)
        os.replace(self._temporary, self._real)
        self._temporary = ""
        if self._durable:
            sync(os.path.dirname(self._real))

    def _convert(self) -> None:
        """Change the finished temporary file before it is moved into place."""

    def _discard(self) -> None:
        stream, self._stream = self._stream, None
        try:
            if stream is not None:
                self._release(stream)
        except (OSError, ValueError):
            pass  # report only the first error
        finally:
            if self._temporary:
                with suppress(OSError):  # the file may not exist yet
                    os.unlink(self._temporary)
                self._temporary = ""

    def _release(self, stream: TextIO) -> None:
        if stream is not sys.stdout:
            stream.close()

    def _unwritable(self, fault: BaseException) -> BadInput:
        if isinstance(fault, IsADirectoryError):
            problem = "this is a folder; name a file in it"
        elif isinstance(fault, FileNotFoundError | NotADirectoryError):
            problem = "the folder does not exist; create it first"
        else:
            problem = f"cannot write here: {fault_text(fault)}"
        return BadInput(problem, file=self._name)


class Output(TextOutput):
    """An output of rows. The ending of the target names the format; see `output_format`.

    The rows are collected as JSONL in a temporary file, and converted at the end.

    Args:
        target: The path of the file, or `-` for stdout.
        durable: As for `TextOutput`.

    Raises:
        BadInput: If the ending is unknown, the target cannot be written, or the rows do not fit
            into the format.
        MissingTool: If the package that writes the format is not installed.

    Examples:
        >>> import pathlib, tempfile
        >>> from qgauge.data import Output
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "out.csv"
        >>> with Output(file) as output:
        ...     output.write({"id": "1", "question": "Who?", "scores": {"bleu1": {"value": 0.5}}})
        >>> print(file.read_text())
        id,question,bleu1
        1,Who?,0.5
        <BLANKLINE>
    """

    def __init__(self, target: str | os.PathLike[str], *, durable: bool = False) -> None:
        super().__init__(target, durable=durable)
        self._format = output_format(self._target)
        self._rows = 0
        self._converted = ""

    def write(self, row: Mapping[str, Any]) -> None:
        """Write one row."""
        self.write_line(dump(row))

    def write_line(self, line: str) -> None:
        """Write one row as a line of JSON, without its newline."""
        if self._format == "xlsx":
            from qgauge.data.table_writing import check_fits_sheet

            self._rows += 1
            with self._naming_the_file():
                check_fits_sheet(self._rows, line)
        super().write_line(line)

    def write_rows(self, content: bytes) -> None:
        """Write many rows at once: lines of JSON, each with its newline."""
        if self._format == "xlsx":
            for line in content.decode().split("\n")[:-1]:
                self.write_line(line)
        elif content:
            super().write_line(content.decode().removesuffix("\n"))

    def _convert(self) -> None:
        if self._format == "jsonl":
            return
        from qgauge.data.table_writing import convert

        spool, self._converted = self._temporary, beside(self._real)
        descriptor = os.open(self._converted, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        with open(descriptor, "wb") as out, self._naming_the_file():
            os.chmod(self._converted, stat.S_IMODE(os.stat(spool).st_mode))
            convert(self._format, spool, out)
        os.unlink(spool)
        self._temporary, self._converted = self._converted, ""

    def _discard(self) -> None:
        super()._discard()
        if self._converted:
            with suppress(OSError):
                os.unlink(self._converted)
            self._converted = ""

    @contextmanager
    def _naming_the_file(self) -> Iterator[None]:
        try:
            yield
        except BadInput as bad:
            raise BadInput(bad.problem, file=self._name) from None


def beside(path: str) -> str:
    """Return a name for a temporary file in the folder of this one.

    Args:
        path: The file that it will replace.

    Returns:
        A hidden name that `remove_leftovers` knows.
    """
    folder, base = os.path.split(path)
    name = f".{base[:100]}.{secrets.token_hex(6)}.tmp"
    _OURS.add(name)
    return os.path.join(folder, name)


_OURS: set[str] = set()
"""The names of the temporary files of this process."""


def remove_leftovers(target: str) -> None:
    """Remove the temporary files that killed runs left beside a file that no run is writing.

    Args:
        target: The file.
    """
    folder, base = os.path.split(os.path.realpath(target))
    leftover = re.compile(rf"\.{re.escape(base[:100])}\.[0-9a-f]{{12}}\.tmp")
    with suppress(OSError):
        for name in os.listdir(folder):
            if name in _OURS or not leftover.fullmatch(name):
                continue
            path = os.path.join(folder, name)
            if os.path.isdir(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                os.unlink(path)


def sync(path: str) -> None:
    """Have a file, or the names in a folder, survive a power failure.

    Args:
        path: The file or folder. Not every system can do this for folders.
    """
    if os.path.isdir(path):
        with suppress(OSError):
            _fsync(os.open(path, os.O_RDONLY))
    else:
        _fsync(os.open(path, os.O_RDWR))  # Windows syncs only what can be written


def _fsync(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _opened(target: str | int) -> TextIO:
    return open(target, "w", encoding="utf-8", newline="\n")


def dump(row: Mapping[str, Any]) -> str:
    """Return a row as one line of JSON.

    Args:
        row: The row; its values must be JSON values.

    Returns:
        The line, without its newline.

    Examples:
        >>> from qgauge.data import dump
        >>> dump({"id": "1", "passage": None})
        '{"id": "1", "passage": null}'
    """
    return escape_controls(_ENCODER.encode(row))


def escape_controls(text: str) -> str:
    """Escape DEL and the C1 control characters in JSON, because terminals obey them like ESC.

    JSON encoders escape the control characters below the space already.

    Args:
        text: Valid JSON.

    Returns:
        The same JSON without raw control characters.

    Examples:
        >>> from qgauge.data import escape_controls
        >>> escape_controls('"a\\x9bb"')
        '"a\\\\u009bb"'
    """
    if text.isascii() and "\x7f" not in text:
        return text
    return _UNESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_UNESCAPED = re.compile("[\x7f-\x9f]")


def example_row(example: Example) -> dict[str, Any]:
    """Return the row of an example; reading it back gives the same example.

    Fields come first, under their own names, then the other columns of the input. A column with
    the name of a field is renamed to `input_…`.

    Args:
        example: The example.

    Returns:
        The row. Empty fields are left out.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.data import example_row
        >>> example_row(Example("1", "Who?", system="t5", meta={"topic": "art"}))
        {'id': '1', 'system': 't5', 'question': 'Who?', 'topic': 'art'}
    """
    meta = example.meta
    row: dict[str, Any] = {"id": example.id}
    filled = _fields_filled_by(tuple(meta)) if meta else ()
    for name in _WRITTEN:
        value = getattr(example, name)
        if value:
            row[name] = value
        elif name in filled:
            row[name] = None  # or the column in meta would fill the field when read back
    for name, value in meta.items():
        while name in ALIASES or name in row:
            name = f"input_{name}"
        row[name] = value
    return row


@lru_cache(maxsize=256)
def _fields_filled_by(names: tuple[str, ...]) -> frozenset[str]:
    """Return the fields that columns with these names would fill."""
    plain = {plain_name(name) for name in names if name not in ALIASES}
    found = {field for field in ALIASES if not plain.isdisjoint(names_of(field))}
    if any(map(is_numbered_reference, plain)):
        found.add("references")
    if SOURCE in plain:
        found.add("passage")
    return frozenset(found)


def output_row(example: Example, scores: Mapping[str, Score]) -> dict[str, Any]:
    """Return the row that `qgauge score` writes.

    Scores that the input row already had are kept, unless the metric was run again.

    Args:
        example: The example.
        scores: Its scores by metric.

    Returns:
        The row of the example with its scores under `scores`.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.data import output_row
        >>> output_row(Example("1", "Who?"), {})
        {'id': '1', 'question': 'Who?', 'scores': {}}
    """
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
    """Return `output_row` as one line of JSON.

    Args:
        example: The example.
        scores: Its scores by metric.

    Returns:
        The line, without its newline.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.data import output_line
        >>> output_line(Example("1", "Who?"), {})
        '{"id": "1", "question": "Who?", "scores": {}}'
    """
    return dump(output_row(example, scores))


def signed_line(line: str, signatures: Mapping[str, str]) -> str:
    """Return the first line of an output with the signature of each metric.

    Only the first row has them, because they are the same for all rows.

    Args:
        line: A line from `output_line`.
        signatures: The signature of each metric.

    Returns:
        The line with `scores.METRIC.signature`.

    Examples:
        >>> from qgauge.data import signed_line
        >>> signed_line('{"scores": {"bleu1": {"value": 0.5}}}', {"bleu1": "bleu1|v:1"})
        '{"scores": {"bleu1": {"value": 0.5, "signature": "bleu1|v:1"}}}'
    """
    row = json.loads(line)
    for metric, signature in signatures.items():
        row["scores"][metric]["signature"] = signature
    return dump(row)


def refused_row(refused: Refused) -> dict[str, Any]:
    """Return the side-file row of a bad row; always valid JSON.

    Args:
        refused: The bad row.

    Returns:
        File, line, field and problem, with the row itself under `row`.

    Examples:
        >>> from qgauge import BadInput
        >>> from qgauge.data import Refused, refused_row
        >>> refused_row(Refused(BadInput("is empty", file="a.csv", line=2), "Who?,"))["problem"]
        'is empty'
    """
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
    """Convert any value to JSON, so that no bad row can break the side file."""
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
