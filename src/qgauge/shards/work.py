"""The work on one shard, in any process: read its rows, score them, write them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from qgauge.core import Example, Progress
from qgauge.data import Refused, signed_line
from qgauge.data.blocks import Block, Unsettled
from qgauge.run.batches import FIRST, Meter
from qgauge.run.scoring import garbage_collection_paused
from qgauge.shards.folder import Folder
from qgauge.shards.note import Note, encoded_keys, encoded_refusals, note_file, rows_file


class Record(NamedTuple):
    """The result of one row."""

    text: str
    """Its lines of output, each with its newline."""
    note: Any
    """What else the command needs to know about it: a JSON value."""
    is_final: bool = True
    """Whether a resumed run need not try again."""


@dataclass(frozen=True, slots=True)
class Task:
    """A shard to work on."""

    number: int
    block: Block | None
    """Its input; None if the shard is finished, and the engine has nothing to do."""

    def __len__(self) -> int:
        return 0 if self.block is None else self.block.count

    @property
    def ids(self) -> list[str]:
        """The rows, for messages."""
        return [] if self.block is None else [str(self.block)]


@dataclass(slots=True)
class ShardWork:
    """Writes the rows of a shard, then its note. It is sent to other processes, so it pickles."""

    folder: Folder
    run: str
    """The digest of the record of the run."""
    work: Callable[[list[Example]], list[Record]]
    """Returns the result of each row of a batch."""
    size: int
    """Rows per batch."""
    signatures: Mapping[str, str] = field(default_factory=dict)
    """Signatures for the first row of all."""
    _meter: Meter = field(default_factory=Meter)

    def __call__(self, task: Task, progress: Progress | None = None) -> bool:
        """Work on a shard.

        Returns:
            Whether it is done; False if its block must be settled first.
        """
        block = task.block
        if block is None:
            return True
        try:
            read = block.read()
        except Unsettled:
            return False
        good = [row for row in read.rows if not isinstance(row, Refused)]
        refused = [row for row in read.rows if isinstance(row, Refused)]
        if progress is not None and refused:
            progress(len(refused))
        is_final = True
        texts: list[str] = []
        notes: list[Any] = []
        with garbage_collection_paused():
            for batch in self._batches(good, FIRST if progress and not self._meter.knows else 0):
                work = self.work
                done = work(batch) if progress is None else self._meter.run(work, batch, progress)
                for record in done:
                    texts.append(record.text)
                    notes.append(record.note)
                    is_final = is_final and record.is_final
        if self.signatures and texts and task.number == 0:
            texts[0] = signed(texts[0], self.signatures)
        content = "".join(texts).encode()
        note = Note(
            task.number,
            block.file,
            block.first,
            block.count,
            block.digest,
            self.run,
            len(content),
            hashlib.sha256(content).hexdigest(),
            notes,
            encoded_refusals(refused),
            encoded_keys(read.keys),
            is_final,
            None if read.prose is None else dict(read.prose),
        )
        self.folder.write(rows_file(task.number), content)
        self.folder.write(note_file(task.number), note.encoded())
        return True

    def _batches(self, rows: Sequence[Example], first: int) -> Iterator[list[Example]]:
        """Cut the rows into batches; a small first one, if any, shows how much work a row is."""
        if first and rows:
            yield list(rows[:first])
        for at in range(first, len(rows), self.size):
            yield list(rows[at : at + self.size])

    def __reduce__(self) -> tuple[object, ...]:
        given = (self.folder, self.run, self.work, self.size, self.signatures)
        return ShardWork, given


def signed(text: str, signatures: Mapping[str, str]) -> str:
    """Return the text of a row with the signatures of its scores."""
    return signed_line(text.removesuffix("\n"), signatures) + "\n"
