"""The two long steps of judging a set: reading its texts, and comparing its questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from qgauge.core import Example, Progress, Tools
from qgauge.run import in_batches
from qgauge.sets.comparing import BlockPairs, BlockTask
from qgauge.tools.roles import Parse

TextReading = tuple[Parse | None, str | None]
"""The parse of a text, and the class of a question."""
ReadTexts = Callable[[list[Example]], list[TextReading]]
"""Reads the texts of a batch. It pickles."""


class Steps(Protocol):
    """Where and how the steps are run. Results do not depend on it."""

    def read(
        self, rows: list[Example], work: ReadTexts, progress: Progress | None
    ) -> Iterator[tuple[Example, TextReading]]:
        """Yield every row, whose question is a text, with its reading, in order."""

    def compare(
        self, tasks: Iterable[BlockTask], tools: Tools, progress: Progress | None
    ) -> Iterator[BlockPairs]:
        """Yield the duplicates of each block, in order; progress is in blocks.

        Tasks are made one by one as they are taken, so only a few are in memory.
        """


@dataclass(frozen=True, slots=True)
class InProcesses:
    """Runs the steps in processes of this machine, and keeps nothing."""

    workers: int = 1

    def read(
        self, rows: list[Example], work: ReadTexts, progress: Progress | None
    ) -> Iterator[tuple[Example, TextReading]]:
        return in_batches(rows, work, workers=self.workers, progress=progress)

    def compare(
        self, tasks: Iterable[BlockTask], tools: Tools, progress: Progress | None
    ) -> Iterator[BlockPairs]:
        rows = map(as_row, tasks)
        work = CompareBlocks(tools)
        for _, done in in_batches(rows, work, size=1, workers=self.workers, progress=progress):
            yield done


_TASK = "task"


def as_row(task: BlockTask) -> Example:
    """Return a row that carries a block to a worker."""
    return Example(task.rows[0].id if task.rows else "", "", meta={_TASK: task})


@dataclass(frozen=True, slots=True)
class CompareBlocks:
    """Compares the blocks that rows carry. It pickles."""

    tools: Tools

    def __call__(self, batch: list[Example]) -> list[BlockPairs]:
        return [row.meta[_TASK].compare(self.tools) for row in batch]
