"""Make src/qgauge/models/qud.json: boosted trees for three criteria of QUDeval.

    python -m training.qud.trees [--shared ../shared] [--measure [CRITERION ...]]

The features are those of qgauge.qud.criteria.features, from the embedded tools; rerun this when one
of them changes. Only the training essays are used. --measure reports the quality of the trees:
nested cross-validation by essay over train and dev, and dev alone, each with five seeds.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from pathlib import Path

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier

from qgauge.data.public import read_public
from qgauge.models.files import FOLDER
from qgauge.qud.criteria.features import features
from qgauge.qud.criteria.tool_outputs import USES, ask_tools
from qgauge.qud.forest import FORMAT, Forest
from qgauge.stats.f1 import macro_f1_of
from qgauge.stats.interval import jackknife
from qgauge.tools.cache import Cache
from qgauge.tools.registry import open_tool
from training.export.manifest import record
from training.qud.edges import DEV

LABELS = {
    "compatibility": ("not_answered", "unfocused", "direct"),
    "givenness": ("hallucination", "answer_leakage", "no_new_concepts"),
    "relevance": ("not_grounded", "partially_grounded", "fully_grounded"),
}
ROUNDS, DEPTH, STEP = 60, 4, 0.08
SEEDS = 5
FOLDS = 5
SHARE = 0.05
"""Share of the best weights that are averaged; the single best would fit the noise."""


class Set:
    """The rows of one criterion: features, labels, essays."""

    def __init__(self, values: np.ndarray, labels: np.ndarray, essays: np.ndarray) -> None:
        self.values, self.labels, self.essays = values, labels, essays

    def of(self, rows: np.ndarray) -> Set:
        return Set(self.values[rows], self.labels[rows], self.essays[rows])

    @property
    def dev(self) -> np.ndarray:
        return np.isin(self.essays, sorted(DEV))


def read_sets(shared: Path, cache: Path | None) -> tuple[list[str], dict[str, Set]]:
    published = read_public("qudeval", shared / "eval" / "qudeval")
    rows = [one for one in published.examples if one.question and one.anchor]
    rows = [one for one in rows if one.answer_sentence]
    kept = Cache(cache) if cache else None
    tools = {role: open_tool(role, cache=kept) for role in USES}
    found = []
    for start in range(0, len(rows), 64):
        batch = rows[start : start + 64]
        said = ask_tools(batch, tools)
        found += [features(one, said) for one in batch]
    names = list(found[0])
    values = np.array([[one[name] for name in names] for one in found])
    essays = np.array([one.meta["essay_id"] for one in rows])
    sets = {}
    for criterion, labels in LABELS.items():
        rated = np.array([criterion in one.ratings for one in rows])
        gold = [labels.index(one.ratings[criterion][0]) for one in rows if criterion in one.ratings]
        sets[criterion] = Set(values[rated], np.array(gold), essays[rated])
    return names, sets


def folds(essays: np.ndarray, seed: int) -> Iterator[np.ndarray]:
    """Yield masks of the rows to leave out: whole essays at a time."""
    names = np.unique(essays)
    np.random.default_rng(seed).shuffle(names)
    for start in range(FOLDS):
        yield np.isin(essays, names[start::FOLDS])


def boosted(data: Set, seed: int) -> GradientBoostingClassifier:
    return GradientBoostingClassifier(
        n_estimators=ROUNDS,
        max_depth=DEPTH,
        learning_rate=STEP,
        subsample=0.6,
        max_features=0.1,
        min_samples_leaf=12,
        random_state=seed,
    ).fit(data.values, data.labels)


def macro(gold: np.ndarray, said: np.ndarray) -> float:
    return float(macro_f1_of(np.bincount(gold * 3 + said, minlength=9).reshape(3, 3).astype(float)))


def weights(chances: np.ndarray, gold: np.ndarray) -> np.ndarray:
    """Return label weights for the best macro-F1 on held-out probabilities."""
    grid = np.linspace(-1.5, 3, 19)
    logs = np.log(chances + 1e-9)
    tried = [
        (macro(gold, (logs + np.array([first, second, 0.0])).argmax(1)), first, second)
        for first in grid
        for second in grid
    ]
    best = np.array(sorted(tried, reverse=True)[: round(SHARE * len(tried))])
    return np.exp([best[:, 1].mean(), best[:, 2].mean(), 0.0])


def held_out(data: Set, seed: int) -> np.ndarray:
    """Return probabilities for each row from trees that never saw its essay."""
    chances = np.zeros((len(data.labels), 3))
    for out in folds(data.essays, seed + 100):
        chances[out] = boosted(data.of(~out), seed).predict_proba(data.values[out])
    return chances


def labelled(train: Set, test: Set, seed: int) -> np.ndarray:
    """Return the labels that one seed gives to the rows of the test set."""
    weighed = boosted(train, seed).predict_proba(test.values)
    return (weighed * weights(held_out(train, seed), train.labels)).argmax(1)


def forest(names: list[str], labels: tuple[str, ...], train: Set) -> Forest:
    """Fit all seeds, with label weights from the mean of their held-out probabilities."""
    runs, chances = [], np.zeros((len(train.labels), 3))
    for seed in range(SEEDS):
        model = boosted(train, seed)
        runs.append([[_tree(one.tree_, 0) for one in of_round] for of_round in model.estimators_])
        chances += held_out(train, seed) / SEEDS
    shares = np.bincount(train.labels, minlength=3) / len(train.labels)
    start = tuple(round(float(one), 6) for one in np.log(shares))
    chosen = tuple(round(float(one), 4) for one in weights(chances, train.labels))
    used = sorted({at for run in runs for trees in run for tree in trees for at in _used(tree)})
    place = {at: number for number, at in enumerate(used)}
    renumbered = [[[_renumbered(t, place) for t in trees] for trees in run] for run in runs]
    return Forest(labels, tuple(names[at] for at in used), start, renumbered, chosen)


def _tree(tree: object, node: int) -> float | list:
    if tree.children_left[node] < 0:  # type: ignore[attr-defined]
        return round(STEP * float(tree.value[node, 0, 0]), 5)  # type: ignore[attr-defined]
    return [
        int(tree.feature[node]),  # type: ignore[attr-defined]
        round(float(tree.threshold[node]), 6),  # type: ignore[attr-defined]
        _tree(tree, tree.children_left[node]),  # type: ignore[attr-defined]
        _tree(tree, tree.children_right[node]),  # type: ignore[attr-defined]
    ]


def _used(tree: float | list) -> set[int]:
    return set() if isinstance(tree, float) else {tree[0]} | _used(tree[2]) | _used(tree[3])


def _renumbered(tree: float | list, place: dict[int, int]) -> float | list:
    if isinstance(tree, float):
        return tree
    below, above = (_renumbered(one, place) for one in tree[2:])
    return [place[tree[0]], tree[1], below, above]


def interval(data: Set, said: np.ndarray) -> str:
    essays = np.unique(data.essays, return_inverse=True)[1]
    tables = np.array(
        [
            np.bincount(data.labels[essays == at] * 3 + said[essays == at], minlength=9)
            for at in range(essays.max() + 1)
        ]
    ).astype(float)
    low, high = jackknife(tables, lambda sums: macro_f1_of(sums.reshape(*sums.shape[:-1], 3, 3)))
    return f"{low:.3f} to {high:.3f}"


def together(train: Set, test: Set) -> np.ndarray:
    """Return the labels of all seeds together, as in the package."""
    chances = np.mean([boosted(train, s).predict_proba(test.values) for s in range(SEEDS)], axis=0)
    kept = np.mean([held_out(train, seed) for seed in range(SEEDS)], axis=0)
    return (chances * weights(kept, train.labels)).argmax(1)


def measure(criterion: str, data: Set, made: Forest, names: list[str]) -> None:
    dev, train = data.of(data.dev), data.of(~data.dev)
    crossed, on_dev = [], []
    for seed in range(SEEDS):
        said = np.zeros(len(data.labels), int)
        for out in folds(data.essays, seed):
            said[out] = labelled(data.of(~out), data.of(out), seed)
        crossed.append(macro(data.labels, said))
        on_dev.append(macro(dev.labels, labelled(train, dev, seed)))
    whole = np.zeros(len(data.labels), int)
    for out in folds(data.essays, SEEDS):
        whole[out] = together(data.of(~out), data.of(out))
    shipped = []
    for row in dev.values:
        chances = made.chances(dict(zip(names, row.tolist())))
        shipped.append(made.labels.index(made.choose(chances)))
    both = np.array(shipped)
    print(
        f"{criterion}: cross-validated {np.mean(crossed):.3f} +- {np.std(crossed, ddof=1):.3f} "
        f"(n {len(data.labels)}), all seeds together {macro(data.labels, whole):.3f} "
        f"({interval(data, whole)}); dev, single seeds {np.mean(on_dev):.3f} +- "
        f"{np.std(on_dev, ddof=1):.3f}; dev, all seeds together {macro(dev.labels, both):.3f} "
        f"({interval(dev, both)}, n {len(dev.labels)})",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=os.environ.get("QGAUGE_SHARED", "../shared"))
    parser.add_argument("--cache", type=Path, help="the cache file of the tools")
    parser.add_argument(
        "--measure",
        nargs="*",
        choices=LABELS,
        help="cross-validate these criteria (slow; default: all)",
    )
    options = parser.parse_args()
    names, sets = read_sets(Path(options.shared), options.cache)
    made = {name: forest(names, LABELS[name], data.of(~data.dev)) for name, data in sets.items()}
    written = {
        "format": FORMAT,
        "made": date.today().isoformat(),
        "forests": {name: asdict(one) for name, one in made.items()},
    }
    (FOLDER / "qud.json").write_text(json.dumps(written, separators=(",", ":")) + "\n")
    entry = record("qud.json", "qud.md")
    print(f"qud.json: {entry.size:,} bytes, SHA-256 {entry.sha256}")
    for name in [] if options.measure is None else options.measure or LABELS:
        measure(name, sets[name], made[name], names)


if __name__ == "__main__":
    main()
