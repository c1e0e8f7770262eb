"""Make src/qgauge/models/dimensions.json: additive models of seven rated dimensions.

    python -m training.dimensions.fit [--shared ../shared] [--cache FILE]

Fits the features of qgauge.metrics.dimension_features to the ratings of QGEval, and to flawed
questions made from its rows (flawed.py). Rerun it when an embedded model or a feature changes, then
`python -m benchmarks.agreement.dimensions`, which measures what is fitted here on rows that were
left out.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path

import numpy as np
from scipy.optimize import isotonic_regression, minimize

from qgauge.metrics.dimension_model import FILE, FORMAT
from qgauge.models.additive import Additive
from qgauge.models.files import FOLDER
from training.additive.fit import Plan, fit, predict
from training.dimensions.rows import DIMENSIONS, Rows, qgeval
from training.export.manifest import record

RAISE = (
    "asks wellformed words_in_passage words_in_a_sentence "
    "words_close_together answer_odds answering overlap verifier"
)
LOWER = (
    "words words_beyond_20 words_below_6 lead_in commas repeated_words repeated_pairs "
    "early_pronouns pointers unnamed_things errors cut_off no_question_word several_questions "
    "comparison missing_names repeats_own_answer misstated elsewhere likelier_answer gives_away "
    "words_of_answer choice_without_answer yes_no_to_open other_length"
)
SIGNS = dict.fromkeys(RAISE.split(), 1) | dict.fromkeys(LOWER.split(), -1)
"""Features that may only raise a rating, or only lower it."""
BOUNDED = (
    "asks cut_off wellformed no_question_word several_questions comparison "
    "words_in_passage words_in_a_sentence words_close_together repeats_own_answer answering "
    "overlap gives_away words_of_answer choice_without_answer yes_no_to_open"
)
RANGES = dict.fromkeys(BOUNDED.split(), (0.0, 1.0))

FEATURES: dict[str, str] = {
    "fluency": "lead_in words_beyond_20 no_question_word repeated_words repeated_pairs "
    "cut_off asks errors wellformed commas",
    "clarity": "asks errors repeated_pairs repeated_words cut_off lead_in content_words "
    "vague_words words prepositions early_pronouns pointers unnamed_things words_beyond_20 "
    "repeats_own_answer answering answer_odds overlap other_length",
    "conciseness": "words words_beyond_20 lead_in commas repeated_words gives_away "
    "repeats_own_answer",
    "relevance": "words_in_passage words_close_together missing_names answer_odds elsewhere asks "
    "words_below_6",
    "consistency": "words_close_together words_in_a_sentence answer_odds likelier_answer "
    "names_and_numbers comparison choice_without_answer",
    "answerability": "asks errors answering repeats_own_answer answer_odds verifier "
    "words_close_together words_in_a_sentence words_in_passage missing_names names_and_numbers "
    "several_questions early_pronouns pointers comparison choice_without_answer repeated_pairs "
    "likelier_answer overlap elsewhere",
    "answer_consistency": "answering likelier_answer overlap verifier gives_away words_of_answer "
    "choice_without_answer yes_no_to_open several_questions comparison answer_odds elsewhere",
}
"""The features of each dimension, chosen for what raters were asked."""

PLANS = tuple(
    (Plan(lines=lines, bends=bends), made)
    for lines, bends in ((100, 300), (1000, 2000))
    for made in (0.02, 0.1)
)
"""The penalties to choose from, and the weight of a made row next to a rated one. Few, because the
choice is uncertain: few rows have a low rating."""
CHOICES = 3
"""Random splits into folds over which the agreement of a plan is averaged."""
FOLDS = 5
MADE_FLAWS = 0.05
"""Made rows per rated row when the chance of a flaw is fitted. Systems of QGEval hardly ever write
an unfluent question or one about another text; those of our users may."""
FLAWED_BELOW = 2.5
"""Mean rating below which raters found a flaw: they took at least two of six points off."""
Fit = Callable[[np.ndarray], np.ndarray]


def columns(rows: Rows, dimension: str) -> tuple[list[str], np.ndarray]:
    """Return the features of a dimension, and their values; those of made rows may be missing."""
    names = FEATURES[dimension].split()
    return names, rows.values[:, [rows.names.index(name) for name in names]]


def fitted(rows: Rows, dimension: str, plan: Plan, made: float) -> Additive:
    """Fit one dimension to the rated rows, and to the made rows with the given weight."""
    names, values = columns(rows, dimension)
    gold = rows.ratings[:, DIMENSIONS.index(dimension)]
    weights = np.where(rows.kinds == "", 1.0, made)
    use = ~np.isnan(gold) & (weights > 0) & ~np.isnan(values).any(1)
    return fit(values[use], gold[use], names, SIGNS, plan, RANGES, weights[use])


def predicted(model: Additive, rows: Rows, dimension: str) -> np.ndarray:
    names, values = columns(rows, dimension)
    return predict(model, values, names)


def folds(groups: np.ndarray, seed: int, count: int = FOLDS) -> Iterator[np.ndarray]:
    """Yield masks of the rows to leave out: whole groups at a time."""
    names = np.unique(groups)
    np.random.default_rng(seed).shuffle(names)
    for start in range(count):
        yield np.isin(groups, names[start::count])


def pearson(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(one, other)[0, 1]) if one.std() > 0 and other.std() > 0 else 0.0


def held_out(rows: Rows, dimension: str, plan: Plan, made: float, seed: int) -> np.ndarray:
    """Return predictions for all rows, by models that never saw their passage or its questions."""
    found = np.zeros(len(rows.passages))
    for out in folds(rows.passages, seed):
        asked = np.isin(rows.origins, np.unique(rows.passages[out]))
        model = fitted(rows.of(~out & ~asked), dimension, plan, made)
        found[out] = predicted(model, rows.of(out), dimension)
    return found


def choose(rows: Rows, dimension: str, seed: int) -> tuple[Plan, float]:
    """Return the plan that agrees best with ratings of passages left out."""
    rated = rows.kinds == ""
    gold = rows.ratings[rated, DIMENSIONS.index(dimension)]

    def agreement(plan: Plan, made: float) -> float:
        found = [held_out(rows, dimension, plan, made, seed + at) for at in range(CHOICES)]
        return float(np.mean([pearson(one[rated], gold) for one in found]))

    return max(PLANS, key=lambda one: agreement(*one))


def errors(prediction: np.ndarray, gold: np.ndarray) -> list[list[float]]:
    """Return the typical error by prediction: of ten groups, falling with the prediction."""
    order = np.argsort(prediction, kind="stable")
    groups = np.array_split(order, 10)
    at = np.array([prediction[group].mean() for group in groups])
    squared = np.array([((prediction - gold)[group] ** 2).mean() for group in groups])
    smooth = np.sqrt(isotonic_regression(squared, increasing=False).x)
    kept = [0, *(i for i in range(1, len(at)) if at[i] > at[i - 1] + 1e-3)]
    return [[round(float(part[i]), 4) for i in kept] for part in (at, smooth)]


def chance(prediction: np.ndarray, flawed: np.ndarray, rated: np.ndarray) -> list[float]:
    """Return bias and slope of the log odds of a flaw, by logistic regression.

    Made rows count as if there were one for every twenty rated rows.
    """
    weights = np.where(rated, 1.0, MADE_FLAWS * rated.sum() / max(1, (~rated).sum()))
    centre, scale = float(prediction.mean()), float(prediction.std())
    moved = (prediction - centre) / scale

    def loss(at: np.ndarray) -> float:
        odds = at[0] + at[1] * moved
        return float((weights * (np.logaddexp(0, odds) - flawed * odds)).sum() + 1e-3 * at[1] ** 2)

    bias, slope = minimize(loss, np.array([-2.0, -1.0]), bounds=[(None, None), (None, 0)]).x
    return [round(float(bias - slope * centre / scale), 4), round(float(slope / scale), 4)]


def dimension_entry(rows: Rows, dimension: str, seed: int = 1) -> dict[str, object]:
    """Fit one dimension, and measure its errors on passages left out."""
    plan, made = choose(rows, dimension, seed)
    model = fitted(rows, dimension, plan, made)
    out = held_out(rows, dimension, plan, made, seed + 1)
    gold = rows.ratings[:, DIMENSIONS.index(dimension)]
    known, rated = ~np.isnan(gold) & ~np.isnan(out), rows.kinds == ""
    flawed = chance(out[known], gold[known] < FLAWED_BELOW, rated[known])
    print(f"{dimension}: lines {plan.lines}, bends {plan.bends}, made rows {made}", flush=True)
    return {
        "rating": {
            "start": model.start,
            "curves": {name: [one.at, one.adds] for name, one in model.curves.items()},
        },
        "error": errors(np.clip(out[rated], 1, 3), gold[rated]),
        "flawed": flawed,
    }


def rule_shares(rows: Rows) -> Mapping[str, float]:
    """Return how often raters found a flaw in rows with a finding of a rule."""
    rated = rows.rated
    by_name = {name: rated.values[:, at] for at, name in enumerate(rated.names)}
    worst = rated.ratings.min(1) < FLAWED_BELOW
    shares = {"not_a_question": by_name["asks"] == 0, "answer_given": by_name["gives_away"] == 1}
    return {name: round(float(worst[found].mean()), 3) for name, found in shares.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=os.environ.get("QGAUGE_SHARED", "../shared"))
    parser.add_argument("--cache", type=Path, help="the cache file of the tools")
    options = parser.parse_args()
    rows = qgeval(Path(options.shared), options.cache)
    rated = rows.rated.ratings
    written = {
        "format": FORMAT,
        "made": date.today().isoformat(),
        "dimensions": {name: dimension_entry(rows, name) for name in DIMENSIONS},
        "rules": rule_shares(rows),
        "common": {
            name: round(float((rated[:, at] < FLAWED_BELOW).mean()), 4)
            for at, name in enumerate(DIMENSIONS)
        },
    }
    (FOLDER / FILE).write_text(json.dumps(written, separators=(",", ":")) + "\n", encoding="utf-8")
    entry = record(FILE, "dimensions.md")
    print(f"{FILE}: {entry.size:,} bytes, SHA-256 {entry.sha256}")


if __name__ == "__main__":
    main()
