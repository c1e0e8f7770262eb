"""Thresholds that turn the scores of a metric into ordered labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from qgauge.stats.arrays import Array, Indices, Values, numbers, same_length
from qgauge.stats.f1 import macro_f1, macro_f1_of


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cut points between ordered labels, valid for one metric.

    Examples:
        >>> from qgauge.stats.thresholds import Thresholds
        >>> found = Thresholds("f1|v1", ("low", "high"), (0.5,), macro_f1=1.0, n=4)
        >>> found.apply([0.2, 0.5, None], signature="f1|v1")
        ['low', 'high', None]
    """

    signature: str
    """The signature of the metric that the thresholds were tuned for."""
    labels: tuple[str, ...]
    """The labels from low to high scores."""
    cuts: tuple[float, ...]
    """The cut points in ascending order. A score equal to a cut gets the higher label."""
    macro_f1: float
    """Macro-F1 on the tuning set; expect less on other sets."""
    n: int
    """The number of rows tuned on."""

    def apply(self, scores: Values, *, signature: str) -> list[str | None]:
        """Return the label of each score.

        Args:
            scores: The scores; None or NaN where a score is missing.
            signature: The signature of the metric that gave the scores.

        Returns:
            One label per score; None where the score is missing.

        Raises:
            ValueError: The thresholds were tuned for a metric with a different signature.
        """
        if signature != self.signature:
            raise ValueError(
                f"the thresholds were tuned for {self.signature!r}, not for {signature!r}"
            )
        return _labelled(numbers(scores), self.cuts, self.labels)

    def as_dict(self) -> dict[str, Any]:
        """Return a dictionary for a JSON file; `from_dict` reads it."""
        return asdict(self) | {"labels": list(self.labels), "cuts": list(self.cuts)}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Thresholds:
        """Read thresholds from a dictionary written by `as_dict`.

        Raises:
            ValueError: A field is missing or invalid.
        """
        try:
            found = cls(
                str(record["signature"]),
                tuple(str(label) for label in record["labels"]),
                tuple(float(cut) for cut in record["cuts"]),
                float(record["macro_f1"]),
                int(record["n"]),
            )
        except KeyError as error:
            raise ValueError(f"the thresholds have no {error}") from None
        except TypeError as error:
            raise ValueError(f"cannot read the thresholds: {error}") from None
        if len(found.cuts) != len(found.labels) - 1 or list(found.cuts) != sorted(found.cuts):
            raise ValueError("thresholds need one cut fewer than labels, in ascending order")
        return found


@dataclass(frozen=True, slots=True)
class Untuned:
    """Why there are no thresholds."""

    reason: str


@dataclass(frozen=True, slots=True)
class Floors:
    """Baselines of macro-F1 that use no metric."""

    majority: float
    """Macro-F1 of always choosing the most frequent label."""
    random: float
    """Mean macro-F1 of labels drawn at random with their frequencies."""


def tune(
    scores: Values, gold: Sequence[str | None], *, order: Sequence[str], signature: str
) -> Thresholds | Untuned:
    """Find the cut points with the highest macro-F1.

    Cuts lie halfway between adjacent scores. The search is exact: the F1 of a label depends only on
    the two cuts around it, so dynamic programming over the labels finds the best cuts.

    Args:
        scores: One score per row; None or NaN where it is missing.
        gold: The gold label of each row; None where it is missing.
        order: All labels from low to high scores.
        signature: The signature of the metric.

    Returns:
        The thresholds, or the reason why there are none.

    Raises:
        ValueError: The columns differ in length, or a gold label is missing from `order`.

    Examples:
        >>> from qgauge.stats.thresholds import tune
        >>> gold = ["bad", "bad", "good", "good"]
        >>> found = tune([0.1, 0.2, 0.6, 0.9], gold, order=["bad", "good"], signature="f1|v1")
        >>> found.cuts, found.macro_f1
        ((0.4,), 1.0)
    """
    values = numbers(scores)
    same_length(values, gold)
    unknown = {label for label in gold if label is not None} - set(order)
    if unknown:
        raise ValueError(f"labels missing from `order`: {sorted(unknown)}")
    known = [at for at, label in enumerate(gold) if label is not None and not np.isnan(values[at])]
    labels, kept = [gold[at] for at in known], values[known]
    distinct, level = np.unique(kept, return_inverse=True)
    absent = [label for label in order if label not in labels]
    if len(order) < 2:
        return Untuned("fewer than 2 labels")
    if absent:
        return Untuned(f"no scored row is labelled {', '.join(absent)}")
    if len(distinct) < 2:
        return Untuned("the scores are constant")
    place = np.array([order.index(label) for label in labels if label is not None])
    cell = (level + 1) * len(order) + place
    counts = np.bincount(cell, minlength=(len(distinct) + 1) * len(order))
    below = np.cumsum(counts.reshape(-1, len(order)), axis=0)
    cuts = tuple(cut_values(distinct)[_best_cuts(below)].tolist())
    reached = macro_f1(labels, _labelled(kept, cuts, order)) or 0.0
    return Thresholds(signature, tuple(order), cuts, reached, len(known))


