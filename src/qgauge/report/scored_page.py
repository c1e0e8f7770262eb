"""The report of scored rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING

from qgauge.core.clipping import clip, one_line
from qgauge.report.blocks import (
    Block,
    Cards,
    Cell,
    Column,
    Figure,
    Link,
    Page,
    Prose,
    Section,
    Table,
    Value,
)
from qgauge.report.drawing import Kind, histogram, scale_of
from qgauge.report.question_cards import card, tone_of, value_of
from qgauge.report.scored_rows import LONGEST_CELL, ScoredRows
from qgauge.report.scored_summary import named, sentences
from qgauge.report.summaries import ALL_PAIRS, Mean, Summaries, summarised
from qgauge.report.trend import trend_section
from qgauge.report.wording import counted, decimal, interval_cell, listed, p_text, share
from qgauge.stats.interval import GROUPS

if TYPE_CHECKING:
    from qgauge.run.comparison import SystemTest

MOST_REASONS = 20
"""Reasons, flaws or labels in a table."""


def scored_page(
    rows: ScoredRows,
    *,
    title: str,
    made: Section,
    baseline: str | None = None,
    tests: Sequence[SystemTest] | None = None,
    resamples: int = 0,
    seed: int = 0,
    rest: str = "",
    more: Sequence[Section] = (),
) -> Page:
    """Return the report of scored rows.

    Args:
        rows: The rows.
        title: The title of the page.
        made: The section that says how the page was made.
        baseline: The system with which the others are compared, also row by row.
        tests: The tests of a comparison with so many `resamples`; by default, the page makes its
            own.
        resamples: The resamples of these tests.
        seed: Their random seed.
        rest: The file with the rows that the page does not list.
        more: Sections to add before the last one.

    Returns:
        The page.
    """
    found = summarised(rows, baseline, tests, resamples, seed)
    sections = [
        _systems(found),
        _differences(found, baseline),
        trend_section(found, baseline) if baseline is not None else None,
        _flaws(found),
        _worst_and_best(found),
        _distributions(found),
        _labels(rows),
        _unscored(rows),
        *more,
        _all_rows(found, rest),
    ]
    shown = [section for section in sections if section is not None]
    return Page(title, sentences(found, baseline), [*shown, made])


# ------------------------------------------------------------------ means and differences


def _systems(found: Summaries) -> Section | None:
    if not found.metrics:
        return None
    notes = [
        "Each dot is the mean of the scored rows, and the line its 95 % interval. The scale of a "
        f"drawing runs {_scales(found)}."
    ]
    if corpus := [metric for metric in found.metrics if "level=corpus" in metric]:
        notes.append(
            f"For {listed(corpus)}, too, this is the mean of the rows: they do not hold what the "
            "corpus score is computed from."
        )
    if len(found.order) == 1:
        (system,) = found.order
        table = Table(
            "The mean of each metric",
            [Column("metric"), Column("mean"), Column("scored", True)],
            [
                [metric, _mean_cell(found, metric, system), f"{_n(found, metric, system):,}"]
                for metric in found.metrics
            ],
            notes,
        )
        return Section("Means", [table])
    columns = [Column("system"), *map(Column, found.metrics), Column("rows", numeric=True)]
    table = Table(
        "The mean of each metric, best system first" if found.main else "Means",
        columns,
        [
            [
                named(system),
                *(_mean_cell(found, metric, system) for metric in found.metrics),
                _count(found.rows.systems[system].rows),
            ]
            for system in found.order
        ],
        notes,
    )
    return Section("Systems", [table])


def _scales(found: Summaries) -> str:
    by_range: dict[tuple[float, float], list[str]] = {}
    for metric in found.metrics:
        scale = found.scales[metric]
        by_range.setdefault((scale.low, scale.high), []).append(metric)
    if len(by_range) == 1:
        ((low, high),) = by_range
        return f"from {low:g} to {high:g}"
    texts = [
        f"from {low:g} to {high:g} for {listed(metrics)}"
        for (low, high), metrics in by_range.items()
    ]
    return listed(texts)


def _mean_cell(found: Summaries, metric: str, system: str) -> Value:
    mean = found.means[metric].get(system)
    if mean is None:
        return Value("-")
    cell = interval_cell(
        mean.value, mean.interval, found.scales[metric], what=f"{metric} of {named(system)}"
    )
    assert isinstance(cell, Value)
    return replace(cell, tone=tone_of(mean.value, found.facts[metric]))


def _n(found: Summaries, metric: str, system: str) -> int:
    mean: Mean | None = found.means[metric].get(system)
    return mean.n if mean else 0


def _count(count: int, of: int = 0) -> Value:
    text = f"{count:,}"
    return Value(f"{text} ({share(count, of)})" if of and count else text, count)


def _differences(found: Summaries, baseline: str | None) -> Section | None:
    if not found.tests:
        return None
    scales = {
        metric: scale_of([0, *(end for test in found.tests_of(metric) for end in test.ci or ())])
        for metric in found.metrics
    }
    rows: list[list[Cell]] = []
    for metric in found.metrics:
        for test in found.tests_of(metric):
            pair = f"{named(test.second)} - {named(test.first)}"
            cells: list[Cell] = [pair, metric]
            if test.ci is None or test.difference is None or test.p_holm is None:
                rows.append([*cells, Value("-"), Value("-"), test.reason, _count(test.n)])
                continue
            kind: Kind = _KINDS.get(test.verdict or "", "one")
            drawn = interval_cell(
                test.difference,
                test.ci,
                scales[metric],
                what=f"{metric}, {pair}",
                zero=0,
                signed=True,
                kind=kind,
            )
            verdict = _VERDICTS.get(test.verdict or "", "may be luck")
            p = Value(p_text(test.p_holm).removeprefix("p "), test.p_holm)
            rows.append([*cells, drawn, p, verdict, _count(test.n)])
    columns = [Column("systems"), Column("metric"), Column("difference"), Column("p", True)]
    table = Table(
        "Differences on the rows that both systems have, and whether they may be luck",
        [*columns, Column("verdict"), Column("pairs", numeric=True)],
        rows,
        [*_how_tested(found, baseline)],
    )
    return Section("Differences", [table])


_KINDS: dict[str, Kind] = {"better": "good", "worse": "poor"}
_VERDICTS = {"better": "better", "worse": "worse", "not shown": "may be luck"}


def _how_tested(found: Summaries, baseline: str | None) -> Iterator[str]:
    yield (
        "Rows are paired by id. Intervals are from a paired bootstrap, p-values from an "
        f"approximate randomisation test, with {found.resamples:,} resamples each "
        f"(seed {found.seed}), "
        "corrected for all tests by Holm's method. The dashed line marks no difference; “may be "
        "luck” (p of .05 or more) does not mean that there is none."
    )
    if found.grouped:
        yield (
            f"Of more than {GROUPS:,} pairs, {GROUPS:,} random groups are resampled instead of "
            "rows."
        )
    if baseline is None and len(found.order) > ALL_PAIRS:
        yield "The best system is compared with all others; the correction is for all pairs."
    left_out = {
        f"{named(test.second)} - {named(test.first)}: {counted(test.unpaired, 'row')} without a "
        "partner"
        for test in found.tests
        if test.unpaired
    }
    if left_out:
        yield f"Left out: {listed(sorted(left_out), 4)}."


# ------------------------------------------------------------------ rows


def _worst_and_best(found: Summaries) -> Section | None:
    if found.main is None:
        return None
    several = len(found.rows.systems) > 1 or found.rows.too_many_systems
    worst, best = found.rows.worst(found.main), found.rows.best(found.main)
    scored = sum(mean.n for mean in found.means[found.main].values())
    best = best[: scored - len(worst)] if scored < len(worst) + len(best) else best
    main, facts = found.main, found.facts
    blocks: list[Block] = []
    for caption, some in (("lowest", worst), ("highest", best)):
        if some:
            text = f"{counted(len(some), 'question')} with the {caption} {main}, from the {caption}"
            caption = text if len(some) > 1 else f"The question with the {caption} {main}"
            blocks.append(Cards(caption, [card(row, main, facts, several) for row in some]))
    return Section("Worst and best questions", blocks) if blocks else None


def _all_rows(found: Summaries, rest: str) -> Section | None:
    rows = found.rows
    if not rows.listed:
        return None
    several = len(rows.systems) > 1 or rows.too_many_systems
    reasons = any(row.reason for row in rows.listed)
    columns = [
        Column("id"),
        *([Column("system")] if several else []),
        Column("question"),
        *(Column(metric, numeric=metric not in rows.labelled) for metric in rows.metrics),
        *([Column("reason")] if reasons else []),
    ]
    cells: list[list[Cell]] = []
    for row in rows.listed:
        line: list[Cell] = [clip(one_line(row.example.id), 100)]
        line += [named(row.example.system)] if several else []
        line.append(clip(one_line(row.example.question), LONGEST_CELL))
        for metric in rows.metrics:
            score = row.scores.get(metric)
            line.append(value_of(score, found.facts.get(metric)) if score else "-")
        line += [row.reason] if reasons else []
        cells.append(line)
    left = rows.rows - len(rows.listed)
    caption = f"The first {len(cells):,} of {rows.rows:,} rows" if left else "All rows"
    blocks: list[Block] = [Table(caption, columns, cells)]
    if rest and left:
        blocks.append(Link(f"The other {counted(left, 'row')}, as JSONL:", rest))
    return Section("Rows", blocks)


# ------------------------------------------------------------------ counts and distributions


def _distributions(found: Summaries) -> Section | None:
    if not found.metrics:
        return None
    if len(found.order) == 1:
        (system,) = found.order
        figures = [_figure(found, metric, system) for metric in found.metrics]
        return Section("Distributions", [figure for figure in figures if figure is not None])
    table = Table(
        "The values of each system",
        [Column("system"), *map(Column, found.metrics)],
        [
            [named(system), *(_small_histogram(found, metric, system) for metric in found.metrics)]
            for system in found.order
        ],
        [f"Bars show how many rows have a value, on a scale {_scales(found)}, from left to right."],
    )
    return Section("Distributions", [table])


def _figure(found: Summaries, metric: str, system: str) -> Figure | None:
    values = found.rows.systems[system].known(metric)
    if not values:
        return None
    drawing = histogram(
        values, found.scales[metric], description=_described(found, metric, system, values)
    )
    return Figure(f"{metric} of {counted(len(values), 'question')}", drawing, across=metric)


def _small_histogram(found: Summaries, metric: str, system: str) -> Value:
    values = found.rows.systems[system].known(metric)
    if not values:
        return Value("-")
    drawing = histogram(
        values, found.scales[metric], description=_described(found, metric, system, values)
    )
    middle = median(values)
    return Value(
        f"median {decimal(middle)}", middle, drawing=replace(drawing, height="band", ticks=())
    )


def _described(found: Summaries, metric: str, system: str, values: Sequence[float]) -> str:
    """Return the shape of a distribution in words: how many values are in each fifth."""
    scale = found.scales[metric]
    fifths = Counter(min(4, int(scale(value) * 5)) for value in values)
    step = (scale.high - scale.low) / 5
    pieces = [
        f"{scale.low + at * step:g} to {scale.low + (at + 1) * step:g}: {fifths[at]:,}"
        for at in range(5)
    ]
    return f"Histogram of {metric} of {named(system)}: {'; '.join(pieces)}"


def _flaws(found: Summaries) -> Section | None:
    blocks = []
    captions = {
        "flaws": "Questions with each kind of flaw; a question may have several",
        "errors": "Questions with each kind of grammar error",
    }
    for kind, caption in captions.items():
        counts = {
            name: system.findings[kind]
            for name, system in found.rows.systems.items()
            if kind in system.findings
        }
        if any(counts.values()):
            blocks.append(_counts_table(found.rows, caption, "kind", counts))
    return Section("What to fix", blocks) if blocks else None


def _labels(rows: ScoredRows) -> Section | None:
    blocks = []
    for metric in rows.labelled:
        counts = {
            name: system.labels[metric]
            for name, system in rows.systems.items()
            if metric in system.labels
        }
        blocks.append(_counts_table(rows, f"Labels by {metric}", "label", counts))
    return Section("Labels", blocks) if blocks else None


def _counts_table(
    rows: ScoredRows, caption: str, what: str, counts: dict[str, Counter[str]]
) -> Table:
    """Return a table of kinds by system, the commonest first, with shares of the rows."""
    totals: Counter[str] = Counter()
    for one in counts.values():
        totals.update(one)
    kinds = [kind for kind, _ in totals.most_common(MOST_REASONS)]
    several = len(rows.systems) > 1
    columns = [Column(what), *(Column(named(name), numeric=True) for name in counts if several)]
    cells: list[list[Cell]] = [
        [
            kind,
            *(_count(counts[name][kind], rows.systems[name].rows) for name in counts if several),
            _count(totals[kind], rows.rows),
        ]
        for kind in kinds
    ]
    more = len(totals) - len(kinds)
    notes = [f"{counted(more, 'rarer kind')} are not listed."] if more else []
    return Table(caption, [*columns, Column("all" if several else "rows", True)], cells, notes)


def _unscored(rows: ScoredRows) -> Section | None:
    cells: list[list[Cell]] = []
    for metric in ["", *rows.metrics]:
        for name, system in rows.systems.items():
            for reason, count in system.unscored.get(metric, Counter()).most_common(MOST_REASONS):
                cells.append([metric or "all", named(name), reason, _count(count, system.rows)])
    if rows.left_out_metrics:
        left_out = listed([*rows.left_out_metrics])
        note = [f"The page shows {len(rows.metrics)} metrics. Left out: {left_out}."]
    else:
        note = []
    if not cells:
        return Section("Metrics left out", [Prose(note)]) if note else None
    columns = [Column("metric"), Column("system"), Column("reason"), Column("rows", numeric=True)]
    table = Table("Rows without a score, which are in no mean", columns, cells, note)
    return Section("Unscored rows", [table])
