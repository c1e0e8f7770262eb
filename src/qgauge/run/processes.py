"""Scoring in several processes: batches out, scores back in order, a bounded number under way."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from qgauge.core import Example, Metric, Score, ToolFailed, Tools
from qgauge.run.scoring import Scored, score_batch

BATCHES_PER_WORKER = 4
"""Enough under way that no worker waits, few enough that memory stays bounded."""

_mine: tuple[Sequence[Metric], Tools] | None = None


def stream_in_processes(
    batches: Iterable[list[Example]], metrics: Sequence[Metric], tools: Tools, workers: int
) -> Iterator[Scored]:
    """As `stream`; every batch is scored whole by one worker, so the scores are the same bits."""
    pool = ProcessPoolExecutor(
        workers,
        # a fresh interpreter per worker: forking a process that has threads can hang
        mp_context=get_context("spawn"),
        initializer=_start,
        initargs=(metrics, tools),
    )
    under_way: deque[tuple[list[Example], Future[list[tuple[Score, ...]]]]] = deque()
    try:
        for batch in batches:
            under_way.append((batch, pool.submit(_score, batch)))
            if len(under_way) >= workers * BATCHES_PER_WORKER:
                yield from _collect(*under_way.popleft())
        while under_way:
            yield from _collect(*under_way.popleft())
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _collect(batch: list[Example], future: Future[list[tuple[Score, ...]]]) -> Iterator[Scored]:
    try:
        scores = future.result()
    except BrokenProcessPool:
        raise ToolFailed(
            "A worker process was killed, perhaps for want of memory; try fewer --workers.",
            [example.id for example in batch],
        ) from None
    yield from zip(batch, scores, strict=True)


def _start(metrics: Sequence[Metric], tools: Tools) -> None:
    global _mine  # one set of metrics per worker process, set once
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    _mine = (metrics, tools)


def _score(batch: list[Example]) -> list[tuple[Score, ...]]:
    assert _mine is not None
    return score_batch(batch, *_mine)
