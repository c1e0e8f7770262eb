"""Measure how many pairs per second `facet_f` scores: `python -m benchmarks.speed.facet_f`.

Runs on one core, with both ways to judge a facet, and with new and with cached texts. Each round is
a separate process. `--questions FILE` takes references from a file, one per line.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.speed.run_tool import timed
from benchmarks.speed.separate_runs import (
    TimedTool,
    add_pair_options,
    pairs_for,
    pin_to_one_core,
    run_apart,
)

MODULE = "benchmarks.speed.facet_f"
METRICS = ("facet_f:probability=entailer", "facet_f:probability=lexical")


def one_run(metric: str, file: str, cache_file: str) -> dict[str, Any]:
    """Score the pairs of the file; the first pair opens the models and is not timed."""
    import qgauge
    from qgauge.tools.cache import Cache
    from qgauge.tools.registry import open_tool

    pairs = json.loads(Path(file).read_text(encoding="utf-8"))
    cache = Cache(cache_file) if cache_file else None
    loaded = qgauge.load(metric)
    tools = {role: open_tool(role, cache=cache) for role in loaded.metric.roles()}

    def score(some: list[list[str]]) -> Any:
        noisy, references = [pair[0] for pair in some], [pair[1] for pair in some]
        return loaded.compute(predictions=noisy, references=references, tools=tools)

    score(pairs[:1])
    parser = tools["parser"] = TimedTool(tools["parser"], "parse")
    seconds, result = timed(lambda: score(pairs[1:]))
    return {
        "rate": (len(pairs) - 1) / seconds["wall"],
        "by_cpu": (len(pairs) - 1) / seconds["cpu"],
        "parsing": parser.seconds / seconds["cpu"],
        "value": result.value,
    }


def line(metric: str, texts: str, runs: list[dict[str, Any]]) -> str:
    rate, by_cpu, parsing = (
        median(run[name] for run in runs) for name in ("rate", "by_cpu", "parsing")
    )
    rates = [run["rate"] for run in runs]
    noise = 50 * (max(rates) - min(rates)) / rate
    numbers = f"{rate:>10,.1f} {by_cpu:>10,.1f}  ±{noise:>2.0f} %  {100 * parsing:>4.0f} %"
    return f"{metric:<30}{texts:<8}{numbers}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=3, metavar=("METRIC", "FILE", "CACHE"))
    add_pair_options(parser, 512)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(one_run(*given.one)))
        return
    pin_to_one_core()
    pairs = pairs_for(given)
    print(f"{given.pairs:,} pairs; median of {given.rounds} rounds\n")
    print(f"{'metric':<30}{'texts':<8}{'pairs/s':>10} {'/CPU s':>10}  noise  parser")
    with tempfile.TemporaryDirectory(prefix="qgauge-bench-") as folder:
        file, cache = Path(folder) / "pairs.json", str(Path(folder) / "tools.sqlite")
        file.write_text(json.dumps(pairs), encoding="utf-8")
        for metric in METRICS:
            rounds = range(given.rounds)
            fresh = [run_apart(MODULE, metric, str(file), "") for _ in rounds]
            print(line(metric, "fresh", fresh), flush=True)
            run_apart(MODULE, metric, str(file), cache)
            cached = [run_apart(MODULE, metric, str(file), cache) for _ in rounds]
            print(line(metric, "cached", cached), flush=True)
            if len({run["value"] for run in (*fresh, *cached)}) > 1:
                raise RuntimeError("the scores differ between runs")


if __name__ == "__main__":
    main()
