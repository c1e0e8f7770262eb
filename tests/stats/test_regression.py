"""Non-negative ridge regression against the closed form, and grouped folds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.stats.regression import folds, nonnegative


def data(seed: int, rows: int = 80) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    return random.random((rows, 3)), random.random(rows)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.01, 1.0]))
def test_no_other_weights_have_a_smaller_error(seed: int, ridge: float) -> None:
    columns, target = data(seed)
    rows, wanted = columns - columns.mean(axis=0), target - target.mean()

    def cost(weights: np.ndarray) -> float:
        return float(
            ((rows @ weights - wanted) ** 2).sum() + ridge * len(rows) * (weights**2).sum()
        )

    found = nonnegative(columns, target, ridge)
    assert (found >= 0).all()
    random = np.random.default_rng(seed)
    for _ in range(50):
        other = np.maximum(0, found + random.normal(0, 0.1, 3))
        assert cost(found) <= cost(other) + 1e-9


def test_equals_the_closed_form_where_that_is_positive() -> None:
    columns, noise = data(3)
    target = columns @ np.array([0.2, 0.3, 0.5]) + 4 + 0.01 * noise
    rows, wanted = columns - columns.mean(axis=0), target - target.mean()
    expected = np.linalg.solve(rows.T @ rows + 0.01 * len(rows) * np.eye(3), rows.T @ wanted)
    assert nonnegative(columns, target, 0.01) == pytest.approx(expected)
    assert nonnegative(columns, target, 0.0) == pytest.approx([0.2, 0.3, 0.5], abs=0.01)


def test_negatively_related_features_have_weight_zero() -> None:
    columns, _ = data(4)
    assert nonnegative(columns, columns[:, 0] - columns[:, 1], 0.0)[1] == 0


def test_folds_keep_groups_together_and_cover_every_row_once() -> None:
    groups = [f"passage {at % 7}" for at in range(50)]
    found = list(folds(groups, 3, seed=1))
    assert np.sum(found, axis=0).tolist() == [1] * 50
    for held in found:
        inside = {group for group, use in zip(groups, held, strict=True) if use}
        outside = {group for group, use in zip(groups, held, strict=True) if not use}
        assert inside
        assert not inside & outside
    again = list(folds(groups, 3, seed=1))
    assert all((one == other).all() for one, other in zip(found, again, strict=True))
