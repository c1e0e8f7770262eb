"""Ranking of rows in shards: only their values are in memory, and the rows stay on disk."""

from __future__ import annotations

import json
import math
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, BinaryIO

from qgauge.cli.score_shards import Finished, ScoreRecord, example_of
from qgauge.core import Example, Score
from qgauge.run.ranking import Ranked
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


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranked rows of a group, best first, as arrays."""

    ranks: Any
    places: Any
    """The places of the rows in the input."""

    def __len__(self) -> int:
        return len(self.ranks)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for rank, place in zip(self.ranks, self.places, strict=True):
            yield int(rank), int(place)


class KeptRanking:
    """The values of all rows, and where to find the rows."""

    def __init__(self, folder: DiskFolder, label: str, *, each_passage: bool) -> None:
        self._folder, self._label, self._each_passage = folder, label, each_passage
        self._values = array("d")
        self._passages = array("Q")
        """The digest of the passage of each row, if passages are ranked separately."""
        self._shards, self._starts, self._sizes = array("L"), array("Q"), array("Q")
        self._open: OrderedDict[int, BinaryIO] = OrderedDict()
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
            if self._each_passage:
                self._passages.append(int(passage, 16))
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

    def groups(self, threshold: float | None, top: int | None) -> list[Ranks]:
        """Return the ranks and the places of the rows: one group, or one per passage."""
        import numpy as np

        values = np.frombuffer(self._values) if self._values else np.zeros(0)
        found = []
        for places in self._places():
            places = places[~np.isnan(values[places])]
            places = places[np.argsort(-values[places], kind="stable")]
            sorted_values = values[places]
            if len(places):
                # equal values share the first of their ranks
                is_new = np.append(True, sorted_values[1:] != sorted_values[:-1])
                ranks = np.maximum.accumulate(np.where(is_new, np.arange(1, len(places) + 1), 0))
            else:
                ranks = places
            shown = np.ones(len(places), dtype=bool)
            if threshold is not None:
                shown &= sorted_values >= threshold
            if top is not None:
                shown &= ranks <= top
            found.append(Ranks(ranks[shown], places[shown]))
        return found

    def _places(self) -> list[Any]:
        """Return the places of the rows of each group, with groups in order of first occurrence."""
        import numpy as np

        if not self._each_passage:
            return [np.arange(len(self))]
        passages = np.frombuffer(self._passages, dtype=np.uint64)
        _, firsts, of = np.unique(passages, return_index=True, return_inverse=True)
        order = np.argsort(of, kind="stable")
        parts = np.split(order, np.cumsum(np.bincount(of))[:-1])
        return [parts[at] for at in np.argsort(firsts)]

    def line(self, place: int) -> str:
        """Return the line of a row."""
        number = self._shards[place]
        if number in self._open:
            self._open.move_to_end(number)
        else:
            if len(self._open) >= OPEN_FILES:
                self._open.popitem(last=False)[1].close()
            self._open[number] = open(  # noqa: SIM115 - kept open
                self._folder.path_of(rows_file(number)), "rb"
            )
        file = self._open[number]
        file.seek(self._starts[place])
        return file.read(self._sizes[place]).decode()

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
            self._open.popitem()[1].close()


def score_of(written: dict[str, Any]) -> Score:
    """Return the score that was written to a file, without the counts for corpus scores."""
    return Score(
        written["value"],
        written.get("parts", {}),
        written.get("evidence", {}),
        unscored=written.get("unscored", ""),
    )


def first_rows(groups: Sequence[Ranks], most: int) -> list[Ranks]:
    """Return the first rows of all groups, up to `most` of them."""
    shown = []
    for group in groups:
        if most > 0 and len(group):
            shown.append(Ranks(group.ranks[:most], group.places[:most]))
            most -= len(shown[-1])
    return shown
