"""From examples to scores and results."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic

from qgauge.core import Example, Progress, Result, Score, ToolFailed, Tools
from qgauge.metrics.metric import Metric
from qgauge.run.batches import BATCH, BATCH_WITH_TOOLS, Done, in_batches
from qgauge.run.requests import Request, roles_of
from qgauge.run.tally import Tally, countable

Scores = tuple[Score, ...]
"""What the metrics say of one example, in the order of the requests."""
ScoreBatch = Callable[[Sequence[Metric], Sequence[Example], Tools], list[Scores]]
"""How a batch is scored; it pickles."""


def score_with_all(
    metrics: Sequence[Metric], examples: Sequence[Example], tools: Tools
) -> list[Scores]:
    """Every metric scores every example."""
    return list(zip(*(metric.score(examples, tools) for metric in metrics), strict=True))


def scores_only(_: Example, scores: Scores) -> Scores:
    """The plainest `finish`."""
    return scores


def stream(
    examples: Iterable[Example],
    requests: Sequence[Request],
    tools: Tools,
    *,
    finish: Callable[[Example, Scores], Done],
    workers: int = 1,
    progress: Progress | None = None,
    score_batch: ScoreBatch = score_with_all,
) -> Iterator[tuple[Example, Done]]:
    """Each example with what `finish` makes of it and its scores, in the order of the examples.

    With several workers `finish` runs in them, so that less has to travel back; it must pickle.
    """
    metrics = [request.metric for request in requests]
    work = ScoringWork(metrics, tools, score_batch, finish)
    # a judge keeps its answers by itself, and at the end of a batch it waits for the slowest
    size = BATCH if {*roles_of(requests)} <= {"judge"} else BATCH_WITH_TOOLS
    return in_batches(examples, work, size=size, workers=workers, progress=progress)


def evaluate(
    examples: Iterable[Example],
    requests: Sequence[Request],
    tools: Tools,
    *,
    workers: int = 1,
    progress: Progress | None = None,
    score_batch: ScoreBatch = score_with_all,
) -> list[Result]:
    """One result per request, with the scores of all examples."""
    tally, kept = Tally(requests, most_sums=sys.maxsize), []  # all scores are in memory anyway
    metrics = [request.metric for request in requests]
    rows = stream(
        examples,
        requests,
        tools,
        finish=scores_only,
        workers=workers,
        progress=progress,
        score_batch=score_batch,
    )
    for example, scores in rows:
        tally.add(example.system, countable(metrics, scores))
        kept.append(scores)
    return tally.results(tools, kept)


@dataclass(frozen=True, slots=True)
class ScoringWork(Generic[Done]):
    """What is done to every batch, wherever it is done."""

    metrics: Sequence[Metric]
    tools: Tools
    score_batch: ScoreBatch
    finish: Callable[[Example, Scores], Done]

    def __call__(self, batch: list[Example]) -> list[Done]:
        try:
            with _collector_waits():
                scores = self.score_batch(self.metrics, batch, self.tools)
        except ToolFailed as failed:
            ids = failed.ids or [example.id for example in batch]
            raise ToolFailed(failed.problem, ids) from None
        return list(map(self.finish, batch, scores))


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
