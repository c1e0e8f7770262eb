"""Shards on a Ray cluster: the one that is there, or one on this machine."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any

from qgauge.core import BadInput, MissingTool, Progress, QgaugeError, ToolFailed
from qgauge.shards.engines import Finished
from qgauge.shards.work import ShardWork, Task

TASKS_PER_WORKER = 4
"""Tasks that are waiting or being worked on, for each worker: enough to keep it busy."""
QUICK = 0.5
"""Seconds. While tasks take less, the next ones get more shards, because a task costs time."""
MOST_SHARDS = 8
"""Shards in a task."""

_work: dict[str, ShardWork] = {}
"""The work of this Ray process, with its models, which are opened once."""


@dataclass(frozen=True, slots=True)
class RayEngine:
    """Ray tasks of one processor each; Ray starts those again whose worker or machine is lost.

    The input travels with the tasks, and the workers write the shards. So their folder must be a
    path that all machines share, or a URL.
    """

    workers: int | None = None
    """Shards at a time; by default, as many as the cluster has processors."""
    address: str | None = None
    """The cluster to join; by default, Ray is started on this machine."""

    def run(
        self, work: ShardWork, tasks: Iterable[Task], progress: Progress | None
    ) -> Iterator[Finished]:
        ray = _ray()
        self._join(ray)
        try:
            yield from self._run(ray, work, tasks, progress)
        except ray.exceptions.RayError as fault:
            raise _failed(fault) from None
        finally:
            ray.shutdown()

    def _join(self, ray: Any) -> None:
        given: dict[str, Any] = {"log_to_driver": False, "configure_logging": False}
        if self.address is None:
            given |= {"num_cpus": self.workers or os.cpu_count(), "include_dashboard": False}
        try:
            # without "local", Ray would join a cluster that the environment names
            ray.init(address=self.address or "local", **given)
        except (ConnectionError, RuntimeError, ValueError, OSError) as fault:
            where = "started" if self.address is None else f"joined at {self.address}"
            raise BadInput(f"Ray cannot be {where}: {fault}", field="--address") from None

    def _run(
        self, ray: Any, work: ShardWork, tasks: Iterable[Task], progress: Progress | None
    ) -> Iterator[Finished]:
        processors = int(ray.cluster_resources().get("CPU", 1))
        workers = min(self.workers or processors, processors)
        # a lost worker or machine is no fault of the shard, so Ray tries again without end
        remote = ray.remote(num_cpus=1, max_retries=-1)(_run_task)
        # inside a list, a reference is passed on as it is: a worker fetches the work only once
        shared = [ray.put(work)]
        size = 1
        queued: deque[tuple[list[Task], Any]] = deque()
        coming = iter(tasks)
        while True:
            while len(queued) < workers * TASKS_PER_WORKER and (some := list(islice(coming, size))):
                missing = [task for task in some if task.block is not None]
                sent = remote.remote(shared, work.run, missing) if missing else None
                queued.append((some, sent))
            if not queued:
                return
            some, sent = queued.popleft()
            done, seconds = _results(ray, sent)
            if sent is not None and seconds < QUICK:
                size = min(MOST_SHARDS, 2 * size)
            for task in some:
                if task.block is None:
                    yield task, True
                    continue
                if progress is not None:
                    progress(len(task))
                yield task, next(done)


def _results(ray: Any, sent: Any) -> tuple[Iterator[bool], float]:
    """Return whether each shard of a task is done, and how long the task took."""
    if sent is None:
        return iter(()), 0.0
    found: tuple[list[bool], float] | QgaugeError = ray.get(sent)
    if isinstance(found, QgaugeError):
        raise found
    return iter(found[0]), found[1]


def _run_task(
    shared: list[Any], run: str, tasks: list[Task]
) -> tuple[list[bool], float] | QgaugeError:
    """Work on shards, in a process of Ray; return an error of the user's, not one of Ray's."""
    if run not in _work:
        _work.clear()
        _work[run] = import_module("ray").get(shared[0])
    began = time.monotonic()
    try:
        done = [_work[run](task) for task in tasks]
    except QgaugeError as error:
        return error
    return done, time.monotonic() - began


def _failed(fault: Exception) -> ToolFailed:
    cause = getattr(fault, "cause", None)
    said = str(cause or fault).strip().splitlines()
    return ToolFailed(f"A worker of Ray failed: {said[-1] if said else type(fault).__name__}")


def _ray() -> Any:
    # Ray asks a server of its makers whether it is used, unless this is set
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # without it, Ray warns that it will stop hiding GPUs, which nothing here uses
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        return import_module("ray")
    except ImportError:
        raise MissingTool("--engine ray needs Ray.", "pip install 'qgauge[ray]'") from None
