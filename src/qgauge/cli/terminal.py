"""Terminal output: consoles, result tables and a progress bar."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

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
Cell = str | Text
"""The content of a cell; a Text brings its colour. The text must do without."""


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
        message = self.format(record)
        if message not in self._told:
            self._told.add(message)
            say(message)


def say(message: str) -> None:
    """Print a message on stderr with control characters escaped; above the progress bar, if any."""
    # not typer.echo: it writes past the stream that the bar puts in the place of stderr
    print(clean(message), file=sys.stderr, flush=True)


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
    out: Console, columns: Sequence[str], rows: Sequence[Sequence[Cell]], right: Sequence[str]
) -> None:
    """Print a table or, if the terminal is too narrow, a block of lines for each row.

    The columns named in `right` hold numbers, which are never wrapped.
    """
    cells = [[_cell(cell) for cell in row] for row in rows]
    texts = [[cell.plain for cell in row] for row in cells]
    widths = [
        max(cell_len(text) for text in column) for column in zip(columns, *texts, strict=True)
    ]
    need = sum(
        width if column in right else min(width, NARROWEST)
        for column, width in zip(columns, widths, strict=True)
    )
    if need + 2 * len(columns) - 2 <= out.width:
        shown = table(columns, right)
        above = ""
        for first, *rest in cells:
            shown.add_row("" if first.plain == above else first, *rest)
            above = first.plain
        out.print(shown)
        return
    title = [column not in right for column in columns].index(False)
    label = max(map(len, columns[title:]))
    out.print(Text(", ".join(columns[:title]), style="dim"))
    for row, plain in zip(cells, texts, strict=True):
        out.print(Text(", ".join(plain[:title]), style="bold"))
        for column, cell in zip(columns[title:], row[title:], strict=True):
            out.print(Text(f"  {column:<{label}}  ").append_text(cell))


def _cell(cell: Cell) -> Text:
    text = Text(cell) if isinstance(cell, str) else cell
    return Text(clean(text.plain), style="dim" if text.plain == "-" else text.style)


def shaded(text: str, value: float | None, marks: tuple[float, float] | None) -> Text:
    """Return a printed value: red if it is poor, green if it is good, as far as that is known."""
    if value is None or marks is None:
        return Text(text)
    seen = round(value, 2)  # so that equal numbers in a table have one colour
    return Text(text, style="red" if seen < marks[0] else "green" if seen >= marks[1] else "")


def verdict(value: str | None) -> Text:
    """Return a verdict as tables print it. Files and `--json` keep the value "not shown"."""
    said = "not significant" if value == "not shown" else value or "-"
    return Text(said, style=_VERDICTS.get(said, "dim"))


_VERDICTS = {"better": "green", "higher": "green", "worse": "red", "lower": "red"}


def print_results(
    out: Console, results: Sequence[Result], marks: Mapping[str, tuple[float, float]]
) -> None:
    """Print means and intervals, per system if there are several, then reasons and signatures."""
    systems = any(result.systems for result in results)
    columns = ["metric", *(["system"] if systems else []), "value", "95% CI", "n", "unscored"]
    table_rows: list[tuple[Cell, ...]] = []
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
                    shaded(_value(summary), summary.value, marks.get(result.metric)),
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
    what: str, total: int | None = None, *, files: Sequence[str] = (), output: str | None = None
) -> Iterator[Progress | None]:
    """Yield a callback that advances a progress bar on stderr; None if that is not a terminal.

    The total is given, or estimated from the number of lines in `files`; without one, the bar
    shows that something happens, and how much is done. There is no bar if the `output` fills the
    terminal with rows.
    """
    err = console(stderr=True)
    in_the_way = output == "-" and sys.stdout.isatty()
    if not sys.stderr.isatty() or err.is_dumb_terminal or in_the_way:
        yield None
        return
    bar = progress_bar.Progress(
        progress_bar.TextColumn("{task.description}"),
        progress_bar.BarColumn(bar_width=max(5, min(40, err.width - 50))),
        _Count(),
        _Rate(),
        _Left(),
        console=err,
        transient=True,
        redirect_stdout=False,  # what is printed there may go to a file
    )
    with bar:
        task = bar.add_task(what, total=rows_in(files) if files and total is None else total)

        def done(count: int) -> None:
            waiting = not count and not bar.tasks[0].completed
            bar.update(task, advance=count, description="loading models" if waiting else what)

        yield done


class _Count(progress_bar.ProgressColumn):
    def render(self, task: progress_bar.Task) -> Text:
        of = "" if task.total is None else f"/{task.total:.0f}"
        return Text(f"{task.completed:.0f}{of}")


class _Rate(progress_bar.ProgressColumn):
    max_refresh = 0.5

    def render(self, task: progress_bar.Task) -> Text:
        rate = task.finished_speed or task.speed
        return Text("" if rate is None else f"{rate:.{1 if rate < 10 else 0}f}/s")


class _Left(progress_bar.ProgressColumn):
    """The time left or, as long as that cannot be known, the time taken."""

    max_refresh = 0.5

    def render(self, task: progress_bar.Task) -> Text:
        left = task.time_remaining
        return Text(duration(task.elapsed or 0) if left is None else f"{duration(left)} left")


def duration(seconds: float) -> str:
    """Return a duration as hours, minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def counted(items: Iterable[Item], done: Progress | None) -> Iterable[Item]:
    """Yield the items unchanged, and report progress after each one."""
    return items if done is None else _counted(items, done)


def _counted(items: Iterable[Item], done: Progress) -> Iterator[Item]:
    for item in items:
        yield item
        done(1)


def rows_in(files: Sequence[str]) -> int | None:
    """Estimate the number of rows; None if that takes more than counting line ends."""
    counts = [_rows_in(file) for file in files]
    return None if None in counts else sum(filter(None, counts))


def _rows_in(file: str) -> int | None:
    suffix = os.path.splitext(file)[1].lower()
    if not os.path.isfile(file):
        return None
    try:
        if suffix in (".parquet", ".pq"):
            from pyarrow import parquet

            return int(parquet.read_metadata(file).num_rows)
        if suffix not in (".jsonl", ".ndjson", ".csv", ".tsv", ".tab", ".txt"):
            return None
        lines, last = 0, b"\n"
        with open(file, "rb") as stream:
            while block := stream.read(1 << 20):
                lines, last = lines + block.count(b"\n"), block[-1:]
    except Exception:  # noqa: BLE001 - whatever it is, reading the file will report it
        return None
    lines += last != b"\n"
    return max(0, lines - 1) if suffix in (".csv", ".tsv", ".tab") else lines
