"""Read the shipped model of `dimensions`, fitted on QGEval, on other rated sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.agreement.left_out import Data, length_sign
from benchmarks.reproduce.bench import Bench
from benchmarks.reproduce.page import between, correlation, head, number, row
from qgauge.core import Result, Score
from qgauge.meta import Gold, Judged, study
from training.dimensions.rows import DIMENSIONS

ALONE = "grammar"
"""A metric that needs only the question, for comparison."""


def tables(bench: Bench, data: Data) -> Iterator[str]:
    yield "\n#### Dimensions: other data sets\n"
    yield from head(
        *("set", "n", "rated", "predicted", "`dimensions`", "given length"),
        *("length alone", f"`{ALONE}`"),
    )
    simqg, wellformed = bench.judged("simqg"), bench.judged("query_wellformedness", "dev")
    for rated in ("fluency", "relevance", "answerability"):
        yield from lines(bench, data, simqg, rated, [rated])
    yield from lines(bench, data, wellformed, "wellformedness", ["fluency"])
    for part in ("squad", "wikimovies", "vqa"):
        judged = bench.judged("answerability", part)
        names = ["fluency", "clarity"]
        yield from lines(bench, data, judged, "answerability", names, "blatz")
    yield SAYS


def lines(
    bench: Bench,
    data: Data,
    judged: Judged,
    rated: str,
    names: Sequence[str],
    gold: Gold = "mean",
) -> Iterator[str]:
    """Yield one line per predicted dimension."""
    predicted, other = bench.on(judged, ["dimensions", ALONE])
    results = [*(part_of(predicted, name) for name in names), other]
    report = study(judged, results, gold=gold)
    block = next(one for one in report.blocks if one.dimension == rated)
    length = next(one for one in block.floor if one.metric.endswith("length"))
    floor = length.correlations["pearson"]
    last = block.metrics[-1].correlations["pearson"]
    for name, line in zip(names, block.metrics, strict=False):
        sign = _sign(data, name)
        value, low, high = floor.value, floor.low, floor.high
        if sign > 0 and value is not None and low is not None and high is not None:
            value, low, high = -value, -high, -low
        yield row(
            *(judged.name, block.rated, rated, name),
            correlation(line.correlations["pearson"]),
            number(line.given_length.value),
            number(value) + between(low, high),
            correlation(last),
        )


def part_of(result: Result, name: str) -> Result:
    """Return a result whose values are one part of another one."""
    scores = tuple(Score(one.parts.get(name)) for one in result.scores)
    return replace(result, metric=name, scores=scores)


def _sign(data: Data, name: str) -> float:
    gold = data.rows.rated.ratings[:, DIMENSIONS.index(name)]
    return length_sign(data.lengths, np.asarray(gold))


SAYS = """
The shipped model, fitted on QGEval only. SimQG has passages and no answers, so features of the
answer are missing; the other sets have questions only. Ratings of answerability in the last three
sets are about noise that was put into the question, which no dimension describes exactly. Length
has the sign that is right for QGEval. The grammar checker, which `fluency` uses, learned
well-formedness from the training rows of that set; these are rows of dev."""
