"""Result: the value of a metric over a data set, with its signature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from qgauge.core.score import Score


@dataclass(frozen=True, slots=True)
class Summary:
    """The value of a metric over a set of examples.

    Examples:
        >>> import qgauge
        >>> rows = [{"question": "Where is Etna?", "references": ["Where is Etna?"]}]
        >>> summary = qgauge.score(rows, metrics=["rouge_l"])["rouge_l"].overall
        >>> summary.value, summary.n, summary.unscored
        (1.0, 1, 0)
    """

    value: float | None
    """The mean, or the corpus score; None if no example was scored or the metric gives labels."""
    n: int
    """The number of scored examples."""
    unscored: int
    """The number of examples without a score."""
    interval: tuple[float, float] | None = None
    """95 % confidence interval; None with fewer than two scored examples."""
    reasons: Mapping[str, int] = field(default_factory=dict)
    """The reasons why examples are unscored, with counts."""
    labels: Mapping[str, int] | None = None
    """The count of each label, for metrics that give labels instead of numbers."""

    def as_json(self) -> dict[str, Any]:
        """Return the summary as `--json` prints it."""
        written: dict[str, Any] = {
            "value": self.value,
            "n": self.n,
            "unscored": self.unscored,
            "ci": list(self.interval) if self.interval else None,
        }
        if self.labels is not None:
            del written["value"], written["ci"]
            written = {"labels": dict(self.labels), **written}
        if self.reasons:
            written["reasons"] = dict(self.reasons)
        return written


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one metric over one data set.

    Examples:
        >>> import qgauge
        >>> rows = [{"question": "Where is Etna?", "references": ["Where is Etna?"]}]
        >>> result = qgauge.score(rows, metrics=["rouge_l"])["rouge_l"]
        >>> result.value
        1.0
        >>> result.signature.rpartition("|")[0]
        'rouge_l|references:joint|flavour:coco'
    """

    metric: str
    """The metric as requested, with its settings."""
    signature: str
    """The metric with all settings, tools and versions that affect its value."""
    overall: Summary
    """The summary over all examples."""
    systems: Mapping[str, Summary] = field(default_factory=dict)
    """The summary of each system."""
    scores: tuple[Score, ...] = ()
    """One score per example, in order; empty if the scores were streamed to a file."""

    @property
    def value(self) -> float | None:
        """The value over all examples; None if no example was scored."""
        return self.overall.value

    def as_json(self) -> dict[str, Any]:
        """Return the result as `--json` prints it, without the individual scores."""
        return {
            **self.overall.as_json(),
            "signature": self.signature,
            "systems": {name: summary.as_json() for name, summary in self.systems.items()},
        }
