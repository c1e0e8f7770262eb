"""What people said on one dimension: rater by rater, and as one gold score a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from qgauge.meta.join import Judged, Scale
from qgauge.stats.agreement import Agreement, Level, cohen_kappa, krippendorff_alpha
from qgauge.stats.arrays import Array, Labels, numbers
from qgauge.stats.ranks import mid_distribution

Gold = Literal["mean", "blatz"]

NO_GOLD = "no gold score"
UNORDERED = "the ratings are labels without a known order; give numbers instead"


@dataclass(frozen=True, slots=True)
class Opinions:
    """One dimension's ratings, a line for each rater and a column for each row."""

    scale: Scale
    said: list[list[Any]]
    """As in the file; None where a rater did not rate."""
    lines: Array
    """As numbers on the gold's scale; NaN where a rater did not rate."""
    gold: Array
    rule: str
    """How the gold score was made, in words."""
    reason: str = ""
    """Why there is no gold score at all."""

    @property
    def raters(self) -> int:
        return len(self.said)

    def agreement(self, clusters: Labels) -> dict[str, Agreement]:
        """Kappa of two raters (as labels, no weights), Krippendorff's alpha of two or more."""
        why = ""
        if self.scale.means_only:
            why = "the file has means only, not each rater's ratings"
        elif self.raters < 2:
            why = "no row has two ratings"
        if why:
            return {"kappa": Agreement(None, reason=why), "alpha": Agreement(None, reason=why)}
        kappa = Agreement(None, reason="kappa is for two raters; see alpha")
        order = self.scale.labels or None
        if self.raters == 2:
            kappa = cohen_kappa(*self.said, order=order, groups=clusters)
        alpha = krippendorff_alpha(self.said, level=self.level, order=order, groups=clusters)
        return {"kappa": kappa, "alpha": alpha}

    @property
    def level(self) -> Level:
        """How alpha takes the ratings."""
        if not self.scale.ordered:
            return "nominal"
        return "ordinal" if self.scale.labels else "interval"


def opinions(judged: Judged, scale: Scale, gold: Gold) -> Opinions:
    """The ratings of one dimension, and their gold score where there can be one."""
    given = [example.ratings.get(scale.name, ()) for example in judged.examples]
    raters = max(map(len, given), default=0)
    said = [[one[at] if at < len(one) else None for one in given] for at in range(raters)]
    nothing = np.full(len(given), np.nan)
    if not scale.ordered:
        said = [[None if one is None else str(one) for one in rater] for rater in said]
        return Opinions(scale, said, np.array([nothing] * raters), nothing, NO_GOLD, UNORDERED)
    if not raters:
        return Opinions(scale, said, nothing[np.newaxis], nothing, NO_GOLD, "no row is rated")
    rank: dict[Any, Any] = {label: float(at) for at, label in enumerate(scale.labels, 1)}
    lines = np.array([numbers([rank.get(one, one) for one in rater]) for rater in said])
    blatz = gold == "blatz" and not scale.means_only
    if blatz:
        lines = np.array([mid_distribution(rater) for rater in lines])
    rated = np.sum(~np.isnan(lines), axis=0)
    mean = np.where(rated > 0, np.nansum(lines, axis=0) / np.maximum(rated, 1), np.nan)
    return Opinions(scale, said, lines, mean, _rule(scale, raters, gold))


def _rule(scale: Scale, raters: int, gold: Gold) -> str:
    of = "the one rating" if raters == 1 else f"the mean of {raters} raters"
    if scale.means_only:
        of = "the mean of the raters, as published"
        of += " (blatz needs each rater's ratings)" if gold == "blatz" else ""
    elif gold == "blatz":
        of += ", each rater's ratings as mid-distribution values (blatz)"
    if scale.labels:
        of += f"; labels as ranks: {', '.join(f'{n} {at}' for at, n in enumerate(scale.labels, 1))}"
    return of
