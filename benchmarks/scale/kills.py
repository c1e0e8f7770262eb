"""Kill runs in shards at random, give the same command again, and compare with a clean run.

    python -m benchmarks.scale.kills [--runs N] [--kills N] [--rows N]

Half of the runs use the local engine, where a worker or the driver is killed with SIGKILL. The
others use Ray, in a cluster of three nodes on this machine, where a worker of Ray, a raylet (with
its workers) or the driver is killed. Killed nodes are replaced. A run counts as good if its output
has the bytes of an uninterrupted run, and neither shards nor temporary files are left.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.scale.rows import machine_and_versions, write_pairs

COMMAND = [sys.executable, "-c", "from qgauge.cli import main; main()"]
METRICS = ["-m", "q_bleu1", "-m", "meteor", "-m", "nist", "-m", "bleu4"]
SEED = 7
PATIENCE = 300.0


class LocalRuns:
    """Runs on the local engine with two workers."""

    kinds = ("worker", "driver")

    def words(self) -> list[str]:
        return ["--workers", "2"]

    def victims(self, driver: int, kind: str) -> list[int]:
        if kind == "driver":
            return [driver]
        return [pid for pid in children(driver) if b"spawn_main" in command_of(pid)]

    def mended(self) -> None:
        """Nothing outlives a run."""


class RayRuns:
    """Runs on a Ray cluster of three nodes with one processor each."""

    kinds = ("worker", "raylet", "driver")

    def __init__(self) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        from ray.cluster_utils import Cluster

        self._cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        self._nodes = [self._cluster.add_node(num_cpus=1) for _ in range(2)]

    def words(self) -> list[str]:
        return ["--engine", "ray", "--address", self._cluster.address]

    def victims(self, driver: int, kind: str) -> list[int]:
        if kind == "driver":
            return [driver]
        if kind == "raylet":
            return [_raylet(node) for node in self._nodes if _is_alive(_raylet(node))]
        return [pid for pid in every_process() if b"ray::_run_task" in command_of(pid)]

    def mended(self) -> None:
        """Replace the nodes that were killed."""
        for at, node in enumerate(self._nodes):
            if not _is_alive(_raylet(node)):
                self._cluster.remove_node(node, allow_graceful=False)
                self._nodes[at] = self._cluster.add_node(num_cpus=1)

    def close(self) -> None:
        self._cluster.shutdown()


def _raylet(node: Any) -> int:
    return int(node.all_processes["raylet"][0].process.pid)


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def every_process() -> Iterator[int]:
    yield from (int(name) for name in os.listdir("/proc") if name.isdigit())


def children(parent: int) -> list[int]:
    try:
        return [int(p) for p in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    except OSError:
        return []


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def killed_run(
    runs: LocalRuns | RayRuns, source: Path, folder: Path, kills: int, draw: random.Random
) -> Counter[str]:
    """Run until the output is there, after so many kills; return the kinds of kills."""
    made: Counter[str] = Counter()
    output = folder / "out.jsonl"
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        process = subprocess.Popen(
            [*COMMAND, "score", str(source), *METRICS, "-o", str(output), *runs.words()],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        while sum(made.values()) < kills and process.poll() is None:
            kind = draw.choice(runs.kinds)
            before = len(list(folder.glob("*/*.note")))
            wait = time.monotonic() + 30
            # let the run come further, then strike at a random moment
            while process.poll() is None and time.monotonic() < wait:
                if len(list(folder.glob("*/*.note"))) > before:
                    break
                time.sleep(0.01)
            time.sleep(draw.random() * 0.5)
            if victims := [pid for pid in runs.victims(process.pid, kind) if _is_alive(pid)]:
                os.kill(draw.choice(victims), signal.SIGKILL)
                made[kind] += 1
                if kind == "raylet":
                    runs.mended()
        _, said = process.communicate()
        runs.mended()
        if process.returncode == 0:
            if sum(made.values()) >= kills:
                return made
            output.unlink()  # it finished before the kills: run it again
        elif b"Traceback" in said:
            raise RuntimeError(said.decode())
    raise RuntimeError(f"the run did not finish; killed so far: {dict(made)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--kills", type=int, default=5, help="kills in each run")
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--only", choices=["local", "ray"])
    given = parser.parse_args()
    print(machine_and_versions())
    draw = random.Random(SEED)
    engines: dict[str, LocalRuns | RayRuns] = {}
    if given.only != "ray":
        engines["local"] = LocalRuns()
    if given.only != "local":
        engines["ray"] = RayRuns()
    with tempfile.TemporaryDirectory(prefix="qgauge-kills-") as place:
        source = Path(place) / "rows.jsonl"
        write_pairs(source, given.rows)
        clean = Path(place) / "clean.jsonl"
        words = ["score", str(source), *METRICS, "-o", str(clean)]
        subprocess.run([*COMMAND, *words], check=True, stdout=subprocess.DEVNULL)
        expected = clean.read_bytes()
        total: dict[str, Counter[str]] = {name: Counter() for name in engines}
        good = 0
        for number in range(given.runs):
            name = list(engines)[number % len(engines)]
            folder = Path(place) / f"run{number}"
            folder.mkdir()
            began = time.monotonic()
            kinds = killed_run(engines[name], source, folder, given.kills, draw)
            total[name] += kinds
            same = (folder / "out.jsonl").read_bytes() == expected
            left = sorted(os.listdir(folder))
            good += same and left == ["out.jsonl"]
            seconds = time.monotonic() - began
            said = "same bytes" if same else "OTHER BYTES"
            print(
                f"run {number + 1:>2} {name:<5} {said}, left {left}, {dict(kinds)}, {seconds:.0f} s"
            )
            sys.stdout.flush()
    for name, kinds in total.items():
        print(f"{name}: {sum(kinds.values())} kills ({dict(kinds)})")
    print(f"{good} of {given.runs} runs have the bytes of the clean run, and left nothing behind")
    for runs in engines.values():
        if isinstance(runs, RayRuns):
            runs.close()
    sys.exit(good != given.runs)


if __name__ == "__main__":
    main()
