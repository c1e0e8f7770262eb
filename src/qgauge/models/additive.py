"""Additive models: a prediction is a start value plus one readable curve per feature.

A curve is a list of points, joined by straight lines and flat outside them. What a feature added to
a prediction, or took from it, is therefore exact. Without a numerical library, the same features
give the same prediction on every machine.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Curve:
    """What one feature adds, by its value: points joined by straight lines, flat outside them."""

    at: Sequence[float]
    """Feature values, in ascending order."""
    adds: Sequence[float]
    """What the feature adds at each of them."""

    @classmethod
    def of_points(cls, at: Sequence[float], adds: Sequence[float]) -> Curve:
        """Return the curve through the points; raise `ValueError` if they do not ascend."""
        if len(at) != len(adds) or not at or any(low >= high for low, high in pairwise(at)):
            raise ValueError("a curve has no ascending points")
        return cls(tuple(at), tuple(adds))

    def __call__(self, value: float) -> float:
        """Return what a value of the feature adds.

        Examples:
            >>> Curve((0.0, 2.0), (-1.0, 1.0))(0.5)
            -0.5
            >>> Curve((0.0, 2.0), (-1.0, 1.0))(9.0)
            1.0
        """
        above = bisect_right(self.at, value)
        if above == 0:
            return self.adds[0]
        if above == len(self.at):
            return self.adds[-1]
        left, right = self.at[above - 1], self.at[above]
        share = (value - left) / (right - left)
        return self.adds[above - 1] + share * (self.adds[above] - self.adds[above - 1])


@dataclass(frozen=True, slots=True)
class Additive:
    """A start value plus one curve per feature."""

    start: float
    """The prediction for a row whose curves add nothing: the mean of the fitted ratings."""
    curves: Mapping[str, Curve]

    @classmethod
    def of_json(cls, fields: Mapping[str, object]) -> Additive:
        """Return the model of parsed JSON: `{"start": …, "curves": {name: [at, adds]}}`."""
        start, curves = fields["start"], fields["curves"]
        if not isinstance(start, int | float) or not isinstance(curves, dict):
            raise TypeError("a start value and curves are expected")
        found = {}
        for name, (at, adds) in curves.items():
            found[name] = Curve.of_points(at, adds)
        return cls(float(start), found)

    def terms(self, values: Mapping[str, float]) -> dict[str, float]:
        """Return what each feature adds; a feature that `values` does not have adds nothing."""
        return {name: curve(values[name]) for name, curve in self.curves.items() if name in values}

    def predict(self, values: Mapping[str, float]) -> float:
        """Return the start value plus what each feature adds.

        Examples:
            >>> model = Additive(2.5, {"words": Curve((5.0, 15.0), (0.25, -0.25))})
            >>> model.predict({"words": 10.0})
            2.5
        """
        return self.start + sum(self.terms(values).values())
