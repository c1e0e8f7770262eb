"""Scores as flat columns: `quality`, `quality.fluency`, `quality.reason`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from qgauge.core.example import Example
from qgauge.core.score import Score


def example_columns(example: Example) -> dict[str, Any]:
    """Return the columns that say which row it is."""
    return {"id": example.id, "system": example.system, "question": example.question}


def score_columns(label: str, score: Score) -> dict[str, Any]:
    """Return the columns of one score.

    The reason is why the row is unscored, or what the metric found wrong with it.
    """
    return {
        label: score.value,
        f"{label}.reason": score.unscored or "; ".join(map(str, score.evidence.get("why", ()))),
        **{f"{label}.{part}": value for part, value in score.parts.items()},
    }


def names_of_columns(scores: Mapping[str, Iterable[Score]]) -> list[str]:
    """Return the columns of these scores: each metric, the reason, and the parts."""
    names: list[str] = []
    for label, some in scores.items():
        parts = dict.fromkeys(part for score in some for part in score.parts)
        names += [label, f"{label}.reason", *(f"{label}.{part}" for part in parts)]
    return names
