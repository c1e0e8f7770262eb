"""Check that time is linear in the length of a text, whatever the text contains.

    python -m benchmarks.speed.linear_time                      # everything: an hour
    python -m benchmarks.speed.linear_time --part functions     # or metrics, tools
    python -m benchmarks.speed.linear_time --only text. data. --sizes 5000 20000

Runs every function and metric of `tests/helpers/text_functions.py` on hostile texts of 20,000 and
of 80,000 characters, and the embedded tools on 2,000 and 8,000. Each row of the table is the worst
pattern of a function. Fails if four times the length takes more than five times as long.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from helpers.hostile_texts import MAIN, PATTERNS
from helpers.text_functions import BOUNDED, FUNCTIONS, METRICS, Function, seconds

from benchmarks import PROJECT

TARGET = 5.0
SIZES, TOOL_SIZES = (20_000, 80_000), (2_000, 8_000)
TRIES = 4
NO_DOUBT = 4.5
"""Growth above this is measured again, as another program may have interfered."""
TOO_SHORT_TO_TELL = 0.003
"""Seconds; shorter calls are too fast to measure their growth."""
SLOW = ("noise ", "statements.statement", "metrics.facet_extraction", "sets.judge")
"""Functions that are tried on the main patterns only, like metrics and tools."""
FOR_TOOLS = (
    *("prose", "different words", "one endless word", "dots", "initials", "digits and commas"),
    *("CJK", "combining marks", "ZWJ sequences", "mixed punctuation", "letters and blanks"),
)


def embedded_tools() -> dict[str, Function]:
    """Return the embedded tools, called as metrics call them."""
    from qgauge.tools.embedded.classifier import EmbeddedClassifier
    from qgauge.tools.embedded.entailer import EmbeddedEntailer
    from qgauge.tools.embedded.grammarian import EmbeddedGrammarian
    from qgauge.tools.embedded.parser import EmbeddedParser
    from qgauge.tools.embedded.reader import EmbeddedReader

    parser, classifier, grammarian = EmbeddedParser(), EmbeddedClassifier(), EmbeddedGrammarian()
    reader, entailer = EmbeddedReader(), EmbeddedEntailer()
    return {
        "parser": lambda text: parser.parse([text]),
        "classifier": lambda text: classifier.classify([text]),
        "grammarian": lambda text: grammarian.check([text]),
        "reader, answer": lambda text: reader.answer([("Who came?", text)]),
        "reader, weigh": lambda text: reader.weigh([("Who came?", text, text[::-1])]),
        "entailer": lambda text: entailer.entail([(text, "Somebody came.")]),
        "entailer, hypothesis": lambda text: entailer.entail([("Somebody came.", text)]),
    }


Worst = tuple[float, str, float, float]
"""Growth, pattern, and seconds for the short and the long text."""


def worst_of(function: Function, patterns: Sequence[str], sizes: tuple[int, int]) -> Worst:
    """Return the pattern with the highest growth, measuring high values again."""
    found: list[Worst] = []
    for name in patterns:
        pattern = PATTERNS[name]
        function(pattern(200))
        short = long = float("inf")
        for rounds in range(1, TRIES + 1):
            long = min(long, seconds(function, pattern, sizes[1], rounds))
            short = min(short, seconds(function, pattern, sizes[0], rounds + 1))
            if long < TOO_SHORT_TO_TELL or long / short < NO_DOUBT:
                break
        growth = 0.0 if long < TOO_SHORT_TO_TELL else long / short
        found.append((growth, name, short, long))
    return max(found)


def table(
    functions: Mapping[str, Function], sizes: tuple[int, int], patterns: Sequence[str]
) -> Iterator[tuple[str, str, bool]]:
    """Yield the name and row of each function, and whether its growth is within the bound."""
    for name, function in functions.items():
        few = patterns if not name.startswith(SLOW) else MAIN
        growth, pattern, short, long = worst_of(function, few, sizes)
        shown = f"{growth:.1f}" if growth else "-"
        bound = BOUNDED.get(name, "")
        line = f"| `{name}` | {shown} | {pattern} | {short:.4f} | {long:.4f} | {bound} |"
        yield name, line, growth <= TARGET


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    given.add_argument("--part", choices=("functions", "metrics", "tools"))
    given.add_argument(
        "--only", nargs="+", default=[""], help="only functions whose names start with this"
    )
    given.add_argument("--sizes", type=int, nargs=2, help="number of characters of the two texts")
    chosen = given.parse_args()
    code = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        capture_output=True,
        text=True,
        cwd=PROJECT,
    ).stdout.strip()
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, Python {platform.python_version()}", end=", ")
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}, code: {code}")
    print(f"{len(PATTERNS)} patterns, {len(MAIN)} of them main ones\n")
    parts: list[tuple[str, Mapping[str, Function], tuple[int, int], Sequence[str]]] = [
        ("functions", FUNCTIONS, SIZES, tuple(PATTERNS)),
        ("metrics", METRICS, SIZES, MAIN),
    ]
    if chosen.part in (None, "tools"):
        parts.append(("tools", embedded_tools(), TOOL_SIZES, FOR_TOOLS))
    missed: list[str] = []
    for part, functions, usual, patterns in parts:
        if chosen.part not in (None, part):
            continue
        sizes = tuple(chosen.sizes) if chosen.sizes else usual
        begins = tuple(chosen.only)
        some = {name: one for name, one in functions.items() if name.startswith(begins)}
        print(f"| {part} | growth | worst pattern | s, {sizes[0]:,} | s, {sizes[1]:,} | bound |")
        print("|---|---|---|---|---|---|", flush=True)
        for name, line, good in table(some, (sizes[0], sizes[1]), patterns):
            print(line, flush=True)
            missed += [] if good else [name]
        print()
    outcome = f"MISSED by {', '.join(missed)}" if missed else "met"
    print(f"four times the length in at most {TARGET:g} times the time: {outcome}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
