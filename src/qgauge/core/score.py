"""Score: the value of a metric for one example, or the reason why it has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from qgauge.core.display import number, plain

MOST_PARTS = 8
"""Parts that the short form of a score shows."""
MOST_SCORES = 6
"""Scores that the short form of a list shows."""


@dataclass(frozen=True, slots=True, repr=False)
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

    def __repr__(self) -> str:
        if self.value is None:
            return f"Score(None, unscored: {plain(self.unscored)})"
        parts = [
            f"{plain(name)} {number(one)}" for name, one in islice(self.parts.items(), MOST_PARTS)
        ]
        more = ["…"] if len(self.parts) > MOST_PARTS else []
        return f"Score({', '.join([_value_text(self), *parts, *more])})"


class Scores(tuple[Score, ...]):
    """The scores of a data set: a tuple that does not print all of them."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = [_value_text(one) for one in self[:MOST_SCORES]]
        more = [f"… {len(self) - MOST_SCORES:,} more"] if len(self) > MOST_SCORES else []
        return f"Scores({', '.join([*shown, *more])})"


def _value_text(score: Score) -> str:
    """Return the value in a few characters."""
    if isinstance(score.value, str):
        return plain(score.value)
    return "None" if score.value is None else number(score.value)


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
