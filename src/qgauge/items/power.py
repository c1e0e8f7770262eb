"""Classical item analysis: how well items separate strong from weak respondents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from qgauge.items.responses import Matrix
from qgauge.stats.arrays import Array
from qgauge.stats.estimate import Estimate

FILTERED = -1.0
"""The power of an item that judges filtered out: the lowest possible value."""
WEAK = 0.2
"""Items below this power are usually replaced (Ebel and Frisbie 1991)."""
OUTER = 0.27
"""Proportion of the respondents in the upper and in the lower group (Kelley 1939)."""


def estimate_json(one: Estimate) -> dict[str, Any]:
    """Return the JSON form that `qgauge items` writes.

    Args:
        one: The estimate.

    Returns:
        The value, with its interval if there is one; without a value, the reason.

    Examples:
        >>> from qgauge.items import Estimate, estimate_json
        >>> estimate_json(Estimate(None, reason="everybody got it right"))
        {'value': None, 'unscored': 'everybody got it right'}
    """
    if one.value is None:
        return {"value": None, "unscored": one.reason}
    return {"value": one.value} | ({} if one.ci is None else {"ci": one.ci})


def _none(reason: str) -> Estimate:
    return Estimate(None, reason=reason)


@dataclass(frozen=True, slots=True)
class ItemPower:
    """The statistics of one item."""

    n: int
    """Respondents who were given the item."""
    difficulty: Estimate
    """Mean score: the proportion of correct responses."""
    point_biserial: Estimate
    """Correlation with the score on the rest of the test."""
    upper_lower: Estimate
    """Mean score of the upper 27 % minus that of the lower 27 %."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """The statistics of a whole test."""

    test: str
    """The name of the test."""
    respondents: int
    """The number of respondents."""
    items: int
    """The number of items."""
    mean: float | None
    """Mean of the respondents' mean scores."""
    alpha: Estimate
    """Cronbach's alpha (KR-20 if all scores are 0 or 1)."""


@dataclass(frozen=True, slots=True)
class _Given:
    """One item in one test: scores on the item, the rest and the whole test, by respondent.

    Rest and total are means over the items that a respondent was given, so that gaps in the
    matrix do not lower them. Without gaps they rank respondents as sums do.
    """

    item: Array
    rest: Array
    total: Array


def powers(
    tests: Sequence[Matrix], *, fewest: int = 10, resamples: int = 1000, seed: int = 12345
) -> dict[str, ItemPower]:
    """Compute the statistics of every item.

    Args:
        tests: The response matrices. An item may be in several; its respondents are compared
            within each test.
        fewest: The minimum number of respondents for a power.
        resamples: Bootstrap samples of the intervals.
        seed: The seed of the bootstrap.

    Returns:
        The statistics by item.

    Examples:
        >>> import numpy as np
        >>> from qgauge.items import Matrix, powers
        >>> test = Matrix("test", ("q1", "q2"), np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]))
        >>> round(powers([test], fewest=3)["q1"].point_biserial.value, 3)
        0.5
    """
    found: dict[str, list[_Given]] = {}
    for test in tests:
        answered = ~np.isnan(test.scores)
        counts = answered.sum(axis=1)
        sums = np.nansum(test.scores, axis=1)
        for at, item in enumerate(test.items):
            mine = answered[:, at]
            score, total, count = test.scores[mine, at], sums[mine], counts[mine]
            others = np.maximum(count - 1, 1)
            rest = np.where(count > 1, (total - score) / others, np.nan)
            found.setdefault(item, []).append(_Given(score, rest, total / count))
    return {item: _power(given, fewest, resamples, seed) for item, given in found.items()}


def _power(given: Sequence[_Given], fewest: int, resamples: int, seed: int) -> ItemPower:
    scores = np.concatenate([one.item for one in given])
    n = len(scores)
    if not n:
        nobody = _none("no respondent was given it")
        return ItemPower(0, nobody, nobody, nobody)
    difficulty = Estimate(float(scores.mean()))
    if n < fewest:
        few = _none(f"fewer than {fewest} respondents were given it")
        return ItemPower(n, difficulty, few, few)
    return ItemPower(n, difficulty, _point_biserial(given, resamples, seed), _upper_lower(given))


