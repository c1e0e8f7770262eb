"""Make src/qgauge/models/learned_reference.json: the model of the metric `learned_reference`.

    python -m training.learned_reference.fit [--shared ../shared] [--cache FILE] [--measure]

Fits `same_question` on question pairs of QAMR, then one model to the ratings of all four sets and
one to each answerability set. Rerun it when the parser, the classifier, the grammar checker or the
vectors change. --measure reports the quality instead: see measure.py.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from qgauge.metrics.reference_model import FILE, FORMAT, SAME_QUESTION
from qgauge.models.additive import Additive, Curve
from qgauge.models.files import FOLDER
from training.additive.fit import Plan, fit, predict
from training.export.manifest import record
from training.learned_reference.question_pairs import QuestionPair, question_pairs, read_questions
from training.learned_reference.rated import SETS, Rated, compared, open_tools, read_rated

QUANTILES = tuple(float(one) for one in np.linspace(0.01, 0.99, 6))
PLAN = Plan(lines=10.0, bends=30.0, quantiles=QUANTILES)
KIND_SCALE = 2.0
"""Scale of a number for one kind of pair, relative to the number for all pairs. Twice the scale is
four times the penalty, so what holds for all pairs is preferred."""
PRESETS = {"all": SETS, "squad": ("squad",), "wikimovies": ("wikimovies",), "vqa": ("vqa",)}
CLASSES = frozenset({"class_shared", "class_same", "group_shared"})
"""Numbers that enter a model of several sets only by way of `same_question`."""
NOT_FOR_SAME = frozenset({"grammar_kept", "wellformed", "enough_left", "content_left"})
"""Numbers that do not tell whether two questions ask the same."""


def folds(references: np.ndarray, count: int, seed: int) -> Iterator[np.ndarray]:
    """Yield masks of the rows to leave out: all rows of a reference at a time."""
    names = np.unique(references)
    np.random.default_rng(seed).shuffle(names)
    for start in range(count):
        yield np.isin(references, names[start::count])


# ------------------------------------------------------------------ one model


def fit_rated(rows: Rated, plan: Plan = PLAN, kind_scale: float = KIND_SCALE) -> Additive:
    """Fit to ratings; every set has the same weight and its own mean.

    Only a model of several sets needs the numbers for each kind of pair.
    """
    one_set = len(set(rows.sets)) == 1
    used = np.array(
        [
            ": " not in name if one_set else name.rpartition(": ")[2] not in CLASSES
            for name in rows.names
        ]
    )
    varies = np.flatnonzero(used & (rows.values.std(0) > 1e-6))
    names = [rows.names[at] for at in varies]
    present = [name for name in SETS if name in rows.sets]
    others = [(rows.sets == name).astype(float) * 3 for name in present[1:]]
    columns = np.column_stack([rows.values[:, varies], *others])
    weights = np.zeros(len(rows.gold))
    for name in present:
        of_set = rows.sets == name
        weights[of_set] = len(weights) / len(present) / of_set.sum()
    model = fit(
        columns,
        rows.gold,
        [*names, *(f"set {name}" for name in present[1:])],
        dict.fromkeys(names, 1),
        plan,
        weights=weights,
        scales=_scales(rows, kind_scale),
    )
    kept = {name: curve for name, curve in model.curves.items() if not name.startswith("set ")}
    return normalised(Additive(model.start, kept))


def _scales(rows: Rated, kind_scale: float) -> dict[str, float]:
    """Return the scales of the numbers for one kind, which are constant in most rows."""
    spread = dict(zip(rows.names, rows.values.std(0)))
    return {
        name: kind_scale * float(spread[name.partition(": ")[2]]) for name in spread if ": " in name
    }


def normalised(model: Additive) -> Additive:
    """Rescale a model so that equal texts, whose numbers are all 1, get exactly 1."""
    highest = model.start + sum(curve.adds[-1] for curve in model.curves.values())
    return Additive(
        1.0,
        {
            name: Curve(
                curve.at, tuple(round((one - curve.adds[-1]) / highest, 6) for one in curve.adds)
            )
            for name, curve in model.curves.items()
        },
    )


def predicted(model: Additive, rows: Rated) -> np.ndarray:
    return predict(model, rows.values, rows.names).clip(0, 1)


# ------------------------------------------------------------------ same question


def pair_numbers(
    pairs: list[QuestionPair], tools: dict[str, object]
) -> tuple[list[str], np.ndarray]:
    """Return the names and the values of the numbers of question pairs."""
    rows = [
        {name: value for part in parts.values() for name, value in part.items()}
        for parts, _ in compared([(one.first, one.second) for one in pairs], tools)
    ]
    names = [name for name in rows[0] if name not in NOT_FOR_SAME]
    return names, np.array([[row[name] for name in names] for row in rows])


def fit_same(names: list[str], values: np.ndarray, same: np.ndarray) -> Additive:
    varies = np.flatnonzero(values.std(0) > 1e-6)
    kept = [names[at] for at in varies]
    return normalised(fit(values[:, varies], same, kept, dict.fromkeys(kept, 1), PLAN))


# ------------------------------------------------------------------ the file


def as_json(model: Additive) -> dict[str, object]:
    curves = {name: [list(one.at), list(one.adds)] for name, one in model.curves.items()}
    return {"start": model.start, "curves": curves}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--shared", type=Path, default=Path("../shared"))
    options.add_argument("--cache", type=Path)
    options.add_argument("--measure", action="store_true")
    given = options.parse_args()
    pairs = question_pairs(read_questions(given.shared))
    names, values = pair_numbers(pairs, open_tools(given.cache, grammar=False))
    same = np.array([float(one.same) for one in pairs])
    same_question = fit_same(names, values, same)
    rated = read_rated(given.shared, open_tools(given.cache), same_question)
    if given.measure:
        from training.learned_reference.measure import report

        report(rated, pairs, names, values, same)
        return
    presets = {}
    for preset, sets in PRESETS.items():
        presets[preset] = fit_rated(rated.of(np.isin(rated.sets, sets)))
        print(f"{preset}: {len(presets[preset].curves)} curves")
    models = {name: as_json(model) for name, model in presets.items()}
    content = {"format": FORMAT, SAME_QUESTION: as_json(same_question), "presets": models}
    (FOLDER / FILE).write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")
    print(record(FILE, "learned_reference.md"))


if __name__ == "__main__":
    main()
