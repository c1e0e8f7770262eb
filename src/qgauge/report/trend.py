"""What got better and worse since a baseline, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

from qgauge.core.clipping import clip, one_line
from qgauge.report.blocks import Block, Cell, Column, Prose, Section, Table, Value
from qgauge.report.scored_summary import named
from qgauge.report.summaries import Summaries
from qgauge.report.wording import counted, decimal, share

MOST_CHANGES = 20
"""Rows that are listed for each direction."""
UNCHANGED = 0.005
"""Smaller changes would be shown as 0."""

Change = tuple[float, str, int, int]
"""The change of a row, its id, and its places in the rows of both systems."""


def trend_section(found: Summaries, baseline: str) -> Section | None:
    """Return the rows that changed most between the baseline and each other system."""
    if found.main is None:
        return None
    blocks: list[Block] = []
    for system in found.order:
        if system != baseline:
            blocks += _of_system(found, baseline, system)
    return Section(f"Since {named(baseline)}", blocks) if blocks else None


def _of_system(found: Summaries, baseline: str, system: str) -> list[Block]:
    metric = found.main
    assert metric is not None
    old, new = found.rows.systems[baseline], found.rows.systems[system]
    before, after = old.of(metric), new.of(metric)
    changes: list[Change] = []
    for id, at in old.places.items():
        to = new.places.get(id)
        if to is not None and before[at] == before[at] and after[to] == after[to]:
            changes.append((after[to] - before[at], id, at, to))
    name = named(system)
    if not changes:
        return [Prose([f"{name}: no row is scored for both systems."])]
    up = [change for change in changes if change[0] >= UNCHANGED]
    down = [change for change in changes if change[0] <= -UNCHANGED]
    n = len(changes)
    blocks: list[Block] = [
        Prose(
            [
                f"Of {counted(n, 'row')} that both systems have, {metric} of {name} is higher in "
                f"{len(up):,} ({share(len(up), n)}), lower in {len(down):,} "
                f"({share(len(down), n)}) and the same in {n - len(up) - len(down):,}."
            ]
        )
    ]
    for some, caption in ((down, "got worse"), (up, "got better")):
        if some:
            largest = nsmallest(MOST_CHANGES, some, key=lambda change: -abs(change[0]))
            blocks.append(_table(found, baseline, system, largest, len(some), caption))
    return blocks


def _table(
    found: Summaries,
    baseline: str,
    system: str,
    changes: Sequence[Change],
    in_all: int,
    caption: str,
) -> Table:
    metric = found.main
    assert metric is not None
    old, new = found.rows.systems[baseline], found.rows.systems[system]
    before, after = old.of(metric), new.of(metric)
    rows: list[list[Cell]] = []
    for change, id, at, to in changes:
        questions = old.questions[at], new.questions[to]
        same = questions[0] == questions[1]
        rows.append(
            [
                clip(one_line(id), 100),
                Value(decimal(change, signed=True), change, "good" if change > 0 else "poor"),
                Value(decimal(before[at]), before[at]),
                Value(decimal(after[to]), after[to]),
                "(the same)" if same else questions[0],
                questions[1],
                new.reasons[to],
            ]
        )
    columns = [
        Column("id"),
        Column("change", numeric=True),
        Column(named(baseline), numeric=True),
        Column(named(system), numeric=True),
        Column(f"question of {named(baseline)}"),
        Column(f"question of {named(system)}"),
        Column("reason now"),
    ]
    of = f" (the {len(changes)} largest of {in_all:,} changes)" if in_all > len(changes) else ""
    return Table(f"{named(system)}: what {caption}, by {metric}{of}", columns, rows)
