"""Measure `learned_reference` on references that its model was not fitted on.

    python -m benchmarks.agreement.learned_reference DATA [--cache FILE]

Prints the table of docs/RESULTS.md. Takes two minutes on one core with a warm cache.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from benchmarks.reproduce.bench import Bench, Missing
from benchmarks.reproduce.page import correlation, head, row
from qgauge.metrics.reference_model import reference_model
from qgauge.stats.correlation import Kind, correlate
from qgauge.tools.cache import default_cache
from training.learned_reference.fit import PRESETS, fit_rated, predicted
from training.learned_reference.measure import nested
from training.learned_reference.rated import SETS, SIMILARITY, Rated, open_tools, read_rated

SEED = 0


def table(bench: Bench) -> Iterator[str]:
    """Yield the agreement with ratings, by preset and set."""
    if bench.rows is not None:
        raise Missing("a preview has too few rows to fit models")
    for name in ("answerability", "simqg"):
        bench.judged(name)
    kept = bench.cache or getattr(default_cache(), "path", None)
    tools = open_tools(Path(kept) if kept else None)
    rated = read_rated(bench.data, tools, reference_model().same_question)
    with threadpool_limits(1):
        found = dict(scores(rated))
    yield from head("model", *(f"{name} (n {(rated.sets == name).sum()})" for name in SETS))
    for model, columns in found.items():
        yield row(model, *(_cell(rated, name, columns.get(name)) for name in SETS))
    yield SAYS.format(seed=SEED)


def scores(rated: Rated) -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    """Yield each model with its scores of the rows of each set, from fits without them."""
    own = {}
    for preset, sets in PRESETS.items():
        rows = rated.of(np.isin(rated.sets, sets))
        made = nested(rows, SEED)
        if preset == "all":
            yield "`preset=all`", {name: made[rows.sets == name] for name in sets}
        else:
            own[preset] = made
    yield "preset of the set", own
    others = {}
    for name in SETS:
        of_set = rated.sets == name
        others[name] = predicted(fit_rated(rated.of(~of_set)), rated.of(of_set))
    yield "fitted to the other three sets", others


def _cell(rated: Rated, name: str, column: np.ndarray | None) -> str:
    if column is None:
        return "-"
    here = rated.of(rated.sets == name)
    kind: Kind = "spearman" if name == SIMILARITY else "pearson"
    return correlation(correlate(column, here.gold, kind=kind, groups=here.references))


SAYS = """
Pearson correlation with rated answerability, and for simqg Spearman correlation with rated
similarity, in nested cross-validation: ten folds over references (seed {seed}), penalties chosen
inside. The shipped model was fitted to these rows, so `qgauge meta` on them would be too
favourable. The last line keeps the shipped penalties. The features were chosen with these rows in
view ([the card](../src/qgauge/models/learned_reference.md) says how)."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--cache", help="the cache file of the tools")
    given = parser.parse_args()
    for line in table(Bench(given.data, None, given.cache)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
