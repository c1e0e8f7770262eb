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
        f"This page was generated on {day.isoformat()} by `python -m benchmarks.reproduce DATA` "
        f"with qgauge {__version__}. A second run gives the same bytes except for the date.{quick}",
        ABOUT,
    ]


def _end(bench: Bench) -> list[str]:
    said = []
    if bench.used:
        said += ["## Data", DATA, "\n".join(_data(bench))]
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


def agreement(line: Line) -> tuple[str, str, str]:
    """Format Pearson with its interval, Spearman, and Pearson given the length."""
    return (
        correlation(line.correlations["pearson"]),
        number(line.correlations["spearman"].value),
        number(line.given_length.value),
    )


ABOUT = """The page first compares qgauge with the papers that it implements: S1 to S5, in the
order of [the references](references.md). S4, Nielsen (2008), has no tables. Then it shows how well
every metric agrees with human ratings.

- *Paper* is the printed figure, *ours* is what qgauge computes. The papers used whole data sets; we
  have [about half of each](#data), so some differences are sampling error.
- Square brackets are 95 % intervals. For correlations they come from a cluster bootstrap: rows
  about the same passage, reference or essay are resampled together.
- *Pearson given length* is the partial correlation given the number of words in the question. If
  it is much lower than Pearson, the metric mostly measures length.
- A *floor* is a baseline that needs no metric; a *ceiling* is the agreement between raters.
- A star marks an interval that excludes the paper's figure. The text below the table explains the
  difference, where we know the reason.
- [Signatures](#signatures) lists the settings behind every score."""

DATA = """We have about half of each public set, as many rows as the table says. The other half is
held back for independent checks. To measure on a whole set, get it ([data sets](datasets.md)) and
run the same command. *Clusters* are the groups of rows that are resampled together. SHA-256 is the
start of the checksum of our files."""

SIGNATURES = "The settings of every score on this page:"
