"""Measure `learned_reference`: cross-validation, sets left out, and question pairs."""

from __future__ import annotations

import numpy as np

from qgauge.stats.auc import auc
from qgauge.stats.correlation import Kind, correlate
from training.additive.fit import Plan, predict
from training.learned_reference.fit import (
    PRESETS,
    QUANTILES,
    fit_rated,
    fit_same,
    folds,
    predicted,
)
from training.learned_reference.question_pairs import QuestionPair
from training.learned_reference.rated import SETS, SIMILARITY, Rated

FOLDS = 10
SEEDS = 3
INNER_FOLDS = 4
PENALTIES = (3.0, 10.0, 30.0)
KIND_SCALES = (1.0, 2.0, 4.0)


def nested(rows: Rated, seed: int) -> np.ndarray:
    """Like `held_out`, but with the penalties chosen without the rows that are scored."""
    scores = np.zeros(len(rows.gold))
    for out in folds(rows.references, FOLDS, seed):
        rest = rows.of(~out)
        plan, scale = max(_choices(rest), key=lambda one: _inner(rest, one[0], one[1], seed))
        scores[out] = predicted(fit_rated(rest, plan, scale), rows.of(out))
    return scores


def _choices(rows: Rated) -> list[tuple[Plan, float]]:
    scales = KIND_SCALES if len(set(rows.sets)) > 1 else KIND_SCALES[:1]
    return [(Plan(one, 3 * one, QUANTILES), scale) for one in PENALTIES for scale in scales]


def _inner(rows: Rated, plan: Plan, scale: float, seed: int) -> float:
    """Return the mean agreement over the sets, cross-validated within these rows."""
    scores = np.zeros(len(rows.gold))
    for out in folds(rows.references, INNER_FOLDS, seed + 100):
        scores[out] = predicted(fit_rated(rows.of(~out), plan, scale), rows.of(out))
    found = []
    for name in set(rows.sets):
        of_set = rows.sets == name
        kind: Kind = "spearman" if name == SIMILARITY else "pearson"
        found.append(correlate(scores[of_set], rows.gold[of_set], kind=kind, resamples=1).value)
    return float(np.mean(np.array(found, dtype=float)))


def held_out(rows: Rated, seed: int) -> np.ndarray:
    """Return a score for each row from a model that never saw its reference."""
    scores = np.zeros(len(rows.gold))
    for out in folds(rows.references, FOLDS, seed):
        scores[out] = predicted(fit_rated(rows.of(~out)), rows.of(out))
    return scores


def report(
    rated: Rated,
    pairs: list[QuestionPair],
    names: list[str],
    values: np.ndarray,
    same: np.ndarray,
) -> None:
    _report_pairs(pairs, names, values, same)
    print("\ncross-validation by reference; mean of", SEEDS, "splits, and each split")
    for preset, sets in PRESETS.items():
        rows = rated.of(np.isin(rated.sets, sets))
        splits = [held_out(rows, seed) for seed in range(SEEDS)]
        for name in sets:
            _report_set(preset, name, rows, splits)
    print("\nnested: penalties chosen inside each fold; one split")
    for preset, sets in PRESETS.items():
        rows = rated.of(np.isin(rated.sets, sets))
        scores = nested(rows, 0)
        for name in sets:
            _report_set(preset, name, rows, [scores])
    print("\nfitted to the other sets")
    for name in SETS:
        rest, here = rated.of(rated.sets != name), rated.of(rated.sets == name)
        scores = predicted(fit_rated(rest), here)
        _report_set("others", name, here, [scores])


def _report_set(preset: str, name: str, rows: Rated, splits: list[np.ndarray]) -> None:
    of_set = rows.sets == name
    references = rows.references[of_set]
    kind: Kind = "spearman" if name == SIMILARITY else "pearson"
    each, other = (
        [correlate(one[of_set], gold[of_set], kind=kind, groups=references) for one in splits]
        for gold in (rows.gold, rows.plain)
    )
    low, high = np.array([one.interval for one in each], dtype=float).mean(0)
    mean, plain = (np.array([one.value for one in some]).mean() for some in (each, other))
    single = " ".join(f"{one.value:.3f}" for one in each)
    print(
        f"{preset:11} {name:11} n {of_set.sum()} {kind} {mean:.3f} [{low:.3f}, {high:.3f}] "
        f"({single}); with plain mean ratings {plain:.3f}",
        flush=True,
    )


def _report_pairs(
    pairs: list[QuestionPair], names: list[str], values: np.ndarray, same: np.ndarray
) -> None:
    sentences = np.array([one.sentence for one in pairs])
    hard = np.array([one.hard for one in pairs])
    scores = np.zeros(len(pairs))
    for out in folds(sentences, FOLDS, 0):
        model = fit_same(names, values[~out], same[~out])
        scores[out] = np.clip(predict(model, values[out], names), 0, 1)
    for title, rows in (("one sentence", hard), ("all pairs", np.ones(len(pairs), bool))):
        positive = [bool(one) for one in same[rows]]
        found = auc(scores[rows], positive, groups=sentences[rows])
        interval = f"[{found.low:.3f}, {found.high:.3f}]"
        print(f"same_question, {title}: n {rows.sum()}, AUC {found.value:.3f} {interval}")