def _labelled(scores: Array, cuts: Sequence[float], labels: Sequence[str]) -> list[str | None]:
    places = np.searchsorted(cuts, scores, side="right").tolist()
    return [
        None if np.isnan(score) else labels[place]
        for score, place in zip(scores, places, strict=True)
    ]


def _best_cuts(below: Indices) -> Indices:
    """Return the best cuts as indices into the distinct scores, one fewer than labels.

    `below[i, k]` counts the rows of label k among the i lowest distinct scores.
    """
    rows, last = below.sum(axis=1), len(below) - 1
    total = below[last]

    def f1(label: int, start: Indices | int, end: Indices | int) -> Array:
        found: Array = (
            2 * (below[end, label] - below[start, label]) / (rows[end] - rows[start] + total[label])
        )
        return found

    every = np.arange(last + 1)
    best = f1(0, 0, every)
    came_from = []
    for label in range(1, len(total) - 1):
        step = np.empty_like(best)
        source = np.empty_like(every)
        for end in range(last + 1):
            reached = best[: end + 1] + f1(label, every[: end + 1], end)
            source[end] = np.argmax(reached)
            step[end] = reached[source[end]]
        best = step
        came_from.append(source)
    cuts = [int(np.argmax(best + f1(len(total) - 1, every, last)))]
    for source in reversed(came_from):
        cuts.append(int(source[cuts[-1]]))
    return np.array(cuts[::-1])


def cut_values(distinct: Array) -> Array:
    """Return the cut below each of the sorted distinct scores, and one above all of them.

    The first cut is the lowest score and the last is just above the highest score: JSON needs
    finite numbers.
    """
    middle = (distinct[:-1] + distinct[1:]) / 2
    # The midpoint of two adjacent floats rounds to one of them; the cut must be the upper one.
    middle = np.where(middle > distinct[:-1], middle, distinct[1:])
    return np.concatenate([distinct[:1], middle, [np.nextafter(distinct[-1], np.inf)]])


def floors(
    tuning: Sequence[str], gold: Sequence[str], *, draws: int = 1000, seed: int = 0
) -> Floors | None:
    """Return the macro-F1 of baselines that know only the label frequencies of the tuning set.

    Args:
        tuning: The labels of the tuning set.
        gold: The gold labels of the set to evaluate on.
        draws: Random labellings to average over.
        seed: Seed of the random draws.

    Returns:
        The baselines, or None if one of the sets is empty.

    Examples:
        >>> from qgauge.stats.thresholds import floors
        >>> floors(["a", "a", "b"], ["a", "b"]).majority
        0.3333333333333333
    """
    if not tuning or not gold:
        return None
    labels = sorted({*tuning, *gold})
    shares = np.array([tuning.count(label) for label in labels]) / len(tuning)
    commonest = labels[int(np.argmax(shares))]
    random = np.random.default_rng(seed)
    drawn = [random.multinomial(gold.count(label), shares, size=draws) for label in labels]
    chance = macro_f1_of(np.stack(drawn, axis=1).astype(np.float64))
    return Floors(macro_f1(gold, [commonest] * len(gold)) or 0.0, float(chance.mean()))
