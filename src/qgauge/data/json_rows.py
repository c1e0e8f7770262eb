"""Read JSONL and JSON strictly: NaN and repeated keys, which Python accepts, are errors."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Generator, Iterator
from typing import Any

from qgauge.core.errors import BadInput
from qgauge.core.field_names import names_of, plain_name
from qgauge.data.columns import Unfit
from qgauge.data.rows import Raw, Refused, refuse, repeated
from qgauge.data.text_files import Text, encoding_problem, printable_line

_DEEPEST = 100
"""Levels of nesting. No data needs more, and writing or pickling deeper rows could overflow."""

_LISTS = ("data", "examples", "rows", "questions", "items", "documents")
_MORE = "more text after the end"
_SPACE = re.compile(r"[ \t\n\r]*")
_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.DOTALL)
"""Brackets, and strings, in which brackets do not count."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) != len(pairs):
        twice = _printable(repeated(name for name, _ in pairs) or "")
        raise Unfit(f"the key '{twice}' appears twice; keep one", twice)
    return row


def _constant(name: str) -> Any:
    raise Unfit(f"{name} is not JSON; write null or leave the key out")


def _float(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise Unfit(f"the number {digits[:20]} is too large")
    return value


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
# Parses rows that _STRICT refuses, to find their end and the bad column.
_LENIENT = json.JSONDecoder(parse_int=lambda digits: int(digits) if len(digits) < 640 else math.nan)


def decode(text: str, start: int = 0) -> tuple[Any, int]:
    """Return the JSON value at `start` and its end; raise Unfit if it is not strict JSON."""
    try:
        value, end = _STRICT.raw_decode(text, start)
    except json.JSONDecodeError:
        raise
    except RecursionError:
        raise Unfit("the row is nested too deeply") from None
    except ValueError:
        problem = "a number has too many digits; write it as a string"
        raise Unfit(problem, _guilty(text, start)) from None
    except Unfit as unfit:
        raise Unfit(unfit.problem, unfit.field or _guilty(text, start)) from None
    if end - start > 2 * _DEEPEST and _deep(value, text, start, end):
        raise Unfit(f"the row is nested too deeply (more than {_DEEPEST} levels)")
    # Only an escape can produce half of a surrogate pair: the text itself was decoded.
    if text.find("\\", start, end) >= 0 and not _encodable(value):
        problem = "contains half of a surrogate pair (\\ud800 to \\udfff), which is not a character"
        raise Unfit(problem, _guilty(text, start))
    return value, end


def lines_of_json(text: Text, lines: int = 0, rows: int = 0) -> Iterator[Raw | Refused]:
    """Read JSONL: one row per line. Blank lines are skipped; a bad line does not stop the rest.

    `lines` and `rows` say how many come before, if the text is not the beginning of its file.
    """
    row = rows
    for number, line in enumerate(text.lines(), lines + 1):
        stripped = line.strip(" \t\r\n")
        if not stripped:
            continue
        row += 1
        try:
            if problem := encoding_problem(stripped):
                raise Unfit(problem)
            value, end = decode(stripped)
            if end != len(stripped):
                raise Unfit(f"not JSON: more text after the row, at column {end + 1}")
        except json.JSONDecodeError as fault:
            column = fault.colno + len(line) - len(line.lstrip(" \t\r\n"))
            problem = f"not JSON: {fault.msg.removesuffix(' at')} at column {column}"
            if row == 1 and stripped[0] in "[{" and len(stripped) < 3:
                problem += (
                    "; if the file holds one JSON value over several lines, add --format json"
                )
            elif row == 1 and stripped[0] == "[":
                problem += "; if the whole file is one JSON array, add --format json"
            elif row == 1 and stripped[0] not in '{"':
                problem += "; if this is a table, add --format csv"
            unfit = Unfit(problem)
            yield refuse(unfit, text.name, number, printable_line(line))
        except Unfit as unfit:
            yield refuse(unfit, text.name, number, printable_line(line))
        else:
            yield number, row, value


def array_of_json(text: Text) -> Iterator[Raw | Refused]:
    """Read JSON: an array of rows, an object with such an array, or one row.

    The whole file is loaded into memory.
    """
    content = text.read()
    if encoding_problem(content):
        for number, line in enumerate(content.split("\n"), 1):
            if problem := encoding_problem(line):
                raise BadInput(problem, file=text.name, line=number)
    try:
        start = _skip(content, 0)
        if start == len(content):
            raise BadInput("the file is empty", file=text.name, line=1)
        if content.startswith("{", start):
            array = _inner_array(content, start)
            if array is None:
                end = yield from _row(text.name, content, start, 1, 1)
                _nothing_after(content, end)
            else:
                yield from _elements(text.name, content, array)
        elif content.startswith("[", start):
            end = yield from _elements(text.name, content, start)
            _nothing_after(content, end)
        else:
            raise json.JSONDecodeError("Expecting an array or an object", content, start)
    except json.JSONDecodeError as fault:
        problem = f"not JSON: {fault.msg.removesuffix(' at')} at column {fault.colno}"
        if fault.msg == _MORE and content.startswith("{", fault.pos):
            problem += "; if every line is a row, add --format jsonl"
        raise BadInput(problem, file=text.name, line=fault.lineno) from None
    except RecursionError:
        raise BadInput("not usable JSON: nested too deeply", file=text.name) from None


def _elements(name: str, content: str, start: int) -> Generator[Raw | Refused, None, int]:
    """Yield the rows of the array at `start`; return its end."""
    position = _skip(content, start + 1)
    if content.startswith("]", position):
        return position + 1
    line, seen, number = 1, 0, 0
    while True:
        number += 1
        line, seen = line + content.count("\n", seen, position), position
        position = _skip(content, (yield from _row(name, content, position, line, number)))
        if content.startswith("]", position):
            return position + 1
        position = _after(",", content, position)


def _row(
    name: str, content: str, start: int, line: int, number: int
) -> Generator[Raw | Refused, None, int]:
    """Yield one row of a JSON file; return its end."""
    try:
        value, end = decode(content, start)
    except Unfit as unfit:
        end = _end(content, start)
        yield refuse(unfit, name, line, content[start:end], number)
    else:
        yield line, number, value
    return end


def _inner_array(content: str, start: int) -> int | None:
    """Return the start of the list of rows in an object; None if the object is itself a row."""
    array: int | None = None
    names: set[str] = set()
    position = _skip(content, start + 1)
    if content.startswith("}", position):
        return None
    while True:
        if not content.startswith('"', position):
            raise json.JSONDecodeError("Expecting a name in double quotes", content, position)
        name, position = _LENIENT.raw_decode(content, position)
        names.add(name)
        position = _after(":", content, position)
        if name in _LISTS and array is None and content.startswith("[", position):
            array = position
        position = _skip(content, _end(content, position))
        if content.startswith("}", position):
            break
        position = _after(",", content, position)
    _nothing_after(content, position + 1)
    return None if {plain_name(name) for name in names} & {*names_of("question")} else array


def _end(content: str, start: int) -> int:
    """Return the end of the JSON value at `start`, however deeply nested."""
    try:
        return _LENIENT.raw_decode(content, start)[1]
    except RecursionError:
        depth = 0
        for mark in _BRACKETS.finditer(content, start):
            depth += (mark[0] in "[{") - (mark[0] in "]}")
            if depth == 0:
                return mark.end()
        raise


def _skip(content: str, position: int) -> int:
    match = _SPACE.match(content, position)
    return match.end() if match else position


def _after(mark: str, content: str, position: int) -> int:
    position = _skip(content, position)
    if not content.startswith(mark, position):
        raise json.JSONDecodeError(f"Expecting '{mark}'", content, position)
    return _skip(content, position + 1)


def _nothing_after(content: str, end: int) -> None:
    if _skip(content, end) != len(content):
        raise json.JSONDecodeError(_MORE, content, _skip(content, end))


def _guilty(text: str, start: int) -> str:
    """Return the column that cannot be encoded as JSON, for the message."""
    try:
        row, _ = _LENIENT.raw_decode(text, start)
    except (ValueError, RecursionError):
        return ""
    if type(row) is dict:
        for name, value in row.items():
            if not _encodable({name: value}):
                return _printable(name)
    return ""


def _encodable(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return False
    return True


def _deep(value: Any, text: str, start: int, end: int) -> bool:
    # Counting brackets is fast and enough for nearly every row.
    if text.count("[", start, end) + text.count("{", start, end) <= _DEEPEST:
        return False
    level = [value]
    for _ in range(_DEEPEST):
        inner: list[Any] = []
        for item in level:
            if type(item) is dict:
                inner += item.values()
            elif type(item) is list:
                inner += item
        if not inner:
            return False
        level = inner
    return True


def _printable(name: str) -> str:
    return name[:80].encode("utf-8", "backslashreplace").decode()
