"""Read `quality` on the trial: 40 pairs that we wrote about five texts, 20 of them flawed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks import PROJECT
from benchmarks.agreement.quality import columns
from benchmarks.reproduce.bench import Bench
from benchmarks.reproduce.page import between, head, number, row
from qgauge.core import Example, Score
from qgauge.stats.auc import auc

FILE = PROJECT / "benchmarks" / "agreement" / "trial.jsonl"
METRICS = ("quality", "quality:method=weights", "quality:formula=document")
NAMES = {"unanswerable": "not answerable", "leaks answer": "leaks the answer"}
"""Names of flaws in the file that differ from those of the metric."""
Row = Mapping[str, Any]


def tables(bench: Bench) -> Iterator[str]:
    rows = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    examples = [
        Example(one["id"], one["question"], (), one["passage"], one["answer"]) for one in rows
    ]
    results = bench.results("trial", examples, METRICS)
    good, texts = [bool(one["good"]) for one in rows], [one["domain"] for one in rows]
    yield "\n#### The trial: good and flawed pairs\n"
    yield from head("metric", "AUC [95 % interval]", "good", "flawed", "texts")
    for result in results:
        found = auc(columns("value", result.scores)["value"], good, groups=texts)
        value = number(found.value) + between(found.low, found.high)
        counts = (found.positives, found.negatives, found.clusters)
        yield row(f"`{result.metric}`", value, *counts)
    yield ""
    yield from head("flaw", "pairs", "named first", "named at all", "named first instead")
    yield from flaws(rows, results[0].scores)
    yield SAYS


def flaws(rows: Sequence[Row], scores: Sequence[Score]) -> Iterator[str]:
    """Yield one line per kind of flaw: how often it is the first that is named."""
    by_kind: dict[str, list[list[str]]] = {}
    for one, score in zip(rows, scores, strict=True):
        kind = NAMES.get(one["flaw"], str(one["flaw"]))
        named = [str(flaw["kind"]) for flaw in score.evidence["flaws"]]
        by_kind.setdefault(kind, []).append(named)
    totals = [0, 0, 0]
    for kind, each in by_kind.items():
        if kind:
            first = sum(named[:1] == [kind] for named in each)
            counts = (len(each), first, sum(kind in named for named in each))
            totals = [a + b for a, b in zip(totals, counts, strict=True)]
            others = [named[0] if named else "nothing" for named in each if named[:1] != [kind]]
            yield row(kind, *counts, ", ".join(dict.fromkeys(others)) or "-")
    yield row("all", *totals, "")
    fine = [named[0] for named in by_kind[""] if named]
    yield row(
        "(good pairs)", len(by_kind[""]), "-", len(fine), ", ".join(dict.fromkeys(fine)) or "-"
    )


SAYS = """
AUC is the chance that a good pair scores above a flawed one (.5 is chance). We wrote the pairs
before the model was fitted, but saw results on them while we worked on made rows and on the naming
of flaws, so the trial is not an untouched test. Intervals are over the five texts, and wide."""
