"""Tables of `qgauge calibrate`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from qgauge.cli.terminal import Cell, clean, print_rows
from qgauge.core.clipping import clip, one_line
from qgauge.stats.deciding import MOST_ROWS

if TYPE_CHECKING:
    from qgauge.meta.trust import Calibration, DimensionTrust, MetricTrust, RowToRead

NOTES = """\
kappa: agreement with people beyond chance. Each score becomes a step of the raters' scale, by cut
points that were fitted to the ratings of other clusters; a judge's verdicts are taken as they are.
trust: the whole interval is at or above what is required. not good enough: all of it is below.
undecided: neither. More rows: how many further rated rows would decide, for the metric if its kappa
is above what is required and against it if below. It assumes that kappa stays as it is and clusters
as large; it is what to expect, not a promise. The floors are baselines, for scale."""
STYLES = {"trust": "green", "not good enough": "red"}
LONGEST = 80


def print_calibration(out: Console, found: Calibration, saved: str | None) -> None:
    by = found.clustered_by.removesuffix("_id")
    head = f"{found.data}: {found.rows:,} rows"
    head += f" in {found.clusters:,} clusters (same {by})" if by else ", not clustered"
    out.print(Text(clean(head), style="bold"), soft_wrap=True)
    out.print(Text(f"sha256 {found.digest or 'unknown (read from a pipe)'}"), soft_wrap=True)
    for one in found.dimensions:
        out.print()
        _print_dimension(out, one)
    out.print()
    for note in found.notes:
        out.print(Text(clean(f"note: {note}"), style="dim"), soft_wrap=True)
    out.print(NOTES)
    out.print()
    for one in found.dimensions:
        out.print(Text(clean(_answer(one)), style="bold"), soft_wrap=True)
        if one.warning:
            out.print(Text(clean(one.warning), style="bold red"), soft_wrap=True)
    if saved is not None:
        line = f"saved {saved}; use it with --calibration {saved}"
        if not any(one.trusted for one in found.dimensions):
            line = f"saved {saved}, but it trusts no metric: --calibration {saved} refuses them all"
        out.print(Text(clean(line)), soft_wrap=True)


def _print_dimension(out: Console, one: DimensionTrust) -> None:
    head = Text(clean(one.dimension), style="bold")
    if one.reason:
        out.print(head.append(clean(f": cannot be calibrated: {one.reason}")), soft_wrap=True)
        return
    kind = "quadratic weights" if one.weights == "quadratic" else "no weights"
    steps = ", ".join(map(_step, one.steps))
    told = f": {one.rated:,} rated rows; steps {steps}"
    told += f"; step of a row: {one.people}; kappa with {kind}"
    out.print(head.append(clean(told), style="not bold"), soft_wrap=True)
    columns = ["metric", "n", "unscored", "kappa [95% CI]", "Spearman", "verdict", "more rows"]
    lines = [_cells(line, line.name) for line in one.metrics]
    lines += [_cells(line, f"floor: {line.name}", floor=True) for line in one.floor]
    print_rows(out, columns, lines, right=columns[1:5])
    out.print(Text(f"human ceiling: kappa {one.ceiling}"), soft_wrap=True)
    out.print(Text(clean(f"required: {one.required:.3f} ({one.rule})")), soft_wrap=True)
    for line in one.metrics:
        if line.kappa.reason:
            out.print(Text(clean(f"{line.name}: {line.kappa.reason}")), soft_wrap=True)
    if one.by_kappa and (rows := one.by_kappa[0].read_first):
        best = one.by_kappa[0].name
        told = f"read first: {best} differs most from people"
        told += ", who agree with each other" if one.each_rater else ""
        out.print(Text(clean(told)), soft_wrap=True)
        _print_rows(out, rows)
    if one.raters_disagree:
        out.print("raters disagree: adjudicate these")
        _print_rows(out, one.raters_disagree)


def _cells(line: MetricTrust, name: str, floor: bool = False) -> list[Cell]:
    kappa = line.kappa
    shown = "-" if kappa.value is None else f"{kappa.value:.3f}"
    if kappa.value is not None:
        ends = f"[{kappa.low:6.3f}, {kappa.high:6.3f}]" if kappa.interval else "-".center(16)
        shown = f"{shown} {ends}"
    return [
        name,
        str(kappa.n),
        str(line.unscored),
        shown,
        "-" if line.spearman is None else f"{line.spearman:.3f}",
        "-" if floor else Text(line.verdict, style=STYLES.get(line.verdict, "")),
        "-" if floor else _more(line),
    ]


def _more(line: MetricTrust) -> str:
    if line.more is None:
        return "-"
    if line.more.rows is None:
        return f"over {MOST_ROWS:,}" if line.kappa.interval else "unknown"
    return f"about {_about(line.more.rows)} more"


def _about(rows: int) -> str:
    """Return a number of rows, rounded up to two digits: it is only an expectation."""
    unit = 10 ** max(0, len(str(rows)) - 2)
    return f"{-(-rows // unit) * unit:,}"


def _print_rows(out: Console, rows: Sequence[RowToRead]) -> None:
    for row in rows:
        out.print(Text(clean(f"  {': '.join(_told(row))}")), soft_wrap=True)


def _told(row: RowToRead) -> Iterator[str]:
    """Yield which row it is, and what people and the metric say."""
    of = f" of {row.system}" if row.system else ""
    said = f"people {', '.join(map(_step, row.ratings))}"
    if row.step is not None:
        score = (
            "" if isinstance(row.score, str) or row.score is None else f" (score {row.score:.3f})"
        )
        said += f"; metric {_step(row.step)}{score}"
    yield f"{row.id}{of}"
    yield said
    yield clip(one_line(row.question), LONGEST)


def _step(step: object) -> str:
    return f"{step:g}" if isinstance(step, int | float) else str(step)


def _answer(one: DimensionTrust) -> str:
    """Return whom to trust for a dimension, in one line."""
    if one.reason:
        return f"{one.dimension}: cannot be calibrated"
    if one.trusted:
        said = f"{one.dimension}: trust {', '.join(line.name for line in one.trusted)}"
        if one.as_good_as_length:
            names = ", ".join(line.name for line in one.as_good_as_length)
            said += f" (but the number of words may agree as well with people as {names})"
        return said
    if not one.by_kappa:
        return f"{one.dimension}: trust no metric yet; none could be measured"
    open_ones = [line for line in one.by_kappa if line.verdict == "undecided"]
    if not open_ones:
        return f"{one.dimension}: trust none of these metrics"
    return "; ".join([f"{one.dimension}: trust no metric yet", *_needed(open_ones, one.required)])


def _needed(undecided: Sequence[MetricTrust], required: float) -> Iterator[str]:
    """Yield how many rows would decide for a metric, and against one: the fewest of each."""
    fewest: dict[bool, tuple[int, str]] = {}
    for line in undecided:
        if line.more and line.more.rows is not None and line.kappa.value is not None:
            found = (line.more.rows, line.name)
            good = line.kappa.value >= required
            fewest[good] = min(found, fewest.get(good, found))
    for good in sorted(fewest, reverse=True):
        rows, name = fewest[good]
        shown = "can be trusted" if good else "is not good enough"
        yield f"about {_about(rows)} more rows would probably show that {name} {shown}"
