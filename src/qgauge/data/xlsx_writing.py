"""Write one table as an XLSX workbook: a zip file with a few XML files.

Written here, without a package: the rows stream into the file, the same rows give the same
bytes (no time stamps), and text can never become a formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import IO, BinaryIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from qgauge.core.errors import BadInput
from qgauge.data.flat_rows import Cell, Column
from qgauge.data.formula_cells import is_formula

MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384
MOST_CHARACTERS = 32_767
"""In one cell, counted in UTF-16 units."""

_EXACT = 1 << 53
"""Spreadsheets store numbers as floats; larger whole numbers are written as text."""
_HEADER, _QUOTED = 1, 2
"""Cell formats, in the order of `_STYLES`: the default, the bold header, and text after a quote
sign, which stays text even if somebody edits the cell."""

_TOP = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"

_CONTENT_TYPES = f"""{_TOP}<Types xmlns="{_PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPES}.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/></Types>"""
_RELATIONS = f"""{_TOP}<Relationships xmlns="{_PACKAGE}/relationships">\
<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>\
</Relationships>"""
_BOOK_RELATIONS = f"""{_TOP}<Relationships xmlns="{_PACKAGE}/relationships">\
<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>\
<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>"""
_BOOK = f"""{_TOP}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">\
<bookViews><workbookView/></bookViews>\
<sheets><sheet name="rows" sheetId="1" r:id="rId1"/></sheets>%s</workbook>"""
_FILTERED = """<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" \
hidden="1">rows!$A$1:$%s$%d</definedName></definedNames>"""
_STYLES = f"""{_TOP}<styleSheet xmlns="{_MAIN}"><fonts count="2">\
<font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"""

_NARROWEST, _WIDEST = 8, 60
"""Widths of columns, in characters."""

# XML forbids most control characters. Workbooks escape them, and CR, which XML reads as LF, as
# _x000D_; text that looks like such an escape gets its underscore escaped.
_ESCAPED = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")


def write_sheet(columns: Sequence[Column], rows: Iterable[Sequence[Cell]], out: BinaryIO) -> None:
    """Write a workbook with one sheet: a bold header that stays in view, with filters."""
    with ZipFile(out, "w", ZIP_DEFLATED) as book:
        for name, content in (
            ("[Content_Types].xml", _CONTENT_TYPES),
            ("_rels/.rels", _RELATIONS),
            ("xl/_rels/workbook.xml.rels", _BOOK_RELATIONS),
            ("xl/styles.xml", _STYLES),
        ):
            book.writestr(_entry(name), content)
        letters = [_letters(at) for at in range(len(columns))]
        try:
            with book.open(_entry("xl/worksheets/sheet1.xml"), "w") as sheet:
                last = _write_rows(columns, letters, rows, sheet)
        except RuntimeError:  # from zipfile; programs need not read the form for larger files
            problem = "the sheet is larger than 2 GiB; choose .csv or .parquet instead"
            raise BadInput(problem) from None
        filtered = _FILTERED % (letters[-1], last) if columns else ""
        book.writestr(_entry("xl/workbook.xml"), _BOOK % filtered)


def _write_rows(
    columns: Sequence[Column],
    letters: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    sheet: IO[bytes],
) -> int:
    """Write the header and the rows; return the number of the last row."""
    sheet.write(_head(columns).encode())
    last = 1
    if columns:
        places = zip(letters, columns, strict=True)
        header = "".join(_cell(f"{at}1", column.name, _HEADER) for at, column in places)
        sheet.write(f'<row r="1">{header}</row>'.encode())
    for last, row in enumerate(rows, 2):
        cells = (_cell(f"{at}{last}", one) for at, one in zip(letters, row, strict=True))
        sheet.write(f'<row r="{last}">{"".join(cells)}</row>'.encode())
    filters = f'<autoFilter ref="A1:{letters[-1]}{last}"/>' if columns else ""
    sheet.write(f"</sheetData>{filters}</worksheet>".encode())
    return last


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name)  # dated 1980, so that the bytes do not depend on the time
    entry.compress_type = ZIP_DEFLATED
    return entry


def _head(columns: Sequence[Column]) -> str:
    widths = [min(_WIDEST, max(_NARROWEST, one.longest, len(one.name) + 2) + 2) for one in columns]
    cols = "".join(
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>'
        for at, width in enumerate(widths, 1)
    )
    pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    view = f'<sheetView tabSelected="1" workbookViewId="0">{pane}</sheetView>'
    return (
        f'{_TOP}<worksheet xmlns="{_MAIN}"><sheetViews>{view}</sheetViews>'
        f"{f'<cols>{cols}</cols>' if cols else ''}<sheetData>"
    )


def _letters(at: int) -> str:
    """Return the letters of a column, counted from 0."""
    found = ""
    at += 1
    while at:
        at, rest = divmod(at - 1, 26)
        found = chr(65 + rest) + found
    return found


def _cell(place: str, value: Cell, style: int = 0) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, float) or (isinstance(value, int) and abs(value) <= _EXACT):
        return f'<c r="{place}"><v>{value!r}</v></c>'
    text = str(value)
    style = style or (_QUOTED if is_formula(text) else 0)
    shown = escape(_ESCAPED.sub(lambda found: f"_x{ord(found[0]):04X}_", text))
    kind = f's="{style}" t="inlineStr"' if style else 't="inlineStr"'
    return f'<c r="{place}" {kind}><is><t xml:space="preserve">{shown}</t></is></c>'
