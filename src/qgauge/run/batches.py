"""The loop over examples: in batches, in this process or several, with results in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, repeat
from typing import TypeVar

from qgauge.core import BadSetting, Example, Progress, listening

BATCH = 512
"""Examples per batch. Results do not depend on it."""
BATCH_WITH_TOOLS = 64
"""Examples per batch for metrics with slow tools. It is large enough for the batches of a model,
and small enough to keep all workers busy and lose little on an interrupt."""
FIRST = 8
"""Examples in the first batch of each worker: soon finished, it shows how much work a row is."""

Done = TypeVar("Done")
Work = Callable[[list[Example]], list[Done]]
"""Returns one result per example. It is sent to worker processes, so it must pickle."""
Finished = tuple[list[Example], list[Done]]
"""A batch with its results."""


def in_batches(
    examples: Iterable[Example],
    work: Work[Done],
    *,
    size: int = BATCH_WITH_TOOLS,
    workers: int = 1,
    progress: Progress | None = None,
    work_per_row: int = 0,
) -> Iterator[tuple[Example, Done]]:
    """Yield every example with its result from `work`, in the order of the examples.

    Progress is reported within a batch, too, as the tools work on it (`qgauge.core.worked`). If
    `work_per_row` says how much they report for a row, no small batch has to find out.
    """
    if workers < 1:
        raise BadSetting("The number of workers must be at least 1.")
    first = repeat(min(size, FIRST), 0 if work_per_row else workers)
    batches = _batches(examples, chain(first, repeat(size)))
    meter = Meter(work_per_row)
    if workers == 1:
        finished: Iterable[Finished[Done]] = (
            (batch, work(batch) if progress is None else meter.run(work, batch, progress))
            for batch in batches
        )
    else:
        from qgauge.run.processes import run_in_processes

        finished = run_in_processes(work, batches, workers, meter, progress)
    for batch, results in finished:
        yield from zip(batch, results, strict=True)


class Meter:
    """Reports the rows of a batch while tools work on it.

    Tools say how much work they have done, and the batches before show how much a row takes. The
    count is corrected at the end of each batch.
    """

    def __init__(self, work_per_row: int = 0) -> None:
        self._rows, self._work = 1 if work_per_row else 0, work_per_row

    @property
    def knows(self) -> bool:
        """Whether it knows how much work a row is."""
        return self._work > 0

    def run(self, work: Work[Done], batch: list[Example], progress: Progress) -> list[Done]:
        """Return `work(batch)`, and report as many rows as the batch has."""
        told = amount = 0

        def heard(more: int) -> None:
            nonlocal told, amount
            amount += more
            rows = min(len(batch), amount * self._rows // self._work) if self._work else 0
            if rows > told or not more:
                progress(rows - told)
                told = rows

        with listening(heard):
            results = work(batch)
        if told < len(batch):
            progress(len(batch) - told)
        self._rows, self._work = self._rows + len(batch), self._work + amount
        return results


def _batches(examples: Iterable[Example], sizes: Iterable[int]) -> Iterator[list[Example]]:
    coming = iter(examples)
    for size in sizes:
        batch = list(islice(coming, size))
        if not batch:
            return
        yield batch
