"""Ranking of scored rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.core import Example, Score


@dataclass(frozen=True, slots=True)
class Ranked:
    """A scored row and its rank; equal scores have equal ranks."""

    rank: int
    example: Example
    score: Score

    @property
    def value(self) -> float:
        assert isinstance(self.score.value, float)
        return self.score.value

    @property
    def why(self) -> list[str]:
        return list(self.score.evidence.get("why", ()))

    @property
    def flaw(self) -> str | None:
        """The likeliest flaw with its chance, "" if there is none; None if no flaws are judged."""
        if "flaws" not in self.score.evidence:
            return None
        return next((f"{one['kind']} {one['chance']:.2f}" for one in self._flaws()), "")

    def _flaws(self) -> list[dict[str, Any]]:
        return list(self.score.evidence["flaws"])


def best_first(
    rows: Sequence[tuple[Example, Score]], threshold: float | None, top: int | None
) -> list[Ranked]:
    """Return the scored rows, best first; rows with equal scores keep their order and share a rank.

    Rows below the threshold, or with a rank beyond `top`, are omitted.
    """
    scored = [row for row in rows if isinstance(row[1].value, float)]
    ordered = sorted(scored, key=lambda row: -float(row[1].value or 0.0))
    ranked: list[Ranked] = []
    for at, (example, score) in enumerate(ordered, start=1):
        same = ranked and ranked[-1].score.value == score.value
        ranked.append(Ranked(ranked[-1].rank if same else at, example, score))
    kept = [one for one in ranked if threshold is None or one.value >= threshold]
    return kept if top is None else [one for one in kept if one.rank <= top]


def by_passage(rows: Iterable[tuple[Example, Score]]) -> list[list[tuple[Example, Score]]]:
    """Return the rows of each passage, with passages in order of first occurrence."""
    groups: dict[str | None, list[tuple[Example, Score]]] = {}
    for example, score in rows:
        groups.setdefault(example.passage, []).append((example, score))
    return list(groups.values())
