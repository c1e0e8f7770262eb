"""F1 by label, and macro-F1."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from qgauge.stats.arrays import Array, same_length


def label_f1(gold: Sequence[Hashable], predicted: Sequence[Hashable]) -> dict[Hashable, float]:
    """Return the F1 of every label that occurs in either column. F1 is symmetric.

    Args:
        gold: The gold labels, one per row.
        predicted: The predicted labels.

    Returns:
        F1 by label.

    Raises:
        ValueError: The columns differ in length.

    Examples:
        >>> from qgauge.stats.f1 import label_f1
        >>> label_f1(["yes", "yes", "no"], ["yes", "no", "no"])
        {'yes': 0.6666666666666666, 'no': 0.6666666666666666}
    """
    same_length(gold, predicted)
    found = {}
    for label in dict.fromkeys([*gold, *predicted]):
        both = sum(one == other == label for one, other in zip(gold, predicted, strict=True))
        either = sum(one == label for one in gold) + sum(one == label for one in predicted)
        found[label] = 2 * both / either
    return found


def macro_f1(gold: Sequence[Hashable], predicted: Sequence[Hashable]) -> float | None:
    """Return macro-F1: the unweighted mean of `label_f1`.

    Args:
        gold: The gold labels, one per row.
        predicted: The predicted labels.

    Returns:
        The mean F1 over the labels that occur in either column, or None without rows.

    Raises:
        ValueError: The columns differ in length.

    Examples:
        >>> from qgauge.stats.f1 import macro_f1
        >>> macro_f1(["yes", "yes", "no", "no"], ["yes", "yes", "yes", "yes"])
        0.3333333333333333
    """
    by_label = label_f1(gold, predicted)
    return sum(by_label.values()) / len(by_label) if by_label else None


def macro_f1_of(confusions: Array) -> Array:
    """Return macro-F1 of confusion matrices.

    Args:
        confusions: Counts of shape (…, gold label, predicted label).

    Returns:
        Macro-F1 over the labels that occur, of shape (…).

    Examples:
        >>> import numpy as np
        >>> from qgauge.stats.f1 import macro_f1_of
        >>> float(macro_f1_of(np.array([[2, 0], [2, 0]])))
        0.3333333333333333
    """
    both = np.diagonal(confusions, axis1=-2, axis2=-1)
    either = confusions.sum(axis=-1) + confusions.sum(axis=-2)
    occurs = either > 0
    by_label = 2 * both / np.where(occurs, either, 1)
    mean: Array = by_label.sum(axis=-1) / np.maximum(occurs.sum(axis=-1), 1)
    return mean
