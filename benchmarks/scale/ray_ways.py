"""Compare three ways to run shards on Ray: tasks, actors, and Ray Data's map_batches.

    python -m benchmarks.scale.ray_ways [--rows N] [--rounds N]

Each way works on the same shards of `q_bleu1` with two processors, in a Ray of its own that has
been started before. Actors and Ray Data get the numbers of shards, and read their input from files;
tasks get the input itself, as the engine sends it.
"""

from __future__ import annotations

import argparse
import os
import pickle
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.scale.rows import machine_and_versions, write_pairs
from qgauge.cli.score_shards import ScoreRecord
from qgauge.data import QuestionFiles, output_line
from qgauge.data.blocks import Block, QuestionBlocks
from qgauge.gates import Gate
from qgauge.run import CountAndWrite, ScoringWork, batch_size, requests_for, score_with_all
from qgauge.shards.folder import folder_at
from qgauge.shards.work import ShardWork, Task

CPUS = 2


def work_in(folder: str) -> ShardWork:
    requests = requests_for(["q_bleu1"])
    finish = ScoreRecord(Gate((), requests).beside(CountAndWrite(requests, output_line)))
    scoring = ScoringWork([one.metric for one in requests], {}, score_with_all, finish)
    Path(folder).mkdir()
    return ShardWork(folder_at(folder), "run", scoring, batch_size(requests))


def by_tasks(ray: Any, work: ShardWork, blocks: list[Block], _: list[str]) -> None:
    from qgauge.shards.ray_engine import RayEngine

    engine = RayEngine(CPUS)
    tasks = [Task(number, block) for number, block in enumerate(blocks)]
    assert all(done for _, done in engine._run(ray, work, tasks, None))


class Worker:
    """Works on shards by number; its input is in files."""

    def __init__(self, work: ShardWork, files: list[str]) -> None:
        self._work, self._files = work, files

    def run(self, number: int) -> bool:
        block = pickle.loads(Path(self._files[number]).read_bytes())
        return self._work(Task(number, block))

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        return {"done": [self.run(int(number)) for number in batch["id"]]}


def by_actors(ray: Any, work: ShardWork, blocks: list[Block], files: list[str]) -> None:
    from ray.util import ActorPool

    remote = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(Worker)
    pool = ActorPool([remote.remote(work, files) for _ in range(CPUS)])
    numbers = range(len(blocks))
    assert all(pool.map(lambda actor, number: actor.run.remote(number), numbers))


def by_ray_data(_: Any, work: ShardWork, blocks: list[Block], files: list[str]) -> None:
    from ray import data

    data.DataContext.get_current().enable_progress_bars = False
    rows = data.range(len(blocks), override_num_blocks=len(blocks))
    made = rows.map_batches(
        Worker,
        fn_constructor_args=(work, files),
        batch_size=1,
        concurrency=CPUS,
        num_cpus=1,
    )
    assert all(row["done"] for row in made.take_all())


WAYS: dict[str, Callable[[Any, ShardWork, list[Block], list[str]], None]] = {
    "tasks": by_tasks,
    "actors": by_actors,
    "map_batches": by_ray_data,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    print(f"{machine_and_versions()}\nRay {ray.__version__}, {given.rows:,} rows of q_bleu1")
    with tempfile.TemporaryDirectory(prefix="qgauge-ray-") as place:
        source = Path(place) / "rows.jsonl"
        write_pairs(source, given.rows)
        blocks = list(QuestionBlocks(QuestionFiles([str(source)])))
        files = [f"{place}/block{number}" for number in range(len(blocks))]
        for file, block in zip(files, blocks, strict=True):
            Path(file).write_bytes(pickle.dumps(block))
        seconds: dict[str, list[float]] = {name: [] for name in WAYS}
        for number in range(given.rounds):
            for name, way in WAYS.items():
                # Ray Data keeps a processor for its own needs
                extra = 1 if name == "map_batches" else 0
                ray.init("local", num_cpus=CPUS + extra, log_to_driver=False)
                began = time.monotonic()
                way(ray, work_in(f"{place}/{name}{number}.parts"), blocks, files)
                seconds[name].append(time.monotonic() - began)
                ray.shutdown()
        for name, times in seconds.items():
            rate = given.rows / median(times)
            print(f"{name:<12} {median(times):>6.1f} s {rate:>9,.0f} rows/s {sorted(times)}")


if __name__ == "__main__":
    main()
