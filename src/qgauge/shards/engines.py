"""Where the shards of a run are worked on: here, in processes of this machine, or on Ray."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from qgauge.core import Progress
from qgauge.run.processes import run_in_processes
from qgauge.shards.work import ShardWork, Task

Finished = tuple[Task, bool]
"""A shard, and whether it is done; otherwise its block must be settled."""


class Engine(Protocol):
    """Runs the work on many shards, several at a time."""

    def run(
        self, work: ShardWork, tasks: Iterable[Task], progress: Progress | None
    ) -> Iterator[Finished]:
        """Yield the shards as they are finished, in the order of `tasks`.

        It takes a few tasks ahead of those that it has yielded, so memory is bounded.
        """


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """Processes of this machine; with one worker, this process."""

    workers: int = 1

    def run(
        self, work: ShardWork, tasks: Iterable[Task], progress: Progress | None
    ) -> Iterator[Finished]:
        if self.workers > 1:
            # a shard takes long, and what is not finished is worked on again anyway
            yield from run_in_processes(
                work, tasks, self.workers, _Reporting(), progress, stops_at_once=True
            )
            return
        for task in tasks:
            yield task, work(task, progress)


class _Reporting:
    """Passes the progress on: the work on a shard reports its rows by itself."""

    def run(self, work: ShardWork, batch: Task, progress: Progress) -> bool:
        return work(batch, progress)
