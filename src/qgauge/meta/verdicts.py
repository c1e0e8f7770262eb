"""Compare a judge's verdicts with human ones: kappa, confusion matrix and bias."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import floor
from typing import Any

import numpy as np

from qgauge.core import Score
from qgauge.meta.judged import Judged, Scale
from qgauge.meta.ratings import opinions
from qgauge.stats.agreement import cohen_kappa, majority
from qgauge.stats.correlation import Correlation, correlate
from qgauge.stats.estimate import Estimate

Verdict = float | str


@dataclass(frozen=True, slots=True)
class Bias:
    """The judge's errors on the rows of one system."""

    n: int
    agree: float
    """Proportion of rows with the same verdict as the human one."""
    error: float | None
    """Mean of judge minus human verdict, in scale steps; None for labels without order."""


@dataclass(frozen=True, slots=True)
class VerdictAgreement:
    """Agreement of a judge's verdicts with human ones on one dimension."""

    data: str
    metric: str
    dimension: str
    verdicts: tuple[Verdict, ...]
    kappa: Estimate
    weighted: Estimate | None
    """Kappa with quadratic weights, for ordered verdicts."""
    confusion: tuple[tuple[int, ...], ...]
    """One row per human verdict, one column per verdict of the judge."""
    overall: Bias | None
    systems: Mapping[str, Bias]
    by_length: Correlation | None
    """Correlation of the error (or disagreement, for labels without order) with question length."""

    def as_json(self) -> dict[str, Any]:
        return {
            "data": self.data,
            "metric": self.metric,
            "dimension": self.dimension,
            "verdicts": list(self.verdicts),
            "kappa": self.kappa.as_json(),
            "kappa_quadratic": self.weighted and self.weighted.as_json(),
            "confusion": [list(line) for line in self.confusion],
            "bias": self.overall and asdict(self.overall),
            "bias_by_system": {name: asdict(one) for name, one in self.systems.items()},
            "bias_by_length": self.by_length and self.by_length.as_json(),
        }


def verdict_agreement(
    judged: Judged,
    metric: str,
    scores: Sequence[Score],
    verdicts: Sequence[Verdict],
    dimension: str = "",
    *,
    resamples: int = 1000,
    seed: int = 12345,
) -> list[VerdictAgreement]:
    """Compare the judge with people on its dimension, or on all if people did not rate that one."""
    own = [scale for scale in judged.scales if scale.name == dimension]
    return [
        _on_scale(judged, metric, scores, tuple(verdicts), scale, resamples, seed)
        for scale in own or judged.scales
    ]


def _on_scale(
    judged: Judged,
    metric: str,
    scores: Sequence[Score],
    verdicts: tuple[Verdict, ...],
    scale: Scale,
    resamples: int,
    seed: int,
) -> VerdictAgreement:
    people = peoples_verdicts(judged, scale, verdicts)
    if isinstance(people, str):
        nothing = Estimate(None, reason=people)
        return VerdictAgreement(
            judged.name, metric, scale.name, verdicts, nothing, None, (), None, {}, None
        )
    said = [nearest_verdict(score.value, verdicts) for score in scores]
    ordered = not isinstance(verdicts[0], str) or scale.ordered
    places = {verdict: at for at, verdict in enumerate(verdicts)}
    both = [
        (places[one], places[other]) if one is not None and other is not None else None
        for one, other in zip(said, people, strict=True)
    ]
    counts = Counter(pair for pair in both if pair is not None)
    table = tuple(
        tuple(counts[mine, theirs] for mine in range(len(verdicts)))
        for theirs in range(len(verdicts))
    )
    errors = np.array([_error(pair, ordered) for pair in both])
    clusters = judged.clusters
    order = list(verdicts)
    weighted = None
    if ordered:
        weighted = cohen_kappa(said, people, weights="quadratic", order=order, groups=clusters)
    words = np.array([float(len(example.question.split())) for example in judged.examples])
    return VerdictAgreement(
        judged.name,
        metric,
        scale.name,
        verdicts,
        cohen_kappa(said, people, order=order, groups=clusters),
        weighted,
        table,
        _bias(both, ordered),
        _by_system(judged, both, ordered),
        correlate(errors, words, groups=clusters, resamples=resamples, seed=seed),
    )


def peoples_verdicts(
    judged: Judged, scale: Scale, verdicts: tuple[Verdict, ...]
) -> list[Verdict | None] | str:
    """Return the human verdict on each row, or the reason why it cannot be compared."""
    labels = isinstance(verdicts[0], str)
    if labels != bool(scale.labels):
        mine, theirs = ("labels", "numbers") if labels else ("numbers", "labels")
        return f"the judge gives {mine}, but the human ratings are {theirs}"
    if labels:
        if strange := set(scale.labels) - set(map(str, verdicts)):
            return f"the human ratings have other labels: {', '.join(sorted(strange))}"
        return [majority(example.ratings.get(scale.name, ())) for example in judged.examples]
    gold = opinions(judged, scale, "mean").gold
    known = gold[~np.isnan(gold)]
    low, high = float(verdicts[0]), float(verdicts[-1])
    if not known.size:
        return "no row is rated"
    if known.min() < low or known.max() > high or known.max() <= high - 0.5:
        return (
            f"the human ratings range from {known.min():g} to {known.max():g}, the judge's "
            f"verdicts from {low:g} to {high:g}"
        )
    return [nearest_verdict(float(one), verdicts) if one == one else None for one in gold]


def nearest_verdict(value: float | str | None, verdicts: tuple[Verdict, ...]) -> Verdict | None:
    """Return the verdict itself, or the step nearest to a mean, rounding half up."""
    if value is None or isinstance(value, str):
        return value if value in verdicts else None
    step = float(floor(value + 0.5))
    return step if step in verdicts else None


def _error(pair: tuple[int, int] | None, ordered: bool) -> float:
    if pair is None:
        return float("nan")
    return float(pair[0] - pair[1]) if ordered else float(pair[0] != pair[1])


def _bias(both: Sequence[tuple[int, int] | None], ordered: bool) -> Bias | None:
    pairs = [pair for pair in both if pair is not None]
    if not pairs:
        return None
    agree = sum(one == other for one, other in pairs) / len(pairs)
    error = sum(one - other for one, other in pairs) / len(pairs) if ordered else None
    return Bias(len(pairs), agree, error)


def _by_system(
    judged: Judged, both: Sequence[tuple[int, int] | None], ordered: bool
) -> dict[str, Bias]:
    systems = dict.fromkeys(example.system for example in judged.examples)
    if len(systems) < 2:
        return {}
    found = {
        name: _bias(
            [
                pair
                for example, pair in zip(judged.examples, both, strict=True)
                if example.system == name
            ],
            ordered,
        )
        for name in systems
    }
    return {name: one for name, one in found.items() if one is not None}
