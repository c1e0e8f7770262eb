"""A value with its interval, or the reason why one of these is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % interval, or the reason why one of these is missing."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    """Rows (or documents, respondents, systems) that it comes from."""
    reason: str = ""

    @property
    def interval(self) -> tuple[float, float] | None:
        return None if self.low is None or self.high is None else (self.low, self.high)

    @property
    def ci(self) -> list[float] | None:
        """The interval as our JSON has it: both ends, or null."""
        return list(self.interval) if self.interval else None

    def as_json(self) -> dict[str, Any]:
        return {"value": self.value, **self.counts(), "reason": self.reason, "ci": self.ci}

    def counts(self) -> dict[str, Any]:
        """What stands between value and reason in the JSON form."""
        return {"n": self.n}

    def __str__(self) -> str:
        if self.value is None:
            return f"- ({self.reason})"
        if self.low is None or self.high is None:
            return f"{self.value:.3f} ({self.reason})"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"
