"""A run in shards: what is missing is worked on, and the finished shards come in order."""

from __future__ import annotations

import hashlib
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
from qgauge.shards.folder import LOCK, Folder, is_temporary
from qgauge.shards.note import Damaged, Note, note_file, number_of, rows_file
from qgauge.shards.record import FILE, RESTART, RunRecord
from qgauge.shards.work import ShardWork, Task

COMPLETE = "complete.json"
"""The file that says that a folder of shards is complete, and how many there are."""
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
        self.finished = 0
        """The number of shards that are finished."""

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Keep other runs out of the folder, and check that this run can resume what is there."""
        with self.folder.locked():
            files = self.folder.files()
            strange = [one for one in files if not _is_ours(one)]
            there = self.folder.read(FILE)
            if there is None and strange:
                problem = f"this folder is not that of a run: it holds {strange[0]}"
                raise BadInput(f"{problem}; choose another output", file=self.folder.name)
            if self._restart:
                remove_shards(self.folder)
                there = None
            elif there is None and any(number_of(one) is not None for one in files):
                problem = f"the file {FILE} is missing, so the run cannot be resumed; {RESTART}"
                raise BadInput(problem, file=self.folder.name)
            if there is not None:
                earlier = RunRecord.decoded(there, self.folder.name)
                self.record.check_same(earlier, self.folder.name)
                self.folder.remove(COMPLETE)
            else:
                self.folder.write(FILE, self.record.encoded())
            yield

    def complete(self) -> None:
        """Mark the folder as complete, after the last shard.

        An earlier run on a longer stdin may have left shards beyond it.
        """
        for file in self.folder.files():
            number = number_of(file)
            if number is not None and number >= self.finished:
                self.folder.remove(file)
        self.folder.write(COMPLETE, f'{{"shards": {self.finished}}}\n'.encode())

    def rewritten(self, shard: Shard, content: bytes) -> Shard:
        """Replace the rows of a finished shard.

        Args:
            shard: The shard.
            content: Its new rows.

        Returns:
            The new shard.
        """
        if content == shard.content:
            return shard
        digest = hashlib.sha256(content).hexdigest()
        note = replace(shard.note, size=len(content), sha256=digest)
        self.folder.write(rows_file(note.number), content)
        self.folder.write(note_file(note.number), note.encoded())
        return Shard(note, content)

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
                if not work(task):
                    task = self._settled(task, work, reader)
                continue
            if reader is not None and isinstance(task.block, LineBlock):
                keys, prose = shard.note.id_keys, shard.note.prose
                is_stale = prose is not None and prose != reader.prose_of(task.block)
                if keys is None and was_kept:
                    reader.settled(task.block)  # as in the earlier run, for the blocks that follow
                elif keys is not None and (is_stale or not reader.claim(keys)):
                    # a block before has shown what a column holds, or an id occurs twice
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
    files = [one for one in folder.files() if _is_ours(one) and one not in (FILE, LOCK)]
    for file in [*files, FILE]:
        folder.remove(file)


def _is_ours(file: str) -> bool:
    return file in (FILE, LOCK, COMPLETE) or number_of(file) is not None or is_temporary(file)
