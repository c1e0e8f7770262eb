"""Compare human labels of QUDeval with those of each method and with the paper's figures.

    python -m benchmarks.agreement.qud [--shared ../shared] [--cache FILE] [--encoder hf:MODEL]
                             [--judge server:MODEL@URL [--rows N]]

Thresholds of metrics with references are tuned on the training essays; F1 is measured on the eight
dev essays, with jackknife intervals over articles. Prints the figures of docs/qud.md. An encoder
adds BERTScore; a judge adds all methods that ask a language model, on `--rows` rows.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from qgauge.core import Example, Score, unscored
from qgauge.data import Refused, read_objects
from qgauge.data.public import read_public
from qgauge.metrics import create
from qgauge.metrics.metric import Metric
from qgauge.qud.agreement import LabelAgreement, gold_of, human_labels, label_agreement
from qgauge.qud.criteria.reference import inner_metric, without_version
from qgauge.qud.documents import Place, edges_of_dcqa, with_references
from qgauge.qud.labelling import CRITERIA, habits
from qgauge.run import evaluate, requests_for
from qgauge.stats.thresholds import Untuned, tune
from qgauge.tools.cache import Cache
from qgauge.tools.registry import open_tool

NOT_EMBEDDED = ("encoder", "judge")
PARTS = ("people", "free", "judge", "references")
DEV = frozenset(("1423", "1431", "1433", "1438", "1441", "1492", "907", "911"))
METHODS = {
    "qud_language": "",
    "qud_compatibility": "",
    "qud_givenness:method=rule": "Rule-based .52 .40 .19, .37",
    "qud_givenness:method=rule,words=content": "Rule-based .52 .40 .19, .37",
    "qud_givenness:method=infostatus": "Hou (2021) .77 .09 .10, .32",
    "qud_givenness": "",
    "qud_relevance:method=rule": "Rule-based .31 .35 .37, .34",
    "qud_relevance:method=bleu1": "BLEU1-sim .59 .26 .22, .35",
    "qud_relevance": "",
}
"""Methods without references and without a judge, and the paper's figures for them (table 4)."""
ASKING = {
    "qud_language:method=llm_zero": "",
    "qud_language:method=llm_few": "",
    "qud_compatibility:method=llm_zero": "",
    "qud_compatibility:method=llm_few": "",
    "qud_compatibility:method=llm_score": "GPT-4 .70 .05 .36, .37",
    "qud_compatibility:method=llm_answer": "GPT-4 .84 .37, .60",
    "qud_givenness:method=llm_zero": "ChatGPT .75 .02 .22, .33",
    "qud_givenness:method=llm_few": "ChatGPT .61 .02 .19, .27",
    "qud_relevance:method=llm_zero": "ChatGPT .65 .34 .49, .49",
    "qud_relevance:method=llm_few": "ChatGPT .60 .26 .46, .44",
    "qud_relevance:method=llm_score": "GPT-4 .73 .41 .57, .57",
}
TWO_LABELS = "qud_compatibility:method=llm_answer"
"""It has no label for unfocused answers, so other methods are also measured on two labels."""
PAPER_RANDOM = {
    "compatibility": ".62 .11 .31, .35",
    "givenness": ".66 .20 .08, .32",
    "relevance": ".58 .28 .15, .34",
}
WITH_REFERENCES = {
    "bleu1": (".51 .14 .36, .32", ".61 .21 .12, .32", ".55 .19 .21, .32"),
    "bertscore": (".51 .14 .43, .36", ".40 .29 .13, .28", ".36 .27 .20, .28"),
    "meteor": (".63 .07 .36, .36", ".45 .33 .08, .29", ".42 .27 .24, .32"),
    "rouge_l": (".61 .03 .37, .34", ".73 .13 .10, .32", ".63 .19 .18, .34"),
    "qsts:mean=arithmetic": (".52 .12 .38, .35", ".62 .30 .07, .33", ".57 .21 .22, .34"),
    "judge:rubric=similarity": (".64 .08 .31, .35", ".65 .35 .10, .37", ".63 .26 .22, .37"),
}
"""Metrics with references, and the paper's figures for them by criterion (table 5)."""
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
    """The edges, and the tools that label them."""

    def __init__(self, shared: Path, cache: Path | None, engines: Mapping[str, str]) -> None:
        self.examples = _edges(shared)
        self._cache = Cache(cache) if cache else None
        self._engines = engines
        self._tools: dict[str, Any] = {}

    def can(self, metric: Metric) -> bool:
        """Return whether there is an engine for every tool of the metric."""
        return all(role in self._engines for role in metric.roles() if role in NOT_EMBEDDED)

    def tools(self, metric: Metric) -> dict[str, Any]:
        for role in metric.roles():
            if role not in self._tools:
                engine = self._engines.get(role, "embedded")
                self._tools[role] = open_tool(role, engine, cache=self._cache)
        return {role: self._tools[role] for role in metric.roles()}

    def scores(self, metric: Metric, rows: Sequence[Example]) -> list[Any]:
        (result,) = evaluate(rows, requests_for([metric]), self.tools(metric))
        return list(result.scores)

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
    print("\n## Human labels (table 1), in %, best label first; the paper's in brackets\n")
    print(f"| system | {' | '.join(CRITERIA)} |\n|{'---|' * 5}")
    for system, paper in PAPER_LABELS.items():
        cells = []
        for (criterion, name), theirs in zip(CRITERIA.items(), paper.split(" | "), strict=True):
            labels = [str(one) for one in create(name).verdicts]
            counts = human_labels(bench.examples, criterion, labels).systems[system]
            total = sum(counts.values())
            ours = " ".join(f"{100 * counts[one] / total:.1f}" for one in reversed(labels))
            cells.append(f"{ours} [{theirs}]")
        print(f"| {system} | {' | '.join(cells)} |")


