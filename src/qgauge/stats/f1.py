"""F1 of labels: by label, and the plain mean over labels."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from qgauge.stats.arrays import Array, same_length


def label_f1(gold: Sequence[Hashable], predicted: Sequence[Hashable]) -> dict[Hashable, float]:
    """F1 of every label that occurs on either side; which side is the gold one is all the same."""
    same_length(gold, predicted)
    found = {}
    for label in dict.fromkeys([*gold, *predicted]):
        both = sum(one == other == label for one, other in zip(gold, predicted, strict=True))
        either = sum(one == label for one in gold) + sum(one == label for one in predicted)
        found[label] = 2 * both / either
    return found


def macro_f1(gold: Sequence[Hashable], predicted: Sequence[Hashable]) -> float | None:
    """Mean F1 over the labels that occur on either side. None without rows."""
    by_label = label_f1(gold, predicted)
    return sum(by_label.values()) / len(by_label) if by_label else None


def macro_f1_of(confusions: Array) -> Array:
    """The same from tables of counts: (…, gold label, predicted label)."""
    both = np.diagonal(confusions, axis1=-2, axis2=-1)
    either = confusions.sum(axis=-1) + confusions.sum(axis=-2)
    occurs = either > 0
    by_label = 2 * both / np.where(occurs, either, 1)
    mean: Array = by_label.sum(axis=-1) / np.maximum(occurs.sum(axis=-1), 1)
    return mean
