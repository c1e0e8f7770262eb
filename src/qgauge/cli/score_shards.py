"""Scored rows in shards: what is kept of each row, and how it is read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import astuple, dataclass, fields
from typing import Any

from qgauge.cli.report_file import ReportFile
from qgauge.core import Example, Score
from qgauge.gates import Gate
from qgauge.gates.gate import Reading, Readings
from qgauge.run import Count, Tally
from qgauge.shards.sharded_run import Shard
from qgauge.shards.work import Record

Finished = tuple[tuple[list[Count], str], Readings]
"""What a scored row is worth: its part of the sums, its line, and what requirements read."""


@dataclass(frozen=True, slots=True)
class ScoreRecord:
    """Keeps a scored row. It runs in workers, so it pickles."""

    finish: Callable[[Example, tuple[Score, ...]], Finished]
    try_again: bool = False
    """Whether a resumed run scores unscored rows again: a judge may answer then, for example."""

    def __call__(self, example: Example, scores: tuple[Score, ...]) -> Record:
        (counts, line), readings = self.finish(example, scores)
        note = [example.system, counts, [astuple(one) for one in readings]]
        is_final = not self.try_again or all(score.value is not None for score in scores)
        return Record(f"{line}\n", note, is_final)


def add_rows(shard: Shard, tally: Tally, gate: Gate, page: ReportFile | None) -> None:
    """Add the rows of a shard to the sums, the requirements and the page."""
    if not gate.requirements and page is None:
        for system, counts, *_ in shard.rows:
            tally.add(system, counts)
        return
    for (system, counts, readings, *_), line in zip(shard.rows, shard.lines(), strict=True):
        tally.add(system, counts)
        example = example_of(line)
        gate.add(
            example,
            tuple(Reading(value, reason, tuple(parts)) for value, reason, parts in readings),
        )
        if page is not None:
            page.add_line(example, line)


def example_of(line: str) -> Example:
    """Return the example of a row that was written with its scores."""
    row: dict[str, Any] = json.loads(line)
    del row["scores"]
    # not by a reader, which would interpret the fields once more
    given = {name: row.pop(name, None) for name in _FIELDS}
    ratings = {name: tuple(one) for name, one in (given["ratings"] or {}).items()}
    return Example(
        given["id"],
        given["question"],
        tuple(given["references"] or ()),
        given["passage"],
        given["answer"],
        tuple(given["sentences"] or ()),
        given["anchor"],
        given["answer_sentence"],
        given["system"] or "",
        ratings,
        row,
    )


_FIELDS = tuple(one.name for one in fields(Example) if one.name != "meta")
