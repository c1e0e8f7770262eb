"""Read CSV and TSV. CSV cells may be quoted; in TSV a double quote is an ordinary character."""

from __future__ import annotations

import csv
import logging
import re
from collections import deque
from collections.abc import Iterator
from itertools import chain, islice

from qgauge.core.errors import BadInput
from qgauge.data.cells import text_or_list, value_of
from qgauge.data.columns import NO_MAP, ColumnMap, Columns, Unfit, columns
from qgauge.data.formula_cells import without_guard
from qgauge.data.rows import Raw, Refused, refuse, repeated
from qgauge.data.text_files import Text, encoding_problem, printable_line

# The csv module splits only the header: its size limit is global to the process, and a quote that
# is never closed makes it swallow the rest of the file.
_LONGEST = 1 << 24
"""Characters in one quoted cell; a longer one counts as a quote that is never closed."""
_MARKS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}
"""What may separate the cells of a CSV file; Excel writes semicolons where 4,5 is a number."""
_TITLES = 5
"""Lines below the first one that may be the header, if the first is not."""
_log = logging.getLogger("qgauge.data")

Record = tuple[int, str, list[str]]
"""Line number, raw text and cells."""


def comma_separated(
    text: Text, columns: ColumnMap = NO_MAP, *, of_questions: bool = True
) -> Iterator[Raw | Refused]:
    """Read CSV as in RFC 4180: quoted cells may hold commas, newlines and doubled quotes.

    Another mark between the cells is found by looking at the header.
    """
    lines = text.lines_of_any_encoding()
    first: list[str] = []
    for line in lines:
        first.append(line)
        if line.strip():
            break
    header = first[-1] if first else ""
    if header.startswith(('{"', "[{")):
        form = "jsonl" if header[0] == "{" else "json"
        raise BadInput(f"this looks like JSON; add --format {form}", file=text.name, line=1)
    if stated := re.fullmatch(r"sep=(.)\s*", header):  # how Excel states the mark
        mark, first[-1] = stated[1], "\n"
    else:
        mark = _mark(header, columns, of_questions)
    if mark != ",":
        _log.info("qgauge: %s: cells are separated by %s.", text.name, _MARKS.get(mark, mark))
    records = _csv_records(_Lines(chain(first, lines)), mark)
    return table_rows(text.name, records, columns, of_questions, guarded=True)


def tab_separated(
    text: Text, columns: ColumnMap = NO_MAP, *, of_questions: bool = True
) -> Iterator[Raw | Refused]:
    """Read TSV without quoting, as NLP data sets use it: a cell ends at a tab or a newline."""
    lines = enumerate(text.lines_of_any_encoding(), 1)
    records = ((number, line, line.rstrip("\r\n").split("\t")) for number, line in lines)
    return table_rows(text.name, records, columns, of_questions, guarded=True)


def _mark(header: str, given: ColumnMap, of_questions: bool) -> str:
    """Return the mark between the cells: the first that gives a question column, or columns."""
    found = {}
    for mark in _MARKS:
        try:
            found[mark] = tuple(next(csv.reader([header], delimiter=mark), ()))
        except csv.Error:  # a huge header
            return ","
    for mark, names in found.items() if of_questions else ():
        if len(names) > 1 and _holds_question(names, given):
            return mark
    if len(found[","]) > 1:
        return ","
    return max(found, key=lambda mark: len(found[mark]))


def is_header(line: str, marks: str) -> bool:
    """Tell whether a line is the header of a table of questions, separated by one of the marks."""
    for mark in marks:
        names = tuple(line.rstrip("\r\n").split(mark))
        if len(names) > 1 and _holds_question(names, NO_MAP):
            return True
    return False


def _holds_question(names: tuple[str, ...], given: ColumnMap) -> bool:
    try:
        columns(given.names(names, all_needed=True))
    except Unfit as unfit:
        return unfit.field in names  # two columns hold it, for example
    return True


def listed_columns(names: tuple[str, ...], given: ColumnMap) -> set[str]:
    """Return the columns whose cells may hold a list of texts."""
    try:
        plan = columns(given.names(names))
    except Unfit:
        return set()
    fields = dict(zip(given.names(names), names, strict=True))
    return {fields[one] for one in plan.columns_for("references", "answer", "passage")}


def _named(header: list[str]) -> tuple[str, ...]:
    """Return the names of the columns, without empty ones at the end, as spreadsheets write."""
    last = max((at for at, name in enumerate(header, 1) if name.strip()), default=len(header))
    return tuple(header[:last])


def _row(
    names: tuple[str, ...], cells: list[str], listed: set[str], structured: set[str]
) -> dict[str, object]:
    row: dict[str, object] = dict(zip(names, cells, strict=True))
    for name in listed:
        row[name] = text_or_list(str(row[name]))
    for name in structured:
        row[name] = value_of(str(row[name]))
    return row


def _later_header(
    records: Iterator[Record | tuple[int, str, Unfit]], given: ColumnMap
) -> int | None:
    """Return the line of a header below a title, as sheets have it."""
    for line, _, cells in islice(records, _TITLES):
        if isinstance(cells, list) and len(cells) > 1 and _holds_question(tuple(cells), given):
            return line
    return None


def check_header(names: tuple[str, ...], file: str, given: ColumnMap = NO_MAP) -> Columns:
    """Assign a table's columns to fields; a bad header makes the whole file unusable."""
    _check_unique(names, file)
    try:
        return columns(given.names(names, all_needed=True))
    except Unfit as unfit:
        column = dict(given.pairs).get(unfit.field, unfit.field)
        raise BadInput(unfit.problem, file=file, line=1, field=column) from None


