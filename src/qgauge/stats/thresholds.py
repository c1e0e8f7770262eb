"""From a score to an ordered label: cut points tuned on one set, for one metric, used on others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from qgauge.stats.arrays import Array, Indices, Values, numbers, same_length
from qgauge.stats.f1 import macro_f1, macro_f1_of


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cut points between labels, lowest first: a score at or above a cut is past it.

    They hold for the metric they were tuned for, so its signature is kept with them.
    """

    signature: str
    labels: tuple[str, ...]
    cuts: tuple[float, ...]
    macro_f1: float
    """On the tuning set: what other sets are expected to stay below."""
    n: int

    def apply(self, scores: Values, *, signature: str) -> list[str | None]:
        """The label of each score; None where the score is missing."""
        if signature != self.signature:
            raise ValueError(
                f"the thresholds were tuned for {self.signature!r}, not for {signature!r}"
            )
        return _labelled(numbers(scores), self.cuts, self.labels)

    def as_dict(self) -> dict[str, Any]:
        """For a JSON file; `from_dict` reads it back."""
        return asdict(self) | {"labels": list(self.labels), "cuts": list(self.cuts)}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Thresholds:
        """Read what `as_dict` wrote, or say what is wrong with it."""
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
    """Macro-F1 that needs no metric: always the commonest label; labels drawn at random."""

    majority: float
    random: float


def tune(
    scores: Values, gold: Sequence[str | None], *, order: Sequence[str], signature: str
) -> Thresholds | Untuned:
    """The cut points with the best macro-F1; `order` is the labels from low to high scores.

    Cuts lie halfway between scores that occur. The best are found exactly: a label's F1 depends on
    its own two cuts only, so the best cuts up to one label extend the best up to the one before.
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
    cuts = tuple(_cut_values(distinct)[_best_cuts(below)].tolist())
    reached = macro_f1(labels, _labelled(kept, cuts, order)) or 0.0
    return Thresholds(signature, tuple(order), cuts, reached, len(known))


def _labelled(scores: Array, cuts: Sequence[float], labels: Sequence[str]) -> list[str | None]:
    places = np.searchsorted(cuts, scores, side="right").tolist()
    return [
        None if np.isnan(score) else labels[place]
        for score, place in zip(scores, places, strict=True)
    ]


def _best_cuts(below: Indices) -> Indices:
    """Where to cut: indices into the distinct scores, one fewer than labels.

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


def _cut_values(distinct: Array) -> Array:
    """The cut below each distinct score, and the one above them all.

    The first is the lowest score itself and the last just above the highest: finite, as JSON wants.
    """
    middle = (distinct[:-1] + distinct[1:]) / 2
    # between neighbouring numbers there is no middle
    middle = np.where(middle > distinct[:-1], middle, distinct[1:])
    return np.concatenate([distinct[:1], middle, [np.nextafter(distinct[-1], np.inf)]])


def floors(
    tuning: Sequence[str], gold: Sequence[str], *, draws: int = 1000, seed: int = 0
) -> Floors | None:
    """What thresholds must beat on `gold`, knowing only how common labels are in `tuning`.

    `random` draws labels as often as they occur there, the mean of many times. None without rows.
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
