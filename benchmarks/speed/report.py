"""Time `qgauge report` on many scored rows, on one core: `python -m benchmarks.speed.report`.

The rows are synthetic: two systems, each with half of the rows, whose questions have a passage, an
answer, three scores with parts and reasons, and now and then a flaw or no score. The page is made
twice, and both must have the same bytes.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.speed.made_up_pairs import pairs_from, questions
from benchmarks.speed.separate_runs import pin_to_one_core
from benchmarks.speed.tools import passages

SECONDS_TARGET = 20.0
MEGABYTES_TARGET = 5.0
SEED = 20
A_PASSAGE = 10
FLAWS = ("leaks the answer", "vague", "off target", "not answerable")
PARTS = ("fluency", "clarity", "relevance", "answerability")


def write_rows(path: Path, count: int) -> None:
    """Write scored rows one by one, to keep this process small."""
    random = Random(SEED)
    texts = islice(pairs_from(questions(SEED), SEED), count)
    about = passages(SEED)
    passage = ""
    with path.open("w", encoding="utf-8") as file:
        for at, (hypothesis, reference) in enumerate(texts):
            if at % A_PASSAGE == 0:
                passage = next(about)
            row = {
                "id": f"q{at // 2}",
                "system": ("atlas", "birch")[at % 2],
                "question": hypothesis,
                "references": [reference],
                "passage": passage,
                "answer": " ".join(passage.split()[at % 20 : at % 20 + 2]),
                "scores": _scores(random, at % 2 * 0.03),
            }
            file.write(json.dumps(row) + "\n")


def _scores(random: Random, better: float) -> dict[str, Any]:
    quality = min(1.0, random.betavariate(4, 2) + better)
    flaws = [{"kind": random.choice(FLAWS)}] if quality < 0.4 else []
    quality_score: dict[str, Any] = {"value": quality}
    if random.random() < 0.01:
        quality_score = {"value": None, "unscored": "no passage"}
    return {
        "quality": quality_score
        | {
            "parts": {name: random.random() for name in PARTS},
            "evidence": {"why": ["the reader gives this answer"], "flaws": flaws},
        },
        "grammar": {"value": random.betavariate(8, 1)},
        "q_bleu1": {"value": random.betavariate(2, 2), "parts": {"recall": random.random()}},
    }


def made(source: Path, page: Path) -> tuple[float, float]:
    """Make the page; return the seconds and the peak memory in megabytes of the command.

    Linux counts the memory of the parent process towards the peak of the command, so this process
    must stay smaller than the command.
    """
    command = [sys.executable, "-c", "from qgauge.cli import main; main()", "report", source.name]
    command += ["-o", page.name]
    start = time.perf_counter()
    with subprocess.Popen(command, cwd=page.parent, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        trouble = process.stderr.read().decode("utf-8", "replace")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}: {trouble[-500:]}")
    return time.perf_counter() - start, used.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    options = parser.parse_args()
    pin_to_one_core()
    print()
    with tempfile.TemporaryDirectory(prefix="qgauge-bench-") as folder:
        source, page, first = (Path(folder, name) for name in ("rows.jsonl", "p.html", "first"))
        write_rows(source, options.rows)
        runs = [made(source, page)]
        page.rename(first)
        runs.append(made(source, page))
        same = filecmp.cmp(first, page, shallow=False)
        size, rest = (path.stat().st_size / 1e6 for path in (page, page.with_name("p.rows.jsonl")))
        print(f"{options.rows:,} rows, {source.stat().st_size / 1e6:.0f} MB, 2 systems, 3 metrics")
    for seconds, peak in runs:
        rate = options.rows / seconds
        print(f"  {seconds:.1f} s, {rate:,.0f} rows/s, peak memory {peak:.0f} MB")
    print(f"  page {size:.2f} MB, other rows {rest:.0f} MB; bytes {'equal' if same else 'DIFFER'}")
    met = max(runs)[0] < SECONDS_TARGET and size < MEGABYTES_TARGET and same
    print(f"\nunder {SECONDS_TARGET:g} s and {MEGABYTES_TARGET:g} MB: {'met' if met else 'MISSED'}")


if __name__ == "__main__":
    main()