def _point_biserial(given: Sequence[_Given], resamples: int, seed: int) -> Estimate:
    """Return Pearson's r of item score and rest score, pooled within tests."""
    from qgauge.stats.correlation import correlate

    items, rests = [], []
    for one in given:
        known = ~np.isnan(one.rest)
        item, rest = one.item[known], one.rest[known]
        if len(given) > 1 and len(item):
            # centre each test: differences in test difficulty and ability are not the item's
            item, rest = item - item.mean(), rest - rest.mean()
        items.append(item)
        rests.append(rest)
    item, rest = np.concatenate(items), np.concatenate(rests)
    if not len(item):
        return _none("there is no other item to compare it with")
    scores = np.concatenate([one.item for one in given])
    if (scores == scores[0]).all():
        return _none(_all_alike(float(scores[0])))
    if _constant(item):
        return _none("in each test all respondents have the same score on it")
    if _constant(rest):
        return _none("all respondents have the same score on the rest of the test")
    found = correlate(item, rest, resamples=resamples, seed=seed)
    reason = found.reason if found.value is None else ""
    return Estimate(found.value, found.low, found.high, found.n, reason)


def _all_alike(score: float) -> str:
    told = {1.0: "everybody got it right", 0.0: "everybody got it wrong"}
    return told.get(score, "everybody has the same score on it")


def _constant(values: Array) -> bool:
    """Return whether all values are equal up to rounding."""
    return bool(np.ptp(values) <= 1e-12)


def _upper_lower(given: Sequence[_Given]) -> Estimate:
    """Return the mean score of the top 27 % of each test minus that of the bottom 27 %."""
    upper = lower = people = 0.0
    for one in given:
        size = max(1, int(OUTER * len(one.item) + 0.5)) if len(one.item) > 1 else 0
        if not size or _constant(one.total):
            continue
        upper += float(_top(one.total, size) @ one.item)
        lower += float(_top(-one.total, size) @ one.item)
        people += size
    if not people:
        return _none("no upper and lower group: all respondents have the same total score")
    return Estimate((upper - lower) / people)


def _top(totals: Array, size: int) -> Array:
    """Return each respondent's weight in the group of the `size` highest totals.

    Respondents tied at the edge share the remaining places, so that row order does not matter.
    """
    # totals are summed in different orders, so treat rounding differences as ties
    rounded = np.round(totals, 12)
    edge = np.sort(rounded)[-size]
    above, at_edge = rounded > edge, rounded == edge
    share = (size - int(above.sum())) / int(at_edge.sum())
    return np.where(above, 1.0, np.where(at_edge, share, 0.0))


def reliability(test: Matrix, *, fewest: int = 10) -> Reliability:
    """Compute Cronbach's alpha over the respondents who were given every item.

    Args:
        test: The response matrix.
        fewest: The minimum number of such respondents.

    Returns:
        Alpha and the size and mean score of the test.

    Examples:
        >>> import numpy as np
        >>> from qgauge.items import Matrix, reliability
        >>> test = Matrix("test", ("q1", "q2"), np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]))
        >>> round(reliability(test, fewest=3).alpha.value, 3)
        0.667
    """
    answered = ~np.isnan(test.scores)
    somewhere = answered.any(axis=1)
    means = np.nansum(test.scores[somewhere], axis=1) / answered[somewhere].sum(axis=1)
    mean = float(means.mean()) if len(means) else None
    return Reliability(test.test, len(test.scores), len(test.items), mean, _alpha(test, fewest))


def _alpha(test: Matrix, fewest: int) -> Estimate:
    complete = test.scores[~np.isnan(test.scores).any(axis=1)]
    count = len(test.items)
    if count < 2:
        return _none("alpha needs at least two items")
    if len(complete) < fewest:
        return _none(f"fewer than {fewest} respondents were given every item")
    totals = float(complete.sum(axis=1).var(ddof=1))
    if totals <= 1e-12:
        return _none("all respondents have the same total score")
    items = float(complete.var(axis=0, ddof=1).sum())
    return Estimate(count / (count - 1) * (1 - items / totals))
