"""Run batches in worker processes, with results in order and bounded memory."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import current_process, parent_process
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.sharedctypes import RawArray
from threading import Thread, current_thread, main_thread
from time import monotonic, sleep
from typing import Any, Protocol, TypeVar

from qgauge.core import BadSetting, Progress, ToolFailed
from qgauge.run.batches import Done

BATCHES_PER_WORKER = 4
"""Batches queued per worker: enough to keep workers busy, few enough to bound memory."""
PATIENCE = 1.0
"""Seconds that the pool has to notice that its workers are gone."""
LOOK = 0.1
"""Seconds between two looks at the progress of the workers."""
MOST_ON_WINDOWS = 61
"""Largest number of workers that Windows can wait for."""
WORKER = "qgauge worker"
"""The name of the worker processes, by which they know themselves."""
UNGUARDED = 86
"""Exit code of a worker that was about to start workers of its own."""

_run: Callable[[Any, int], Any] | None = None
"""What this worker process does with a batch; None in the parent."""
_log = logging.getLogger("qgauge")
Returned = tuple[Done, list[str]]
"""What a worker sends back: the results, and its warnings."""
Batch = TypeVar("Batch", bound=Sized)


class Metered(Protocol):
    """Runs the work on a batch, and reports as many rows as the batch has."""

    def run(self, work: Any, batch: Any, progress: Progress) -> Any: ...


def run_in_processes(
    work: Callable[[Batch], Done],
    batches: Iterable[Batch],
    workers: int,
    meter: Metered,
    progress: Progress | None = None,
    *,
    stops_at_once: bool = False,
) -> Iterator[tuple[Batch, Done]]:
    """Run `work` on every batch in one of `workers` processes.

    One process handles a whole batch, so results do not depend on the number of workers. If the
    caller stops early, the batches that are being worked on are finished; with `stops_at_once`,
    their workers are killed.
    """
    _stop_if_starting(workers)
    most = workers * BATCHES_PER_WORKER
    board = None if progress is None else Board(most, progress)
    with _signals_deferred():
        pool = ProcessPoolExecutor(
            min(workers, MOST_ON_WINDOWS) if sys.platform == "win32" else workers,
            # a fresh interpreter per worker: forking a process that has threads can hang
            mp_context=_WorkerContext(),
            initializer=_start,
            initargs=(work, meter, None if board is None else board.cells),
        )
    queued: deque[tuple[Batch, Future[Returned[Done]]]] = deque()
    started: list[Any] = []
    warned: set[str] = set()
    try:
        for number, batch in enumerate(batches):
            with _signals_deferred():  # the pool starts its workers when work is submitted
                queued.append((batch, pool.submit(_run_batch, batch, number % most)))
                started = list(vars(pool)["_processes"].values())
            if len(queued) >= most:
                yield _collect(*queued.popleft(), board, warned)
        while queued:
            yield _collect(*queued.popleft(), board, warned)
    except (BrokenProcessPool, ToolFailed) as failure:
        if vars(pool)["_broken"] and _was_unguarded(started):
            raise _unguarded(workers) from None
        raise failure if isinstance(failure, ToolFailed) else _killed([]) from None
    except BaseException:
        for worker in started if stops_at_once else ():
            worker.kill()
        raise
    finally:
        _shut_down(pool)


def _was_unguarded(started: list[Any]) -> bool:
    """Return whether a worker has ended because it was about to start workers."""
    deadline = monotonic() + PATIENCE  # the pool may be ending the others right now
    while any(worker.exitcode is None for worker in started) and monotonic() < deadline:
        sleep(0.01)
    return any(worker.exitcode == UNGUARDED for worker in started)


def _unguarded(workers: int) -> BadSetting:
    return BadSetting(
        f"workers={workers} starts new processes, and each of them first runs your script again, "
        f"up to this call. Put the call under a line that only the first process obeys:\n\n"
        f'if __name__ == "__main__":\n'
        f"    results = qgauge.score(rows, workers={workers})\n"
        f"    print(results)\n"
    )


class Board:
    """Shows the progress of all workers: a cell for each queued batch, with the rows done.

    Only the worker of a batch writes to its cell, so there is no lock that a killed worker could
    keep. Batches use the cells in turn. A last cell says that a model is about to be loaded.
    """

    def __init__(self, batches: int, progress: Progress) -> None:
        self.cells = RawArray("q", batches + 1)
        self._progress, self._collected, self._next, self._told = progress, 0, 0, 0

    def look(self) -> None:
        """Report what is new."""
        if self.cells[-1]:
            self.cells[-1] = 0
            self._progress(0)
        rows = self._collected + sum(self.cells[:-1])
        if rows > self._told:
            self._progress(rows - self._told)
            self._told = rows

    def collect(self, rows: int) -> None:
        """Count a batch, and free its cell."""
        self.cells[self._next] = 0
        self._next = (self._next + 1) % (len(self.cells) - 1)
        self._collected += rows
        self.look()


def _shut_down(pool: ProcessPoolExecutor) -> None:
    """Stop the workers and wait for them; kill them if a signal comes while they finish."""
    inner = vars(pool)
    manager, results = inner.get("_executor_manager_thread"), inner.get("_result_queue")
    workers = list((inner.get("_processes") or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    if manager is None:
        return
    try:
        _wait_for_end(manager, workers, results)
    except BaseException:
        for worker in workers:
            worker.kill()
        with _signals_deferred():
            _wait_for_end(manager, workers, results)
        raise


def _wait_for_end(manager: Thread, workers: list[Any], results: Any) -> None:
    """Wait for the pool's own thread, which ends after the workers.

    A signal that interrupts `join` makes Python 3.11 and 3.12 take the thread for finished. This
    process would then end before a worker that is still starting, which fails with a traceback. So
    signals are deferred during each short `join`.

    A worker that is killed while it sends a result leaves half a message behind, and the pool waits
    for the rest for ever, because this process keeps the pipe open, too. So close it once all
    workers are gone.
    """
    gone_since = None
    while True:
        with _signals_deferred():
            manager.join(LOOK)
            ended = not manager.is_alive()
        if ended:
            return
        if any(worker.is_alive() for worker in workers):
            continue
        gone_since = gone_since or monotonic()
        if monotonic() - gone_since > PATIENCE and results is not None:
            results._writer.close()


def _collect(
    batch: Batch, future: Future[Returned[Done]], board: Board | None, warned: set[str]
) -> tuple[Batch, Done]:
    while board is not None and not wait_for([future], LOOK).done:
        board.look()
    try:
        results, warnings = future.result()
    except BrokenProcessPool:
        raise _killed(batch) from None
    if board is not None:
        board.collect(len(batch))
    for warning in warnings:  # each worker gives it, but the user needs it once
        if warning not in warned:
            warned.add(warning)
            _log.warning("%s", warning)
    return batch, results


def _killed(batch: Any) -> ToolFailed:
    ids = batch.ids if hasattr(batch, "ids") else [example.id for example in batch]
    problem = "A worker process was killed, perhaps because memory ran out; try fewer --workers."
    return ToolFailed(problem, ids)


# ------------------------------------------------------------------ signals


@contextmanager
def _signals_deferred() -> Iterator[None]:
    """Defer signals during spawn; an interrupted spawn leaves a noisy orphan."""
    received: list[int] = []
    before = {}
    if current_thread() is main_thread():
        for number in _signals("SIGINT", "SIGTERM", "SIGHUP"):
            before[number] = signal.signal(number, lambda number, _: received.append(number))
    try:
        with _terminal_signals_blocked():
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
    for deferred in received:
        signal.raise_signal(deferred)


@contextmanager
def _terminal_signals_blocked() -> Iterator[None]:
    """Block Ctrl-C and hang-up, for child processes too: the parent decides when to stop.

    Workers and the resource tracker of multiprocessing inherit the mask. Windows has no signal
    masks; there, a worker that is just starting may print a traceback on Ctrl-C.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _signals("SIGINT", "SIGHUP"))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _signals(*names: str) -> list[signal.Signals]:
    """Return those of these signals that the platform has; Windows has no SIGHUP."""
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


