"""Compare the speed of `quality` with that of an earlier revision, and show where the time goes.

    python -m benchmarks.speed.before_after [--against REVISION] [--file ROWS.jsonl]

Both revisions score the same fresh rows on one core, in turns, each in its own process, with the
cache off. Every score with its parts and evidence must be equal (==), or the run fails.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.speed.quality import rows
from benchmarks.speed.separate_runs import pin_to_one_core

HERE = Path(__file__).parents[2]
AGAINST = "da4b644"
RUN = "benchmarks.speed.run_quality"


def check_out(revision: str, folder: Path) -> Path:
    """Write the package of a revision into a folder; no worktree is made."""
    packed = subprocess.run(
        ["git", "archive", revision, "src"], cwd=HERE, check=True, capture_output=True
    )
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder / "src"


def rows_of(file: Path) -> list[tuple[str, str, str]]:
    """Read passages, questions and answers of a JSONL file."""
    made = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [(row["passage"], row["question"], row["answer"]) for row in made]


def one_run(source: Path, folder: Path, names: str, cache: str = "") -> dict[str, Any]:
    """Run the code in `source` in a separate process."""
    out = folder / "out.json"
    words = [str(folder / "rows.json"), str(out), names, *([cache] if cache else [])]
    subprocess.run(
        [sys.executable, "-m", RUN, *words],
        cwd=HERE,
        env={**os.environ, "PYTHONPATH": str(source), "OPENBLAS_NUM_THREADS": "1"},
        check=True,
    )
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    if Path(found["code"]) != source / "qgauge":
        raise RuntimeError(f"ran {found['code']} instead of {source}")
    return found


def profile(run: dict[str, Any], count: int, peak: float) -> list[str]:
    """Return the lines of the profile of a run."""
    lines = ["where the time goes (after)                   CPU s   share"]
    for name, seconds in run["parts"].items():
        lines.append(f"  {name:<42}{seconds:>7.2f} {seconds / run['cpu']:>7.1%}")
    lines.append("")
    lines.append("model     pieces    runs  sequences    pieces   GFLOP    CPU s  GFLOP/s")
    total = [0.0] * 5
    for model, first, *row in run["models"]:
        total = [a + b for a, b in zip(total, row, strict=True)]
        lines.append(_inputs(f"{model:<9}{first:>4}+", row))
    lines.append(_inputs(f"{'all':<14}", total))
    work, spent = total[3], total[4]
    least = work / peak
    lines.append("")
    lines.append(f"numpy's matrix products on this core: {peak:.0f} GFLOP/s at best")
    lines.append(
        f"{work:,.0f} GFLOP at that speed: {least:.1f} s of {run['cpu']:.1f} s "
        f"({least / run['cpu']:.0%}; {spent:.1f} s in the models), for {count:,} rows"
    )
    return lines


def _inputs(name: str, row: list[float]) -> str:
    runs, sequences, pieces, work, spent = row
    return (
        f"{name} {runs:>8,.0f} {sequences:>10,.0f} {pieces:>9,.0f} {work:>7,.0f} {spent:>8.2f} "
        f"{work / spent:>8.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default=AGAINST, metavar="REVISION")
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--file", type=Path, help="rows with passage, question and answer")
    parser.add_argument("--metrics", default="quality", help="joined by +, scored in one run")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--cache", action="store_true", help="also with a cache: fresh, then warm")
    given = parser.parse_args()
    pin_to_one_core()
    with tempfile.TemporaryDirectory(prefix="qgauge-bench-") as name:
        folder = Path(name)
        some = (rows_of(given.file) if given.file else rows(given.rows + 1))[: given.rows + 1]
        (folder / "rows.json").write_text(json.dumps(some), encoding="utf-8")
        sources = {"before": check_out(given.against, folder / "before"), "after": HERE / "src"}
        compare(given, sources, folder, len(some) - 1)


def compare(given: argparse.Namespace, sources: dict[str, Path], folder: Path, count: int) -> None:
    """Run both revisions in turns, and print what was found."""
    kinds = ["off"] * given.rounds + (["fresh", "warm", "warm"] if given.cache else [])
    best: dict[tuple[str, str], dict[str, Any]] = {}
    scores: dict[str, Any] | None = None
    for kind in kinds:
        for when, source in sources.items():
            cache = "" if kind == "off" else str(folder / f"{when}.sqlite")
            found = one_run(source, folder, given.metrics, cache)
            scores = scores or found["scores"]
            if found.pop("scores") != scores:
                raise RuntimeError(f"the scores {when} (cache {kind}) are not the same")
            if (kind, when) not in best or found["cpu"] < best[kind, when]["cpu"]:
                best[kind, when] = found
    peak = max(found["core_speed"] for found in best.values())
    what = given.metrics.replace("+", ", ")
    print(f"\n{count:,} rows, {what}; before is {given.against}; the best of the rounds\n")
    print(f"{'cache':<8}{'before, CPU s':>14}{'after, CPU s':>14}{'ratio':>8}{'peak MB':>14}")
    for kind in dict.fromkeys(kinds):
        before, after = best[kind, "before"], best[kind, "after"]
        memory = f"{before['peak_mb']:.0f} / {after['peak_mb']:.0f}"
        ratio = before["cpu"] / after["cpu"]
        print(f"{kind:<8}{before['cpu']:>14.1f}{after['cpu']:>14.1f}{ratio:>8.2f}{memory:>14}")
    print("values, parts and evidence of all rows are equal (==)\n")
    print("\n".join(profile(best["off", "after"], count, peak)))


if __name__ == "__main__":
    main()
