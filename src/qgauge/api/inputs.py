"""What the functions of the API take: rows in many forms, and metrics."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence, Sized
from numbers import Integral
from typing import Any

from qgauge.core import BadSetting
from qgauge.data.python_rows import paths_of
from qgauge.metrics.metric import Metric

Questions = str | os.PathLike[str] | Iterable[Any]
"""A list of dictionaries or `Example` objects, a data frame, a table, a data set, or files."""


def checked(metrics: Iterable[str | Metric]) -> list[str | Metric]:
    """Return the metrics as a list of names and objects, or raise BadSetting."""
    if isinstance(metrics, str) or not isinstance(metrics, Iterable):
        raise BadSetting(f"metrics must be a list, such as ['bleu4', 'rouge_l'], not {metrics!r}.")
    found = list(metrics)
    for metric in found:
        if not isinstance(metric, str | Metric):
            raise BadSetting(
                f"a metric must be a name such as 'bleu4' or a Metric object, not {metric!r}."
            )
    return found


def chosen_dimensions(dimensions: Iterable[str] | None) -> list[str] | None:
    """Return the rated dimensions as a list, or raise BadSetting; None stands for all of them."""
    if dimensions is None:
        return None
    if isinstance(dimensions, str) or not isinstance(dimensions, Iterable):
        raise BadSetting(f"dimensions must be a list, such as ['fluency'], not {dimensions!r}.")
    return list(dimensions)


def whole_number(name: str, value: object) -> int:
    """Return an argument as an int, or raise BadSetting unless it is whole and at least 0."""
    if not isinstance(value, Integral) or value < 0:
        raise BadSetting(f"{name} must be a whole number of at least 0, not {value!r}.")
    return int(value)


def choice(name: str, value: str, allowed: Sequence[str]) -> None:
    """Raise BadSetting unless the value of an argument is one of those allowed."""
    if value not in allowed:
        shown = ", ".join(map(repr, allowed))
        raise BadSetting(f"{name} must be one of {shown}, not {value!r}.")


def number_of(examples: Questions) -> int | None:
    """Return the number of rows, for the progress line; None if it is not known."""
    return len(examples) if isinstance(examples, Sized) and not paths_of(examples) else None
