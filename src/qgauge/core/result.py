"""Result: what a metric says of a whole data set, with its signature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from qgauge.core.score import Score


@dataclass(frozen=True, slots=True)
class Summary:
    """A value over a set of examples, how sure it is, and how many it leaves out."""

    value: float | None
    n: int
    """Examples scored."""
    unscored: int
    interval: tuple[float, float] | None = None
    """95 % confidence interval; None below two scored examples."""
    reasons: Mapping[str, int] = field(default_factory=dict)
    """Why examples are unscored, with counts."""
    labels: Mapping[str, int] | None = None
    """How often each label was given, by a metric that gives labels; it has no value then."""

    def as_json(self) -> dict[str, Any]:
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
    """One metric over one data set."""

    metric: str
    """The metric as it was asked for, settings included."""
    signature: str
    overall: Summary
    systems: Mapping[str, Summary] = field(default_factory=dict)
    scores: tuple[Score, ...] = ()
    """One per example, in order; empty when the scores were streamed to a file."""

    @property
    def value(self) -> float | None:
        return self.overall.value

    def as_json(self) -> dict[str, Any]:
        """The form that `--json` prints; individual scores are in the output file."""
        return {
            **self.overall.as_json(),
            "signature": self.signature,
            "systems": {name: summary.as_json() for name, summary in self.systems.items()},
        }
