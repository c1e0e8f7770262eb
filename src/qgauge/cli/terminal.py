"""Terminal output: consoles, result tables and a progress bar."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import typer
from rich import progress as progress_bar
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from qgauge.core import Progress, Result, Summary
from qgauge.core.display import number as number
from qgauge.data import escape_controls

PLAIN_WIDTH = 100_000
"""Width where the output is a file or a pipe, so that lines are never wrapped."""
NARROWEST = 20
"""The minimum width to which a text column may be wrapped; numbers never are."""

Item = TypeVar("Item")


class PlainConsole(Console):
    """Console that prints text literally: no markup, no emoji names, no control characters."""

    def __init__(self, *, stderr: bool, width: int | None) -> None:
        super().__init__(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or not _CONTROL.search(segment.text):
                yield segment
            else:
                yield Segment(clean(segment.text), segment.style)


def console(*, stderr: bool = False) -> Console:
    """Return a console whose output stays readable in pipes and logs."""
    stream = sys.stderr if stderr else sys.stdout
    return PlainConsole(stderr=stderr, width=None if stream.isatty() else PLAIN_WIDTH)


def print_json(value: Any, *, stderr: bool = False) -> None:
    stream = sys.stderr if stderr else sys.stdout
    ascii_only = not stream.encoding.lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=ascii_only, allow_nan=False, indent=2)
    print(escape_controls(text), file=stream)


def clean(text: str) -> str:
    """Return the text with control characters escaped."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")


@contextmanager
def warnings_shown() -> Iterator[None]:
    """Print log warnings, and what the readers say about files, on stderr, each one once."""
    logger, handler = logging.getLogger("qgauge"), _Stderr(logging.INFO)
    readers = logging.getLogger("qgauge.data")
    before = readers.level
    logger.addHandler(handler)
    readers.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        readers.setLevel(before)


class _Stderr(logging.Handler):
    def __init__(self, level: int) -> None:
        super().__init__(level)
        self._told: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        message = clean(self.format(record))
        if message not in self._told:
            self._told.add(message)
            typer.echo(message, err=True)


def table(columns: Sequence[str], right: Iterable[str] = ()) -> Table:
    """Return a plain table; the columns named in `right` hold numbers."""
    made = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    numbers = set(right)
    for column in columns:
        if column in numbers:
            made.add_column(column, justify="right", no_wrap=True)
        else:
            made.add_column(column, overflow="fold")
    return made


def print_rows(
    out: Console, columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str]
) -> None:
    """Print a table or, if the terminal is too narrow, a block of lines for each row.

    The columns named in `right` hold numbers, which are never wrapped.
    """
    cells = [[clean(cell) for cell in row] for row in rows]
    widths = [
        max(cell_len(cell) for cell in column) for column in zip(columns, *cells, strict=True)
    ]
    need = sum(
        width if column in right else min(width, NARROWEST)
        for column, width in zip(columns, widths, strict=True)
    )
    if need + 2 * len(columns) - 2 <= out.width:
        shown = table(columns, right)
        above = ""
        for first, *rest in cells:
            shown.add_row(*map(Text, ["" if first == above else first, *rest]))
            above = first
        out.print(shown)
        return
    title = [column not in right for column in columns].index(False)
    label = max(map(len, columns[title:]))
    out.print(Text(", ".join(columns[:title]), style="dim"))
    for row in cells:
        out.print(Text(", ".join(row[:title]), style="bold"))
        for column, cell in zip(columns[title:], row[title:], strict=True):
            out.print(Text(f"  {column:<{label}}  {cell}"))


def verdict(value: str | None) -> str:
    """Return a verdict as tables print it. Files and `--json` keep the value "not shown"."""
    return "not significant" if value == "not shown" else value or "-"


def print_results(out: Console, results: Sequence[Result]) -> None:
    """Print means and intervals, per system if there are several, then reasons and signatures."""
    systems = any(result.systems for result in results)
    columns = ["metric", *(["system"] if systems else []), "value", "95% CI", "n", "unscored"]
    table_rows = []
    for result in results:
        rows: list[tuple[str, Summary]] = list(result.systems.items())
        if len(rows) != 1:
            rows.append(("(all)", result.overall))
        for system, summary in rows:
            interval = summary.interval
            table_rows.append(
                (
                    result.metric,
                    *([system or "(no name)"] if systems else []),
                    _value(summary),
                    f"{number(interval[0])} .. {number(interval[1])}" if interval else "-",
                    str(summary.n),
                    str(summary.unscored),
                )
            )
    print_rows(out, columns, table_rows, right=columns[1 + systems :])
    for result in results:
        for reason, count in result.overall.reasons.items():
            out.print(Text(f"unscored by {result.metric}: {count} ({reason})"))
    out.print()
    for result in results:
        out.print(Text(f"signature {result.signature}"), soft_wrap=True)


def _value(summary: Summary) -> str:
    if summary.labels is None:
        return number(summary.value)
    return ", ".join(f"{label} {count}" for label, count in summary.labels.items())


@contextmanager
def progress(
    what: str, total: int | None = None, *, files: Sequence[str] = ()
) -> Iterator[Progress | None]:
    """Yield a callback that advances a progress bar on stderr; None if that is not a terminal.

    The total is given, or estimated from the number of lines in `files`.
    """
    if not sys.stderr.isatty():
        yield None
        return
    bar = progress_bar.Progress(
        progress_bar.TextColumn("{task.description}"),
        progress_bar.BarColumn(),
        progress_bar.MofNCompleteColumn(),
        progress_bar.TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(what, total=rows_in(files) if files and total is None else total)
        yield lambda done: bar.advance(task, done)


def counted(items: Iterable[Item], done: Progress | None) -> Iterable[Item]:
    """Yield the items unchanged, and report progress after each one."""
    return items if done is None else _counted(items, done)


def _counted(items: Iterable[Item], done: Progress) -> Iterator[Item]:
    for item in items:
        yield item
        done(1)


def rows_in(files: Sequence[str]) -> int | None:
    """Estimate the number of rows by counting line ends; None if that is not possible."""
    total = 0
    for file in files:
        if not file.lower().endswith((".jsonl", ".csv", ".tsv", ".txt")) or not os.path.isfile(
            file
        ):
            return None
        try:
            with open(file, "rb") as stream:
                while block := stream.read(1 << 20):
                    total += block.count(b"\n")
        except OSError:
            return None  # reading the file will report the error
    return total
