"""Work in several processes: batches out, results back in order, a bounded number under way."""

from __future__ import annotations

import fcntl
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread, current_thread, main_thread
from typing import Any

from qgauge.core import Example, ToolFailed
from qgauge.run.batches import Done, Finished, Work

BATCHES_PER_WORKER = 4
"""Enough under way that no worker waits, few enough that memory stays bounded."""

_work: Work[Any] | None = None
"""What this process does, if it is a worker."""


def run_in_processes(
    work: Work[Done], batches: Iterable[list[Example]], workers: int
) -> Iterator[Finished[Done]]:
    """Every batch is worked on whole by one process, so the results are the same bits."""
    with _signals_held():
        pool = ProcessPoolExecutor(
            workers,
            # a fresh interpreter per worker: forking a process that has threads can hang
            mp_context=get_context("spawn"),
            initializer=_start,
            initargs=(work,),
        )
    under_way: deque[tuple[list[Example], Future[list[Done]]]] = deque()
    try:
        for batch in batches:
            with _signals_held():  # the pool starts its workers when it is given work
                under_way.append((batch, pool.submit(_run, batch)))
            if len(under_way) >= workers * BATCHES_PER_WORKER:
                yield _collect(*under_way.popleft())
        while under_way:
            yield _collect(*under_way.popleft())
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Defer signals while a worker starts; an interrupted start leaves a noisy orphan.

    The worker, and the resource tracker of multiprocessing, inherit that the signals of a terminal
    are blocked: on Ctrl-C, or if the terminal is closed, the parent decides when to stop.
    """
    came: list[int] = []
    before = {}
    if current_thread() is main_thread():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            before[number] = signal.signal(number, lambda number, _: came.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
    for held in came:
        signal.raise_signal(held)


def _collect(batch: list[Example], future: Future[list[Done]]) -> Finished[Done]:
    try:
        return batch, future.result()
    except BrokenProcessPool:
        raise ToolFailed(
            "A worker process was killed, perhaps for want of memory; try fewer --workers.",
            [example.id for example in batch],
        ) from None


def _start(work: Work[Any]) -> None:
    global _work  # set once, when the worker starts
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    _end_with_parent()
    _work = work


def _end_with_parent() -> None:
    """Make this worker end when its parent does, even if the parent is killed.

    The parent's end closes the pipe that the worker was started through. Linux then sends SIGIO,
    which ends the worker also inside C code that never lets a Python thread run. The thread does
    the same where SIGIO is ignored by default (macOS), and if the parent has ended already.
    """
    parent = parent_process()
    assert parent is not None
    sentinel = parent.sentinel
    fcntl.fcntl(sentinel, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(sentinel, fcntl.F_SETFL, fcntl.fcntl(sentinel, fcntl.F_GETFL) | os.O_ASYNC)

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    Thread(target=watch, name="qgauge-parent", daemon=True).start()


def _run(batch: list[Example]) -> list[Any]:
    assert _work is not None
    return _work(batch)
