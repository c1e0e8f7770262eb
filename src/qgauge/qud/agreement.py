"""Compare labels with human ones: F1 by label, trivial baselines, and the ranking of systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from qgauge.core import Example, Score
from qgauge.metrics.metric import Metric
from qgauge.qud.criteria.criterion import Criterion
from qgauge.qud.documents import article_of
from qgauge.stats.agreement import (
    by_rater,
    cohen_kappa,
    full_agreement,
    krippendorff_alpha,
    majority,
    pairwise_f1,
)
from qgauge.stats.estimate import Estimate
from qgauge.stats.f1 import label_f1, macro_f1, macro_f1_of
from qgauge.stats.interval import jackknife
from qgauge.stats.resample import FEWEST_CLUSTERS, TOO_FEW
from qgauge.stats.thresholds import Floors, floors

ORDERED = ("compatibility", "relevance")
"""Criteria with ordered labels; those of the others are nominal (QUDeval, table 2)."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Systems ranked by their proportion of the best label, by people and by the metric."""

    people: Mapping[str, float]
    metric: Mapping[str, float]
    kendall: float | None
    """Tau-b of the two rankings; None if all systems are tied in one of them."""
    pairs: int
    """Pairs of systems that are not tied in the human ranking."""
    agreed: int
    """Pairs that the metric puts in the same order."""


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """Agreement of one metric with the human labels of its criterion."""

    metric: str
    criterion: str
    labels: tuple[str, ...]
    merged: Mapping[str, str]
    """Human labels that count as another, because the metric's method cannot give them."""
    n: int
    articles: int
    unscored: Mapping[str, int]
    """Reasons why labelled rows have no label by the metric, with counts."""
    f1: Mapping[str, float]
    macro_f1: float | None
    interval: tuple[float, float] | None
    """95 % interval: a jackknife over articles."""
    reason: str
    """Why there is no interval."""
    floors: Floors | None
    kappa: Estimate
    confusion: tuple[tuple[int, ...], ...]
    """One row per human label, one column per label of the metric."""
    ranking: Ranking | None

    def as_json(self) -> dict[str, Any]:
        record = asdict(self)
        low, high = record.pop("interval") or (None, None)
        return {
            **record,
            "ci": None if low is None else [low, high],
            "labels": list(self.labels),
            "confusion": [list(line) for line in self.confusion],
        }


@dataclass(frozen=True, slots=True)
class HumanLabels:
    """The human labels of one criterion by system, and the agreement between raters."""

    criterion: str
    labels: tuple[str, ...]
    systems: Mapping[str, Mapping[str, int]]
    agreement: Mapping[str, Estimate]
    """Alpha, full agreement and pairwise F1; empty if no row has several ratings."""


def gold_of(example: Example, criterion: str) -> str | None:
    """Return the majority label; None for a tie or an unrated row."""
    return majority(example.ratings.get(criterion, ()))


def label_agreement(
    label: str, metric: Metric, examples: Sequence[Example], scores: Sequence[Score]
) -> LabelAgreement:
    """Compare a metric's labels with the human ones; unlabelled rows are ignored.

    A human label that the metric's method cannot give counts as the one it gives instead (QUDeval,
    table 4: locating an answer cannot show that it is unfocused).
    """
    merges = metric.merges if isinstance(metric, Criterion) else {}
    labels = tuple(one for one in map(str, metric.verdicts) if one not in merges)
    rows = [
        (example, gold, score)
        for example, score in zip(examples, scores, strict=True)
        if (given := gold_of(example, metric.judges)) is not None
        and (gold := merges.get(given, given)) in labels
    ]
    both = [
        (example, gold, str(score.value))
        for example, gold, score in rows
        if score.value is not None
    ]
    labelled, predicted = [one[1] for one in both], [one[2] for one in both]
    names = [article_of(one[0]) for one in both]
    tables = _tables(labelled, predicted, names, labels)
    interval, reason = _interval(tables)
    by_label = label_f1(labelled, predicted)
    return LabelAgreement(
        metric=label,
        criterion=metric.judges,
        labels=labels,
        merged=dict(merges),
        n=len(both),
        articles=len(tables),
        unscored=dict(Counter(score.unscored for _, _, score in rows if score.value is None)),
        f1={one: float(by_label.get(one, 0.0)) for one in labels},
        macro_f1=macro_f1(labelled, predicted),
        interval=interval,
        reason=reason,
        floors=floors(labelled, labelled),
        kappa=cohen_kappa(labelled, predicted, order=labels, groups=names),
        confusion=tuple(tuple(map(int, line)) for line in tables.sum(axis=0)),
        ranking=_ranking([one[0].system for one in both], labelled, predicted, labels[-1]),
    )


def human_labels(examples: Sequence[Example], criterion: str, labels: Sequence[str]) -> HumanLabels:
    """Summarise the human labels of one criterion."""
    systems: dict[str, Counter[str]] = {}
    for example in examples:
        if (gold := gold_of(example, criterion)) is not None:
            systems.setdefault(example.system, Counter())[gold] += 1
    lines = by_rater([example.ratings.get(criterion, ()) for example in examples])
    agreement = {}
    if len(lines) > 1:
        names = [article_of(example) for example in examples]
        level = "ordinal" if criterion in ORDERED else "nominal"
        agreement = {
            "alpha": krippendorff_alpha(lines, level=level, order=labels, groups=names),  # type: ignore[arg-type]
            "full": full_agreement(lines, groups=names),
            "pairwise_f1": pairwise_f1(lines),
        }
    return HumanLabels(
        criterion,
        tuple(labels),
        {name: {label: one[label] for label in labels} for name, one in systems.items()},
        agreement,
    )


def _tables(
    gold: Sequence[str], predicted: Sequence[str], names: Sequence[str], labels: Sequence[str]
) -> Any:
    """Return the confusion matrix of each article."""
    place = {name: at for at, name in enumerate(dict.fromkeys(names))}
    tables = np.zeros((len(place), len(labels), len(labels)))
    for one, other, name in zip(gold, predicted, names, strict=True):
        tables[place[name], labels.index(one), labels.index(other)] += 1
    return tables


def _interval(tables: Any) -> tuple[tuple[float, float] | None, str]:
    if len(tables) < FEWEST_CLUSTERS:
        return None, TOO_FEW.replace("clusters", "articles")
    found = jackknife(tables, macro_f1_of)
    assert found is not None
    return (max(0.0, found[0]), min(1.0, found[1])), ""


def _ranking(
    systems: Sequence[str], gold: Sequence[str], predicted: Sequence[str], best: str
) -> Ranking | None:
    names = list(dict.fromkeys(systems))
    if len(names) < 2:
        return None
    counts = Counter(systems)
    shares = []
    for column in (gold, predicted):
        good = Counter(name for name, label in zip(systems, column, strict=True) if label == best)
        shares.append({name: good[name] / counts[name] for name in names})
    first, second = shares
    signs = [
        (np.sign(first[a] - first[b]), np.sign(second[a] - second[b]))
        for a, b in combinations(names, 2)
    ]
    distinct = [pair for pair in signs if pair[0] != 0]
    untied = [sum(one[side] != 0 for one in signs) for side in (0, 1)]
    tau = None
    if all(untied):
        tau = float(sum(a * b for a, b in signs) / np.sqrt(untied[0] * untied[1]))
    return Ranking(first, second, tau, len(distinct), sum(bool(a == b) for a, b in distinct))
