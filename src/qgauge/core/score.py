"""Score: the value of a metric for one example, or the reason why it has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one example.

    Examples:
        >>> import qgauge
        >>> rows = [{"question": "Where is Mount Etna?", "references": ["Where is Etna?"]}]
        >>> score = qgauge.score(rows, metrics=["rouge_l"])["rouge_l"].scores[0]
        >>> score.parts
        {'precision': 0.75, 'recall': 1.0}
    """

    value: float | str | None
    """A number, or a label; None if the example is unscored."""
    parts: Mapping[str, float] = field(default_factory=dict)
    """The numbers from which the value is computed."""
    evidence: Mapping[str, Any] = field(default_factory=dict)
    """Evidence for the value, such as matched words; `qgauge explain` shows it."""
    stats: tuple[float, ...] = ()
    """Additive counts for corpus scores and resampling; not written to files."""
    unscored: str = ""
    """The reason why there is no value; "" if there is one."""

    def as_json(self) -> dict[str, Any]:
        """Return the score as written to files: value and parts, or null and the reason."""
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
"""One comparison as `explain` shows it: marked words, a table, the calculation."""


def view(
    steps: Sequence[str],
    question: Sequence[tuple[str, str]] = (),
    references: Sequence[Sequence[tuple[str, str]]] = (),
    *,
    columns: Sequence[str] = (),
    rows: Sequence[Sequence[str]] = (),
) -> View:
    """Return a view; it has a table if there are columns."""
    table = {"table": {"columns": list(columns), "rows": list(rows)}} if columns else {}
    words = {"question": list(question), "references": list(references)}
    return {**words, **table, "steps": list(steps)}


def unscored(reason: str) -> Score:
    """Return a score without a value."""
    return Score(None, unscored=reason)
