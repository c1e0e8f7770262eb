"""Results as small tables: text for `print`, HTML for notebooks, data frames for analysis."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from qgauge.core.clipping import clip, one_line
from qgauge.core.errors import MissingTool

if TYPE_CHECKING:
    import pandas

MOST_ROWS = 20
"""Rows of a shown table; `to_pandas` has them all."""
MOST_NOTES = 8
MOST_TEXT = 80
"""Length to which texts are clipped."""
MOST_WRAPPED = 240
"""The same for cells of HTML tables, which wrap long texts."""
SHORT_TEXT = 24
"""Length up to which an HTML table keeps a text on one line."""

_UNSHOWN = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    "\ufffe\uffff\ud800-\udfff]"
)
"""Control characters, those that reverse the direction of text, and halves of characters."""


def plain(text: str, most: int = MOST_TEXT) -> str:
    """Return a text on one line, clipped, with control characters escaped."""
    return escape_unshown(clip(one_line(text), most))


def plain_line(text: str, most: int) -> str:
    """Return a text on one line, clipped and escaped, with its columns still aligned."""
    return escape_unshown("".join(" " if one.isspace() else one for one in clip(text, most)))


def escape_unshown(text: str) -> str:
    """Escape control characters, except tabs and line ends."""
    return _UNSHOWN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def number(value: float | None) -> str:
    """Return a value with four decimals, or two from 10 up; "-" for None."""
    if value is None:
        return "-"
    return f"{value:.4f}" if abs(value) < 10 else f"{value:.2f}"


def interval_text(ends: tuple[float, float] | None) -> str:
    """Return an interval as tables show it; "-" for None."""
    return f"{number(ends[0])} .. {number(ends[1])}" if ends else "-"


@dataclass(frozen=True, slots=True)
class Bar:
    """A cell with a number, and in HTML a bar as long as the number on a scale from 0 to 1."""

    value: float

    @property
    def text(self) -> str:
        return number(self.value)

    @property
    def percent(self) -> int | None:
        """The length of the bar; None if the number is not on the scale."""
        return round(100 * self.value) if 0 <= self.value <= 1 else None


Cell = str | Bar


def bar(value: float | None) -> Cell:
    """Return a number as a cell with a bar; "-" for None."""
    return "-" if value is None else Bar(value)


@dataclass(frozen=True, slots=True)
class Table:
    """The shown form of a result. Its texts may hold anything; they are escaped where needed."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    notes: Sequence[str] = ()
    """Lines below the table."""
    right: Sequence[str] = field(default=())
    """The columns that hold numbers."""
    rows_in_all: int | None = None
    """How many rows there are; None if all of them are in `rows`."""

    def text(self) -> str:
        """Return the table as lines of text."""
        shown = [[_text(cell) for cell in row] for row in self.rows[:MOST_ROWS]]
        at_right = [column in self.right for column in self.columns]
        lines = [[plain(column) for column in self.columns], *shown]
        body = aligned(lines, at_right) if self.columns else []
        return "\n".join([*([plain(self.title)] if self.title else []), *body, *self._below()])

    def html(self) -> str:
        """Return the table as HTML, without scripts, links and classes."""
        from html import escape

        def head_cell(text: str, right: bool) -> str:
            # a long name such as answer_consistency may be broken
            name = escape(plain(text)).replace("_", "_<wbr>")
            return f'<th style="{_SIDES[right]}">{name}</th>'

        def cell(content: Cell, right: bool) -> str:
            if isinstance(content, Bar):
                return _bar(content)
            text = plain(content, MOST_WRAPPED)
            width = _NARROW if len(text) <= SHORT_TEXT else _WIDE
            return f'<td style="{_SIDES[right]};{width}">{escape(text)}</td>'

        at_right = [column in self.right for column in self.columns]
        head = "".join(map(head_cell, self.columns, at_right))
        rows = ("".join(map(cell, row, at_right)) for row in self.rows[:MOST_ROWS])
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        title = f"<p>{escape(plain(self.title))}</p>" if self.title else ""
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        notes = "".join(f"<p>{escape(line)}</p>" for line in self._below())
        return f"<div>{title}{table if self.columns else ''}{notes}</div>"

    def _below(self) -> list[str]:
        """Return the lines below the table."""
        unshown = (self.rows_in_all or len(self.rows)) - min(len(self.rows), MOST_ROWS)
        more = [f"… {unshown:,} more rows; to_pandas() has them all"] if unshown else []
        notes = [plain(note, 2 * MOST_TEXT) for note in self.notes[:MOST_NOTES]]
        rest = len(self.notes) - len(notes)
        return [*more, *notes, *([f"… {rest:,} more lines"] if rest else [])]


_SIDES = ("text-align:left;vertical-align:top", "text-align:right;vertical-align:top")
_NARROW = "white-space:nowrap"
_WIDE = "min-width:160px;overflow-wrap:anywhere"
"""Without these, a browser breaks an id at its hyphen, and makes a question as narrow as a word."""


def aligned(rows: Sequence[Sequence[str]], at_right: Sequence[bool] = ()) -> list[str]:
    """Return the rows of a table as lines of text with aligned columns.

    Args:
        rows: The rows, including the head if there is one; all of the same length.
        at_right: For each column, whether its cells are aligned at the right; by default none is.

    Returns:
        One line per row.
    """
    from rich.cells import cell_len, set_cell_size

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]

    def padded(cell: str, width: int, right: bool) -> str:
        return " " * (width - cell_len(cell)) + cell if right else set_cell_size(cell, width)

    sides = at_right or [False] * len(widths)
    return ["  ".join(map(padded, row, widths, sides)).rstrip() for row in rows]


def _text(cell: Cell) -> str:
    return cell.text if isinstance(cell, Bar) else plain(cell)


def _bar(cell: Bar) -> str:
    value = f'<td style="{_SIDES[True]}">{cell.text}'
    if cell.percent is None:
        return f"{value}</td>"
    frame = "width:60px;height:4px;background:#8884;margin-left:auto"
    filled = f"width:{cell.percent}%;height:4px;background:#3a86c8"
    return f'{value}<div style="{frame}"><div style="{filled}"></div></div></td>'


class Shown:
    """Base class for results: `print` and notebooks show them as a small table."""

    __slots__ = ()

    def _table(self) -> Table:
        """Return what is shown."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self._table().text()

    def _repr_html_(self) -> str:
        return self._table().html()


def frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> pandas.DataFrame:
    """Return the rows as a data frame.

    Raises:
        MissingTool: pandas is not installed.
    """
    try:
        import pandas
    except ImportError:
        raise MissingTool("pandas is not installed.", "pip install pandas") from None
    return pandas.DataFrame(list(rows), columns=list(columns))
