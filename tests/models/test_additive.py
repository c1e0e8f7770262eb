"""Additive models: curves by hand, their invariants, and models from parsed JSON."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.models.additive import Additive, Curve

STEPS = Curve((0.0, 2.0, 6.0), (-1.0, 1.0, 0.0))


@pytest.mark.parametrize(
    ("value", "adds"),
    [
        (-5.0, -1.0),  # flat below the first point
        (0.0, -1.0),
        (0.5, -0.5),  # a quarter of the way from -1 to 1
        (2.0, 1.0),
        (3.0, 0.75),  # a quarter of the way from 1 to 0
        (6.0, 0.0),
        (1e9, 0.0),  # flat above the last point
    ],
)
def test_a_curve_by_hand(value: float, adds: float) -> None:
    assert STEPS(value) == adds


def test_a_curve_of_one_point_is_constant() -> None:
    assert [Curve((3.0,), (0.25,))(value) for value in (-9.0, 3.0, 9.0)] == [0.25] * 3


@pytest.mark.parametrize(
    ("at", "adds"),
    [
        ((), ()),
        ((1.0, 0.0), (0.0, 1.0)),
        ((0.0, 1.0, 1.0), (0.0, 1.0, 2.0)),
        ((0.0, 1.0), (0.0,)),
        ((0.0,), (0.0, 1.0)),
    ],
)
def test_points_that_make_no_curve_are_refused(
    at: tuple[float, ...], adds: tuple[float, ...]
) -> None:
    with pytest.raises(ValueError, match="no ascending points"):
        Curve.of_points(at, adds)


numbers = st.floats(-1e6, 1e6)
places = st.lists(numbers, min_size=1, max_size=8, unique=True).map(sorted)


@st.composite
def curves(draw: st.DrawFn) -> Curve:
    at = draw(places)
    return Curve.of_points(at, draw(st.lists(numbers, min_size=len(at), max_size=len(at))))


@given(curves(), numbers)
def test_a_curve_equals_numpy_interpolation(curve: Curve, value: float) -> None:
    expected = float(np.interp(value, curve.at, curve.adds))
    assert curve(value) == pytest.approx(expected, rel=1e-6, abs=1e-3)


@given(curves(), numbers, numbers)
def test_ascending_points_give_an_ascending_curve(curve: Curve, one: float, other: float) -> None:
    rising = Curve(curve.at, tuple(sorted(curve.adds)))
    low, high = sorted((one, other))
    assert rising(low) <= rising(high) + 1e-6
    falling = Curve(curve.at, tuple(sorted(curve.adds, reverse=True)))
    assert falling(low) >= falling(high) - 1e-6


@given(curves(), numbers)
def test_a_curve_never_leaves_the_range_of_its_points(curve: Curve, value: float) -> None:
    assert min(curve.adds) - 1e-6 <= curve(value) <= max(curve.adds) + 1e-6


MODEL = Additive(2.5, {"words": Curve((5.0, 15.0), (0.25, -0.25)), "errors": STEPS})


def test_a_prediction_is_the_start_plus_every_term() -> None:
    values = {"words": 7.5, "errors": 3.0}
    # words: a quarter of the way from .25 to -.25; errors: see above
    assert MODEL.terms(values) == {"words": 0.125, "errors": 0.75}
    assert MODEL.predict(values) == 2.5 + 0.125 + 0.75


def test_absent_and_unknown_features_add_nothing() -> None:
    assert MODEL.predict({}) == 2.5
    assert MODEL.terms({"errors": 2.0, "colour": 9.0}) == {"errors": 1.0}
    assert MODEL.predict({"errors": 2.0, "colour": 9.0}) == 3.5


def test_a_model_from_parsed_json() -> None:
    made = Additive.of_json({"start": 3, "curves": {"words": [[5, 15], [0.25, -0.25]]}})
    assert made == Additive(3.0, {"words": Curve((5, 15), (0.25, -0.25))})
    assert made.predict({"words": 10}) == 3.0


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({}, KeyError),
        ({"start": 1.0}, KeyError),
        ({"start": "1", "curves": {}}, TypeError),
        ({"start": 1.0, "curves": []}, TypeError),
        ({"start": 1.0, "curves": {"a": [[0, 1]]}}, ValueError),
        ({"start": 1.0, "curves": {"a": [[1, 0], [0, 1]]}}, ValueError),
        ({"start": 1.0, "curves": {"a": [["0", 1], [0, 1]]}}, TypeError),
    ],
)
def test_malformed_models_are_refused(fields: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Additive.of_json(fields)
