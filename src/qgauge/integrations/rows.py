"""One row at a time, as most frameworks score: a number with its reasons, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import nan
from typing import Any

from qgauge.api import load, score
from qgauge.core import BadInput, BadSetting, Score, Tools
from qgauge.data.python_rows import examples_of
from qgauge.metrics.metric import Metric


@dataclass(frozen=True, slots=True)
class RowScore:
    """The score of one row, as frameworks store it. `score_row` returns it.

    Examples:
        >>> from qgauge.integrations import score_row
        >>> score_row("rouge_l", {"question": "Where is Etna?"}).why
        'unscored: no references'
    """

    value: float | None
    """The score, or None if the row cannot be scored."""
    why: str
    """What the score is made of, or the reason why there is none."""
    parts: Mapping[str, float] = field(default_factory=dict)
    """The numbers from which the value is computed."""
    signature: str = ""
    """How the value was computed; "" if there is none."""

    @property
    def value_or_nan(self) -> float:
        """The value, or NaN, which frameworks leave out of their means."""
        return nan if self.value is None else self.value


def score_row(
    metric: str | Metric, row: Mapping[str, Any], *, tools: Tools | None = None
) -> RowScore:
    """Score one question, without an exception if that question cannot be scored.

    Args:
        metric: The name of a metric, with settings if needed, or a `Metric` object.
        row: The question and its fields, as in `qgauge.score`.
        tools: Language tools by role, as in `qgauge.score`.

    Returns:
        The score with its reasons and its signature.

    Raises:
        BadSetting: The metric or a setting does not exist, or the metric gives labels.
        MissingTool: A tool or an optional package is not installed.
        ToolFailed: A tool failed while it ran.

    Examples:
        >>> from qgauge.integrations import score_row
        >>> row = {"question": "Where is Mount Etna?", "references": ["Where is Etna?"]}
        >>> scored = score_row("rouge_l", row)
        >>> round(scored.value, 3), scored.why
        (0.88, 'precision 0.750, recall 1.000')
    """
    chosen = numeric(metric)
    try:
        (example,) = examples_of([row])
    except BadInput as bad:
        return RowScore(None, f"unscored: {bad.problem}")
    missing = chosen.missing_input(example)
    if missing is not None:
        return RowScore(None, f"unscored: {missing.unscored}")
    (result,) = score([example], [chosen], tools=tools).values()
    (scored,) = result.scores
    value = scored.value if isinstance(scored.value, float) else None
    return RowScore(value, why(scored), scored.parts, result.signature)


def numeric(metric: str | Metric) -> Metric:
    """Return the metric; raise BadSetting if its values are labels, which have no mean."""
    loaded = load(metric)
    if loaded.metric.labelled:
        raise BadSetting(f"{loaded.label} gives labels, but a mean needs numbers.")
    return loaded.metric


def why(scored: Score) -> str:
    """Return the likely flaws and the reasons of a score in one line, or else its parts."""
    if scored.value is None:
        return f"unscored: {scored.unscored}"
    flaws = [
        f"{flaw['kind']} (chance {flaw['chance']:.2f})" for flaw in scored.evidence.get("flaws", ())
    ]
    given = scored.evidence.get("why", scored.evidence.get("reason", ()))  # a judge says "reason"
    reasons = given if isinstance(given, str) else "; ".join(given)
    parts = ", ".join(f"{name} {value:.3f}" for name, value in scored.parts.items())
    return ": ".join(filter(None, [", ".join(flaws), reasons])) or parts
