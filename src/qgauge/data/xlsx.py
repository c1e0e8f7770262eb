"""Read the rows of an Excel sheet, with the optional openpyxl."""

from __future__ import annotations

import logging
import os
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from importlib import import_module
from typing import Any

from qgauge.core.errors import BadInput, MissingTool
from qgauge.data.columns import NO_MAP, ColumnMap
from qgauge.data.rows import Raw, Refused
from qgauge.data.tables import Record, table_rows
from qgauge.data.text_files import Source, label, open_bytes

_LARGEST = 1 << 31
"""Bytes of an unpacked workbook: a small file can unpack to more than the memory holds."""
_log = logging.getLogger("qgauge.data")


def rows_of_xlsx(
    source: Source, columns: ColumnMap = NO_MAP, *, of_questions: bool = True
) -> Iterator[Raw | Refused]:
    """Yield the rows of the first sheet that is not empty, or of the sheet in `FILE.xlsx#SHEET`."""
    openpyxl = _openpyxl()
    file, wanted = file_and_sheet(source)
    with open_bytes(file) as (name, stream):
        try:
            with zipfile.ZipFile(stream) as packed:
                size = sum(part.file_size for part in packed.infolist())
            if size > _LARGEST:
                raise BadInput("the workbook is too large; save the sheet as .csv", file=name)
            stream.seek(0)
            book = openpyxl.load_workbook(stream, read_only=True, data_only=True)
        except (OSError, ValueError, KeyError, zipfile.BadZipFile, SyntaxError) as fault:
            raise _damaged(fault, name) from None
        try:
            sheet = _sheet(book, wanted, name)
            yield from table_rows(name, _records(sheet, name), columns, of_questions)
        finally:
            book.close()


def file_and_sheet(source: Source) -> tuple[Source, str]:
    """Split `FILE.xlsx#SHEET`; a file with such a name comes first."""
    if not isinstance(source, str) or os.path.exists(source):
        return source, ""
    found = re.fullmatch(r"(.+\.xlsx)#(.+)", source, re.IGNORECASE)
    return (found[1], found[2]) if found else (source, "")


def _openpyxl() -> Any:
    try:
        return import_module("openpyxl")
    except ImportError:
        problem = "Reading Excel files needs openpyxl."
        raise MissingTool(problem, "pip install 'qgauge[xlsx]'") from None


def _sheet(book: Any, wanted: str, name: str) -> Any:
    names = [sheet.title for sheet in book.worksheets]
    if wanted:
        if wanted not in names:
            known = ", ".join(names)
            raise BadInput(f"there is no sheet '{wanted}'; the sheets are: {known}", file=name)
        return book[wanted]
    filled = [sheet for sheet in book.worksheets if next(_records(sheet, name), None)]
    if not filled:
        raise BadInput("the workbook is empty; its first row must name the columns", file=name)
    if len(filled) > 1:
        others = ", ".join(f"'{sheet.title}'" for sheet in filled[1:])
        _log.info(
            "qgauge: %s: read the sheet '%s', not %s; name another with %s#SHEET.",
            name,
            filled[0].title,
            others,
            label(name),
        )
    return filled[0]


def _records(sheet: Any, name: str) -> Iterator[Record]:
    """Yield the rows that are not empty, with as many cells as the header."""
    width = 0
    try:
        for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
            cells = [_text(value) for value in values]
            while cells and not cells[-1] and len(cells) > width:
                cells.pop()
            if not any(cells):
                continue
            width = width or len(cells)
            cells += [""] * (width - len(cells))
            yield number, "\t".join(cells), cells
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, SyntaxError) as fault:
        raise _damaged(fault, name) from None


def _text(value: Any) -> str:
    """Return a cell as CSV would hold it: a sheet has numbers where a text was meant."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime) and (value.hour, value.minute, value.second) == (0, 0, 0):
        return value.date().isoformat()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, str) and "_x" in value:
        from openpyxl.utils.escape import unescape

        return str(unescape(value))
    return str(value)


def _damaged(fault: Exception, name: str) -> BadInput:
    reason = str(fault).split("\n")[0].rstrip(".")
    problem = f"the Excel file cannot be read ({reason}); save it again as .xlsx or .csv"
    return BadInput(problem, file=name)
