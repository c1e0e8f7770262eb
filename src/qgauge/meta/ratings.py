"""The ratings of one dimension, by rater and as one gold score per row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from qgauge.meta.judged import Judged, Scale
from qgauge.stats.agreement import (
    Level,
    Weights,
    by_rater,
    cohen_kappa,
    full_agreement,
    krippendorff_alpha,
    pairwise_f1,
)
from qgauge.stats.arrays import Array, Indices, Labels, column_means, numbers
from qgauge.stats.estimate import Estimate
from qgauge.stats.ranks import mid_distribution

Gold = Literal["mean", "blatz"]

NO_GOLD = "no gold score"


@dataclass(frozen=True, slots=True)
class Opinions:
    """The ratings of one dimension, with one line per rater and one column per row."""

    scale: Scale
    said: list[list[Any]]
    """Unchanged from the file; None if a rater did not rate the row."""
    lines: Array
    """As numbers on the scale of the gold score; NaN if a rater did not rate the row."""
    gold: Array
    rule: str
    """A description of how the gold score was computed."""
    reason: str = ""
    """Why there is no gold score."""

    @property
    def raters(self) -> int:
        return len(self.said)

    @property
    def rated(self) -> NDArray[np.bool_]:
        """The rows with at least one rating."""
        if not self.said:
            return np.zeros(len(self.gold), dtype=np.bool_)
        return np.array(
            [any(one is not None for one in row) for row in zip(*self.said, strict=True)],
            dtype=np.bool_,
        )

    def agreement(self, clusters: Labels) -> dict[str, Estimate]:
        """Return Krippendorff's alpha, full agreement and, for two raters, Cohen's kappa.

        Weighted kappa is computed only for ordered ratings, pairwise F1 only for labels.
        """
        names = ["kappa", "alpha", "full"]
        names += ["kappa_linear", "kappa_quadratic"] if self.scale.ordered else []
        names += ["pairwise_f1"] if self.scale.labels else []
        why = ""
        if self.scale.means_only:
            why = "the file has means only, not each rater's ratings"
        elif self.raters < 2:
            why = "no row has two ratings"
        if why:
            return {name: Estimate(None, reason=why) for name in names}
        return {name: self._agreement(name, clusters) for name in names}

    def _agreement(self, name: str, clusters: Labels) -> Estimate:
        order = self.scale.labels or None
        if name == "alpha":
            return krippendorff_alpha(self.said, level=self.level, order=order, groups=clusters)
        if name == "full":
            return full_agreement(self.said, groups=clusters)
        if name == "pairwise_f1":
            return pairwise_f1(self.said)
        if self.raters > 2:
            return Estimate(None, reason="kappa needs exactly two raters; see alpha")
        weights: Weights = "none"
        if name != "kappa":
            weights = "linear" if name == "kappa_linear" else "quadratic"
        return cohen_kappa(*self.said, weights=weights, order=order, groups=clusters)

    @property
    def level(self) -> Level:
        """The level of measurement for alpha."""
        if not self.scale.ordered:
            return "nominal"
        return "ordinal" if self.scale.labels else "interval"


def opinions(judged: Judged, scale: Scale, gold: Gold) -> Opinions:
    """Return the ratings of one dimension, with a gold score if they are ordered."""
    given = [example.ratings.get(scale.name, ()) for example in judged.examples]
    said = by_rater(given)
    nothing = np.full(len(given), np.nan)
    if not scale.ordered:
        said = [[None if one is None else str(one) for one in rater] for rater in said]
        lines = np.array([nothing] * len(said))
        return Opinions(scale, said, lines, nothing, NO_GOLD, _no_order(given))
    if not any(one is not None for rater in said for one in rater):
        return Opinions(scale, said, nothing[np.newaxis], nothing, NO_GOLD, "no row is rated")
    rank: dict[Any, Any] = {label: float(at) for at, label in enumerate(scale.labels, 1)}
    lines = np.array([numbers([rank.get(one, one) for one in rater]) for rater in said])
    blatz = gold == "blatz" and not scale.means_only
    if blatz:
        lines = np.array([mid_distribution(rater) for rater in lines])
    rated = np.sum(~np.isnan(lines), axis=0)
    return Opinions(scale, said, lines, column_means(lines), _rule(scale, rated[rated > 0], gold))


def _no_order(given: Sequence[Sequence[Any]]) -> str:
    """Return why these ratings have no order, and what to do about it."""
    texts = [one for row in given for one in row if isinstance(one, str)]
    if any(isinstance(one, int | float) for row in given for one in row):
        return f"some ratings are numbers, some strings ('{texts[0][:40]}'); give numbers only"
    if all(map(_is_number, texts)):
        return f'the ratings are strings; write {texts[0]} instead of "{texts[0]}"'
    return "the ratings are labels without a known order; give numbers instead"


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def _rule(scale: Scale, rated: Indices, gold: Gold) -> str:
    fewest, most = int(rated.min()), int(rated.max())
    of = "the one rating" if most == 1 else f"the mean of {most} raters"
    if fewest < most:
        of = f"the mean of {fewest} to {most} raters"
    if scale.means_only:
        of = "the mean of the raters, as published"
        of += " (blatz needs each rater's ratings)" if gold == "blatz" else ""
    elif gold == "blatz":
        of += ", each rater's ratings as mid-distribution values (blatz)"
    if scale.labels:
        of += f"; labels as ranks: {', '.join(f'{n} {at}' for at, n in enumerate(scale.labels, 1))}"
    return of
