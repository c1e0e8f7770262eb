"""Read CSV and TSV. CSV cells may be quoted; in TSV a double quote is an ordinary character."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator

from qgauge.core.errors import BadInput
from qgauge.data.json_rows import decode
from qgauge.data.rows import Columns, Raw, Refused, Unfit, columns, refuse, repeated
from qgauge.data.text_files import Text, encoding_problem, printable_line

# The csv module is not used: its size limit is global to the process, and a quote that is never
# closed makes it swallow the rest of the file.
_LONGEST = 1 << 24
"""Characters in one quoted cell; a longer one counts as a quote that is never closed."""

RATINGS = "ratings."
"""Prefix of rating columns: `ratings.fluency`, or `ratings.fluency.ANN` for each rater."""
_NUMBER = re.compile(r"[+-]?\d{1,18}(\.\d*)?")

Record = tuple[int, str, list[str]]
"""Line number, raw text and cells."""


def comma_separated(text: Text, *, of_questions: bool = True) -> Iterator[Raw | Refused]:
    """Read CSV as in RFC 4180: quoted cells may hold commas, newlines and doubled quotes."""
    return _rows(text.name, _csv_records(_Lines(text)), of_questions)


def tab_separated(text: Text, *, of_questions: bool = True) -> Iterator[Raw | Refused]:
    """Read TSV without quoting, as NLP data sets use it: a cell ends at a tab or a newline."""
    lines = enumerate(text.lines(), 1)
    records = ((number, line, line.rstrip("\r\n").split("\t")) for number, line in lines)
    return _rows(text.name, records, of_questions)


def check_header(names: tuple[str, ...], file: str) -> Columns:
    """Assign a table's columns to fields; a bad header makes the whole file unusable."""
    _check_unique(names, file)
    try:
        return columns(names)
    except Unfit as unfit:
        raise BadInput(unfit.problem, file=file, line=1, field=unfit.field) from None


def _check_unique(names: tuple[str, ...], file: str) -> None:
    if (twice := repeated(names)) is not None:
        raise BadInput("two columns have this name; rename one", file=file, line=1, field=twice)


def _rows(
    file: str, records: Iterator[Record | tuple[int, str, Unfit]], of_questions: bool
) -> Iterator[Raw | Refused]:
    """Yield the rows as dictionaries. Without `of_questions` all cells stay text."""
    names: tuple[str, ...] = ()
    listed: set[str] = set()
    structured: set[str] = set()
    rated: dict[str, str] = {}
    number = -1  # the header does not count
    for line, raw, cells in records:
        if raw.strip("\r\n") == "":
            continue
        number += 1
        problem = encoding_problem(raw)
        if problem or isinstance(cells, Unfit):
            unfit = cells if isinstance(cells, Unfit) and not problem else Unfit(problem)
            if not names:
                raise BadInput(unfit.problem, file=file, line=line)
            yield refuse(unfit, file, line, printable_line(raw))
        elif not names:
            names = tuple(cells)
            if of_questions:
                plan = check_header(names, file)
                listed = plan.columns_for("references", "answer")
                structured = plan.columns_for("sentences", "ratings", "anchor", "answer_sentence")
                rated = _rated(names, file)
            else:
                _check_unique(names, file)
        elif len(cells) != len(names):
            count = f"{len(cells)} cell{'' if len(cells) == 1 else 's'}"
            unfit = Unfit(f"the row has {count}, but the header has {len(names)}")
            yield refuse(unfit, file, line, printable_line(raw))
        else:
            row: dict[str, object] = dict(zip(names, cells, strict=True))
            for name in listed:
                row[name] = _texts(str(row[name]))
            for name in structured:
                row[name] = _value(str(row[name]))
            if rated:
                row["ratings"] = _ratings(row, rated)
            yield line, number, row
    if not names:
        problem = "the table is empty; its first line must name the columns"
        raise BadInput(problem, file=file, line=1, field="question" if of_questions else "")


def _rated(names: tuple[str, ...], file: str) -> dict[str, str]:
    """Return the rating columns and the dimension of each."""
    found = {name: name.split(".")[1] for name in names if name.startswith(RATINGS)}
    for name, dimension in found.items():
        if "ratings" in names or not dimension.strip():
            problem = "next to a 'ratings' column" if dimension.strip() else "without a name"
            problem = f"a rating column {problem}; call it ratings.NAME or ratings.NAME.RATER"
            raise BadInput(problem, file=file, line=1, field=name)
    return found


def _ratings(row: dict[str, object], rated: dict[str, str]) -> dict[str, list[object]]:
    """Move the rating cells out of the row; an empty cell is a rater who gave no rating."""
    made: dict[str, list[object]] = {}
    for name, dimension in rated.items():
        cell = str(row.pop(name)).strip()
        number = _NUMBER.fullmatch(cell)
        value = None if not cell else (float(cell) if number else cell)
        made.setdefault(dimension, []).append(value)
    return {name: given for name, given in made.items() if any(one is not None for one in given)}


def _value(cell: str) -> object:
    """Decode a cell with JSON; an empty one is None, any other stays text."""
    if not (stripped := cell.strip()):
        return None
    if stripped[0] not in "[{":
        return cell
    try:
        value, end = decode(stripped)
    except (json.JSONDecodeError, Unfit):
        return cell
    return value if end == len(stripped) else cell


def _texts(cell: str) -> object:
    """Decode a JSON list of strings; anything else stays text."""
    value = _value(cell) if cell.lstrip().startswith("[") else cell
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    return cell


class _Lines(Iterator[tuple[int, str]]):
    """Numbered lines with push-back, to resume after a quote that was never closed."""

    def __init__(self, text: Text) -> None:
        self._lines = enumerate(text.lines(), 1)
        self._back: deque[tuple[int, str]] = deque()

    def __next__(self) -> tuple[int, str]:
        return self._back.popleft() if self._back else next(self._lines)

    def give_back(self, lines: list[tuple[int, str]]) -> None:
        self._back.extendleft(reversed(lines))


def _csv_records(lines: _Lines) -> Iterator[Record | tuple[int, str, Unfit]]:
    for number, line in lines:
        if '"' not in line:
            yield number, line, line.rstrip("\r\n").split(",")
            continue
        record = _Quoted(lines, number, line)
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

    def __init__(self, lines: _Lines, number: int, line: str) -> None:
        self._lines, self._line, self._at = lines, line, 0
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
                if rest[0] != ",":
                    last = self.taken[-1][0]
                    raise Unfit(f"{_BAD_QUOTE}: text follows its closing quote on line {last}")
                self._at += 1
                continue
            end = self._line.find(",", self._at)
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
