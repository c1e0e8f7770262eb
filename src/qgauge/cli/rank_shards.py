"""Ranking of rows in shards: only their values are in memory, and the rows stay on disk."""

from __future__ import annotations

import json
import math
import os
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from qgauge.cli.score_shards import Finished, ScoreRecord, example_of
from qgauge.core import Example, Score
from qgauge.run.ranking import Ranked, competition_ranks
from qgauge.shards.folder import DiskFolder
from qgauge.shards.note import rows_file
from qgauge.shards.sharded_run import Shard
from qgauge.shards.work import Record

OPEN_FILES = 64
"""Files of rows that are open at a time."""
SHOWN_IDS = 6
"""Ids of unscored rows that are kept for each reason."""


@dataclass(frozen=True, slots=True)
class RankRecord:
    """Keeps a row to be ranked. It runs in workers, so it pickles."""

    finish: Callable[[Example, tuple[Score, ...]], Finished]
    try_again: bool = False
    """As for `ScoreRecord`."""

    def __call__(self, example: Example, scores: tuple[Score, ...]) -> Record:
        text, note, is_final = ScoreRecord(self.finish, self.try_again)(example, scores)
        (score,) = scores
        # equal passages are found by their digests
        passage = blake2b((example.passage or "").encode("utf-8", "surrogatepass"), digest_size=8)
        why_not = [example.id, score.unscored] if score.value is None else None
        return Record(text, [*note, score.value, passage.hexdigest(), why_not], is_final)


class KeptRanking:
    """The values of all rows, and where to find the rows."""

    def __init__(self, folder: DiskFolder, label: str) -> None:
        self._folder, self._label = folder, label
        self._values = array("d")
        self._passages: list[str] = []
        self._shards, self._starts, self._sizes = array("L"), array("Q"), array("Q")
        self._open: OrderedDict[int, int] = OrderedDict()
        self.unscored: dict[str, tuple[int, list[str]]] = {}
        """For each reason why rows have no score: how many, and the first ids."""

    def __len__(self) -> int:
        return len(self._values)

    def add(self, shard: Shard) -> None:
        """Add the rows of the next shard."""
        start = 0
        lines = shard.content.split(b"\n")
        for (*_, value, passage, why_not), line in zip(shard.rows, lines, strict=False):
            self._values.append(math.nan if value is None else value)
            self._passages.append(passage)
            self._shards.append(shard.note.number)
            self._starts.append(start)
            self._sizes.append(len(line))
            start += len(line) + 1
            if why_not is not None:
                id, reason = why_not
                count, ids = self.unscored.get(reason, (0, []))
                self.unscored[reason] = count + 1, [*ids, id] if len(ids) < SHOWN_IDS else ids

    @property
    def count_unscored(self) -> int:
        """The number of rows without a score."""
        return sum(count for count, _ in self.unscored.values())

    def groups(
        self, threshold: float | None, top: int | None, each_passage: bool
    ) -> list[list[tuple[int, int]]]:
        """Return the ranks and the places of the rows: one list, or one per passage."""
        groups: dict[str, list[int]] = {}
        for place, value in enumerate(self._values):
            if not math.isnan(value):
                name = self._passages[place] if each_passage else ""
                groups.setdefault(name, []).append(place)
        ranked = []
        for places in groups.values():
            places.sort(key=lambda place: -self._values[place])
            ranks = competition_ranks([self._values[place] for place in places])
            ranked.append(
                [
                    (rank, place)
                    for rank, place in zip(ranks, places, strict=True)
                    if (threshold is None or self._values[place] >= threshold)
                    and (top is None or rank <= top)
                ]
            )
        return ranked

    def line(self, place: int) -> str:
        """Return the line of a row."""
        number = self._shards[place]
        if number in self._open:
            self._open.move_to_end(number)
        else:
            if len(self._open) >= OPEN_FILES:
                os.close(self._open.popitem(last=False)[1])
            self._open[number] = os.open(self._folder.path_of(rows_file(number)), os.O_RDONLY)
        return os.pread(self._open[number], self._sizes[place], self._starts[place]).decode()

    def ranked(self, rank: int, place: int) -> Ranked:
        """Return a row with its score."""
        line = self.line(place)
        return Ranked(rank, example_of(line), score_of(json.loads(line)["scores"][self._label]))

    def unscored_rows(self) -> Iterator[tuple[Example, Score]]:
        """Yield the rows without a score."""
        for place, value in enumerate(self._values):
            if math.isnan(value):
                one = self.ranked(0, place)
                yield one.example, one.score

    def close(self) -> None:
        """Close the files."""
        while self._open:
            os.close(self._open.popitem()[1])


def score_of(written: dict[str, Any]) -> Score:
    """Return the score that was written to a file, without the counts for corpus scores."""
    return Score(
        written["value"],
        written.get("parts", {}),
        written.get("evidence", {}),
        unscored=written.get("unscored", ""),
    )


def first_rows(
    groups: Sequence[Sequence[tuple[int, int]]], most: int
) -> list[list[tuple[int, int]]]:
    """Return the first rows of all groups, up to `most` of them."""
    shown = []
    for group in groups:
        some = list(group[:most])
        most -= len(some)
        if some:
            shown.append(some)
    return shown
