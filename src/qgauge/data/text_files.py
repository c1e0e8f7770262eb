"""Open text files: plain or gzipped, UTF-8, UTF-16 or UTF-32, with any newline."""

from __future__ import annotations

import gzip
import io
import logging
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from qgauge.core.damaged_files import fault_text
from qgauge.core.errors import BadInput

Source = str | os.PathLike[str] | BinaryIO
"""A path, `-` for standard input, or an open binary stream."""

FAULTS = (OSError, EOFError, zlib.error, UnicodeError)
"""Everything that opening, unpacking or decoding a file may raise."""

_log = logging.getLogger("qgauge.data")

# UTF-32 first: its little-endian byte order mark begins with that of UTF-16.
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
)


class Text:
    """A decoded file. Invalid UTF-8 bytes are escaped, so that only their line is refused."""

    def __init__(self, name: str, stream: TextIO, *, is_marked: bool = False) -> None:
        """Wrap a stream; `is_marked` says that a byte order mark states its encoding."""
        self.name, self._stream, self._is_marked = name, stream, is_marked
        self._taken: list[str] = []

    def lines(self) -> Iterator[str]:
        """Yield the lines with their line ends; only LF, CR and CRLF end a line."""
        try:
            yield from self._taken
            for line in self._stream:  # noqa: UP028 - yield from would close the stream
                yield line
        except FAULTS as fault:
            raise unreadable(fault, self.name) from None

    def lines_of_any_encoding(self) -> Iterator[str]:
        """Yield the lines of a file that may be Windows-1252, as Excel saves CSV files.

        If the first bytes beyond ASCII are not UTF-8, the file is read as Windows-1252.
        """
        windows: bool | None = False if self._is_marked else None
        for number, line in enumerate(self.lines(), 1):
            if windows is not False and not line.isascii():
                if encoding_problem(line):
                    decoded = _from_windows(line)
                    if decoded is not None and windows is None:
                        said = "qgauge: %s, line %d: read as Windows-1252, not UTF-8."
                        _log.info(said, self.name, number)
                    windows = windows or decoded is not None
                    line = line if decoded is None else decoded
                elif windows is None:
                    windows = False
            yield line

    def first_line(self) -> str:
        """Return the first line that is not blank, from its first mark, without consuming it."""
        for line in self.lines():
            self._taken.append(line)
            if line.strip():
                return line.lstrip()
        return ""

    def put_back(self, lines: list[str]) -> None:
        """Have `lines` begin with these again, which were the last that it yielded."""
        self._taken = lines

    def read(self) -> str:
        """Return the whole file, for JSON arrays."""
        return "".join(self.lines())


@contextmanager
def open_bytes(source: Source) -> Iterator[tuple[str, BinaryIO]]:
    """Open a source; yield its printable name and its bytes. The caller's stream stays open."""
    name = label(source)
    if not isinstance(source, str | os.PathLike):
        yield name, source
    elif source == "-":
        if sys.stdin is None:
            raise BadInput("stdin is closed; give a file", file=name)
        yield name, sys.stdin.buffer
    else:
        try:
            stream = open(source, "rb")  # noqa: SIM115 - only opening is tried, not the body
        except (OSError, ValueError) as fault:
            raise unreadable(fault, name) from None
        with stream:
            yield name, stream