def habits_by_system(bench: Bench) -> None:
    print("\n## Duplicate questions and mean length (table 3), ours [paper]\n")
    for system, figures in PAPER_HABITS.items():
        found = habits([one for one in bench.examples if one.system == system])
        share = found.duplicates / found.questions
        print(
            f"{system}: {found.duplicates} of {found.questions} ({share:.0%}), "
            f"{found.mean_length:.2f} [{figures}]"
        )


def without_references(bench: Bench, asked: Mapping[str, str], rows: Sequence[Example]) -> None:
    print(f"\n## Without references (table 4), {len(rows)} questions of the dev essays\n")
    _head()
    found: dict[str, list[LabelAgreement]] = {}
    for request, paper in asked.items():
        metric = create(request)
        scores = bench.scores(metric, rows)
        one = label_agreement(request, metric, rows, scores)
        _line(one, paper)
        found.setdefault(one.criterion, []).append(one)
        if request == "qud_compatibility":
            two = [_merged(score) for score in scores]
            _line(label_agreement(f"{request}, two labels", create(TWO_LABELS), rows, two), "")
    for criterion, studies in found.items():
        _floors(studies[0], PAPER_RANDOM.get(criterion, ""))
    for studies in found.values():
        for one in studies:
            if one.ranking and one.ranking.kendall is not None:
                print(
                    f"{one.metric}: order of systems tau {one.ranking.kendall:+.2f}, "
                    f"{one.ranking.agreed} of {one.ranking.pairs} pairs"
                )


def _merged(score: Score) -> Score:
    return replace(score, value="direct") if score.value == "unfocused" else score


