"""Fit an additive model: one piecewise linear curve per feature, by penalised least squares.

Each curve rises or falls between knots at quantiles of its feature. The penalty pulls every curve
towards a straight line and every line towards zero, so a feature that does not help stays flat. A
feature with a known direction gets slopes of one sign: more grammar errors never raise fluency.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.optimize import nnls

from qgauge.models.additive import Additive, Curve

DIGITS = 5
Ranges = Mapping[str, tuple[float, float]]
"""The lowest and highest possible value of features, to which their lines extend."""


@dataclass(frozen=True)
class Plan:
    """How curves are fitted."""

    lines: float = 10.0
    """Penalty on the slope of a curve, for features of standard deviation 1."""
    bends: float = 30.0
    """Penalty on what a curve deviates from a straight line."""
    quantiles: tuple[float, ...] = (0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1)
    """Where a curve may bend, as quantiles of its feature."""


@dataclass(frozen=True)
class Basis:
    """The knots of each feature; ramps between neighbouring knots are the columns of the fit."""

    knots: Sequence[np.ndarray]
    scale: np.ndarray

    @classmethod
    def of(
        cls,
        values: np.ndarray,
        names: Sequence[str],
        quantiles: Sequence[float],
        ranges: Ranges,
        scales: Mapping[str, float],
    ) -> Basis:
        knots = []
        for name, column in zip(names, values.T, strict=True):
            places = np.quantile(column, quantiles, method="nearest")
            knots.append(np.unique([*places, *ranges.get(name, ())]))
        scale = np.where(values.std(0) > 1e-9, values.std(0), 1.0)
        scale = np.array([scales.get(name, one) for name, one in zip(names, scale, strict=True)])
        return cls(knots, scale)

    def ramps(self, values: np.ndarray) -> np.ndarray:
        """Return one column per pair of neighbouring knots: the share of it that is passed."""
        columns = []
        for column, knots in zip(values.T, self.knots, strict=True):
            for low, high in pairwise(knots):
                columns.append(np.clip((column - low) / (high - low), 0, 1))
        return np.array(columns).T if columns else np.zeros((len(values), 0))


def penalties(basis: Basis, plan: Plan) -> np.ndarray:
    """Return the penalty rows, whose squared products with the coefficients are added."""
    total = sum(max(0, len(knots) - 1) for knots in basis.knots)
    rows, first = [], 0
    for knots, scale in zip(basis.knots, basis.scale, strict=True):
        count = len(knots) - 1
        if count < 1:
            continue
        widths = np.diff(knots) / scale
        whole = np.zeros(total)
        whole[first : first + count] = np.sqrt(plan.lines) / widths.sum()
        rows.append(whole)  # the mean slope
        for at in range(count):  # the slope between two knots, less the mean slope
            row = np.zeros(total)
            row[first : first + count] = -1 / widths.sum()
            row[first + at] += 1 / widths[at]
            rows.append(row * np.sqrt(plan.bends * widths[at] / widths.sum()))
        first += count
    return np.array(rows) if rows else np.zeros((0, total))


def fit(
    values: np.ndarray,
    gold: np.ndarray,
    names: Sequence[str],
    signs: Mapping[str, int],
    plan: Plan,
    ranges: Ranges | None = None,
    weights: np.ndarray | None = None,
    scales: Mapping[str, float] | None = None,
) -> Additive:
    """Fit a model.

    Args:
        values: One row per example, one column per feature.
        gold: What to predict.
        names: The features.
        signs: 1 for a feature that may only raise the prediction, -1 for one that may only
            lower it.
        plan: The penalties.
        ranges: The possible values of features that have bounds.
        weights: Weights of the rows.
        scales: Standard deviations to assume in the penalty instead of those of the rows; twice
            the deviation is four times the penalty.

    Returns:
        The model; its curves add 0 on average over the fitted rows.
    """
    weights = np.ones(len(gold)) if weights is None else weights
    share = weights / weights.sum()
    basis = Basis.of(values, names, plan.quantiles, ranges or {}, scales or {})
    ramps = basis.ramps(values)
    means, start = share @ ramps, float(share @ gold)
    root = np.sqrt(weights)[:, None]
    design = np.vstack([(ramps - means) * root, penalties(basis, plan)])
    target = np.concatenate([(gold - start) * root[:, 0], np.zeros(len(design) - len(gold))])
    owners = [name for name, knots in zip(names, basis.knots, strict=True) for _ in knots[1:]]
    sign = np.array([signs.get(name, 0) for name in owners])
    found = _bounded(design, target, sign)
    curves, first = {}, 0
    for name, knots in zip(names, basis.knots, strict=True):
        count = len(knots) - 1
        rises = found[first : first + count]
        centre = float(means[first : first + count] @ rises)
        first += max(0, count)
        if count < 1 or np.abs(rises).max() < 1e-7:
            continue
        adds = np.concatenate([[0.0], np.cumsum(rises)]) - centre
        curves[name] = Curve(
            tuple(round(float(one), DIGITS) for one in knots),
            tuple(round(float(one), DIGITS) for one in adds),
        )
    return Additive(round(start, DIGITS), curves)


def _bounded(design: np.ndarray, target: np.ndarray, sign: np.ndarray) -> np.ndarray:
    """Return the least-squares solution with the given signs; 0 is free.

    A free coefficient is the difference of two non-negative ones.
    """
    gram, side = design.T @ design, design.T @ target
    factor = np.linalg.cholesky(gram + 1e-8 * np.eye(len(gram)))
    reduced = np.linalg.solve(factor, side)
    free = sign == 0
    flipped = np.where(sign < 0, -1.0, 1.0)
    matrix = np.hstack([factor.T * flipped, -factor.T[:, free]])
    solution, _ = nnls(matrix, reduced, maxiter=50 * matrix.shape[1])
    found = solution[: len(sign)] * flipped
    found[free] -= solution[len(sign) :]
    return np.asarray(found)


def predict(model: Additive, values: np.ndarray, names: Sequence[str]) -> np.ndarray:
    """Return the predictions for the rows of an array."""
    made = np.full(len(values), model.start)
    for name, curve in model.curves.items():
        made += np.interp(values[:, list(names).index(name)], curve.at, curve.adds)
    return made
