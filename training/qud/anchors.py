"""Make src/qgauge/models/qud_anchor.json: which sentence raises the question of a later one?

    python -m training.qud.anchors [--shared ../shared] [--measure]

The model is a softmax over the sentences before the answer sentence. The features are those of
qgauge.qud.anchor_features, from the embedded parser and vectors; rerun this when one of them
changes. It is fitted in two steps. DCQA's training part has no texts, so it gives only the weights
of the place features. The 30 training essays of QUDeval, with DCQA's edges and the fully grounded
ones of QUDeval's systems, then change these and add the others. --measure cross-validates the
settings over the training essays and reports the accuracy on the eight dev essays.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from qgauge.core import Example
from qgauge.models.files import FOLDER
from qgauge.qud.anchor_features import place_features
from qgauge.qud.anchors import FILE, FORMAT, USES, pair_features
from qgauge.stats.interval import jackknife
from qgauge.tools.registry import open_tool
from training.export.manifest import record
from training.qud.edges import DEV, essay_of, has_best_labels, human_edges, system_edges

PENALTY = 100.0
"""Of the squared change of each weight, with features scaled to a deviation of 1."""
SYSTEMS = 1.0
"""The weight of a system's edge; one of DCQA counts 1."""
FOLDS, SPLITS = 10, 3
TOP = 3
"""Anchors that the parser tries."""
Weights = dict[str, float]
Essay = Mapping[int, Mapping[int, Mapping[str, float]]]
"""The features of an essay's pairs, by answer sentence and candidate."""


@dataclass(frozen=True)
class Sentence:
    """An answer sentence: its candidates, and how often each was chosen."""

    essay: str
    answer: int
    numbers: tuple[int, ...]
    values: np.ndarray
    chosen: np.ndarray


def sentences(
    edges: Iterable[tuple[Example, float]], essays: Mapping[str, Essay]
) -> list[Sentence]:
    """Group weighted edges by answer sentence."""
    counts: dict[tuple[str, int], Counter[int]] = {}
    for edge, weight in edges:
        key = essay_of(edge), edge.answer_sentence or 0
        counts.setdefault(key, Counter())[edge.anchor or 0] += weight  # type: ignore[assignment]
    found = []
    for (essay, answer), chosen in counts.items():
        rows = essays[essay][answer]
        values = np.array([list(one.values()) for one in rows.values()])
        times = np.array([float(chosen[number]) for number in rows])
        found.append(Sentence(essay, answer, tuple(rows), values, times))
    return found


def fitted(rows: Sequence[Sentence], start: np.ndarray, penalty: float) -> np.ndarray:
    """Return the weights for the highest likelihood, with a penalty on changes of `start`."""
    values = np.concatenate([one.values for one in rows])
    chosen = np.concatenate([one.chosen for one in rows])
    sizes = [len(one.chosen) for one in rows]
    of, first = np.repeat(np.arange(len(rows)), sizes), np.cumsum([0, *sizes[:-1]])
    times = np.add.reduceat(chosen, first)[of]
    scale = values.std(axis=0)
    scale[scale == 0] = 1.0
    scaled, offset = values / scale, values @ start

    def loss(change: np.ndarray) -> tuple[float, np.ndarray]:
        sums = scaled @ change + offset
        sums -= np.maximum.reduceat(sums, first)[of]
        logs = sums - np.log(np.add.reduceat(np.exp(sums), first))[of]
        slope = scaled.T @ (times * np.exp(logs) - chosen)
        return (
            float(penalty * change @ change / 2 - chosen @ logs),
            slope + penalty * change,
        )

    found = minimize(loss, np.zeros(len(start)), jac=True, method="L-BFGS-B")
    return start + found.x / scale


def place_weights(shared: Path, names: Sequence[str]) -> np.ndarray:
    """Return the weights of the place features by DCQA's training part; 0 for the others."""
    with gzip.open(shared / "train" / "dcqa" / "train.json.gz", "rt", encoding="utf-8") as file:
        articles = [one for row in json.load(file) for one in row["Article"]]
    times: Counter[tuple[int, int]] = Counter()
    for edge in (one for article in articles for one in article["qas"]):
        anchor, answer = edge.get("AnchorSentenceID"), edge.get("AnswerSentenceID")
        if not edge.get("is_impossible") and anchor and answer and anchor < answer:
            times[anchor, answer] += 1
    print(f"places: {sum(times.values()):,} edges of {len(articles)} articles")
    rows = []
    for answer in sorted({answer for _, answer in times}):
        numbers = tuple(range(1, answer))
        values = [list(place_features(answer - one, one).values()) for one in numbers]
        chosen = np.array([float(times[one, answer]) for one in numbers])
        rows.append(Sentence("", answer, numbers, np.array(values, float), chosen))
    places = list(place_features(1, 1))
    weights = fitted(rows, np.zeros(len(places)), 1.0)
    return np.array([weights[places.index(name)] if name in places else 0.0 for name in names])


class Data:
    """The edges, and the features of all pairs of sentences."""

    def __init__(self, shared: Path) -> None:
        self.human = human_edges(shared)
        self.systems = system_edges(shared)
        tools = {role: open_tool(role) for role in USES}
        texts = {essay_of(one): one.sentences for one in self.human}
        self.essays: dict[str, Essay] = {
            name: pair_features(text, range(2, len(text) + 1), tools)
            for name, text in texts.items()
        }
        self.names = list(next(iter(next(iter(self.essays.values())).values()))[1])
        self.train = sorted(set(texts) - DEV)
        self.start = place_weights(shared, self.names)

    def rows(self, essays: Iterable[str], systems: float = 0.0) -> list[Sentence]:
        """Return the answer sentences of these essays, with the systems' edges if weighted."""
        wanted = set(essays)
        weighted = [(one, 1.0) for one in self.human] + [
            (one, systems) for one in self.systems if systems and has_best_labels(one, "relevance")
        ]
        return sentences([one for one in weighted if essay_of(one[0]) in wanted], self.essays)

    def fit(self, essays: Iterable[str], penalty: float, systems: float) -> np.ndarray:
        return fitted(self.rows(essays, systems), self.start, penalty)


