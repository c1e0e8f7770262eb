"""Rebuild docs/RESULTS.md, the papers' tables with our figures, and the figures in README.md.

    python -m benchmarks.reproduce DATA                 # write docs/RESULTS.md and README.md
    python -m benchmarks.reproduce DATA --only s3       # print only these tables
    python -m benchmarks.reproduce DATA --rows 50 -o -  # print a preview of everything
    python -m benchmarks.reproduce --readme             # write README.md from docs/RESULTS.md

DATA has `eval/`, `seeds/`, `golden/` and `train/dcqa`. A table without its data says what is
missing. A full run takes about twenty minutes on one core, or seven with a warm cache, most of them
for the learned metrics, whose models are fitted again and again.
"""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import PROJECT
from benchmarks.reproduce.bench import Bench
from benchmarks.reproduce.contents import SECTIONS
from benchmarks.reproduce.page import written
from benchmarks.reproduce.readme import write_figures
from qgauge.core import QgaugeError
from qgauge.data import Output

PAGE = PROJECT / "docs" / "RESULTS.md"
README = PROJECT / "README.md"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="benchmarks.reproduce",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", nargs="?", type=Path, metavar="DATA", help="the data folder")
    parser.add_argument("--only", action="append", default=[], metavar="KEY", help=_keys())
    parser.add_argument("--rows", type=_positive, help="use at most this many rows of each set")
    parser.add_argument("-o", "--output", help="the file to write; - for stdout")
    parser.add_argument("--cache", help="the cache file of the tools")
    parser.add_argument(
        "--readme", action="store_true", help="only write README.md, from docs/RESULTS.md"
    )
    given = parser.parse_args()
    try:
        if given.readme:
            write_figures(README, PAGE.read_text(encoding="utf-8"))
        else:
            _reproduce(parser, given)
    except QgaugeError as problem:
        sys.exit(f"{parser.prog}: {problem}")


def _reproduce(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    known = [table.key for section in SECTIONS for table in section.tables]
    for key in given.only:
        if not any(one.startswith(key) for one in known):
            parser.error(f"unknown table {key}; the tables are: {', '.join(known)}")
    if given.data is None or not given.data.is_dir():
        parser.error(f"{given.data or 'DATA'} is not a folder")
    whole = not given.only and given.rows is None and given.output is None
    output = given.output or (str(PAGE) if whole else "-")
    bench = Bench(given.data, given.rows, given.cache)
    text = written(SECTIONS, bench, given.only, datetime.now(UTC).date())
    with Output(output) as out:
        out.write_line(text.removesuffix("\n"))
    if whole:
        write_figures(README, text)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be a whole number of at least 1")
    return int(text)


def _keys() -> str:
    keys = " ".join(table.key for section in SECTIONS for table in section.tables)
    return f"only tables whose keys start with KEY; can be repeated ({keys})"


if __name__ == "__main__":
    main()
