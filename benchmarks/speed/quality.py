"""Measure how long it takes to rank pairs on one core: `python -m benchmarks.speed.quality`.

Uses synthetic rows, each with its own passage of 150 words. Fresh: no text is in the cache. Cached:
an earlier run has seen them all. The time of each stage is the time spent in its tool; the rest is
spent in the metric itself.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.speed.run_tool import timed
from benchmarks.speed.separate_runs import SEED, TimedTool, pin_to_one_core, run_apart

MODULE = "benchmarks.speed.quality"
WORDS = 150
STAGES = {"grammarian": "check", "parser": "parse", "reader": "weigh", "verifier": "verify"}
TOWNS = ("Halden", "Oriel", "Lower Wend", "Askerholm", "Tamel", "Brightwater", "Marrow", "Eskby")
PEOPLE = ("Maria Costa", "Theo Falk", "Ines Pell", "Bram Okoye", "Ada Lind", "Joren Vale")
THINGS = ("bridge", "mill", "lighthouse", "school", "tower", "library", "harbour", "theatre")
FILLERS = (
    "Most people in the valley still remember the long winter when the river froze.",
    "On market days the square is full of carts, and children run between the stalls.",
    "The old road from the coast was closed for years and opened again after the war.",
    "A small museum keeps letters, tools and photographs from that time.",
    "In summer the town holds a festival with boats, music and a race along the shore.",
)


def rows(count: int) -> list[tuple[str, str, str]]:
    """Return passages, questions and answers; one answer in three is wrong."""
    source = random.Random(SEED)
    made = []
    for at in range(count):
        town, thing, year = source.choice(TOWNS), source.choice(THINGS), 1500 + at % 500
        who, other = source.sample(PEOPLE, 2)
        sentences = [
            f"The {thing} of {town} was built by {who} in {year}.",
            f"Some {at + 2} years later {other} painted it green.",
        ]
        while len(" ".join(sentences).split()) < WORDS:
            sentences.insert(source.randrange(len(sentences) + 1), source.choice(FILLERS))
        passage = " ".join(" ".join(sentences).split()[:WORDS])
        made.append(
            (passage, f"Who built the {thing} of {town} in {year}?", other if at % 3 == 0 else who)
        )
    return made


def one_run(file: str, cache_file: str) -> dict[str, Any]:
    """Score the rows of the file; the first row opens the models and is not timed."""
    import qgauge
    from qgauge.tools.cache import Cache
    from qgauge.tools.registry import open_tool

    found = json.loads(Path(file).read_text(encoding="utf-8"))
    cache = Cache(cache_file) if cache_file else None
    warm = {role: open_tool(role, cache=cache) for role in STAGES}
    metric = qgauge.load("quality")

    def score(some: list[list[str]], tools: Any) -> Any:
        passages, questions, answers = (list(column) for column in zip(*some, strict=True))
        return metric.compute(
            predictions=questions, passages=passages, answers=answers, tools=tools
        )

    score(found[:1], warm)
    tools = {role: TimedTool(tool, STAGES[role]) for role, tool in warm.items()}
    seconds, result = timed(lambda: score(found[1:], tools))
    stages = {role: tool.seconds for role, tool in tools.items()}
    return {**seconds, "stages": stages, "rows": len(found) - 1, "value": result.value}


def line(name: str, run: dict[str, Any]) -> str:
    stages = {**run["stages"], "rest": run["cpu"] - sum(run["stages"].values())}
    shares = ", ".join(f"{role} {seconds:.1f}" for role, seconds in stages.items())
    rate = run["rows"] / run["cpu"]
    return f"{name:<8}{run['wall']:>8.1f} {run['cpu']:>8.1f} {rate:>11,.1f}   {shares}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=2, metavar=("FILE", "CACHE"), help=argparse.SUPPRESS)
    parser.add_argument("--rows", type=int, default=1000)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(one_run(*given.one)))
        return
    pin_to_one_core()
    print(f"{given.rows:,} rows, passages of {WORDS} words\n")
    with tempfile.TemporaryDirectory(prefix="qgauge-bench-") as folder:
        file = Path(folder) / "rows.json"
        file.write_text(json.dumps(rows(given.rows + 1)), encoding="utf-8")
        cache = str(Path(folder) / "tools.sqlite")
        filling, cached = (run_apart(MODULE, str(file), cache) for _ in range(2))
    if filling["value"] != cached["value"]:
        raise RuntimeError("the scores of the two runs differ")
    print(f"{'quality':<8}{'seconds':>8} {'CPU s':>8} {'rows/CPU s':>11}   CPU s by stage")
    print(line("fresh", filling), line("cached", cached), sep="\n")


if __name__ == "__main__":
    main()
