"""An estimated value with its confidence interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % interval, or the reason why one of them is missing.

    Examples:
        >>> from qgauge.stats.estimate import Estimate
        >>> print(Estimate(0.41, 0.35, 0.47, n=120))
        0.410 [0.350, 0.470]
        >>> print(Estimate(None, reason="no row has two ratings"))
        - (no row has two ratings)
    """

    value: float | None
    """The value, or None if it is undefined."""
    low: float | None = None
    """The lower bound of the interval, or None."""
    high: float | None = None
    """The upper bound of the interval, or None."""
    n: int = 0
    """The number of rows (or documents, respondents, systems) used."""
    reason: str = ""
    """Why the value or the interval is missing; empty otherwise."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """Both bounds, or None."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    @property
    def ci(self) -> list[float] | None:
        """The interval as written to JSON: a list of both bounds, or None."""
        return list(self.interval) if self.interval else None

    def as_json(self) -> dict[str, Any]:
        """Return the estimate as a JSON object."""
        return {"value": self.value, **self.counts(), "reason": self.reason, "ci": self.ci}

    def counts(self) -> dict[str, Any]:
        """Return the JSON fields between `value` and `reason`."""
        return {"n": self.n}

    def __str__(self) -> str:
        if self.value is None:
            return f"- ({self.reason})"
        if self.low is None or self.high is None:
            return f"{self.value:.3f} ({self.reason})"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"
