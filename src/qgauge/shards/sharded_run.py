"""A run in shards: what is missing is worked on, and the finished shards come in order."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from qgauge.core import BadInput, Progress
from qgauge.data import Refused
from qgauge.data.blocks import Block, LineBlock, QuestionBlocks
from qgauge.shards.engines import Engine
from qgauge.shards.folder import LOCK, Folder
from qgauge.shards.note import Damaged, Note, note_file, rows_file
from qgauge.shards.record import FILE, RESTART, RunRecord
from qgauge.shards.work import ShardWork, Task

TRIES = 3
"""How often a shard is worked on before its files, which come out damaged, are an error."""
_log = logging.getLogger("qgauge")


@dataclass(frozen=True, slots=True)
class Shard:
    """A finished shard."""

    note: Note
    content: bytes
    """Its rows as written: JSONL."""

    @property
    def rows(self) -> Sequence[Any]:
        """What the command keeps of each row."""
        return self.note.rows

    @property
    def refused(self) -> list[Refused]:
        """Its bad rows."""
        return self.note.refusals()

    def lines(self) -> Iterator[str]:
        """Yield the lines of its rows, without newlines."""
        yield from self.content.decode().split("\n")[:-1]


class ShardedRun:
    """A run whose shards are kept in a folder.

    Args:
        folder: The folder.
        record: What the run is made of.
        restart: Whether to remove the shards of an earlier run.

    Raises:
        BadInput: The folder holds a run that this one cannot resume, or cannot be written.
    """

    def __init__(self, folder: Folder, record: RunRecord, *, restart: bool = False) -> None:
        self.folder, self.record, self._restart = folder, record, restart
        self.kept = 0
        """The number of shards that were there already."""
        self.finished = 0
        """The number of shards that are finished."""

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Keep other runs out of the folder, and check that this run can resume what is there."""
        with self.folder.locked():
            if self._restart:
                remove_shards(self.folder)
            there = self.folder.read(FILE)
            if there is not None:
                earlier = RunRecord.decoded(there, self.folder.name)
                self.record.check_same(earlier, self.folder.name)
            elif strange := [one for one in self.folder.files() if one != LOCK]:
                problem = f"this folder is not that of a run: it holds {strange[0]}"
                raise BadInput(f"{problem}; choose another output", file=self.folder.name)
            else:
                self.folder.write(FILE, self.record.encoded())
            yield

    def remove(self) -> None:
        """Remove the shards and the folder, unless it holds other files."""
        remove_shards(self.folder)
        self.folder.remove(LOCK)
        self.folder.remove_folder()

    def shards(
        self,
        blocks: Iterable[Block],
        work: ShardWork,
        engine: Engine,
        progress: Progress | None = None,
        reader: QuestionBlocks | None = None,
        *,
        start: int = 0,
    ) -> Iterator[Shard]:
        """Yield every shard, in order; those that are missing are worked on.

        Args:
            blocks: The input.
            work: The work on a shard.
            engine: Where it is done.
            progress: Called with the number of rows done.
            reader: Where the blocks come from, if their lines are still to be parsed.
            start: The number of the first shard, for the second step of a run.

        Yields:
            The shards.

        Raises:
            BadInput: The input of a shard that is kept has changed.
        """
        ahead: deque[Task] = deque()

        def tasks() -> Iterator[Task]:
            for number, block in enumerate(blocks, start):
                ahead.append(Task(number, block))
                if self._is_kept(number, block):
                    self.kept += 1
                    if progress is not None:
                        progress(block.count)
                    yield Task(number, None)
                else:
                    yield ahead[-1]

        for sent, is_done in engine.run(work, tasks(), progress):
            task = ahead.popleft()
            if not is_done:
                task = self._settled(task, work, reader)
            yield self._collected(task, work, reader, was_kept=sent.block is None)

    def _is_kept(self, number: int, block: Block) -> bool:
        """Return whether a shard is finished; raise BadInput if its input was another then."""
        content = self.folder.read(note_file(number))
        if content is None:
            return False
        try:
            note = Note.decoded(content)
        except Damaged as damage:
            self._warn(number, damage)
            return False
        if note.run != self.record.digest:
            return False  # a worker of an earlier run wrote it late
        if not note.is_final:
            return False
        if (note.number, note.input, note.count) != (number, block.digest, block.count):
            problem = f"cannot resume the run kept here: {block} have changed; {RESTART}"
            raise BadInput(problem, file=self.folder.name)
        return True

    def _warn(self, number: int, damage: Damaged) -> None:
        said = "Shard %d of %s is computed again, because %s."
        _log.warning(said, number, self.folder.name, damage)

    def _collected(
        self, task: Task, work: ShardWork, reader: QuestionBlocks | None, *, was_kept: bool
    ) -> Shard:
        """Read the files of a finished shard, and claim the ids of its rows."""
        problem = Damaged()
        for _ in range(TRIES):
            try:
                shard = self._read(task.number)
            except Damaged as damage:
                problem = damage
                self._warn(task.number, damage)
                work(task)
                continue
            if reader is not None and isinstance(task.block, LineBlock):
                keys = shard.note.id_keys
                if keys is None and was_kept:
                    reader.settled(task.block)  # as in the earlier run, for the blocks that follow
                elif keys is not None and not reader.claim(keys):
                    # an id occurs twice: find out which row is at fault
                    task = self._settled(task, work, reader)
                    continue
            self.finished += 1
            return shard
        raise BadInput(f"shard {task.number} cannot be kept: {problem}", file=self.folder.name)

    def _read(self, number: int) -> Shard:
        content = self.folder.read(note_file(number))
        if content is None:
            raise Damaged("its note is missing")
        note = Note.decoded(content)
        if note.run != self.record.digest:
            raise Damaged("another run wrote it")
        return Shard(note, note.check_rows(self.folder.read(rows_file(number))))

    def _settled(self, task: Task, work: ShardWork, reader: QuestionBlocks | None) -> Task:
        assert reader is not None
        assert task.block is not None
        task = replace(task, block=reader.settled(task.block))
        work(task)
        return task


def remove_shards(folder: Folder) -> None:
    """Remove the files of a run from its folder; the record last, so that it can be resumed."""
    files = folder.files()
    ours = [one for one in files if one.endswith((".jsonl", ".note", ".tmp"))]
    for file in [*ours, FILE]:
        if file in files:
            folder.remove(file)
