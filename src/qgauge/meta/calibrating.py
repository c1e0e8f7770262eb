"""Measure which metric or judge can be trusted for which rated dimension."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from numbers import Real

import numpy as np

from qgauge.core import BadInput, BadSetting, Result, Score
from qgauge.meta.correlations import floor_columns, why_not_a_number
from qgauge.meta.judged import Judged, Scale
from qgauge.meta.rating_steps import RatingSteps, rating_steps
from qgauge.meta.trust import (
    SLIGHT,
    Calibration,
    DimensionTrust,
    MetricTrust,
    RowToRead,
    Step,
)
from qgauge.meta.verdicts import nearest_verdict, peoples_verdicts
from qgauge.run import Request
from qgauge.stats.agreement import cohen_kappa
from qgauge.stats.arrays import Array
from qgauge.stats.correlation import correlate
from qgauge.stats.cut_points import FOLDS, fit_cuts, held_out_steps
from qgauge.stats.deciding import rows_to_decide, verdict_on
from qgauge.stats.estimate import Estimate
from qgauge.stats.resample import FEWEST_CLUSTERS

SHARE = 0.8
"""The share of the human ceiling that is required, unless the caller says otherwise."""
SUBSTANTIAL = 0.6
"""What is required without a ceiling: substantial agreement, by Landis and Koch (1977)."""
ROWS = 5
"""Rows to read of each metric."""


def one_set(judged: Sequence[Judged]) -> Judged:
    """Return the only rated set; raise BadInput if there are several."""
    if len(judged) == 1:
        return judged[0]
    names = ", ".join(one.name for one in judged)
    raise BadInput(
        f"metrics are calibrated on one rated set at a time, not on {names}; choose a #PART, or "
        "#all to pool them."
    )


def check_limits(require_kappa: float | None, share: float) -> None:
    """Raise BadSetting for a requirement that cannot be meant."""
    if not isinstance(share, Real) or not 0 < share <= 1:
        raise BadSetting(f"share must be a number above 0 and at most 1, not {share!r}.")
    if require_kappa is not None and (
        not isinstance(require_kappa, Real) or not -1 <= require_kappa <= 1
    ):
        raise BadSetting(f"require_kappa must be a number from -1 to 1, not {require_kappa!r}.")


def calibration_of(
    judged: Judged,
    requests: Sequence[Request],
    results: Sequence[Result],
    *,
    require_kappa: float | None = None,
    share: float = SHARE,
    rows: int = ROWS,
    seed: int = 12345,
) -> Calibration:
    """Compare the scores of each metric with the ratings of each dimension."""
    made = _Calibrating(judged, requests, results, require_kappa, share, rows, seed)
    settings = {"require_kappa": require_kappa, "share": share, "folds": FOLDS, "seed": seed}
    return Calibration(
        judged.name,
        judged.digest,
        len(judged.examples),
        len(set(judged.clusters)),
        judged.clustered_by,
        judged.notes,
        settings,
        tuple(made.dimension(scale) for scale in judged.scales),
    )


def required_kappa(given: float | None, ceiling: Estimate, share: float) -> tuple[float, str]:
    """Return the kappa that a metric needs, and the rule it comes from."""
    if given is not None:
        return given, "--require-kappa"
    if ceiling.value is None:
        return SUBSTANTIAL, "substantial agreement (Landis and Koch), for want of a human ceiling"
    part = share * ceiling.value
    if part < SLIGHT:  # no share of a ceiling can require less
        return SLIGHT, f"the least that is more than slight; {share:.0%} of the ceiling is lower"
    return part, f"{share:.0%} of the human ceiling"


@dataclass(frozen=True, slots=True)
class _Placed:
    """The scores of a metric as steps of the raters' scale."""

    steps: tuple[Step, ...]
    mine: list[Step | None]
    """The step of each row by the metric, from cut points that were fitted without it."""
    people: list[Step | None]
    """The step of each row by people."""
    cuts: tuple[float, ...] | None = None


