"""The ratings of one dimension as steps of a scale, with one consensus per row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor
from statistics import fmean
from typing import Any

import numpy as np

from qgauge.meta.judged import Judged, Scale
from qgauge.meta.ratings import opinions
from qgauge.stats.agreement import Weights, kappa_ceiling, majority
from qgauge.stats.arrays import Array
from qgauge.stats.estimate import Estimate

Step = float | str
"""A step of a scale: a number, or a label."""
MOST_STEPS = 11
"""Steps that people tell apart; a longer scale is divided into `COARSE` steps."""
COARSE = 5


@dataclass(frozen=True, slots=True)
class RatingSteps:
    """The ratings of one dimension, as steps of a scale."""

    dimension: str
    steps: tuple[Step, ...]
    """From the lowest to the highest, if they are ordered."""
    ordered: bool
    people: list[int | None]
    """The consensus on each row, as a position in `steps`; None for unrated rows and ties."""
    raters: list[list[int | None]]
    """The ratings of each rater, likewise; empty if only means are known."""
    gold: Array
    """The mean rating in steps, from 0; for labels the consensus. NaN for unrated rows."""
    said: list[list[Any]]
    """The ratings of each row, as they are in the file."""
    rule: str
    """How the consensus is found."""
    reason: str = ""
    """Why there are no steps; empty otherwise."""

    @property
    def weights(self) -> Weights:
        """The weights of kappa: quadratic for ordered steps."""
        return "quadratic" if self.ordered else "none"

    @property
    def most_ratings(self) -> int:
        """The largest number of ratings of a row."""
        return max((len(row) for row in self.said), default=0)

    @property
    def rated(self) -> int:
        """The number of rated rows."""
        return sum(bool(row) for row in self.said)

    def spread(self, at: int) -> int:
        """Return how far apart the raters of a row are, in steps."""
        given = [one for rater in self.raters if (one := rater[at]) is not None]
        if not given:
            return 0
        return max(given) - min(given) if self.ordered else int(len(set(given)) > 1)

    def ceiling(self, clusters: Sequence[str]) -> Estimate:
        """Return the kappa of each rater with the consensus of the others, on average."""
        if self.reason:
            return Estimate(None, reason=self.reason)
        if not self.raters:
            return Estimate(None, reason="the file has means only, not each rater's ratings")
        if self.most_ratings < 2:
            return Estimate(None, reason="there is one rating per row")
        others = [
            self._consensus([*self.raters[:at], *self.raters[at + 1 :]])
            for at in range(len(self.raters))
        ]
        order = range(len(self.steps))
        return kappa_ceiling(
            self.raters, others, weights=self.weights, order=list(order), groups=clusters
        )

    def _consensus(self, raters: Sequence[Sequence[int | None]]) -> list[int | None]:
        return [_agreed(row, isinstance(self.steps[0], str)) for row in zip(*raters, strict=True)]


def rating_steps(judged: Judged, scale: Scale) -> RatingSteps:
    """Return the ratings of one dimension as steps of a scale."""
    given = [list(example.ratings.get(scale.name, ())) for example in judged.examples]
    said = [[one for one in row if one is not None] for row in given]
    if scale.labels:
        return _labels(scale, given, said)
    opinion = opinions(judged, scale, "mean")
    if opinion.reason:
        return _nothing(scale, said, opinion.reason)
    lines = opinion.lines
    steps = _number_steps(lines[~np.isnan(lines)], scale.means_only)
    if len(steps) < 2:
        return _nothing(scale, said, "all ratings are the same")
    low, width = steps[0], steps[1] - steps[0]
    gold = (opinion.gold - low) / width
    raters = [] if scale.means_only else [_nearest((line - low) / width, steps) for line in lines]
    of = "the published mean" if scale.means_only else opinion.rule
    rule = of if opinion.raters == 1 and not scale.means_only else f"nearest to {of}"
    return RatingSteps(
        scale.name, tuple(steps), True, _nearest(gold, steps), raters, gold, said, rule
    )


def _labels(scale: Scale, given: list[list[Any]], said: list[list[Any]]) -> RatingSteps:
    place = {label: at for at, label in enumerate(scale.labels)}
    if len(place) < 2:
        return _nothing(scale, said, "all ratings are the same")
    most = max(map(len, given), default=0)
    raters = [
        [
            place.get(str(row[at])) if at < len(row) and row[at] is not None else None
            for row in given
        ]
        for at in range(most)
    ]
    people = [None if (one := majority(row)) is None else place[one] for row in said]
    gold = np.array([np.nan if one is None else float(one) for one in people])
    rule = "the one label" if most == 1 else "the most frequent label, none if labels tie"
    return RatingSteps(scale.name, scale.labels, scale.ordered, people, raters, gold, said, rule)


def _nothing(scale: Scale, said: list[list[Any]], reason: str) -> RatingSteps:
    nobody: list[int | None] = [None] * len(said)
    gold = np.full(len(said), np.nan)
    return RatingSteps(scale.name, (), scale.ordered, nobody, [], gold, said, "", reason)


def _number_steps(ratings: Array, means_only: bool) -> list[float]:
    """Return the steps of a numeric scale, evenly spaced, from the ratings that occur."""
    used = np.unique(ratings)
    low, high = float(used[0]), float(used[-1])
    whole = bool(np.all(used == np.round(used)))
    if whole and high - low < MOST_STEPS:
        return [low + at for at in range(int(high - low) + 1)]
    gaps = np.diff(used)
    even = bool(np.allclose(gaps, gaps.mean(), rtol=1e-9, atol=1e-9)) if len(gaps) else True
    if even and len(used) <= MOST_STEPS and not means_only:
        return [float(one) for one in used]
    if 1 < high - low < MOST_STEPS:
        first, last = np.floor(low + 0.5), np.floor(high + 0.5)
        return [float(first) + at for at in range(int(last - first) + 1)]
    width = (high - low) / COARSE
    return [low + width * (at + 0.5) for at in range(COARSE)]


def _nearest(places: Array, steps: Sequence[float]) -> list[int | None]:
    """Return the nearest step of each place on the scale, rounding half up; None for NaN."""
    # means such as 2.4999999999999996 of 1, 2 and 4.5 are meant to be halves
    rounded = np.floor(np.round(places, 9) + 0.5)
    return [
        None if np.isnan(one) else int(min(max(one, 0), len(steps) - 1)) for one in rounded.tolist()
    ]


def _agreed(row: Sequence[int | None], labels: bool) -> int | None:
    """Return what the raters of a row say together: the most frequent label, or the mean step."""
    known = [one for one in row if one is not None]
    if not known:
        return None
    if labels:
        found = majority(known)
        return None if found is None else int(found)
    return floor(fmean(known) + 0.5)
