"""Measure how many pairs per second `qsts` scores on one core: `python -m benchmarks.speed.qsts`.

Fresh: no text is in the cache. Cached: an earlier run parsed and classified every text. Each round
is a separate process. `--questions FILE` takes references from a file, one per line.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.speed.separate_runs import (
    TimedTool,
    add_pair_options,
    pairs_for,
    pin_to_one_core,
    run_apart,
)

MODULE = "benchmarks.speed.qsts"
FRESH_TARGET, CACHED_TARGET = 80.0, 20.0
"""Pairs per second with new texts, and how many times as fast cached texts should be."""
VERBS = {"parser": "parse", "classifier": "classify", "embedder": "vector"}


def one_run(file: str, cache_file: str) -> dict[str, Any]:
    """Score the pairs of the file, with open models and warm code."""
    import qgauge
    from qgauge.tools.cache import Cache
    from qgauge.tools.registry import open_tool

    found = json.loads(Path(file).read_text(encoding="utf-8"))
    cache = Cache(cache_file) if cache_file else None
    metric = qgauge.load("qsts")
    first = found[0]
    warm = {role: open_tool(role, cache=cache) for role in VERBS}
    metric.compute(predictions=[first[0]], references=[first[1]], tools=warm)
    tools = {role: TimedTool(tool, VERBS[role]) for role, tool in warm.items()}
    rest = found[1:]
    wall, cpu = time.perf_counter(), time.process_time()
    result = metric.compute(
        predictions=[pair[0] for pair in rest], references=[pair[1] for pair in rest], tools=tools
    )
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {
        "pairs": len(rest),
        "wall": wall,
        "cpu": cpu,
        "value": result.value,
        "tools": {role: tool.seconds for role, tool in tools.items()},
    }


def line(name: str, runs: list[dict[str, Any]]) -> tuple[str, float]:
    rate = median(run["pairs"] / run["wall"] for run in runs)
    by_cpu = median(run["pairs"] / run["cpu"] for run in runs)
    shares = [
        f"{role} {100 * median(run['tools'][role] / run['cpu'] for run in runs):.0f} %"
        for role in VERBS
    ]
    spread = 50 * (max(r["wall"] for r in runs) - min(r["wall"] for r in runs))
    spread /= median(r["wall"] for r in runs)
    shown = f"{name:<8}{rate:>10,.1f} {by_cpu:>10,.1f}   ±{spread:.0f} %   {', '.join(shares)}"
    return shown, rate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=2, metavar=("FILE", "CACHE"), help=argparse.SUPPRESS)
    add_pair_options(parser, 1024)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(one_run(*given.one)))
        return
    pin_to_one_core()
    pairs = pairs_for(given)
    texts = {text for pair in pairs for text in pair}
    words = sum(len(text.split()) for text in texts) / len(texts)
    print(f"{given.pairs:,} pairs, {words:.1f} words per text; median of {given.rounds} rounds\n")
    with tempfile.TemporaryDirectory(prefix="qgauge-bench-") as folder:
        file = Path(folder) / "pairs.json"
        file.write_text(json.dumps(pairs), encoding="utf-8")
        cache = str(Path(folder) / "tools.sqlite")
        fresh = [run_apart(MODULE, str(file), "") for _ in range(given.rounds)]
        filling = run_apart(MODULE, str(file), cache)
        cached = [run_apart(MODULE, str(file), cache) for _ in range(given.rounds)]
    if len({run["value"] for run in (*fresh, filling, *cached)}) > 1:
        raise RuntimeError("the scores differ between runs")
    print(f"{'qsts':<8}{'pairs/s':>10} {'/CPU s':>10}   noise  share of processor time")
    first, rate = line("fresh", fresh)
    second, again = line("cached", cached)
    print(first, second, sep="\n")
    told = "met" if rate >= FRESH_TARGET else "MISSED"
    print(f"\nfresh: {FRESH_TARGET:g} pairs/s {told}", end="; ")
    told = "met" if again >= CACHED_TARGET * rate else "MISSED"
    print(f"cached: {again / rate:.0f} times as fast, {CACHED_TARGET:g} {told}")


if __name__ == "__main__":
    main()
