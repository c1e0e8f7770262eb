"""Fitting additive models, on invented functions."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.models.additive import Additive
from training.additive.fit import Plan, fit, predict

Array = np.ndarray[Any, Any]
NAMES = ("rises", "falls", "idle")
FREE = Plan(lines=1e-4, bends=1e-4, quantiles=tuple(np.linspace(0, 1, 21)))


def truth(values: Array) -> Array:
    """Return a function of known pieces: up to .5 flat, then slope 2; slope -1; nothing."""
    return 2 + 2 * np.maximum(values[:, 0] - 0.5, 0) - values[:, 1]


def rows(count: int, seed: int) -> Array:
    return np.random.default_rng(seed).random((count, 3))


def ranges_of(model: Additive) -> dict[str, float]:
    """Return how far each curve reaches."""
    return {name: max(curve.adds) - min(curve.adds) for name, curve in model.curves.items()}


def test_recovers_a_piecewise_linear_function() -> None:
    values = rows(1000, 1)
    model = fit(values, truth(values), NAMES, {}, FREE)
    new = rows(200, 2)
    assert np.abs(predict(model, new, NAMES) - truth(new)).max() < 0.03
    assert model.start == pytest.approx(truth(values).mean(), abs=1e-5)
    rises = model.curves["rises"]
    assert rises(0.4) - rises(0.1) == pytest.approx(0, abs=0.02)
    assert rises(0.9) - rises(0.6) == pytest.approx(0.6, abs=0.02)
    assert ranges_of(model).get("idle", 0) < 0.02


def test_an_array_is_predicted_like_single_rows() -> None:
    values = rows(50, 1)
    model = fit(values, truth(values), NAMES, {}, FREE)
    expected = [model.predict(dict(zip(NAMES, row, strict=True))) for row in values.tolist()]
    assert predict(model, values, NAMES).tolist() == pytest.approx(expected)


@settings(max_examples=30)
@given(st.integers(0, 10_000), st.floats(0.001, 100))
def test_signs_hold_whatever_the_ratings(seed: int, penalty: float) -> None:
    random = np.random.default_rng(seed)
    values, gold = random.random((40, 3)).round(1), random.normal(size=40)
    plan = Plan(lines=penalty, bends=penalty)
    model = fit(values, gold, NAMES, {"rises": 1, "falls": -1}, plan)
    if "rises" in model.curves:
        assert all(low <= high for low, high in pairwise(model.curves["rises"].adds))
    if "falls" in model.curves:
        assert all(low >= high for low, high in pairwise(model.curves["falls"].adds))


def test_a_feature_of_the_wrong_direction_stays_out() -> None:
    values = rows(300, 3)
    model = fit(values, truth(values), NAMES, {"rises": -1, "falls": 1}, FREE)
    assert max(ranges_of(model).get(name, 0) for name in ("rises", "falls")) < 0.1
    free = fit(values, truth(values), NAMES, {}, FREE)
    assert min(ranges_of(free)[name] for name in ("rises", "falls")) > 0.9


def test_free_features_equal_ordinary_ridge_regression() -> None:
    """With knots at 0 and 1 only, a curve is a line, and its penalty `lines` x slope squared."""
    values = np.vstack([rows(60, 4)[:, :2], [[0, 0], [1, 1]]])
    gold = truth(values)
    plan = Plan(lines=2.0, bends=0.0, quantiles=(0, 1))
    model = fit(values, gold, NAMES[:2], {}, plan)
    centred = values - values.mean(0)
    # a line is penalised for features of standard deviation 1
    penalty = np.diag(plan.lines * values.std(0) ** 2)
    slopes = np.linalg.solve(centred.T @ centred + penalty, centred.T @ (gold - gold.mean()))
    found = [model.curves[name].adds[1] - model.curves[name].adds[0] for name in NAMES[:2]]
    assert found == pytest.approx(slopes.tolist(), abs=1e-4)


def test_the_penalty_shrinks_curves_and_straightens_them() -> None:
    values = rows(300, 5)
    reach = [
        ranges_of(fit(values, truth(values), NAMES, {}, Plan(lines=each, bends=each)))["rises"]
        for each in (0.01, 10, 100, 1000, 1e5)
    ]
    assert reach == sorted(reach, reverse=True)
    assert reach[0] > 0.9 and reach[-1] < 0.05
    bent, straight = (
        fit(values, truth(values), NAMES, {}, Plan(lines=0.01, bends=bends)).curves["rises"]
        for bends in (0.01, 1e6)
    )

    def slopes(curve: Any) -> Array:
        return np.diff(curve.adds) / np.diff(curve.at)

    assert np.ptp(slopes(bent)) > 1.5
    assert np.ptp(slopes(straight)) < 0.01


def test_twice_the_deviation_is_four_times_the_penalty() -> None:
    values = rows(100, 6)
    usual = fit(values, truth(values), NAMES, {}, Plan(lines=40, bends=80))
    scales = {name: 2 * float(one) for name, one in zip(NAMES, values.std(0), strict=True)}
    scaled = fit(values, truth(values), NAMES, {}, Plan(lines=10, bends=20), scales=scales)
    for name, curve in usual.curves.items():
        assert scaled.curves[name].adds == pytest.approx(curve.adds, abs=2e-5)


def test_curves_add_nothing_on_average_over_weighted_rows() -> None:
    values = rows(80, 7)
    weights = np.where(np.arange(80) < 40, 1.0, 0.25)
    model = fit(values, truth(values), NAMES, {}, Plan(), weights=weights)
    assert model.start == pytest.approx(np.average(truth(values), weights=weights), abs=1e-5)
    for name, curve in model.curves.items():
        terms = [curve(one) for one in values[:, NAMES.index(name)]]
        assert np.average(terms, weights=weights) == pytest.approx(0, abs=2e-5)


def test_rows_without_weight_do_not_count() -> None:
    values = np.vstack([rows(60, 8), rows(60, 8)])
    gold = np.concatenate([truth(values[:60]), -9 * np.ones(60)])
    weights = np.repeat([1.0, 0.0], 60)
    found = fit(values, gold, NAMES, {}, Plan(), weights=weights)
    assert found.start == pytest.approx(truth(values[:60]).mean(), abs=1e-5)
    assert found.predict(dict(zip(NAMES, values[0], strict=True))) > 0


def test_curves_reach_the_possible_values_and_constant_features_have_none() -> None:
    values = rows(100, 9) * [0.5, 1, 0]
    model = fit(values, truth(values), NAMES, {}, Plan(lines=1), {"rises": (-1.0, 2.0)})
    assert (model.curves["rises"].at[0], model.curves["rises"].at[-1]) == (-1.0, 2.0)
    assert model.curves["falls"].at[-1] == pytest.approx(values[:, 1].max(), abs=1e-5)
    assert "idle" not in model.curves
