"""The loop over examples: in batches, in this process or several, with results in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from qgauge.core import BadSetting, Example, Progress

BATCH = 512
"""Examples per batch. Results do not depend on it."""
BATCH_WITH_TOOLS = 64
"""Examples per batch for metrics with slow tools. It is large enough for the batches of a model,
and small enough to show progress, keep all workers busy, and lose little on an interrupt."""

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
) -> Iterator[tuple[Example, Done]]:
    """Yield every example with its result from `work`, in the order of the examples."""
    if workers < 1:
        raise BadSetting("The number of workers must be at least 1.")
    batches = _batches(examples, size)
    if workers == 1:
        finished: Iterable[Finished[Done]] = ((batch, work(batch)) for batch in batches)
    else:
        from qgauge.run.processes import run_in_processes

        finished = run_in_processes(work, batches, workers)
    for batch, results in finished:
        yield from zip(batch, results, strict=True)
        if progress is not None:
            progress(len(batch))


def _batches(examples: Iterable[Example], size: int) -> Iterator[list[Example]]:
    coming = iter(examples)
    while batch := list(islice(coming, size)):
        yield batch
