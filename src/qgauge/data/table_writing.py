"""Convert finished rows, as lines of JSON, to JSON, CSV, TSV, XLSX or Parquet.

Memory does not grow with the rows: a first pass finds the columns, a second writes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any, BinaryIO

from qgauge.core.errors import BadInput
from qgauge.data.flat_rows import Cell, Column, Columns
from qgauge.data.formula_cells import guarded
from qgauge.data.xlsx_writing import MOST_CHARACTERS, MOST_COLUMNS, MOST_ROWS, write_sheet

_BATCH = 1024
_ROWS_PER_FILE = 100_000
"""Rows in each file of a folder of Parquet files."""
_EXACT = 1 << 53
"""Whole numbers up to this size are exact as floats."""


def convert(form: str, spool: str, out: BinaryIO) -> None:
    """Write the rows of a spool file in another format.

    Args:
        form: `json`, `csv`, `tsv`, `xlsx` or `parquet`.
        spool: The path of a file with one JSON object per line.
        out: The file to write.

    Raises:
        BadInput: If the rows do not fit into the format.
        OSError: If the file cannot be written.
    """
    if form == "json":
        _write_array(spool, out)
        return
    columns = Columns(lists=form == "parquet", one_line=form == "tsv")
    ascii_only = True
    for line in _lines(spool):
        columns.add(json.loads(line))
        ascii_only = ascii_only and line.isascii() and "\\u" not in line
    named = columns.named()
    rows = (_cells(columns, named, line) for line in _lines(spool))
    if form == "csv":
        # Excel takes a file without this mark for an old 8-bit encoding
        out.write(b"" if ascii_only else b"\xef\xbb\xbf")
        _write_text(named, rows, out, ",", _csv_cell)
    elif form == "tsv":
        _write_text(named, rows, out, "\t", _tsv_cell)
    elif form == "xlsx":
        if len(named) > MOST_COLUMNS:
            raise _too_large(f"there are {len(named):,} columns, and .xlsx", MOST_COLUMNS)
        write_sheet(named, rows, out)
    else:
        _write_parquet(named, rows, out)


def convert_to_folder(spool: str, folder: str) -> Iterator[str]:
    """Write the rows of a spool file as Parquet files of 100,000 rows with the same columns.

    Args:
        spool: The path of a file with one JSON object per line.
        folder: The folder, which must be empty.

    Yields:
        The path of each finished file.

    Raises:
        OSError: If a file cannot be written.
    """
    columns = Columns(lists=True)
    count = 0
    for line in _lines(spool):
        columns.add(json.loads(line))
        count += 1
    named = columns.named()
    rows = (_cells(columns, named, line) for line in _lines(spool))
    for number in range(max(1, -(-count // _ROWS_PER_FILE))):
        path = f"{folder}/part-{number:05}.parquet"
        with open(path, "wb") as out:
            _write_parquet(named, islice(rows, _ROWS_PER_FILE), out)
        yield path


def check_fits_sheet(number: int, line: str) -> None:
    """Refuse a row that does not fit into XLSX as soon as it is known.

    Args:
        number: The number of the row, from 1.
        line: The row as JSON.

    Raises:
        BadInput: If there are too many rows, or a cell of this one is too long.
    """
    if number >= MOST_ROWS:  # the header is a row too
        raise _too_large(f"there are {number:,} rows or more, and .xlsx", MOST_ROWS - 1)
    if len(line) * 2 <= MOST_CHARACTERS:
        return
    row, columns = json.loads(line), Columns()
    columns.add(row)
    cells = columns.cells(row)
    for column in columns.named():
        size = len(_text(cells.get(column.path)).encode("utf-16-le")) // 2
        if size > MOST_CHARACTERS:
            name = row.get("id", number)
            found = f"'{column.name}' of row '{name}' has {size:,} characters, and a cell of .xlsx"
            raise _too_large(found, MOST_CHARACTERS)


def _too_large(found: str, most: int) -> BadInput:
    return BadInput(f"{found} holds at most {most:,}; choose .csv or .parquet instead")


def _lines(spool: str) -> Iterator[str]:
    with open(spool, encoding="utf-8", newline="\n") as file:
        yield from file


def _cells(columns: Columns, named: list[Column], line: str) -> list[Cell]:
    cells = columns.cells(json.loads(line))
    return [cells.get(column.path) for column in named]


def _write_array(spool: str, out: BinaryIO) -> None:
    start = "[\n"
    for line in _lines(spool):
        out.write((start + line.removesuffix("\n")).encode())
        start = ",\n"
    out.write(b"[]\n" if start == "[\n" else b"\n]\n")


def _write_text(
    named: list[Column],
    rows: Iterator[list[Cell]],
    out: BinaryIO,
    separator: str,
    escaped: Callable[[str], str],
) -> None:
    # Lines end in LF, on every platform: spreadsheets read it as well as the CR LF of RFC 4180,
    # and other tools see no stray CR in the last column.
    if named:
        out.write((separator.join(escaped(one.name) for one in named) + "\n").encode())
    for row in rows:
        # a lone empty cell must not look like a blank line
        line = separator.join(escaped(_text(one)) for one in row) or '""'
        out.write(f"{line}\n".encode())


def _csv_cell(text: str) -> str:
    cell = guarded(text)
    if any(mark in cell for mark in ',"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _tsv_cell(text: str) -> str:
    return guarded(re.sub(r"\r\n|[\t\r\n]", " ", text))


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return cell if isinstance(cell, str) else repr(cell)


def _write_parquet(named: list[Column], rows: Iterator[list[Cell]], out: BinaryIO) -> None:
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    kinds = [_kind(pyarrow, column) for column in named]
    schema = pyarrow.schema(
        [(column.name, kind) for column, kind in zip(named, kinds, strict=True)]
    )
    with parquet.ParquetWriter(out, schema) as writer:
        while some := list(islice(rows, _BATCH)):
            arrays = [
                pyarrow.array([_fitted(row[at], kind, pyarrow) for row in some], kind)
                for at, kind in enumerate(kinds)
            ]
            writer.write_batch(pyarrow.record_batch(arrays, schema=schema))


def _kind(pyarrow: Any, column: Column) -> Any:
    """Return the type of a column; text if its values have different types."""
    kinds = column.kinds
    if kinds == {list}:
        return pyarrow.list_(pyarrow.string())
    if kinds == {bool}:
        return pyarrow.bool_()
    if kinds == {int} and column.largest < 1 << 63:
        return pyarrow.int64()
    if kinds and kinds <= {int, float} and column.largest <= _EXACT:
        return pyarrow.float64()
    return pyarrow.string()


def _fitted(cell: Cell, kind: Any, pyarrow: Any) -> Any:
    return _text(cell) if kind == pyarrow.string() and cell is not None else cell
