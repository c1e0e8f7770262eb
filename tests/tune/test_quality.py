"""Fitting the last layer of quality: exponents of the learned method, weights of the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.hand_made_tools import TOOLS
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import BadSetting, Example
from qgauge.metrics import create
from qgauge.metrics.dimensions import NAMES
from qgauge.metrics.learned_quality import SHIPPED
from qgauge.metrics.quality import PARTS, Quality
from qgauge.tune.quality import (
    FEWEST_LEARNED,
    Plan,
    Product,
    WeightedMean,
    fit,
    layer_of,
    parts_of,
)

Array = np.ndarray[Any, Any]
BEHIND = np.array([2.0, 0.0, 1.0, 0.5, 1.0, 1.0, 3.0])


def flawless(rows: int, seed: int = 1) -> Array:
    """Return made-up chances of no flaw in each dimension."""
    return np.random.default_rng(seed).uniform(0.3, 1.0, (rows, len(NAMES)))


def rated(parts: Array, exponents: Array, noise: float = 0.0) -> Array:
    """Return ratings from 1 to 3 behind which these exponents are."""
    quality = np.prod(parts**exponents, axis=1)
    return 1 + 2 * quality + noise * np.random.default_rng(2).standard_normal(len(parts))


def groups(rows: int) -> list[int]:
    return [at // 5 for at in range(rows)]


# ------------------------------------------------------------------ the learned method


def test_finds_the_exponents_behind_the_ratings() -> None:
    parts = flawless(400)
    found = fit(parts, rated(parts, BEHIND), groups(400), Plan(ridge=0), SHIPPED.values, Product())
    assert found.weights == pytest.approx(BEHIND.tolist(), abs=0.05)
    assert found.gained.second == pytest.approx(1, abs=1e-3)
    assert found.gained.first is not None and found.gained.first < 0.95
    assert found.gained.low is not None and found.gained.low > 0
    assert (found.rows, found.groups) == (400, 80)
    assert len(found.spread) == 7 and max(found.spread) < 0.05


def test_the_penalty_pulls_towards_the_shipped_exponents() -> None:
    parts = flawless(200)
    human = rated(parts, BEHIND, noise=0.1)
    distances = []
    for ridge in (0.0, 0.01, 0.1, 1.0, 1000.0):
        exponents = Product().fit(parts, human, ridge)
        distances.append(float(np.abs(exponents - 1).sum()))
    assert distances == sorted(distances, reverse=True)
    assert distances[-1] == pytest.approx(0, abs=0.01)
    assert distances[0] > 3


def test_ratings_that_say_nothing_leave_the_shipped_exponents() -> None:
    """A rating that falls with quality cannot turn it over: no slope is below 0."""
    parts = flawless(200)
    found = Product().fit(parts, -rated(parts, BEHIND), 0.0)
    assert found == pytest.approx(np.ones(7), abs=1e-6)


@settings(max_examples=20)
@given(st.integers(0, 1000))
def test_exponents_stay_in_their_bounds_and_files_hold_them(seed: int) -> None:
    random = np.random.default_rng(seed)
    parts, human = random.uniform(0.01, 1, (30, 7)), random.uniform(1, 3, 30)
    found = Product().fit(parts, human, 0.0)
    assert ((found >= 0) & (found <= 10)).all()
    rounded = Product().rounded(found)
    assert np.abs(np.array(rounded) - found).max() <= 0.0005 + 1e-12


def test_the_layer_computes_what_the_metric_computes() -> None:
    parts = flawless(5)
    for row, quality in zip(parts, Product().apply(parts, np.ones(7)), strict=True):
        assert quality == pytest.approx(SHIPPED.quality(dict(zip(NAMES, row, strict=True))))


def test_a_hundred_rows_are_needed() -> None:
    parts = flawless(FEWEST_LEARNED)
    human = rated(parts, BEHIND)
    plan = Plan(folds=4)
    assert fit(parts, human, groups(100), plan, SHIPPED.values, Product()).rows == 100
    human[7] = np.nan
    with pytest.raises(BadSetting, match=r"there are 99 rated rows .* needs at least 100"):
        fit(parts, human, groups(100), plan, SHIPPED.values, Product())
    # the weighted mean has three weights and needs fewer
    assert fit(parts[:, :3], human, groups(100), plan).rows == 99


def test_constant_ratings_and_too_few_passages_are_refused() -> None:
    parts = flawless(100)
    with pytest.raises(BadSetting, match="all ratings are the same"):
        fit(parts, np.ones(100), groups(100), Plan(), SHIPPED.values, Product())
    with pytest.raises(BadSetting, match="30 folds need at least as many different passages"):
        fit(parts, rated(parts, BEHIND), groups(100), Plan(folds=30), SHIPPED.values, Product())


def test_agreement_is_measured_on_passages_left_out() -> None:
    """Ratings are noise, the same for all rows of a passage: a fit that saw them would agree."""
    random = np.random.default_rng(3)
    parts = np.repeat(random.uniform(0.3, 1, (30, 7)), 5, axis=0)
    human = np.repeat(random.uniform(1, 3, 30), 5)
    found = fit(parts, human, groups(150), Plan(ridge=0), SHIPPED.values, Product())
    seen = np.corrcoef(Product().apply(parts, np.array(found.weights)), human)[0, 1]
    assert found.gained.second is not None
    assert found.gained.second < 0.25 < seen


# ------------------------------------------------------------------ parts

PASSAGE = "Old Bram rowed to the island. Ines sat."
EXAMPLES = [
    Example("1", "Who rowed to the island?", (), PASSAGE, "Bram"),
    Example("2", "Who rowed to the island?", (), PASSAGE),
    Example("3", "who sat", (), PASSAGE, "Ines"),
]


def test_the_parts_of_the_learned_method_are_chances_of_no_flaw() -> None:
    metric = create("quality")
    assert isinstance(metric, Quality)
    assert isinstance(layer_of(metric), Product)
    found = parts_of(metric, EXAMPLES, TOOLS)
    assert found.shape == (3, 7)
    assert np.isnan(found[1]).all()
    first, _, last = metric.score(EXAMPLES, TOOLS)
    # the shipped exponents are 1, so the value is the product
    assert np.prod(found[[0, 2]], axis=1).tolist() == pytest.approx([first.value, last.value])


def test_the_parts_of_the_other_method_are_its_three_metrics() -> None:
    metric = create("quality:method=weights")
    assert isinstance(metric, Quality)
    assert isinstance(layer_of(metric), WeightedMean)
    found = parts_of(metric, EXAMPLES, TOOLS)
    (score, *_) = metric.score(EXAMPLES, TOOLS)
    assert found[0].tolist() == [score.parts[name] for name in PARTS]
    assert np.isnan(found[1]).all()


def test_weights_of_the_other_method_sum_to_1_and_follow_the_ratings() -> None:
    random = np.random.default_rng(4)
    parts = random.random((60, 3))
    found = fit(parts, 1 + 2 * (0.25 * parts[:, 0] + 0.75 * parts[:, 2]), groups(60), Plan(ridge=0))
    assert found.weights == pytest.approx((0.25, 0.0, 0.75), abs=0.01)
    assert sum(found.weights) == pytest.approx(1)
    with pytest.raises(BadSetting, match="no part of quality correlates positively"):
        fit(parts, -parts.sum(axis=1), groups(60), Plan())
