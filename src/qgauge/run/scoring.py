"""Computation of scores and results."""

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
"""The scores of one example, in the order of the requests."""
ScoreBatch = Callable[[Sequence[Metric], Sequence[Example], Tools], list[Scores]]
"""A function that scores a batch. It must pickle."""


def score_with_all(
    metrics: Sequence[Metric], examples: Sequence[Example], tools: Tools
) -> list[Scores]:
    """Score every example with every metric."""
    return list(zip(*(metric.score(examples, tools) for metric in metrics), strict=True))


def scores_only(_: Example, scores: Scores) -> Scores:
    """Return the scores: a `finish` for `stream` that does nothing."""
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
    """Yield each example with the result of `finish` on its scores, in the order of the examples.

    With several workers, `finish` runs in the workers, so that they send less data back. It must
    pickle.
    """
    metrics = [request.metric for request in requests]
    work = ScoringWork(metrics, tools, score_batch, finish)
    only_judge = {*roles_of(requests)} == {"judge"}
    verdicts = sum(getattr(metric, "samples", 1) for metric in metrics) if only_judge else 0
    return in_batches(
        examples,
        work,
        size=batch_size(requests),
        workers=workers,
        progress=progress,
        work_per_row=verdicts,
    )


def batch_size(requests: Sequence[Request]) -> int:
    """Return how many examples to score at a time with these metrics."""
    # a judge stores each answer by itself, and large batches wait less often for the slowest call
    return BATCH if {*roles_of(requests)} <= {"judge"} else BATCH_WITH_TOOLS


def evaluate(
    examples: Iterable[Example],
    requests: Sequence[Request],
    tools: Tools,
    *,
    workers: int = 1,
    progress: Progress | None = None,
    score_batch: ScoreBatch = score_with_all,
) -> list[Result]:
    """Return one result per request, with the scores of all examples."""
    tally = Tally(requests, most_sums=sys.maxsize)  # all scores are in memory anyway
    kept, seen = [], []
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
        seen.append(example)
    return tally.results(tools, kept, seen)


@dataclass(frozen=True, slots=True)
class ScoringWork(Generic[Done]):
    """The work on a batch, in this process or in a worker."""

    metrics: Sequence[Metric]
    tools: Tools
    score_batch: ScoreBatch
    finish: Callable[[Example, Scores], Done]

    def __call__(self, batch: list[Example]) -> list[Done]:
        try:
            with garbage_collection_paused():
                scores = self.score_batch(self.metrics, batch, self.tools)
        except ToolFailed as failed:
            ids = failed.ids or [example.id for example in batch]
            raise ToolFailed(failed.problem, ids) from None
        return list(map(self.finish, batch, scores))


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pause the cycle collector: scores are many small objects without cycles. Saves 10 % time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
