"""From examples to scores, one batch after another, in order, whatever does the work."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic, TypeVar

from qgauge.core import (
    BadInput,
    BadSetting,
    Example,
    Metric,
    MissingTool,
    Score,
    ToolFailed,
    Tools,
)
from qgauge.metrics import create

BATCH = 512
"""Examples scored at a time. Scores do not depend on it."""
BATCH_WITH_TOOLS = 64
"""The same where tools take long: enough for full batches of a model, few enough that progress
shows, that all workers have something to do, and that little is lost when a run is broken off."""
LOOK_AHEAD = 1000
"""How many examples are looked at before a metric is refused for want of a field."""

Scored = tuple[Example, tuple[Score, ...]]
Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Request:
    """A metric and the words it was asked for with; the words are its name in all output."""

    label: str
    metric: Metric


def requests(wanted: Iterable[str | Metric]) -> list[Request]:
    """Requests for metrics given by name, settings included, or as objects."""
    made: list[Request] = []
    for one in wanted:
        request = Request(one, create(one)) if isinstance(one, str) else Request(one.label(), one)
        if any(request.label == other.label for other in made):
            raise BadSetting(f"The metric '{request.label}' is asked for twice.")
        made.append(request)
    if not made:
        raise BadSetting("No metric is asked for.")
    return made


def check(examples: Iterable[Example], asked: Sequence[Request], tools: Tools) -> Iterator[Example]:
    """The same examples, after a look at the first ones: does each metric find what it needs?"""
    for request in asked:
        for role in request.metric.roles():
            if role not in tools:
                raise MissingTool(
                    f"{request.label} needs the tool '{role}', which qgauge does not have. "
                    f"Give one with tools={{'{role}': …}}."
                )
    coming = iter(examples)
    first = list(islice(coming, LOOK_AHEAD))
    for request in asked if first else ():
        for need in request.metric.needs:
            if not any(getattr(example, need) for example in first):
                has = [name for name in _SHOWN if any(getattr(e, name) for e in first)]
                raise BadInput(
                    f"{request.label} needs '{need}', and none of the first {len(first)} rows has "
                    f"it (they have: {', '.join(has)}). Add the field, or choose another metric "
                    f"with -m; `qgauge list` says what each needs."
                )
    return chain(first, coming)


_SHOWN = ("question", "references", "passage", "answer", "sentences")


def keep(example: Example, scores: tuple[Score, ...]) -> Scored:
    """The plainest thing to do with a scored example: hand both on."""
    return example, scores


def stream(
    examples: Iterable[Example],
    asked: Sequence[Request],
    tools: Tools,
    *,
    finish: Callable[[Example, tuple[Score, ...]], Done],
    workers: int = 1,
) -> Iterator[Done]:
    """What `finish` makes of each example and its scores, in the order of the examples.

    With several workers `finish` runs in them, so that less has to travel back; it must pickle.
    """
    job = Job([request.metric for request in asked], tools, finish)
    if workers < 1:
        raise BadSetting("The number of workers must be at least 1.")
    roles = {role for request in asked for role in request.metric.roles()}
    # a judge keeps its answers by itself, and at the end of a batch it waits for the slowest
    size = BATCH_WITH_TOOLS if roles and "judge" not in roles else BATCH
    if workers == 1:
        for batch in batches(examples, size):
            yield from job.run(batch)
        return
    from qgauge.run.processes import run_in_processes

    yield from run_in_processes(job, batches(examples, size), workers)


@dataclass(frozen=True, slots=True)
class Job(Generic[Done]):
    """What is done to every batch, wherever it is done."""

    metrics: Sequence[Metric]
    tools: Tools
    finish: Callable[[Example, tuple[Score, ...]], Done]

    def run(self, batch: Sequence[Example]) -> list[Done]:
        try:
            with _collector_waits():
                by_metric = [metric.score(batch, self.tools) for metric in self.metrics]
        except ToolFailed as failed:
            ids = failed.ids or [example.id for example in batch]
            raise ToolFailed(failed.problem, ids) from None
        finish = self.finish
        return [
            finish(example, scores)
            for example, scores in zip(batch, zip(*by_metric, strict=True), strict=True)
        ]


@contextmanager
def _collector_waits() -> Iterator[None]:
    """Scores are many small objects without cycles: looking for cycles would take a tenth more."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def batches(examples: Iterable[Example], size: int = BATCH) -> Iterator[list[Example]]:
    coming = iter(examples)
    while batch := list(islice(coming, size)):
        yield batch