def _check_unique(names: tuple[str, ...], file: str) -> None:
    if (twice := repeated(names)) is not None:
        raise BadInput("two columns have this name; rename one", file=file, line=1, field=twice)


def table_rows(
    file: str,
    records: Iterator[Record | tuple[int, str, Unfit]],
    given: ColumnMap = NO_MAP,
    of_questions: bool = True,
    *,
    guarded: bool = False,
) -> Iterator[Raw | Refused]:
    """Yield the rows as dictionaries. Without `of_questions` all cells stay text.

    `guarded` tables may have an apostrophe before a text that a spreadsheet would run.
    """
    names: tuple[str, ...] = ()
    listed: set[str] = set()
    structured: set[str] = set()
    number = -1  # the header does not count
    for line, raw, cells in records:
        if raw.strip("\r\n") == "":
            continue
        number += 1
        if guarded and "'" in raw and isinstance(cells, list):
            cells = [without_guard(cell) for cell in cells]
        problem = encoding_problem(raw)
        if problem or isinstance(cells, Unfit):
            unfit = cells if isinstance(cells, Unfit) and not problem else Unfit(problem)
            if not names:
                raise BadInput(unfit.problem, file=file, line=line)
            yield refuse(unfit, file, line, printable_line(raw))
        elif not names:
            names = _named(cells)
            if of_questions:
                try:
                    plan = check_header(names, file, given)
                except BadInput as bad:
                    later = _later_header(records, given)
                    if not later:
                        raise
                    problem = f"line {later} looks like the header; remove the lines above it"
                    raise BadInput(problem, file=file, line=line, field=bad.field) from None
                fields = dict(zip(given.names(names), names, strict=True))
                listed = listed_columns(names, given)
                nested = plan.columns_for("sentences", "ratings", "anchor", "answer_sentence")
                structured = {fields[one] for one in nested}
            else:
                _check_unique(names, file)
        elif not any(map(str.strip, cells)):
            number -= 1  # spreadsheets write rows of empty cells
        elif len(cells) > len(names) and not any(cells[len(names) :]):
            yield line, number, _row(names, cells[: len(names)], listed, structured)
        elif len(cells) != len(names):
            count = f"{len(cells)} cell{'' if len(cells) == 1 else 's'}"
            problem = f"the row has {count}, but the header has {len(names)}"
            if len(names) == 1:
                problem += "; put a text with commas in quotes, or use a .txt file"
            unfit = Unfit(problem)
            yield refuse(unfit, file, line, printable_line(raw))
        else:
            yield line, number, _row(names, cells, listed, structured)
    if not names:
        problem = "the table is empty; its first line must name the columns"
        raise BadInput(problem, file=file, line=1, field="question" if of_questions else "")


class _Lines(Iterator[tuple[int, str]]):
    """Numbered lines with push-back, to resume after a quote that was never closed."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = enumerate(lines, 1)
        self._back: deque[tuple[int, str]] = deque()

    def __next__(self) -> tuple[int, str]:
        return self._back.popleft() if self._back else next(self._lines)

    def give_back(self, lines: list[tuple[int, str]]) -> None:
        self._back.extendleft(reversed(lines))


def _csv_records(lines: _Lines, mark: str) -> Iterator[Record | tuple[int, str, Unfit]]:
    for number, line in lines:
        if '"' not in line:
            yield number, line, line.rstrip("\r\n").split(mark)
            continue
        record = _Quoted(lines, number, line, mark)
        try:
            cells = record.cells()
        except Unfit as unfit:
            # Only the lines up to the bad quote are lost; the lines it swallowed are read again.
            began = record.began
            lines.give_back([taken for taken in record.taken if taken[0] > began])
            kept = [text for taken, text in record.taken if taken <= began]
            yield began, "".join(kept), unfit
        else:
            yield number, "".join(text for _, text in record.taken), cells


class _Quoted:
    """A CSV record with quoted cells, which may span several lines."""

    def __init__(self, lines: _Lines, number: int, line: str, mark: str) -> None:
        self._lines, self._line, self._at, self._mark = lines, line, 0, mark
        self.taken = [(number, line)]
        self.began = number
        """The line where the last quoted cell began."""

    def cells(self) -> list[str]:
        """Return the cells; raise Unfit if a quoted cell is not closed correctly."""
        cells = []
        while True:
            if self._line.startswith('"', self._at):
                cells.append(self._quoted())
                rest = self._line[self._at : self._at + 2]
                if not rest or rest[0] in "\r\n":
                    return cells
                if rest[0] != self._mark:
                    last = self.taken[-1][0]
                    raise Unfit(f"{_BAD_QUOTE}: text follows its closing quote on line {last}")
                self._at += 1
                continue
            end = self._line.find(self._mark, self._at)
            if end < 0:
                cells.append(self._line[self._at :].rstrip("\r\n"))
                return cells
            cells.append(self._line[self._at : end])
            self._at = end + 1

    def _quoted(self) -> str:
        self.began = self.taken[-1][0]
        parts: list[str] = []
        size, at = 0, self._at + 1
        while True:
            end = self._line.find('"', at)
            if end < 0:
                parts.append(self._line[at:])
                size += len(parts[-1])
                self._next_line(size)
                at = 0
            elif self._line.startswith('"', end + 1):
                parts.append(self._line[at : end + 1])
                at = end + 2
            else:
                parts.append(self._line[at:end])
                self._at = end + 1
                return "".join(parts)

    def _next_line(self, size: int) -> None:
        taken = next(self._lines, None) if size <= _LONGEST else None
        if taken is None:
            raise Unfit(f"{_BAD_QUOTE}: it is never closed")
        self.taken.append(taken)
        self._line = taken[1]


_BAD_QUOTE = "a quoted cell that begins on this line is not closed correctly"
