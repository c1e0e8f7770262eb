"""Time `qgauge set` on one core, with and without a cache: `python -m benchmarks.speed.sets`.

Uses 2,000 synthetic questions, half of them noisy copies of the other half: once with five
questions per passage, and once without passages, where every question is compared with every other.
`--rows FILE` takes your own rows instead, in any format. For the search in sets of up to a million
questions, without models, see `benchmarks.speed.set_search`.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.speed.made_up_pairs import distinct_pairs, questions
from benchmarks.speed.separate_runs import pin_to_one_core
from benchmarks.speed.tools import passages

TARGET = 60.0
"""Seconds for 2,000 questions with a cache."""
SEED = 20
A_PASSAGE = 5


def made_up(count: int) -> list[dict[str, Any]]:
    pairs = distinct_pairs(questions(SEED), count // 2, SEED)
    texts = [text for pair in pairs for text in pair]
    about_them = list(islice(passages(SEED), len(texts) // A_PASSAGE + 1))
    return [
        {
            "id": str(at),
            "question": text,
            "passage": about_them[at // A_PASSAGE],
            "answer": " ".join(about_them[at // A_PASSAGE].split()[at % 20 : at % 20 + 2]),
        }
        for at, text in enumerate(texts)
    ]


def timed(file: str, cache: Path, *more: str) -> tuple[float, float, dict[str, Any]]:
    """Return wall and processor seconds of the whole command."""
    command = [sys.executable, "-c", "from qgauge.cli import main; main()", "set", file]
    command += ["--json", "--cache", str(cache), *more]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=True)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, json.loads(done.stdout)


def measure(name: str, file: str, folder: Path) -> bool:
    cache = folder / f"{name.replace(' ', '-')}.sqlite"
    fresh, fresh_cpu, first = timed(file, cache)
    cached, cached_cpu, again = timed(file, cache)
    keep, keep_cpu, _ = timed(file, cache, "--keep", "500")
    if first != again:
        raise RuntimeError("cached and fresh runs differ")
    found = list(again["systems"].values())
    count = sum(one["questions"] for one in found)
    groups = sum(len(one["duplicates"]) for one in found)
    print(
        f"{name}: {count:,} questions, {sum(one['documents'] for one in found):,} documents, "
        f"{groups} groups of duplicates"
    )
    for what, wall, cpu in (
        ("fresh", fresh, fresh_cpu),
        ("cached", cached, cached_cpu),
        ("cached, --keep 500", keep, keep_cpu),
    ):
        print(f"  {what:<20}{wall:>8.1f} s{cpu:>8.1f} CPU s{count / wall:>10,.0f} questions/s")
    return cached <= TARGET


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--rows")
    options = parser.parse_args()
    pin_to_one_core()
    print()
    with tempfile.TemporaryDirectory(prefix="qgauge-bench-") as made:
        folder = Path(made)
        met = []
        if options.rows:
            met.append(measure("own rows", options.rows, folder))
        else:
            rows = made_up(options.questions)
            bare = [{name: row[name] for name in ("id", "question", "answer")} for row in rows]
            for name, some in (("with passages", rows), ("without passages", bare)):
                file = folder / f"{name}.jsonl"
                file.write_text("".join(f"{json.dumps(row)}\n" for row in some), encoding="utf-8")
                met.append(measure(name, str(file), folder))
    print(f"\ncached under {TARGET:g} s: {'met' if all(met) else 'MISSED'}")


if __name__ == "__main__":
    main()
