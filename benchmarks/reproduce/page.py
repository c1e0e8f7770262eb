"""Build the results page from its sections and tables, and format their cells."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from benchmarks.reproduce.bench import Bench, Missing
from qgauge import __version__
from qgauge.meta.report import Line
from qgauge.stats.correlation import Correlation

Make = Callable[[Bench], Iterable[str]]
"""Yields the lines of a table and the text below it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A part of the page that can be built on its own."""

    key: str
    """For example `s3.4`; `--only` takes a key or a prefix."""
    title: str
    make: Make


@dataclass(frozen=True, slots=True)
class Section:
    """The tables under one heading."""

    title: str
    about: str
    tables: tuple[Table, ...]


def written(sections: Sequence[Section], bench: Bench, only: Sequence[str], day: date) -> str:
    """Return the page as text, with only the tables whose keys start with one of `only`."""
    body: list[str] = []
    for section in sections:
        chosen = [one for one in section.tables if not only or one.key.startswith(tuple(only))]
        if chosen:
            body += [f"## {section.title}", section.about]
            body += [block(one, bench) for one in chosen]
    return "\n\n".join([*_top(bench, day), *filter(None, body), *_end(bench)]) + "\n"


def block(table: Table, bench: Bench) -> str:
    """Return one table with its heading."""
    start = time.perf_counter()
    try:
        lines = list(table.make(bench))
    except Missing as missing:
        lines = [f"Not reproduced: {missing}."]
    print(f"{table.key:12} {time.perf_counter() - start:7.1f} s", file=sys.stderr, flush=True)
    return "\n".join([f"### {table.title}", "", *lines])


def _top(bench: Bench, day: date) -> list[str]:
    quick = ""
    if bench.rows is not None:
        quick = f" **Preview: at most {bench.rows} rows of each data set.**"
    return [
        "# Results",
        f"Made on {day.isoformat()}.",
        f"By `python -m benchmarks.reproduce DATA` with qgauge {__version__}; a second run gives "
        f"the same bytes except for the date.{quick} {ABOUT}",
    ]


def _end(bench: Bench) -> list[str]:
    said = []
    if bench.used:
        said += ["## Data", "\n".join(_data(bench))]
    if bench.signatures:
        lines = [f"- `{bench.signatures[one]}`" for one in sorted(bench.signatures)]
        said += ["## Signatures", SIGNATURES, "\n".join(dict.fromkeys(lines))]
    return said


def _data(bench: Bench) -> Iterable[str]:
    yield from head("set", "rows", "clusters", "clustered by", "SHA-256")
    for name in sorted(bench.used):
        one = bench.used[name]
        of = one.clustered_by or "-"
        yield row(name, len(one.examples), len(set(one.clusters)), of, f"`{one.digest[:12]}`")


# ------------------------------------------------------------------ formatting


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def head(*cells: object) -> list[str]:
    return [row(*cells), "|---" * len(cells) + "|"]


def number(value: float | None, digits: int = 3) -> str:
    """Format a value: a dash if there is none, and 0 instead of -0."""
    if value is None:
        return "-"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def between(low: float | None, high: float | None, digits: int = 2) -> str:
    """Format an interval; return an empty string if there is none."""
    return "" if low is None else f" [{number(low, digits)}, {number(high, digits)}]"


def correlation(found: Correlation) -> str:
    return number(found.value) + between(found.low, found.high)


def agreement(line: Line) -> str:
    """Format Pearson with its interval, Spearman, and in parentheses Pearson given the length."""
    pearson = line.correlations["pearson"]
    if pearson.value is None:
        return "-"
    spearman, given = line.correlations["spearman"].value, line.given_length.value
    return f"{correlation(pearson)}, {number(spearman)} ({number(given)})"


ABOUT = """Each
table has the paper's figures next to ours. The papers used whole data sets. We have about half of
each ([data](#data)), so some differences are sampling error; the 95 % intervals (cluster bootstrap)
show how much to expect. A cell such as `0.157 [0.07, 0.25], 0.162 (0.074)` has Pearson with its
interval, Spearman, and in parentheses the partial Pearson correlation given the question's length
in words. A star marks an interval that excludes the paper's figure; the text below the table
explains why, where we know. The settings behind every score: [signatures](#signatures). S1 to S5
are the five papers that qgauge implements; S4 is Nielsen (2008)."""

SIGNATURES = "The settings of every score on this page:"