# ------------------------------------------------------------------ inside a worker


class _WorkerProcess(SpawnProcess):
    """A new interpreter with a name that it knows while it is starting."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.name = WORKER


class _WorkerContext(SpawnContext):
    Process = _WorkerProcess


def _stop_if_starting(workers: int) -> None:
    """Refuse to start workers in a process that is only starting.

    A new process first runs the user's script, to know its functions. Without a main guard, the
    script starts workers again. A worker of ours then ends with a code that tells its parent why;
    its own traceback would hide the parent's message.
    """
    if getattr(current_process(), "_inheriting", False):
        if current_process().name == WORKER:
            os._exit(UNGUARDED)
        raise _unguarded(workers)


def _start(work: Callable[[Any], Any], meter: Metered, cells: Any) -> None:
    global _run  # set once, when the worker starts
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    _exit_with_parent()
    _log.addHandler(_warnings)

    def run(batch: Any, cell: int) -> Any:
        if cells is None:
            return work(batch)

        def tell(rows: int) -> None:
            cells[cell if rows else -1] += rows or 1

        return meter.run(work, batch, tell)

    _run = run


def _exit_with_parent() -> None:
    """Make this worker exit when its parent does, even if the parent is killed.

    The parent's exit closes the pipe that started the worker. A thread waits for that. On Linux
    SIGIO also ends a worker in C code that never lets a Python thread run.
    """
    parent = parent_process()
    assert parent is not None
    sentinel = parent.sentinel
    _send_sigio_on_close(sentinel)

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    Thread(target=watch, name="qgauge-parent", daemon=True).start()


def _send_sigio_on_close(descriptor: int) -> None:
    """Have the system send SIGIO to this process when the other end of a pipe is closed.

    Without effect on macOS, which ignores SIGIO by default, and on Windows, which has no fcntl.
    """
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
        fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_ASYNC)


def _run_batch(batch: Any, cell: int) -> Returned[Any]:
    assert _run is not None
    results = _run(batch, cell)
    said, _warnings.said = _warnings.said, []
    return results, said


class _Warnings(logging.Handler):
    """Keeps warnings until they are sent to the parent, which knows where to show them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


_warnings = _Warnings()