def with_questions_by_people(bench: Bench, most: int | None) -> None:
    """Measure metrics with references; those that ask a judge see `most` rows of each part."""
    print(
        "\n## With references (table 5), tuned on the training essays, measured on the dev essays\n"
    )
    _head()
    able = [name for name in WITH_REFERENCES if bench.can(inner_metric(name))]
    values = {
        name: [_values(bench, inner_metric(name), part) for part in _parts(bench, name, most)]
        for name in able
    }
    for at, criterion in enumerate(("compatibility", "givenness", "relevance")):
        metric = create(CRITERIA[criterion])
        order = [str(one) for one in metric.verdicts]
        for name in able:
            compares = inner_metric(name)
            train, rows = _parts(bench, name, most)
            signature = without_version(compares.signature(bench.tools(compares), ""))
            gold = [gold_of(one, criterion) for one in train]
            cuts = tune(values[name][0], gold, order=order, signature=signature)
            if isinstance(cuts, Untuned):
                print(f"| {CRITERIA[criterion]} {name} | | not tuned: {cuts.reason} | | |")
                continue
            said = cuts.apply(values[name][1], signature=signature)
            scores = [unscored("no score") if label is None else Score(label) for label in said]
            one = label_agreement(f"{CRITERIA[criterion]} {name}", metric, rows, scores)
            _line(one, WITH_REFERENCES[name][at])
            if name == "bleu1":
                _floors(one, PAPER_RANDOM[criterion])


def _parts(bench: Bench, name: str, most: int | None) -> tuple[list[Example], list[Example]]:
    parts = [[one for one in part if one.references] for part in (bench.train(), bench.dev())]
    if most is not None and "judge" in inner_metric(name).roles():
        parts = [spread(part, most) for part in parts]
    return parts[0], parts[1]


def spread(rows: Sequence[Example], most: int) -> list[Example]:
    """Return `most` rows, evenly spread."""
    step = max(1, -(-len(rows) // most))
    return list(rows[::step])


def _values(bench: Bench, metric: Metric, rows: Sequence[Example]) -> list[float | None]:
    scores = bench.scores(metric, rows)
    return [one.value if isinstance(one.value, float) else None for one in scores]


def _head() -> None:
    print("| criterion and method | F1 by label, best first | macro-F1 (95 %) | n | paper |")
    print(f"|{'---|' * 5}")


def _line(one: LabelAgreement, paper: str) -> None:
    by_label = " ".join(_short(one.f1[label]) for label in reversed(one.labels))
    low, high = one.interval or (None, None)
    within = "" if low is None or high is None else f" ({_short(low)} to {_short(high)})"
    lost = sum(one.unscored.values())
    count = f"{one.n}" + (f", {lost} unscored" if lost else "")
    macro = _short(one.macro_f1 or 0.0)
    print(f"| {one.metric} | {by_label} | {macro}{within} | {count} | {paper or '-'} |", flush=True)


def _floors(one: LabelAgreement, paper: str) -> None:
    if one.floors:
        said = f"{_short(one.floors.random)}, {_short(one.floors.majority)}"
        print(f"| {one.criterion}: random, majority | | {said} | {one.n} | {paper or '-'} |")


def _short(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=os.environ.get("QGAUGE_SHARED", "../shared"))
    parser.add_argument("--cache", type=Path, help="the cache file of the tools")
    parser.add_argument("--encoder", help="for BERTScore: hf:MODEL")
    parser.add_argument("--judge", help="for methods that ask a language model: server:MODEL@URL")
    parser.add_argument("--rows", type=int, help="largest number of rows to ask the judge about")
    parser.add_argument(
        "--part", choices=PARTS, nargs="*", default=PARTS, help="the tables to make (default: all)"
    )
    options = parser.parse_args()
    engines = {role: getattr(options, role) for role in NOT_EMBEDDED if getattr(options, role)}
    bench = Bench(Path(options.shared), options.cache, engines)
    if "people" in options.part:
        labels_by_system(bench)
        habits_by_system(bench)
    if "free" in options.part:
        without_references(bench, METHODS, bench.dev())
    if "judge" in options.part and options.judge:
        rows = bench.dev()
        without_references(bench, ASKING, spread(rows, options.rows or len(rows)))
    if "references" in options.part:
        with_questions_by_people(bench, options.rows)


if __name__ == "__main__":
    main()
