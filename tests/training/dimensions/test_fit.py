"""Fitting the models of dimensions: folds, errors, chances, and the directions of features."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from qgauge.metrics.dimension_model import dimension_model
from qgauge.metrics.dimensions import NAMES
from qgauge.models.additive import Curve
from training.additive.fit import Plan
from training.dimensions.fit import (
    FEATURES,
    FLAWED_BELOW,
    RANGES,
    SIGNS,
    chance,
    errors,
    fitted,
    folds,
    held_out,
    rule_shares,
)
from training.dimensions.rows import DIMENSIONS, Rows

Array = np.ndarray[Any, Any]
ALL = tuple(dict.fromkeys(name for some in FEATURES.values() for name in some.split()))


# ------------------------------------------------------------------ the shipped file


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_every_shipped_curve_has_the_sign_of_its_feature(dimension: str) -> None:
    curves = dimension_model().dimensions[dimension].rating.curves
    assert set(curves) <= set(FEATURES[dimension].split())
    for name, curve in curves.items():
        steps = [high - low for low, high in pairwise(curve.adds)]
        sign = SIGNS.get(name, 0)
        assert sign == 0 or all(sign * step >= 0 for step in steps), name
        if name in RANGES:
            assert (curve.at[0], curve.at[-1]) == RANGES[name]


def test_errors_of_the_shipped_file_fall_with_the_prediction() -> None:
    for one in dimension_model().dimensions.values():
        assert list(one.error.adds) == sorted(one.error.adds, reverse=True)


def test_the_dimensions_are_those_of_the_metric() -> None:
    assert DIMENSIONS == NAMES == tuple(FEATURES)
    assert set(SIGNS) <= {*ALL, "misstated"}  # which no dimension uses; its figures are published
    assert set(RANGES) <= set(ALL)


# ------------------------------------------------------------------ parts of the fit


@pytest.mark.parametrize("seed", [1, 2])
def test_folds_are_disjoint_and_keep_groups_together(seed: int) -> None:
    groups = np.array([f"p{at % 13}" for at in range(60)])
    left_out = list(folds(groups, seed))
    assert len(left_out) == 5
    assert np.array_equal(np.sum(left_out, axis=0), np.ones(60))
    for out in left_out:
        assert out.any() and not out.all()
        assert not set(groups[out]) & set(groups[~out])


def test_folds_depend_on_the_seed_only() -> None:
    groups = np.array([f"p{at % 13}" for at in range(60)])
    one, again, other = (np.array(list(folds(groups, seed))) for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_errors_by_hand() -> None:
    """Ten groups of two rows; the error of a group is the root of its mean squared error."""
    prediction = np.repeat(np.arange(10) / 10 + 1, 2)
    off = np.tile([1.0, -1.0], 10) * np.repeat(np.linspace(1, 0.1, 10), 2)
    at, found = errors(prediction, prediction + off)
    assert at == pytest.approx((np.arange(10) / 10 + 1).tolist())
    assert found == pytest.approx(np.linspace(1, 0.1, 10).tolist(), abs=1e-4)
    # an error that rises with the prediction is smoothed: all groups have the mean square
    _, smooth = errors(prediction, prediction + off[::-1])
    assert smooth == pytest.approx([np.sqrt((np.linspace(1, 0.1, 10) ** 2).mean())] * 10, abs=1e-4)
    Curve.of_points(at, found)  # ascending


def test_equal_predictions_are_one_group_of_errors() -> None:
    at, found = errors(np.full(40, 2.5), np.tile([2.0, 3.0], 20))
    assert (at, found) == ([2.5], [0.5])


def flaws_by_chance(count: int, bias: float, slope: float, seed: int) -> tuple[Array, Array]:
    """Return predictions, and flaws drawn with these log odds."""
    random = np.random.default_rng(seed)
    prediction = random.uniform(1, 3, count)
    return prediction, random.random(count) < 1 / (1 + np.exp(-(bias + slope * prediction)))


def test_the_chance_of_a_flaw_is_a_logistic_regression() -> None:
    prediction, flawed = flaws_by_chance(20_000, 6, -3, 1)
    everything = np.ones(20_000, bool)
    bias, slope = chance(prediction, flawed, everything)
    assert bias == pytest.approx(6, abs=0.3)
    assert slope == pytest.approx(-3, abs=0.15)
    # a better rating never makes a flaw likelier
    assert chance(prediction, ~flawed, everything)[1] == pytest.approx(0, abs=1e-3)


def test_made_rows_count_as_one_for_twenty_rated_ones() -> None:
    prediction, flawed = flaws_by_chance(4_000, 6, -3, 1)
    rated = np.arange(4_000) % 2 == 0
    flawed |= ~rated  # every made row has a flaw
    bias, slope = chance(prediction, flawed, rated)
    found = 1 / (1 + np.exp(-(bias + slope * prediction)))
    # with a bias, the weighted mean of the chances is the weighted share of flawed rows
    share = (flawed[rated].mean() + 0.05) / 1.05
    assert (found[rated].mean() + 0.05 * found[~rated].mean()) / 1.05 == pytest.approx(
        share, abs=1e-3
    )


# ------------------------------------------------------------------ rows


def made_rows(count: int = 120) -> Rows:
    """Return rated rows whose fluency falls with errors, and made ones that say the opposite."""
    random = np.random.default_rng(4)
    values = random.random((count, len(ALL))).round(3)
    ratings = np.full((count, len(DIMENSIONS)), 2.75)
    bad = values[:, ALL.index("errors")]
    made = np.arange(count) % 3 == 0
    ratings[:, DIMENSIONS.index("fluency")] = np.where(made, 1 + bad, 3 - bad)
    ratings[made, DIMENSIONS.index("clarity")] = np.nan
    names = np.array([f"p{at // 6}" for at in range(count)])
    kinds = np.where(made, "scrambled", "")
    return Rows(ALL, values, ratings, names, names, names, kinds, names)


def test_made_rows_count_as_much_as_their_weight() -> None:
    rows, plan = made_rows(), Plan(lines=0.1, bends=0.1)
    curve = fitted(rows, "fluency", plan, 0.0).curves["errors"]
    assert curve(1.0) - curve(0.0) == pytest.approx(-1, abs=0.1)
    start = [fitted(rows, "fluency", plan, made).start for made in (0.0, 0.3, 1.0)]
    gold, made = rows.ratings[:, 0], rows.kinds != ""
    assert start[0] == pytest.approx(gold[~made].mean(), abs=1e-4)
    weights = np.where(made, 0.3, 1.0)
    assert start[1] == pytest.approx(np.average(gold, weights=weights), abs=1e-4)
    assert start[2] == pytest.approx(gold.mean(), abs=1e-4)


def test_held_out_predictions_never_see_their_passage() -> None:
    rows, plan = made_rows(), Plan(lines=0.1, bends=0.1)
    found = held_out(rows, "fluency", plan, 0.0, seed=1)
    assert np.corrcoef(found[rows.kinds == ""], rows.ratings[rows.kinds == "", 0])[0, 1] > 0.95
    # ratings of one passage change no prediction for it
    here = rows.passages == "p3"
    ratings = rows.ratings.copy()
    ratings[here] = 1.0
    again = held_out(replace(rows, ratings=ratings), "fluency", plan, 0.0, seed=1)
    assert again[here].tolist() == found[here].tolist()
    assert not np.array_equal(again[~here], found[~here])


def test_held_out_predictions_never_see_a_question_of_their_passage() -> None:
    rows, plan = made_rows(), Plan(lines=0.1, bends=0.1)
    # a made row of passage 9 has a question of passage 3
    moved = np.flatnonzero((rows.kinds != "") & (rows.passages == "p9"))[0]
    origins = rows.origins.copy()
    origins[moved] = "p3"
    ratings = rows.ratings.copy()
    ratings[moved] = 1.0
    for some, same in ((origins, True), (rows.origins, False)):
        one, other = (
            held_out(replace(rows, origins=some, ratings=each), "fluency", plan, 1.0, seed=1)
            for each in (rows.ratings, ratings)
        )
        here = rows.passages == "p3"
        assert np.array_equal(one[here], other[here]) is same


def test_the_shares_of_rules_are_those_of_rated_rows() -> None:
    rows = made_rows(8)
    values, ratings = rows.values.copy(), np.full((8, len(DIMENSIONS)), 3.0)
    values[:, ALL.index("asks")] = [0, 0, 0, 0, 1, 1, 1, 1]
    values[:, ALL.index("gives_away")] = [0, 0, 0, 0, 0, 1, 1, 0]
    ratings[1, 2] = FLAWED_BELOW - 0.1  # the lowest rating of a row decides
    ratings[5, 0] = FLAWED_BELOW  # not below
    # rows 0, 3 and 6 are made; of 1, 2 and the others, 1 has a flaw
    found = rule_shares(replace(rows, values=values, ratings=ratings))
    assert found == {"not_a_question": 0.5, "answer_given": 0.0}
