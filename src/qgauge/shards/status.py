"""How far a run in shards is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from qgauge.core import BadInput
from qgauge.shards.folder import Folder
from qgauge.shards.note import Damaged, Note, note_file, number_of, rows_file
from qgauge.shards.record import FILE, RunRecord
from qgauge.shards.sharded_run import COMPLETE

State = Literal["finished", "damaged", "missing", "of another run"]


@dataclass(frozen=True, slots=True)
class ShardState:
    """The state of one shard."""

    number: int
    state: State
    note: Note | None = None
    """Its note, if that can be read."""
    problem: str = ""
    """What is wrong with it."""

    def as_json(self) -> dict[str, Any]:
        """Return the state as `--json` prints it."""
        written: dict[str, Any] = {"shard": self.number, "state": self.state}
        if self.note is not None:
            note = self.note
            written |= {"file": note.file, "first": note.first, "rows": note.count}
            written |= {"refused": len(note.refused), "bytes": note.size, "sha256": note.sha256}
        return written | ({"problem": self.problem} if self.problem else {})


@dataclass(frozen=True, slots=True)
class RunStatus:
    """A run in shards, whether it is going on, interrupted or finished."""

    record: RunRecord
    shards: tuple[ShardState, ...]
    """Every shard up to the last that was finished; those between may be missing."""
    is_running: bool
    is_complete: bool
    """Whether the folder is the output of a run that has finished."""
    seconds: float
    """The time between the first and the last finished shard; 0 if that is not known."""

    @property
    def finished(self) -> list[Note]:
        """The notes of the finished shards."""
        return [one.note for one in self.shards if one.note and one.state == "finished"]

    @property
    def rows(self) -> int:
        """The number of input rows in finished shards."""
        return sum(note.count for note in self.finished)

    @property
    def rows_per_second(self) -> float | None:
        """The rate between the first and the last finished shard; None if that is not known."""
        finished = self.finished
        if len(finished) < 2 or self.seconds <= 0:
            return None
        return (self.rows - finished[0].count) / self.seconds


def status_of(folder: Folder, *, verify: bool = False) -> RunStatus:
    """Look at the folder of a run, which may be going on.

    Args:
        folder: The folder.
        verify: Whether to read the rows of each shard and compare their digest.

    Returns:
        The state of the run.

    Raises:
        BadInput: There is no run in this folder.
    """
    content = folder.read(FILE)
    if content is None:
        raise BadInput("there is no run in this folder", file=folder.name)
    record = RunRecord.decoded(content, folder.name)
    numbers = [number_of(file) for file in folder.files() if file.endswith(".note")]
    last = max((one for one in numbers if one is not None), default=-1)
    states = tuple(_states(folder, record, last, verify))
    times = folder.times([note_file(one.number) for one in states if one.state == "finished"])
    seconds = max(times) - min(times) if times else 0.0
    is_complete = folder.read(COMPLETE) is not None
    return RunStatus(record, states, folder.is_in_use(), is_complete, seconds)


def _states(folder: Folder, record: RunRecord, last: int, verify: bool) -> Iterator[ShardState]:
    for number in range(last + 1):
        content = folder.read(note_file(number))
        if content is None:
            yield ShardState(number, "missing")
            continue
        try:
            note = Note.decoded(content)
            if verify:
                note.check_rows(folder.read(rows_file(number)))
        except Damaged as damage:
            yield ShardState(number, "damaged", problem=str(damage))
            continue
        yield ShardState(
            number, "finished" if note.run == record.digest else "of another run", note
        )