def hits(rows: Sequence[Sentence], choose: Callable[[Sentence], Sequence[int]]) -> np.ndarray:
    """Return for each essay how many human edges have a chosen anchor, and how many there are."""
    found: dict[str, np.ndarray] = {}
    for one in rows:
        right = sum(one.chosen[at] for at in choose(one))
        found.setdefault(one.essay, np.zeros(2))[:] += right, one.chosen.sum()
    return np.array(list(found.values()))


def latest(count: int) -> Callable[[Sentence], Sequence[int]]:
    return lambda one: range(max(0, len(one.numbers) - count), len(one.numbers))


def earliest(_: Sentence) -> Sequence[int]:
    return [0]


def best(weights: np.ndarray, top: int) -> Callable[[Sentence], Sequence[int]]:
    return lambda one: np.argsort(-(one.values @ weights), kind="stable")[:top].tolist()


def likelihood(rows: Sequence[Sentence], weights: np.ndarray) -> float:
    """Return the mean log-probability of the human anchors."""
    total = 0.0
    for one in rows:
        sums = one.values @ weights
        total += one.chosen @ (sums - np.logaddexp.reduce(sums))
    return float(total / sum(one.chosen.sum() for one in rows))


def cross_validate(data: Data, penalty: float, systems: float, start: np.ndarray) -> str:
    """Return accuracy, recall of the best anchors and likelihood on left-out training essays."""
    figures = []
    for seed in range(SPLITS):
        names = np.array(data.train)
        np.random.default_rng(seed).shuffle(names)
        one, three, logs = np.zeros(2), np.zeros(2), 0.0
        for at in range(FOLDS):
            out = set(names[at::FOLDS])
            kept = data.rows(set(data.train) - out, systems)
            weights, rows = fitted(kept, start, penalty), data.rows(out)
            one += hits(rows, best(weights, 1)).sum(axis=0)
            three += hits(rows, best(weights, TOP)).sum(axis=0)
            logs += likelihood(rows, weights) * sum(each.chosen.sum() for each in rows)
        figures.append([one[0] / one[1], three[0] / three[1], logs / one[1]])
    first, top, logs = np.mean(figures, axis=0)
    return f"accuracy {first:.3f}, among the best {TOP} {top:.3f}, log-likelihood {logs:.3f}"


def interval(counts: np.ndarray) -> str:
    low, high = jackknife(counts, lambda sums: sums[..., 0] / sums[..., 1])
    right, whole = counts.sum(axis=0)
    return f"{right / whole:.3f} ({low:.3f} to {high:.3f}, n {whole:.0f})"


def measure(data: Data, weights: np.ndarray) -> None:
    none = np.zeros(len(data.names))
    for penalty in (10.0, 30.0, 100.0, 200.0, 400.0):
        for systems in (0.0, 1.0):
            found = cross_validate(data, penalty, systems, data.start)
            print(f"penalty {penalty:g}, systems {systems:g}: {found}", flush=True)
    print(f"without DCQA's places: {cross_validate(data, 30.0, SYSTEMS, none)}")
    print(f"only places: {cross_validate(data, 1e9, SYSTEMS, data.start)}")
    for part, essays in (("train", data.train), ("dev", sorted(DEV))):
        rows = data.rows(essays)
        guesses = {"previous sentence": latest(1), f"{TOP} before": latest(TOP), "first": earliest}
        if part == "dev":
            guesses |= {"model": best(weights, 1), f"model, best {TOP}": best(weights, TOP)}
            print(f"dev: log-likelihood {likelihood(rows, weights):.3f}")
        for name, choose in guesses.items():
            print(f"{part}: {name} {interval(hits(rows, choose))}")
        compare_with_systems(data, rows, weights, part)


def compare_with_systems(
    data: Data, rows: Sequence[Sentence], weights: np.ndarray, part: str
) -> None:
    """Print the accuracy of each system, and of the model on the same answer sentences."""
    for system in sorted({one.system for one in data.systems}):
        anchors = {
            (essay_of(one), one.answer_sentence): one.anchor
            for one in data.systems
            if one.system == system
        }
        same = [one for one in rows if (one.essay, one.answer) in anchors]

        def theirs(one: Sentence, anchors: dict = anchors) -> list[int]:  # type: ignore[type-arg]
            return [one.numbers.index(anchors[one.essay, one.answer])]

        found = f"{part}: {system} {interval(hits(same, theirs))}"
        if part == "dev":
            found += f", the model there {interval(hits(same, best(weights, 1)))}"
        print(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=os.environ.get("QGAUGE_SHARED", "../shared"))
    parser.add_argument("--measure", action="store_true", help="cross-validate, and report on dev")
    options = parser.parse_args()
    data = Data(Path(options.shared))
    weights = data.fit(data.train, PENALTY, SYSTEMS)
    rounded = {name: round(float(one), 4) for name, one in zip(data.names, weights, strict=True)}
    written = {"format": FORMAT, "made": date.today().isoformat(), "weights": rounded}
    (FOLDER / FILE).write_text(json.dumps(written, indent=1) + "\n")
    entry = record(FILE, "qud_anchor.md")
    print(f"{FILE}: {entry.size:,} bytes, SHA-256 {entry.sha256}")
    if options.measure:
        measure(data, weights)


if __name__ == "__main__":
    main()