@contextmanager
def open_text(source: Source, *, keep_newlines: bool = False) -> Iterator[Text]:
    """Open a file as text; `keep_newlines` preserves CR and CRLF, for quoted cells."""
    with open_bytes(source) as (name, binary):
        try:
            head, stream = _rejoined(binary)
            if head.startswith(b"\x1f\x8b"):
                head, stream = _rejoined(gzip.GzipFile(fileobj=stream))
        except FAULTS as fault:
            raise unreadable(fault, name) from None
        if head == b"PK\x03\x04":
            problem = "this is a zip file, such as an Excel workbook; for one, add --format xlsx"
            raise BadInput(problem, file=name)
        encoding = next((code for mark, code in _MARKS if head.startswith(mark)), "utf-8")
        if encoding == "utf-8" and b"\0" in head[:2]:
            problem = f"not UTF-8 at byte {head.index(0) + 1} (0x00, as in UTF-16 without a BOM)"
            raise BadInput(f"{problem}; save the file as UTF-8", file=name, line=1)
        with io.TextIOWrapper(
            stream,
            encoding,
            errors="surrogateescape" if encoding.startswith("utf-8") else "strict",
            newline="" if keep_newlines else None,
        ) as text:
            yield Text(name, text, is_marked=encoding != "utf-8")


def label(source: Source) -> str:
    """Return the printable name of a source for messages.

    Args:
        source: A path, `-` for standard input, or an open binary stream.

    Returns:
        The path, `"stdin"`, or `"stream"` for a stream without a name.

    Examples:
        >>> from qgauge.data import label
        >>> label("-")
        'stdin'
    """
    if source == "-":
        return "stdin"
    path = source if isinstance(source, str | os.PathLike) else getattr(source, "name", None)
    if not isinstance(path, str | bytes | os.PathLike):
        return "stream"
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def unreadable(fault: BaseException, name: str) -> BadInput:
    """Return the error for a file that cannot be opened, unpacked or decoded."""
    if isinstance(fault, FileNotFoundError):
        problem = "there is no such file"
    elif isinstance(fault, IsADirectoryError):
        problem = "this is a folder; name a file in it"
    elif isinstance(fault, UnicodeDecodeError):
        kind = fault.encoding.upper()
        problem = f"not {kind} at byte {fault.start + 1} of a block; save the file as UTF-8"
    elif isinstance(fault, EOFError | zlib.error | gzip.BadGzipFile):
        problem = f"the gzip file is truncated or damaged ({fault})"
    else:
        problem = f"the file cannot be read: {fault_text(fault)}"
    return BadInput(problem, file=name)


def encoding_problem(line: str) -> str:
    """Return the problem with the bytes of a line, or ''."""
    if line.isascii():
        return ""
    try:
        line.encode()
    except UnicodeEncodeError as fault:
        place = len(line[: fault.start].encode()) + 1
        byte = ord(line[fault.start]) & 0xFF
        return f"not UTF-8 at byte {place} of the line (0x{byte:02X}); save the file as UTF-8"
    return ""


def _from_windows(line: str) -> str | None:
    """Decode a line again as Windows-1252; None if it cannot be that."""
    if any(character > "\x7f" and not "\udc80" <= character <= "\udcff" for character in line):
        return None  # other characters of the line are UTF-8
    try:
        return line.encode("utf-8", "surrogateescape").decode("cp1252")
    except UnicodeDecodeError:
        return None


def printable_line(line: str) -> str:
    """Return a printable line: no line end, and invalid UTF-8 bytes as \\xNN."""
    return (
        line.rstrip("\r\n").encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    )


def _rejoined(stream: BinaryIO | gzip.GzipFile) -> tuple[bytes, io.BufferedReader]:
    # Pipes cannot seek and peek() may return too few bytes, so put the first bytes back in front.
    head = b""
    while len(head) < 4 and (more := stream.read(4 - len(head))):
        head += more
    return head, io.BufferedReader(_Rejoined(head, stream), 1 << 16)


class _Rejoined(io.RawIOBase):
    """The bytes already read, then the rest; closing it leaves the underlying stream open."""

    def __init__(self, head: bytes, rest: BinaryIO | gzip.GzipFile) -> None:
        self._head = head
        # read1 returns what a pipe has now instead of waiting for a full block.
        self._more = getattr(rest, "read1", rest.read)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data, self._head = self._head or self._more(len(buffer)), b""
        buffer[: len(data)] = data
        return len(data)
