"""The model of `dimensions`: an additive model of human ratings for each of seven dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from qgauge.models.additive import Additive, Curve
from qgauge.models.files import FOLDER
from qgauge.models.json_models import load_json

FILE = "dimensions.json"
FORMAT = 1
LOWEST, HIGHEST = 1.0, 3.0
"""The scale of the ratings."""
MOST_ODDS = 5.0
"""Largest log odds of a flaw, and of no flaw: nothing is certain."""
DIGITS = 6


@dataclass(frozen=True, slots=True)
class Prediction:
    """What is predicted for one dimension of a question."""

    rating: float
    """The mean rating, from 1 to 3."""
    error: float
    """The typical error of such a prediction."""
    flawed: float
    """The chance that raters find a flaw: a mean rating below 2.5."""
    terms: Mapping[str, float] = field(default_factory=dict)
    """What each feature added to the rating, or took from it."""

    @property
    def share(self) -> float:
        """The rating on a scale from 0 to 1."""
        return (self.rating - LOWEST) / (HIGHEST - LOWEST)


@dataclass(frozen=True, slots=True)
class Dimension:
    """How one dimension is predicted."""

    rating: Additive
    """Predicts the mean rating from the features."""
    error: Curve
    """The typical error of a prediction, by the prediction; measured on rows not fitted on."""
    flawed: tuple[float, float]
    """Bias and slope of the log odds that raters find a flaw, by the prediction."""

    def predict(self, values: Mapping[str, float]) -> Prediction:
        """Return the predicted rating, its typical error, and the chance of a flaw."""
        terms = self.rating.terms(values)
        raw = self.rating.start + sum(terms.values())
        rating = min(HIGHEST, max(LOWEST, raw))
        bias, slope = self.flawed
        chance = 1 / (1 + exp(-min(MOST_ODDS, max(-MOST_ODDS, bias + slope * raw))))
        return Prediction(rating, self.error(rating), round(chance, DIGITS), terms)


@dataclass(frozen=True, slots=True)
class DimensionModel:
    """The fitted models."""

    dimensions: Mapping[str, Dimension]
    rules: Mapping[str, float]
    """For findings of rules, the share of rows with this finding in which raters found a flaw."""
    common: Mapping[str, float]
    """For each dimension, the share of all rows in which raters found a flaw."""


@cache
def dimension_model(folder: Path = FOLDER) -> DimensionModel:
    """Return the bundled model, verified and loaded once per process."""
    return load_json(FILE, FORMAT, _build, folder)


def _build(found: dict[str, Any]) -> DimensionModel:
    dimensions = {
        name: Dimension(
            Additive.of_json(one["rating"]),
            Curve.of_points(*one["error"]),
            (float(one["flawed"][0]), float(one["flawed"][1])),
        )
        for name, one in found["dimensions"].items()
    }
    return DimensionModel(dimensions, dict(found["rules"]), dict(found["common"]))
