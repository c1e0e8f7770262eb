"""Score: one value, with the parts that explain it, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Score:
    """A metric's word on one example; `value` None means unscored, never a stand-in number."""

    value: float | str | None
    parts: Mapping[str, float] = field(default_factory=dict)
    """The numbers the value is made of."""
    evidence: Mapping[str, Any] = field(default_factory=dict)
    """What `explain` shows: words matched, the steps of the calculation."""
    stats: tuple[float, ...] = ()
    """Additive counts for corpus scores and resampling; never written out."""
    unscored: str = ""
    """Why there is no value."""

    def as_json(self) -> dict[str, Any]:
        """The form written to files: value and parts, or null and the reason."""
        if self.value is None:
            written: dict[str, Any] = {"value": None, "unscored": self.unscored}
        else:
            written = {"value": self.value}
        if self.parts:
            written["parts"] = dict(self.parts)
        if self.evidence:
            written["evidence"] = dict(self.evidence)
        return written


View = dict[str, Any]
"""What `explain` shows of one comparison: marked words, a table, the calculation."""


def view(
    steps: Sequence[str],
    question: Sequence[tuple[str, str]] = (),
    references: Sequence[Sequence[tuple[str, str]]] = (),
    *,
    columns: Sequence[str] = (),
    rows: Sequence[Sequence[str]] = (),
) -> View:
    """A view, as a metric makes it; its table is shown where it has columns."""
    table = {"table": {"columns": list(columns), "rows": list(rows)}} if columns else {}
    words = {"question": list(question), "references": list(references)}
    return {**words, **table, "steps": list(steps)}


def unscored(reason: str) -> Score:
    """The score of an example that cannot be scored."""
    return Score(None, unscored=reason)
