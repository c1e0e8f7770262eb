"""The rows of a subcommand: all at once, or in shards that are kept until the output is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import Any

from qgauge.cli.shard_options import Sharding
from qgauge.cli.terminal import say
from qgauge.core import Example, Progress, QgaugeError
from qgauge.data import QuestionFiles, Refused, signed_line
from qgauge.data.blocks import BLOCK, Block, QuestionBlocks
from qgauge.data.writing import remove_leftovers
from qgauge.run import LOOK_AHEAD
from qgauge.shards.folder import LOCK, Folder, folder_at, is_url
from qgauge.shards.note import number_of
from qgauge.shards.record import RunRecord, file_digests
from qgauge.shards.sharded_run import Shard, ShardedRun, remove_shards
from qgauge.shards.work import Record, ShardWork


class ShardSource:
    """The rows of question files. They are in shards if there are many and the output is a file.

    Attributes:
        is_sharded: Whether they are in shards.
    """

    def __init__(self, questions: QuestionFiles, sharding: Sharding) -> None:
        self._questions, self._sharding = questions, sharding
        self._reader: QuestionBlocks | None = None
        self._head: list[Block] = []
        """The first blocks, which are parsed here to check their fields."""
        self._rest: Iterator[Block] = iter(())
        self._first: Iterator[Example] = iter(())
        """The good rows of the first blocks; the bad ones are refused as they are taken."""
        self.is_sharded = False

    def examples(self) -> Iterator[Example]:
        """Yield the good rows: all of them or, if they are in shards, only the first ones."""
        if self._sharding.place is None:
            return self._questions.examples()
        self._look_ahead()
        rows = (row for block in self._head for row in block.read().rows)
        self._first = self._questions.good(rows)
        return self._first

    def _look_ahead(self) -> None:
        self._reader = QuestionBlocks(self._questions)
        self._rest = iter(self._reader)
        rows = good = 0
        for block in self._rest:
            parsed = self._reader.settled(block)
            self._head.append(parsed)
            rows += block.count
            good += sum(not isinstance(row, Refused) for row in parsed.rows)
            if rows > BLOCK and good >= LOOK_AHEAD:
                break
        self.is_sharded = rows > BLOCK or self._sharding.always()

    @contextmanager
    def kept_shards(
        self,
        command: str,
        settings: Mapping[str, Any],
        signatures: Mapping[str, str],
        work: Callable[[list[Example]], list[Record]],
        size: int,
        *,
        sign: bool = False,
        progress: Progress | None = None,
    ) -> Iterator[Iterator[Shard]]:
        """Yield the shards in order, after the caller has taken `examples`.

        Args:
            command: The name of the subcommand.
            settings: Its options that decide what the rows contain.
            signatures: The signatures of its metrics.
            work: Returns the result of each row of a batch.
            size: Rows per batch.
            sign: Whether the first row of the output has the signatures.
            progress: Called with the number of rows done.

        Yields:
            The shards. When the context ends, they are removed if there is an output file.
        """
        for _ in self._first:  # the caller has not taken all of them
            pass
        files = self._questions.files
        reading = {
            "--format": self._questions.format,
            "--map": [f"{field}={column}" for field, column in self._questions.columns.pairs],
            "--references": file_digests(self._questions.references or ()),
        }
        record = RunRecord(command, {**settings, **reading}, signatures, file_digests(files))
        with kept(record, self._sharding, self._questions.refused_file) as run:
            first_row = signatures if sign else {}
            task = ShardWork(run.folder, record.digest, work, size, first_row)
            blocks = chain(self._head, self._rest)
            engine = self._sharding.opened_engine()
            shards = run.shards(blocks, task, engine, progress, self._reader)
            yield self._good_rows(run, shards, first_row)
            self._questions.put_in_place()

    def _good_rows(
        self, run: ShardedRun, shards: Iterable[Shard], signatures: Mapping[str, str]
    ) -> Iterator[Shard]:
        """Yield the shards after their bad rows have been refused; those of the head have been."""
        good = 0
        for shard in shards:
            for bad in shard.refused if shard.note.number >= len(self._head) else ():
                self._questions.refuse(bad.error, bad.row)
            if signatures and shard.rows and not good and shard.note.number > 0:
                # the worker signs the first row of the first shard, and that has no good row
                text, newline, rest = shard.content.partition(b"\n")
                line = signed_line(text.decode(), signatures).encode()
                shard = run.rewritten(shard, line + newline + rest)
            good += len(shard.rows)
            yield shard
        if not good:
            raise self._questions.no_good_rows("questions")


@contextmanager
def kept(record: RunRecord, sharding: Sharding, *beside: str) -> Iterator[ShardedRun]:
    """Open the folder of a run, and remove its shards when the output has been written.

    Args:
        record: What the run is made of.
        sharding: The options.
        beside: Other files that the run writes.

    Yields:
        The run.
    """
    assert sharding.place is not None
    folder = folder_at(sharding.place)
    run = ShardedRun(folder, record, restart=sharding.restart)
    is_needed = True
    try:
        with run.opened():
            for file in (sharding.file, *beside):
                if file is not None and not is_url(file):
                    remove_leftovers(file)
            if there := _count_notes(folder):
                are = "shard is" if there == 1 else "shards are"
                say(f"qgauge: {there:,} {are} there already, in {folder.name}.")
            try:
                yield run
            except BaseException as stop:
                is_needed = _tell_what_is_kept(folder, stop)
                raise
            if sharding.keeps_shards:
                run.complete()
            else:
                is_needed = False
                remove_shards(folder)
    finally:
        if not is_needed:  # after the lock is closed, because Windows removes no open file
            remove_shards(folder)
            folder.remove(LOCK)
            folder.remove_folder()


def _tell_what_is_kept(folder: Folder, stop: BaseException) -> bool:
    """Say how many shards an unfinished run leaves, and return whether there are any."""
    finished = _count_notes(folder)
    if finished:
        what = f"{finished:,} shard{' is' if finished == 1 else 's are'} kept in {folder.name}"
        again = "" if isinstance(stop, QgaugeError) else "; the same command resumes the run"
        say(f"qgauge: {what}{again}.")
    return finished > 0


def _count_notes(folder: Folder) -> int:
    return sum(number_of(file) is not None and file.endswith(".note") for file in folder.files())
