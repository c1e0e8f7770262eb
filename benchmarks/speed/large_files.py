"""Measure `qgauge score` on large files: time and memory by size, and several workers."""

from __future__ import annotations

import filecmp
import json
import os
import subprocess
import sysconfig
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from statistics import median

from benchmarks.speed.made_up_pairs import pairs_from, questions

MEMORY_TARGET_MB = 300


@dataclass(frozen=True, slots=True)
class Measured:
    """One run of the command."""

    rows: int
    seconds: float
    cpu: float
    """Processor seconds, including workers."""
    peak_mb: float

    @property
    def rate(self) -> float:
        """Rows per second."""
        return self.rows / self.seconds


def measure(
    folder: Path, rows: int, rounds: int, seed: int, core: int, say: Callable[[str], None]
) -> tuple[list[str], dict[str, object]]:
    """Return the lines of the report, and its numbers."""
    small = max(rows // 10, 1)
    made = {}
    for count in (small, rows):
        say(f"writing {count:,} rows")
        made[count] = folder / f"{count}.jsonl"
        write_rows(made[count], count, seed)
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})  # the command inherits the affinity
    say(f"scoring {small:,} rows on one core")
    few = run(made[small], folder / "out", small)
    say(f"scoring {rows:,} rows on one core")
    many = run(made[rows], folder / "out", rows)
    os.sched_setaffinity(0, everywhere)
    found: dict[str, list[Measured]] = {"1": [], "2": []}
    for number in range(rounds):
        say(f"scoring {small:,} rows with 1 and 2 workers, round {number + 1} of {rounds}")
        for workers, runs in found.items():
            out = folder / f"workers{workers}"
            runs.append(run(made[small], out, small, "--workers", workers))
    same = filecmp.cmp(folder / "workers1", folder / "workers2", shallow=False)
    alone, both = (median(one.seconds for one in runs) for runs in found.values())
    busy, busy_both = (median(one.cpu for one in runs) for runs in found.values())
    verdict = "met" if many.peak_mb < MEMORY_TARGET_MB else "MISSED"
    lines = [
        "qgauge score FILE -m q_bleu1 -o OUT, including program start",
        *(
            f"  {one.rows:>9,} rows, one core: {one.seconds:7.1f} s, {one.rate:7,.0f} rows/s, "
            f"peak memory {one.peak_mb:4.0f} MB"
            for one in (few, many)
        ),
        f"  rows/s of the large file against the small one: {many.rate / few.rate:.2f} "
        f"(1 is linear); memory under {MEMORY_TARGET_MB} MB: {verdict}",
        f"  {small:,} rows, not pinned ({len(everywhere)} cores, medians of {rounds}): "
        f"1 worker {alone:.1f} s ({busy:.1f} s CPU), "
        f"2 workers {both:.1f} s ({busy_both:.1f} s CPU)",
        f"  speed-up {alone / both:.2f}; outputs {'equal byte for byte' if same else 'DIFFER'}",
    ]
    numbers: dict[str, object] = {
        "one_core": [asdict(one) for one in (few, many)],
        "workers": {workers: [asdict(one) for one in runs] for workers, runs in found.items()},
        "equal": same,
    }
    return lines, numbers


def write_rows(path: Path, count: int, seed: int) -> None:
    """Write rows with unique ids one by one, to keep this process small."""
    pairs = islice(pairs_from(questions(seed), seed), count)
    with path.open("w", encoding="utf-8") as file:
        for at, (hypothesis, reference) in enumerate(pairs, start=1):
            row = {"id": f"q{at}", "question": hypothesis, "references": [reference]}
            file.write(json.dumps(row) + "\n")


def run(source: Path, out: Path, rows: int, *options: str) -> Measured:
    """Run the command and return the resources it used.

    Linux counts the memory of the parent process towards the peak of the command, so this process
    must stay smaller than the command.
    """
    program = Path(sysconfig.get_path("scripts")) / "qgauge"
    command = [str(program), "score", str(source), "-m", "q_bleu1", "-o", str(out), *options]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        trouble = process.stderr.read().decode("utf-8", "replace")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}: {trouble[-500:]}")
    return Measured(rows, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
