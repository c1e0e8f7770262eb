"""QUDeval: what people said, and how far each method's labels are theirs, beside the paper.

    python benchmarks/qud.py [--shared ../shared] [--cache FILE]

Thresholds of metrics with references are tuned on the train essays; F1 is on the eight dev essays,
with intervals that leave out one article at a time. Prints the tables of docs/qud.md.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from qgauge.core import Example, Metric
from qgauge.data import Refused, read_objects
from qgauge.data.public import read_public
from qgauge.metrics import create
from qgauge.metrics.qud_reference import bound, inner
from qgauge.qud.documents import Place, edges_of_dcqa, with_references
from qgauge.qud.labelling import BATCH, CRITERIA, habits
from qgauge.qud.study import Study, gold_of, people, study
from qgauge.stats.thresholds import Thresholds, tune
from qgauge.tools.box import open_tool
from qgauge.tools.cache import Cache

DEV = frozenset(("1423", "1431", "1433", "1438", "1441", "1492", "907", "911"))
METHODS = (
    "qud_language",
    "qud_compatibility",
    "qud_givenness:method=rule",
    "qud_givenness:method=rule,words=content",
    "qud_givenness:method=infostatus",
    "qud_givenness",
    "qud_relevance:method=rule",
    "qud_relevance:method=bleu1",
    "qud_relevance",
)
WITH_REFERENCES = ("bleu1", "meteor", "rouge_l", "qsts:mean=arithmetic")
PAPER_FREE = {
    "compatibility": {"GPT-Scr": ".70 .05 .36 .37", "Random": ".62 .11 .31 .35"},
    "givenness": {
        "Rule-based": ".52 .40 .19 .37",
        "Hou (2021)": ".77 .09 .10 .32",
        "GPT-Cls-zs": ".75 .02 .22 .33",
        "Random": ".66 .20 .08 .32",
    },
    "relevance": {
        "Rule-based": ".31 .35 .37 .34",
        "BLEU1-sim": ".59 .26 .22 .35",
        "GPT-Scr": ".73 .41 .57 .57",
        "Random": ".58 .28 .15 .34",
    },
}
PAPER_REFERENCES = {
    "compatibility": {"bleu1": ".32", "meteor": ".36", "rouge_l": ".34", "qsts": ".35"},
    "givenness": {"bleu1": ".32", "meteor": ".29", "rouge_l": ".32", "qsts": ".33"},
    "relevance": {"bleu1": ".32", "meteor": ".32", "rouge_l": ".34", "qsts": ".34"},
}
PAPER_LABELS = {
    "Ko": "92.5 7.5 | 52.5 11.0 36.5 | 75.6 12.1 12.3 | 70.1 19.3 10.6",
    "chatgpt": "96.1 3.9 | 82.4 8.8 8.8 | 64.9 31.2 3.9 | 56.7 31.6 11.6",
    "alpaca": "93.9 6.1 | 43.2 16.9 39.9 | 61.2 30.7 8.1 | 46.3 25.5 28.2",
    "gpt4": "100.0 0.0 | 90.6 3.9 5.5 | 61.8 34.3 3.9 | 54.1 35.5 10.4",
    "human": "98.0 2.0 | 71.4 16.4 12.2 | 85.7 10.9 3.4 | 80.3 17.7 2.0",
}
PAPER_HABITS = {
    "Ko": "5 (1%), 13.11",
    "alpaca": "104 (20%), 11.45",
    "chatgpt": "19 (4%), 16.88",
    "gpt4": "16 (3%), 15.09",
    "human": "-",
}


class Bench:
    """The edges, and the tools they are labelled with."""

    def __init__(self, shared: Path, cache: Path | None) -> None:
        self.examples = _edges(shared)
        self._cache = Cache(cache) if cache else None
        self._tools: dict[str, Any] = {}

    def tools(self, metric: Metric) -> dict[str, Any]:
        for role in metric.roles():
            if role not in self._tools:
                self._tools[role] = open_tool(role, cache=self._cache)
        return {role: self._tools[role] for role in metric.roles()}

    def scores(self, metric: Metric, rows: Sequence[Example]) -> list[Any]:
        tools = self.tools(metric)
        batches = [rows[start : start + BATCH] for start in range(0, len(rows), BATCH)]
        return [score for batch in batches for score in metric.score(batch, tools)]

    def dev(self) -> list[Example]:
        return [one for one in self.examples if one.meta["essay_id"] in DEV]

    def train(self) -> list[Example]:
        return [one for one in self.examples if one.meta["essay_id"] not in DEV]


def _edges(shared: Path) -> list[Example]:
    written = []
    for name in ("val.json", "test.json"):
        for row in read_objects(str(shared / "train" / "dcqa" / name)):
            assert not isinstance(row, Refused)
            written += edges_of_dcqa(row[2], lambda _: (), Place(name), text_needed=False)
    published = read_public("qudeval", shared / "eval" / "qudeval")
    return list(with_references(published.examples, written))


def labels_by_system(bench: Bench) -> None:
    print("\n## Labels by people (table 1), in %, ours | paper\n")
    for criterion, name in CRITERIA.items():
        labels = [str(one) for one in create(name).verdicts]
        found = people(bench.examples, criterion, labels)
        for system, counts in found.systems.items():
            total = sum(counts.values())
            shares = " ".join(f"{100 * counts[one] / total:.1f}" for one in reversed(labels))
            print(f"{criterion:14} {system:8} n {total:4} {shares}")
    for system, figures in PAPER_LABELS.items():
        print(f"paper          {system:8} {figures}")


def habits_by_system(bench: Bench) -> None:
    print("\n## Questions asked more than once, and mean length (table 3), ours | paper\n")
    for system, figures in PAPER_HABITS.items():
        rows = [one for one in bench.examples if one.system == system]
        found = habits(rows)
        share = found.duplicates / found.questions
        print(
            f"{system:8} n {found.questions} {found.duplicates} ({share:.0%}), "
            f"{found.mean_length:.2f} | {figures}"
        )


def without_references(bench: Bench) -> None:
    print("\n## Without references (table 4), dev essays\n")
    rows = bench.dev()
    studies = []
    for request in METHODS:
        metric = create(request)
        studies.append(study(request, metric, rows, bench.scores(metric, rows)))
    _print(studies)
    for criterion, figures in PAPER_FREE.items():
        for name, values in figures.items():
            print(f"paper, {criterion}: {name} {values}")


def with_questions_by_people(bench: Bench) -> None:
    print("\n## With references (table 5), tuned on the train essays, on the dev essays\n")
    train = [one for one in bench.train() if one.references]
    rows = [one for one in bench.dev() if one.references]
    for criterion in ("compatibility", "givenness", "relevance"):
        metric = create(CRITERIA[criterion])
        order = [str(one) for one in metric.verdicts]
        studies = []
        for name in WITH_REFERENCES:
            compares = inner(name)
            signature = bound(compares.signature(bench.tools(compares), ""))
            gold = [gold_of(one, criterion) for one in train]
            cuts = tune(_values(bench, compares, train), gold, order=order, signature=signature)
            assert isinstance(cuts, Thresholds), cuts
            said = cuts.apply(_values(bench, compares, rows), signature=signature)
            scores = [_score(label) for label in said]
            studies.append(study(name, metric, rows, scores))
        _print(studies)
        print(f"paper, {criterion}: {PAPER_REFERENCES[criterion]}")


def _values(bench: Bench, metric: Metric, rows: Sequence[Example]) -> list[float | None]:
    scores = bench.scores(metric, rows)
    return [one.value if isinstance(one.value, float) else None for one in scores]


def _score(label: str | None) -> Any:
    from qgauge.core import Score, unscored

    return unscored("no score") if label is None else Score(label)


def _print(studies: Iterable[Study]) -> None:
    for one in studies:
        by_label = " ".join(f"{one.f1[label]:.3f}" for label in reversed(one.labels))
        interval = f"{one.interval[0]:.3f} to {one.interval[1]:.3f}" if one.interval else "-"
        floor = f"{one.floors.random:.3f}" if one.floors else "-"
        majority = f"{one.floors.majority:.3f}" if one.floors else "-"
        ranking = "-"
        if one.ranking:
            tau = "-" if one.ranking.kendall is None else f"{one.ranking.kendall:+.2f}"
            ranking = f"tau {tau}, pairs {one.ranking.agreed}/{one.ranking.pairs}"
        print(
            f"{one.criterion:14} {one.metric:40} {by_label} macro-F1 {one.macro_f1:.3f} "
            f"({interval}) n {one.n}; random {floor}, majority {majority}; {ranking}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=os.environ.get("QGAUGE_SHARED", "../shared"))
    parser.add_argument("--cache", type=Path, help="where the tools keep what they said")
    options = parser.parse_args()
    bench = Bench(Path(options.shared), options.cache)
    labels_by_system(bench)
    habits_by_system(bench)
    without_references(bench)
    with_questions_by_people(bench)


if __name__ == "__main__":
    main()
