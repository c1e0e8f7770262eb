"""Measure large runs: rows per second, memory, several workers, and Ray.

    python -m benchmarks.scale.rates [--only pairs|rank] [--rows N] [--rank-rows N]

Pairs: `qgauge score -m q_bleu1` on 200,000 and 2,000,000 rows. Rank: `qgauge rank --cache off` on
2,000 and 10,000 rows with passages of 150 words. Memory is the peak of every process of the run,
from /proc, added up.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.scale.rows import machine_and_versions, write_pairs, write_passages

COMMAND = [sys.executable, "-c", "from qgauge.cli import main; main()"]
RAY = ["--engine", "ray", "--workers", "2"]


@dataclass(frozen=True)
class Measured:
    """One run."""

    name: str
    rows: int
    seconds: float
    cpu: float
    megabytes: float
    digest: str

    @property
    def rate(self) -> float:
        return self.rows / self.seconds

    def __str__(self) -> str:
        return (
            f"{self.name:<18} {self.rows:>9,} rows {self.seconds:>7.1f} s {self.rate:>9,.1f} rows/s"
            f" {self.cpu:>7.1f} s CPU {self.megabytes:>6.0f} MB"
        )


def measured(name: str, source: Path, rows: int, words: list[str]) -> Measured:
    """Run the command once."""
    output = source.parent / "out.jsonl"
    command = [*COMMAND, words[0], str(source), *words[1:], "-o", str(output)]
    before = os.times()
    began = time.monotonic()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    peaks: dict[int, int] = {}
    while process.poll() is None:
        for pid in descendants(process.pid):
            peaks[pid] = max(peaks.get(pid, 0), peak_memory(pid))
        time.sleep(0.2)
    seconds = time.monotonic() - began
    after = os.times()
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    cpu = sum(after[2:4]) - sum(before[2:4])
    with output.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    output.unlink()
    one = Measured(name, rows, seconds, cpu, sum(peaks.values()) / 1024, digest)
    print(one, flush=True)
    return one


def descendants(pid: int) -> Iterator[int]:
    """Yield a process and its descendants, except the servers of Ray."""
    yield pid
    try:
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in below:
        yield from descendants(int(child))


def peak_memory(pid: int) -> int:
    """Return the peak memory of a process in kilobytes; 0 for those that are not qgauge's."""
    try:
        name = Path(f"/proc/{pid}/cmdline").read_bytes()
        ours = b"qgauge" in name or b"spawn_main" in name or b"ray::" in name
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    lines = (line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(next(lines, "VmHWM: 0 kB").split()[1]) if ours else 0


def compare(runs: dict[str, Measured], large: int) -> None:
    """Print the ratios that matter."""
    one, two, ray = (runs[name] for name in ("1 worker", "2 workers", "ray"))
    small = runs["small"]
    if len({one.digest, two.digest, ray.digest}) > 1:
        raise RuntimeError("the outputs differ")
    print(f"  2 workers against 1: {one.seconds / two.seconds:.2f} times as fast (target 1.8)")
    print(f"  Ray against 2 workers, time per row: {ray.seconds / two.seconds:.2f} (target 1.1)")
    base = runs["whole"]
    print(
        f"  {large:,} rows against {small.rows:,}: {base.rate / small.rate:.2f} of the rate, "
        f"{base.megabytes / small.megabytes:.2f} of the memory"
    )
    print("  the outputs are equal byte for byte\n")


def measure_pairs(folder: Path, rows: int) -> None:
    small, large = folder / "small.jsonl", folder / "large.jsonl"
    write_pairs(small, rows // 10)
    write_pairs(large, rows)
    words = ["score", "-m", "q_bleu1"]
    runs = {"small": measured("1 worker", small, rows // 10, words)}
    runs["1 worker"] = runs["whole"] = measured("1 worker", large, rows, words)
    runs["2 workers"] = measured("2 workers", large, rows, [*words, "--workers", "2"])
    runs["ray"] = measured("ray, 2 processors", large, rows, [*words, *RAY])
    compare(runs, rows)


def measure_rank(folder: Path, rows: int) -> None:
    small, large = folder / "small.jsonl", folder / "large.jsonl"
    few = rows // 5
    write_passages(small, few)
    write_passages(large, rows)
    words = ["rank", "--cache", "off"]
    runs = {"1 worker": measured("1 worker", small, few, words)}
    two = ["--workers", "2"]
    runs["2 workers"] = runs["small"] = measured("2 workers", small, few, [*words, *two])
    runs["ray"] = measured("ray, 2 processors", small, few, [*words, *RAY])
    runs["whole"] = measured("2 workers", large, rows, [*words, *two])
    compare(runs, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["pairs", "rank"])
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--rank-rows", type=int, default=10_000)
    given = parser.parse_args()
    print(machine_and_versions(), flush=True)
    with tempfile.TemporaryDirectory(prefix="qgauge-scale-") as place:
        if given.only != "rank":
            measure_pairs(Path(place), given.rows)
        if given.only != "pairs":
            measure_rank(Path(place), given.rank_rows)


if __name__ == "__main__":
    main()
