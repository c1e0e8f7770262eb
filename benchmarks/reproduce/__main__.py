"""Regenerates docs/RESULTS.md: the papers' tables with our figures beside theirs.

    python -m benchmarks.reproduce DATA                 # the whole page, into docs/RESULTS.md
    python -m benchmarks.reproduce DATA --only s3       # these tables alone, to stdout
    python -m benchmarks.reproduce DATA --rows 50 -o -  # a quick look at all of it

DATA has `eval/`, `seeds/`, `golden/` and `train/dcqa`; a table whose data is missing says so. About
a quarter of an hour on one core, or a minute with a warm cache.
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
from qgauge.core import QgaugeError
from qgauge.data import Output

PAGE = PROJECT / "docs" / "RESULTS.md"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="benchmarks.reproduce",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", type=Path, metavar="DATA", help="the data folder")
    parser.add_argument("--only", action="append", default=[], metavar="KEY", help=_keys())
    parser.add_argument("--rows", type=_positive, help="at most so many rows of each set")
    parser.add_argument("-o", "--output", help="where to write; - for stdout")
    parser.add_argument("--cache", help="where the tools keep what they said")
    given = parser.parse_args()
    known = [table.key for section in SECTIONS for table in section.tables]
    for key in given.only:
        if not any(one.startswith(key) for one in known):
            parser.error(f"there is no table {key}; there are: {', '.join(known)}")
    if not given.data.is_dir():
        parser.error(f"there is no folder {given.data}")
    if given.output is None:
        given.output = "-" if given.only or given.rows else str(PAGE)
    bench = Bench(given.data, given.rows, given.cache)
    try:
        text = written(SECTIONS, bench, given.only, datetime.now(UTC).date())
        with Output(given.output) as out:
            out.write_line(text.removesuffix("\n"))
    except QgaugeError as problem:
        sys.exit(f"{parser.prog}: {problem}")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("give a whole number from 1")
    return int(text)


def _keys() -> str:
    keys = " ".join(table.key for section in SECTIONS for table in section.tables)
    return f"only tables whose keys begin so; repeat for more ({keys})"


if __name__ == "__main__":
    main()
