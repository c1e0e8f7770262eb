"""How many rated rows `qgauge tune quality` needs: what fitted exponents gain, by rows fitted on.

    python -m benchmarks.agreement.tuned_rows DATA [--cache FILE]

Rows of QGEval: for each size, exponents are fitted to random rows of 60 passages, 12 times, and
read on the other passages. Prints the mean change of the Pearson correlation with the ratings next
to the shipped exponents, and how often it rises.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from qgauge.data.public import read_public
from qgauge.metrics.dimensions import NAMES
from qgauge.metrics.learned_quality import SHIPPED
from qgauge.metrics.quality import Quality
from qgauge.tools.cache import Cache, default_cache
from qgauge.tools.registry import open_tool
from qgauge.tune.quality import Plan, Product, parts_of

SIZES = (30, 50, 100, 200, 400)
TIMES, PASSAGES, SEED = 12, 60, 1
TARGETS = {
    "answerability and answer consistency": ("answerability", "answer_consistency"),
    "fluency and clarity": ("fluency", "clarity"),
    "all seven": NAMES,
}
"""Ratings to tune to: the mean of these dimensions."""


def gains(parts: np.ndarray, ratings: np.ndarray, passages: np.ndarray, rows: int) -> list[float]:
    """Return the change of the correlation on the other passages, for each draw."""
    draw, layer, found = np.random.default_rng(SEED), Product(), []
    shipped = layer.apply(parts, np.array(SHIPPED.values))
    for _ in range(TIMES):
        names = np.unique(passages)
        draw.shuffle(names)
        inside = np.isin(passages, names[:PASSAGES])
        some = draw.choice(np.flatnonzero(inside), rows, replace=False)
        exponents = layer.fit(parts[some], ratings[some], Plan().ridge)
        fitted = layer.apply(parts[~inside], exponents)
        before = np.corrcoef(shipped[~inside], ratings[~inside])[0, 1]
        found.append(float(np.corrcoef(fitted, ratings[~inside])[0, 1] - before))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--cache", type=Path)
    options = parser.parse_args()
    metric = Quality()
    cache = Cache(options.cache) if options.cache else default_cache()
    tools = {role: open_tool(role, cache=cache) for role in metric.roles()}
    examples = read_public("qgeval", options.data / "eval" / "qgeval").examples
    parts = parts_of(metric, examples, tools)
    passages = np.array([str(one.meta["passage_id"]) for one in examples])
    print("| ratings | shipped | " + " | ".join(f"{size} rows" for size in SIZES) + " |")
    print("|---" * (2 + len(SIZES)) + "|")
    for name, dimensions in TARGETS.items():
        ratings = np.array([[one.ratings[d][0] for d in dimensions] for one in examples])
        ratings = ratings.astype(float).mean(axis=1)
        shipped = Product().apply(parts, np.array(SHIPPED.values))
        cells = [f"{np.corrcoef(shipped, ratings)[0, 1]:.3f}"]
        for size in SIZES:
            found = gains(parts, ratings, passages, size)
            better = sum(one > 0 for one in found)
            cells.append(f"{np.mean(found):+.3f} (better {better} of {TIMES})")
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
