"""Say what two raters thought of a blind sheet.

    python -m benchmarks.generation.ratings OUT_FOLDER RATER1.jsonl RATER2.jsonl
    qgauge meta OUT_FOLDER/rated.jsonl -m quality -m quality:method=weights

Prints shares by source and domain, and the agreement of the raters. Writes
`OUT_FOLDER/rated.jsonl`, with which the second command correlates our metrics with the ratings, and
`rated_generated.jsonl`, which has only the generated questions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.generation.blind import write_rows
from benchmarks.generation.quizzes import DOMAINS
from benchmarks.generation.rated_rows import DECISIONS, FLAWS, RatedRow, Rating, read_rated
from benchmarks.generation.shares import share
from benchmarks.generation.sheet import GENERATED
from benchmarks.reproduce.page import head, row
from qgauge.core import QgaugeError
from qgauge.stats.agreement import cohen_kappa, full_agreement
from qgauge.stats.estimate import Estimate

RATED, RATED_GENERATED = "rated.jsonl", "rated_generated.jsonl"
LEAST_USABLE = 0.80
MOST_WRONG = 0.03
Decide = Callable[[Rating], bool]
Group = tuple[str, str, list[RatedRow]]
"""A source, a domain (or `all`), and their rows."""

DECIDES: dict[str, Decide] = {
    "usable": lambda one: one.usable,
    "asks nothing": lambda one: not one.asks,
    "wrong answer": lambda one: not one.answer_right,
}


def by_both(rows: Sequence[RatedRow], decide: Decide) -> Estimate:
    """Return the share of rows for which every rater decides so."""
    return _share(rows, [float(all(map(decide, one.ratings))) for one in rows])


def by_any(rows: Sequence[RatedRow], decide: Decide) -> Estimate:
    """Return the share of rows for which at least one rater decides so."""
    return _share(rows, [float(any(map(decide, one.ratings))) for one in rows])


def by_mean(rows: Sequence[RatedRow], decide: Decide) -> Estimate:
    """Return the mean of the raters' shares."""
    return _share(rows, [fmean(map(decide, one.ratings)) for one in rows])


def by_rater(rows: Sequence[RatedRow], decide: Decide, rater: int) -> Estimate:
    """Return the share of rows for which this rater decides so."""
    return _share(rows, [float(decide(one.ratings[rater])) for one in rows])


def _share(rows: Sequence[RatedRow], values: Sequence[float]) -> Estimate:
    return share(values, [one.passage for one in rows])


def groups(rows: Sequence[RatedRow]) -> Iterator[Group]:
    """Yield the rows of each source, first all of them, then those of each domain."""
    sources = dict.fromkeys(one.source for one in rows)
    for source in sorted(sources, key=lambda name: (name != GENERATED, name)):
        mine = [one for one in rows if one.source == source]
        yield source, "all", mine
        for domain in DOMAINS:
            if some := [one for one in mine if one.domain == domain]:
                yield source, domain, some


def report(rows: Sequence[RatedRow]) -> Iterator[str]:
    """Yield the tables, in Markdown."""
    for name, decide in DECIDES.items():
        yield f"\n### {name}\n"
        yield from shares_table(rows, decide)
    yield "\n### agreement of the raters\n"
    yield from agreement_table(rows)
    yield "\n### flaws\n"
    yield from flaws_table(rows)
    yield ""
    yield from targets([one for one in rows if one.source == GENERATED])
    yield SAYS


def shares_table(rows: Sequence[RatedRow], decide: Decide) -> Iterator[str]:
    raters = range(len(rows[0].ratings))
    names = [f"rater {at + 1}" for at in raters]
    yield from head("source", "domain", "questions", "mean", *names, "both", "either")
    for source, domain, some in groups(rows):
        found = [by_mean(some, decide), *(by_rater(some, decide, at) for at in raters)]
        found += [by_both(some, decide), by_any(some, decide)]
        yield row(source, domain, len(some), *map(percent, found))


def agreement_table(rows: Sequence[RatedRow]) -> Iterator[str]:
    yield from head("decision", "source", "n", "Cohen's kappa", "same rating")
    sources = [(source, some) for source, domain, some in groups(rows) if domain == "all"]
    for name in (*DECISIONS, "flaw"):
        for source, some in [("all", list(rows)), *sources]:
            raters = [
                [getattr(one.ratings[at], name) for one in some]
                for at in range(len(rows[0].ratings))
            ]
            passages = [one.passage for one in some]
            kappa = cohen_kappa(raters[0], raters[1], groups=passages)
            same = full_agreement(raters, groups=passages)
            yield row(name, source, len(some), kappa, percent(same))


def flaws_table(rows: Sequence[RatedRow]) -> Iterator[str]:
    raters = range(len(rows[0].ratings))
    sources = [(source, some) for source, domain, some in groups(rows) if domain == "all"]
    yield from head(
        "flaw", *(f"{source}, rater {at + 1}" for source, _ in sources for at in raters)
    )
    for flaw in FLAWS:
        counts = [
            sum(one.ratings[at].flaw == flaw for one in some)
            for _, some in sources
            for at in raters
        ]
        yield row(flaw, *counts)


def targets(generated: Sequence[RatedRow]) -> Iterator[str]:
    """Yield whether the generated questions meet the targets."""
    if not generated:
        return
    usable = by_mean(generated, DECIDES["usable"]).value or 0.0
    wrong = by_mean(generated, DECIDES["wrong answer"]).value or 0.0
    nothing = sum(any(not each.asks for each in one.ratings) for one in generated)
    for what, shown, met in (
        (f"usable, at least {LEAST_USABLE:.0%}", f"{usable:.1%}", usable >= LEAST_USABLE),
        ("ask nothing by either rater, none", str(nothing), nothing == 0),
        (f"wrong answers, at most {MOST_WRONG:.0%}", f"{wrong:.1%}", wrong <= MOST_WRONG),
    ):
        yield f"- {what}: {shown}, {'met' if met else 'MISSED'}"


def percent(found: Estimate) -> str:
    """Format a share as a percentage with its interval."""
    if found.value is None:
        return "-"
    if found.low is None or found.high is None:
        return f"{found.value:.1%}"
    return f"{found.value:.1%} [{100 * found.low:.1f}, {100 * found.high:.1f}]"


SAYS = """
No teachers rated these questions. The raters had the sheet, which does not say who wrote what,
and `rating_guide.md`. Square brackets are 95 % intervals over passages. *Mean* is the mean of the
raters; *both* and *either* count the questions of which both raters, or at least one, say so."""


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("raters", type=Path, nargs=2)
    given = parser.parse_args(words)
    try:
        rows = read_rated(given.folder, given.raters)
    except QgaugeError as problem:
        sys.exit(str(problem))
    if not rows:
        sys.exit(f"{given.folder}: the sheet is empty.")
    print("\n".join(report(rows)))
    generated = [one for one in rows if one.source == GENERATED]
    for name, some in ((RATED, rows), (RATED_GENERATED, generated)):
        write_rows(given.folder / name, (one.as_row() for one in some))


if __name__ == "__main__":
    main()
