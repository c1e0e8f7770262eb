"""Make src/qgauge/qud/criteria/thresholds.json: thresholds for metrics with references.

    python -m training.qud.thresholds [--shared ../shared]

The references of a question are DCQA's questions for the same answer sentence. Tuned for macro-F1
on QUDeval's training essays; benchmarks/agreement/qud.py reports on the others.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from qgauge.core import Example
from qgauge.data import Refused, read_objects
from qgauge.data.public import read_public
from qgauge.metrics import create
from qgauge.qud.agreement import gold_of
from qgauge.qud.criteria.reference import SHIPPED, inner_metric, without_version
from qgauge.qud.documents import Place, edges_of_dcqa, with_references
from qgauge.qud.labelling import CRITERIA
from qgauge.stats.thresholds import Thresholds, tune
from training.qud.edges import DEV

METRICS = ("bleu1", "rouge_l", "meteor")
"""Metrics without tools: their scores, and so the thresholds, do not change with a model."""


def edges(shared: Path) -> list[Example]:
    """Return QUDeval's edges with DCQA's questions as references."""
    written = []
    for name in ("val.json", "test.json"):
        for row in read_objects(str(shared / "train" / "dcqa" / name)):
            assert not isinstance(row, Refused)
            written += edges_of_dcqa(row[2], lambda _: (), Place(name), text_needed=False)
    published = read_public("qudeval", shared / "eval" / "qudeval")
    return list(with_references(published.examples, written))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=os.environ.get("QGAUGE_SHARED", "../shared"))
    rows = [
        one
        for one in edges(Path(parser.parse_args().shared))
        if one.meta["essay_id"] not in DEV and one.references
    ]
    found: dict[str, dict[str, object]] = {}
    for criterion in ("compatibility", "givenness", "relevance"):
        verdicts = [str(one) for one in create(CRITERIA[criterion]).verdicts]
        for name in METRICS:
            metric = inner_metric(name)
            values = [one.value for one in metric.score(rows, {})]
            gold = [gold_of(one, criterion) for one in rows]
            signature = without_version(metric.signature({}, ""))
            cuts = tune(values, gold, order=verdicts, signature=signature)
            assert isinstance(cuts, Thresholds), cuts
            found.setdefault(criterion, {})[metric.label()] = cuts.as_dict()
            print(criterion, name, cuts.cuts, f"{cuts.macro_f1:.3f}", cuts.n)
    SHIPPED.write_text(json.dumps({"thresholds": found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
