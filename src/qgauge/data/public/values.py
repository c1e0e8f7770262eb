"""Values with their position in a file, so that an error can name file, line and field."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from qgauge.core.errors import BadInput
from qgauge.data.json_rows import array_of_json
from qgauge.data.rows import Refused, kind_of
from qgauge.data.text_files import encoding_problem, open_text

_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]*)?(e-?[0-9]{1,2})?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Value:
    """A row, a cell or a nested value, with its file, line and field."""

    file: str
    line: int
    field: str
    held: Any

    def refused(self, problem: str, field: str = "") -> BadInput:
        return BadInput(problem, file=self.file, line=self.line, field=field or self.field)

    def get(self, name: str) -> Value | None:
        """Return the value under this key of an object, or None."""
        if type(self.held) is not dict:
            raise self.refused(f"must be an object, not {kind_of(self.held)}")
        held = self.held.get(name)
        return None if held is None else Value(self.file, self.line, self._path(name), held)

    def __getitem__(self, name: str) -> Value:
        found = self.get(name)
        if found is None:
            raise self.refused("is missing", self._path(name))
        return found

    def _path(self, name: str) -> str:
        return f"{self.field}.{name}" if self.field else name

    def __iter__(self) -> Iterator[Value]:
        if type(self.held) is not list:
            raise self.refused(f"must be a list, not {kind_of(self.held)}")
        for place, item in enumerate(self.held, 1):
            yield Value(self.file, self.line, f"{self.field}[{place}]", item)

    def text(self, *, empty: bool = False) -> str:
        """Return the string without surrounding white space."""
        if type(self.held) is not str:
            raise self.refused(f"must be a string, not {kind_of(self.held)}")
        if "\0" in self.held:
            raise self.refused("contains a NUL character; remove it")
        text = self.held.strip()
        if not text and not empty:
            raise self.refused("is empty")
        return text

    def number(self, low: float, high: float) -> float:
        """Return a number on a scale. Tables hold it as text."""
        held = self.held
        if type(held) is str and _NUMBER.fullmatch(held.strip()):
            held = float(held.strip())
        if type(held) not in (int, float):
            raise self.refused(f"must be a number, not {_shown(held)}")
        if not low <= held <= high:
            raise self.refused(f"{str(held)[:20]} is not on the scale from {low:g} to {high:g}")
        return float(held)

    def whole(self) -> int:
        """Return a whole number. Pandas may have written it with a decimal point."""
        match = re.fullmatch(r"(-?[0-9]{1,9})(\.0*)?", self.text(empty=True))
        if not match:
            raise self.refused(f"must be a whole number, not {_shown(self.held)}")
        return int(match[1])

    def truth(self) -> bool:
        if type(self.held) is not bool:
            raise self.refused(f"must be true or false, not {kind_of(self.held)}")
        return self.held

    def meaning(self, codes: Mapping[str, str]) -> str:
        """Return the meaning of a code."""
        code = self.text(empty=True)
        if code not in codes:
            raise self.refused(f"unknown code {_shown(code)}; known codes: {', '.join(codes)}")
        return codes[code]


def lines(path: Path, *, latin1: bool = False) -> Iterator[Value]:
    """Yield the non-blank lines; with `latin1`, lines that are not UTF-8 are read as Latin-1."""
    with open_text(path) as text:
        for number, line in enumerate(text.lines(), 1):
            problem = encoding_problem(line)
            if problem and latin1:
                line = line.encode("utf-8", "surrogateescape").decode("latin-1")
            elif problem:
                raise BadInput(problem, file=text.name, line=number)
            if line.strip("\r\n"):
                yield Value(text.name, number, "", line.rstrip("\n"))


def tab_separated(
    path: Path, *, headers: tuple[tuple[str, ...], ...] = (), names: tuple[str, ...] = ()
) -> Iterator[Value]:
    """Yield the rows of a TSV with one of these headers, or without a header under these names.

    A double quote is an ordinary character.
    """
    for line in lines(path):
        cells = line.held.split("\t")
        if names:
            yield _row(line, names, cells)
        else:
            names = _known(line, cells, headers)


def comma_separated(path: Path, header: tuple[str, ...]) -> Iterator[Value]:
    """Yield the rows of a CSV with this header; a row may span several lines."""
    with open_text(path, keep_newlines=True) as text:
        names: tuple[str, ...] = ()
        # strict: an unclosed quote must not silently swallow the rest of the file
        records = csv.reader(_sound(text.lines(), text.name), strict=True)
        while True:
            start = Value(text.name, records.line_num + 1, "", None)
            try:
                cells = next(records)
            except StopIteration:
                return
            except csv.Error as fault:
                raise start.refused(f"the row that begins here is not valid CSV: {fault}") from None
            if not cells:
                continue
            if names:
                yield _row(start, names, cells)
            else:
                # pandas writes its row numbers into a column without a name
                names = tuple(name or "id" for name in _known(start, cells, (header,)))


def objects(path: Path) -> Iterator[Value]:
    """Yield the objects of a JSON array, or of the array inside a JSON object."""
    with open_text(path) as text:
        for item in array_of_json(text):
            if isinstance(item, Refused):
                raise item.error
            line, _, held = item
            yield Value(text.name, line, "", held)


def text_key(text: str) -> str:
    """Return a short hash of a text that ignores spacing."""
    return sha256("".join(text.split()).encode()).hexdigest()[:12]


def same_text(one: str, other: str) -> bool:
    """Compare two texts without their spacing, in which tokenisers differ."""
    return "".join(one.split()) == "".join(other.split())


def _known(line: Value, cells: list[str], headers: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    found = tuple(cell.strip() for cell in cells)
    if found not in headers:
        near = max(headers, key=lambda header: len(set(header) & set(found)))
        missing = next((name for name in near if name not in found), "")
        there = ", ".join(name[:40] for name in found[:20])
        problem = f"the first line must be the header {', '.join(near)}; it is {there}"
        raise line.refused(problem, missing)
    return found


def _row(place: Value, names: tuple[str, ...], cells: list[str]) -> Value:
    if len(cells) != len(names):
        problem = f"the row must have {len(names)} cells ({', '.join(names)}), but has {len(cells)}"
        raise place.refused(problem, names[len(cells)] if len(cells) < len(names) else "")
    return Value(place.file, place.line, "", dict(zip(names, cells, strict=True)))


def _sound(lines: Iterator[str], file: str) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if problem := encoding_problem(line):
            raise BadInput(problem, file=file, line=number)
        yield line


def _shown(held: object) -> str:
    return repr(held[:40]) if isinstance(held, str) else kind_of(held)