class _Calibrating:
    def __init__(
        self,
        judged: Judged,
        requests: Sequence[Request],
        results: Sequence[Result],
        require_kappa: float | None,
        share: float,
        rows: int,
        seed: int,
    ) -> None:
        self._judged, self._seed, self._rows = judged, seed, rows
        self._require, self._share = require_kappa, share
        self._scored = list(zip(requests, results, strict=True))
        self._clusters = np.asarray(judged.clusters)
        self._floor = floor_columns(judged, seed)

    def dimension(self, scale: Scale) -> DimensionTrust:
        ratings = rating_steps(self._judged, scale)
        ceiling = ratings.ceiling(self._judged.clusters)
        required, rule = required_kappa(self._require, ceiling, self._share)
        lines: list[MetricTrust] = []
        floor: list[MetricTrust] = []
        if not ratings.reason:
            lines = [
                self._line(ratings, scale, required, request, result, part)
                for request, result in self._scored
                if self._is_about(request, scale)
                for part in _parts(result, scale.name)
            ]
            floor = [
                self._measured(
                    ratings, required, name, "", "", column, self._by_cuts(ratings, column)
                )
                for name, column in self._floor.items()
            ]
        return DimensionTrust(
            scale.name,
            ratings.steps,
            ratings.weights,
            ratings.rule,
            ratings.rated,
            bool(ratings.raters) and ratings.most_ratings > 1,
            ceiling,
            required,
            rule,
            ratings.reason,
            tuple(lines),
            tuple(floor),
            tuple(self._undecided_by_raters(ratings)),
        )

    def _is_about(self, request: Request, scale: Scale) -> bool:
        """Return whether the metric is compared on this dimension; a judge of another is not."""
        own = request.metric.judges
        return own in ("", scale.name) or all(own != one.name for one in self._judged.scales)

    def _line(
        self,
        ratings: RatingSteps,
        scale: Scale,
        required: float,
        request: Request,
        result: Result,
        part: str,
    ) -> MetricTrust:
        column = _column(result.scores, part)
        placed: _Placed | str
        if request.metric.verdicts and not part:
            placed = self._by_verdicts(ratings, scale, request, result)
            if isinstance(placed, str) and not request.metric.labelled:
                placed = self._by_cuts(ratings, column)
        else:
            placed = self._by_cuts(ratings, column)
        said = column if part or not request.metric.labelled else result.scores
        return self._measured(
            ratings, required, request.label, part, result.signature, said, placed
        )

    def _by_verdicts(
        self, ratings: RatingSteps, scale: Scale, request: Request, result: Result
    ) -> _Placed | str:
        """Compare verdicts directly; return the reason if that cannot be done."""
        verdicts = request.metric.verdicts
        people = peoples_verdicts(self._judged, scale, verdicts)
        if isinstance(people, str):
            return people
        mine = [nearest_verdict(score.value, verdicts) for score in result.scores]
        return _Placed(verdicts, mine, people)

    def _by_cuts(self, ratings: RatingSteps, column: Array) -> _Placed | str:
        """Turn scores into steps by cut points; return the reason if that cannot be done."""
        if not ratings.ordered:
            return "the labels have no known order, and the metric gives numbers"
        both = np.flatnonzero([one is not None for one in ratings.people] & ~np.isnan(column))
        groups = self._clusters[both]
        if len(set(groups.tolist())) < 2:
            return "cut points need at least two clusters with scores and ratings"
        scores = column[both]
        people = np.array([ratings.people[at] for at in both], dtype=np.int64)
        fitted = (scores, people, len(ratings.steps))
        held_out = held_out_steps(*fitted, groups=groups, seed=self._seed)
        mine: list[Step | None] = [None] * len(column)
        for at, step in zip(both.tolist(), held_out.tolist(), strict=True):
            mine[at] = ratings.steps[step]
        theirs = [None if one is None else ratings.steps[one] for one in ratings.people]
        return _Placed(ratings.steps, mine, theirs, tuple(fit_cuts(*fitted).tolist()))

    def _measured(
        self,
        ratings: RatingSteps,
        required: float,
        metric: str,
        part: str,
        signature: str,
        scores: Array | Sequence[Score],
        placed: _Placed | str,
    ) -> MetricTrust:
        rated = [bool(row) for row in ratings.said]
        if isinstance(placed, str):
            nothing = Estimate(None, reason=placed)
            missing = sum(one for one, gap in zip(rated, _missing(scores), strict=True) if gap)
            more = rows_to_decide(nothing, required, 0)
            return MetricTrust(metric, part, signature, nothing, None, missing, "undecided", more)
        unscored = sum(one and step is None for one, step in zip(rated, placed.mine, strict=True))
        kappa, clusters = self._kappa(ratings, placed)
        verdict = verdict_on(kappa, required)
        more_rows = rows_to_decide(kappa, required, clusters) if verdict == "undecided" else None
        spearman = None
        if isinstance(scores, np.ndarray) and ratings.ordered:
            # the interval is not reported, so one resample is enough
            spearman = correlate(scores, ratings.gold, kind="spearman", resamples=1).value
        return MetricTrust(
            metric,
            part,
            signature,
            kappa,
            spearman,
            unscored,
            verdict,
            more_rows,
            placed.steps,
            placed.cuts,
            tuple(self._read_first(ratings, scores, placed)),
        )

    def _kappa(self, ratings: RatingSteps, placed: _Placed) -> tuple[Estimate, int]:
        """Return kappa with its interval, and the number of clusters it comes from."""
        found = cohen_kappa(
            placed.mine,
            placed.people,
            weights=ratings.weights,
            order=list(placed.steps),
            groups=self._clusters,
        )
        both = [
            at
            for at, (mine, people) in enumerate(zip(placed.mine, placed.people, strict=True))
            if mine is not None and people is not None
        ]
        clusters = len(set(self._clusters[both].tolist()))
        if found.value is None or found.interval or clusters < FEWEST_CLUSTERS:
            return found, clusters
        mine = [placed.steps.index(placed.mine[at]) for at in both]
        people = [placed.steps.index(placed.people[at]) for at in both]
        if len(set(mine)) == 1:  # a constant agrees only by chance, with any number of rows
            value, why = found.value, "all its scores stand for the same step"
            return Estimate(value, value, value, found.n, why), clusters
        if mine == people:
            return _perfect(people, len(placed.steps), ratings, clusters), clusters
        return found, clusters

    def _read_first(
        self, ratings: RatingSteps, scores: Array | Sequence[Score], placed: _Placed
    ) -> Iterator[RowToRead]:
        """Yield the rows on which people agree and the metric differs most from them."""
        found: list[tuple[float, int, float]] = []
        for at, (mine, people) in enumerate(zip(placed.mine, placed.people, strict=True)):
            if mine is None or people is None or mine == people:
                continue
            apart = _apart(ratings, placed, at)
            spread = ratings.spread(at)
            if spread < apart:
                found.append((spread - apart, at, apart))
        for _, at, apart in sorted(found)[: self._rows]:
            value = scores[at]
            score = value.value if isinstance(value, Score) else float(value)
            yield self._row(ratings, at, apart, score, placed.mine[at])

    def _undecided_by_raters(self, ratings: RatingSteps) -> Iterator[RowToRead]:
        """Yield the rows on which the raters disagree most; fewer than those of a metric."""
        least = 2 if ratings.ordered and len(ratings.steps) > 3 else 1
        spreads = [(-ratings.spread(at), at) for at in range(len(ratings.said))]
        for spread, at in sorted(spreads)[: (self._rows + 1) // 2]:
            if -spread >= least:
                yield self._row(ratings, at, float(-spread))

    def _row(
        self,
        ratings: RatingSteps,
        at: int,
        apart: float,
        score: float | str | None = None,
        step: Step | None = None,
    ) -> RowToRead:
        example = self._judged.examples[at]
        said = tuple(ratings.said[at])
        return RowToRead(example.id, example.system, example.question, said, apart, score, step)


def _parts(result: Result, dimension: str) -> list[str]:
    """Return what of the scores is compared: the value, and the part named like the dimension."""
    return ["", dimension] if any(dimension in one.parts for one in result.scores) else [""]


def _column(scores: Sequence[Score], part: str) -> Array:
    """Return the numbers of a metric or of one part of its scores; NaN where there is none."""
    if part:
        return np.array([float(one.parts.get(part, np.nan)) for one in scores])
    values = [np.nan if why_not_a_number(one) else one.value for one in scores]
    return np.array(values, dtype=np.float64)


def _missing(scores: Array | Sequence[Score]) -> list[bool]:
    if isinstance(scores, np.ndarray):
        return [bool(one) for one in np.isnan(scores)]
    return [one.value is None for one in scores]


def _apart(ratings: RatingSteps, placed: _Placed, at: int) -> float:
    """Return how far the step of a row is from its mean rating, in steps; 1 without an order."""
    mine, people = placed.mine[at], placed.people[at]
    low, following = placed.steps[:2]
    if not ratings.ordered:
        return 1.0
    if isinstance(mine, float) and isinstance(low, float) and isinstance(following, float):
        first, second = ratings.steps[:2]
        mean = float(first) + float(ratings.gold[at]) * (float(second) - float(first))
        return abs(mine - mean) / (following - low)
    return float(abs(placed.steps.index(mine) - placed.steps.index(people)))


def _perfect(people: Sequence[int], count: int, ratings: RatingSteps, clusters: int) -> Estimate:
    """Return the interval of full agreement, which leaving out clusters cannot give.

    By the rule of three, at most 3 of n clusters would disagree, with 95 % confidence; each by one
    step.
    """
    shares = np.bincount(people, minlength=count) / len(people)
    gaps = np.abs(np.subtract.outer(np.arange(count), np.arange(count)))
    cost = gaps**2 if ratings.weights == "quadratic" else np.sign(gaps)
    expected = float(np.sum(np.outer(shares, shares) * cost))
    low = max(-1.0, 1 - 3 / clusters / expected)
    return Estimate(1.0, low, 1.0, len(people))
