"""The page: which tables it has, in which order, and how they are written."""

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
"""Gives the lines of a table and of what is to be said about it."""


@dataclass(frozen=True, slots=True)
class Table:
    """One part of the page that can be made by itself."""

    key: str
    """Such as `s3.4`: what `--only` takes, alone or by the first letters."""
    title: str
    make: Make


@dataclass(frozen=True, slots=True)
class Section:
    """Tables under one heading."""

    title: str
    about: str
    tables: tuple[Table, ...]


def written(sections: Sequence[Section], bench: Bench, only: Sequence[str], day: date) -> str:
    """The page as text; with `only`, the tables whose keys begin so."""
    body: list[str] = []
    for section in sections:
        chosen = [one for one in section.tables if not only or one.key.startswith(tuple(only))]
        if chosen:
            body += [f"## {section.title}", section.about]
            body += [block(one, bench) for one in chosen]
    return "\n\n".join([*_top(bench, day), *filter(None, body), *_end(bench)]) + "\n"


def block(table: Table, bench: Bench) -> str:
    """One table with its heading: the same text wherever the page is made."""
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
        quick = f" **A quick look: at most {bench.rows} rows of each set.**"
    return [
        "# Results",
        f"Made on {day.isoformat()}.",
        f"By `python -m benchmarks.reproduce DATA` with qgauge {__version__}; a second run gives "
        f"the same bytes but for the date.{quick} {ABOUT}",
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


# ------------------------------------------------------------------ how things are written


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def head(*cells: object) -> list[str]:
    return [row(*cells), "|---" * len(cells) + "|"]


def number(value: float | None, digits: int = 3) -> str:
    """A value; a dash where there is none, and never a zero with a minus."""
    if value is None:
        return "-"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def between(low: float | None, high: float | None, digits: int = 2) -> str:
    """An interval; empty where there is none."""
    return "" if low is None else f" [{number(low, digits)}, {number(high, digits)}]"


def correlation(found: Correlation) -> str:
    return number(found.value) + between(found.low, found.high)


def agreement(line: Line) -> str:
    """Pearson with its interval, Spearman, and in brackets Pearson given the length."""
    pearson = line.correlations["pearson"]
    if pearson.value is None:
        return "-"
    spearman, given = line.correlations["spearman"].value, line.given_length.value
    return f"{correlation(pearson)}, {number(spearman)} ({number(given)})"


ABOUT = """Each paper's figures stand
beside ours. The papers had whole sets; we have about half of each ([data](#data)), so figures
differ by chance, too, and intervals (95 %, by drawing whole clusters) say how much. In cells such
as `0.157 [0.07, 0.25], 0.162 (0.074)` stand Pearson with its interval, Spearman, and in brackets
what is left of Pearson when the question's number of words is taken out. A star marks an interval
that leaves the paper's figure out; the text below such a table says why, as far as we know. How
each score was made: [signatures](#signatures). S1 to S5 are the five works behind qgauge; S4 is
Nielsen (2008)."""

SIGNATURES = "How every score on this page was made:"
