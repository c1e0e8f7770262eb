"""`qgauge set` in shards: what was read and compared is kept until the output is written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qgauge.core import Example, Progress, Tools
from qgauge.data.blocks import Block, ParsedBlock, blocks_of
from qgauge.run.batches import BATCH_WITH_TOOLS
from qgauge.shards.engines import Engine
from qgauge.shards.sharded_run import Shard, ShardedRun
from qgauge.shards.work import Record, ShardWork

if TYPE_CHECKING:
    from qgauge.sets.comparing import BlockPairs, BlockTask
    from qgauge.sets.steps import CompareBlocks, ReadTexts, TextReading


class KeptSteps:
    """Runs the steps of judging a set in shards: first its texts, then its blocks of pairs."""

    def __init__(self, run: ShardedRun, engine: Engine) -> None:
        self._run, self._engine = run, engine
        self._shards = 0
        """The number of shards of the steps before."""

    def read(
        self, rows: list[Example], work: ReadTexts, progress: Progress | None
    ) -> Iterator[tuple[Example, TextReading]]:
        """Yield every text with its parse and class."""
        from qgauge.tools.cached_tools import load_parse

        coming = iter(rows)
        blocks = blocks_of(rows, "the texts")
        for shard in self._kept(blocks, _KeepReadings(work), progress):
            for line in shard.lines():
                parse, label = json.loads(line)
                yield next(coming), (None if parse is None else load_parse(parse), label)

    def compare(
        self, tasks: Iterable[BlockTask], tools: Tools, progress: Progress | None
    ) -> Iterator[BlockPairs]:
        """Yield the duplicates of each block."""
        from qgauge.sets.comparing import BlockPairs
        from qgauge.sets.steps import CompareBlocks, as_row

        blocks = (
            ParsedBlock("the pairs", task.block + 1, 1, task.digest, [as_row(task)])
            for task in tasks
        )
        for shard in self._kept(blocks, _KeepPairs(CompareBlocks(tools)), progress):
            for line in shard.lines():
                yield BlockPairs.from_json(json.loads(line))

    def _kept(
        self, blocks: Iterable[Block], work: _KeepReadings | _KeepPairs, progress: Progress | None
    ) -> Iterator[Shard]:
        run = self._run
        task = ShardWork(run.folder, run.record.digest, work, BATCH_WITH_TOOLS)
        start = self._shards
        for shard in run.shards(blocks, task, self._engine, progress, start=start):
            self._shards += 1
            yield shard


@dataclass(frozen=True, slots=True)
class _KeepReadings:
    work: ReadTexts

    def __call__(self, batch: list[Example]) -> list[Record]:
        from qgauge.tools.cached_tools import dump_parse  # here: it loads sqlite3

        return [
            Record(_line([None if parse is None else dump_parse(parse), label]), None)
            for parse, label in self.work(batch)
        ]


@dataclass(frozen=True, slots=True)
class _KeepPairs:
    work: CompareBlocks

    def __call__(self, batch: list[Example]) -> list[Record]:
        return [Record(_line(found.as_json()), None) for found in self.work(batch)]


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"
