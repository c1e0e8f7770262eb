"""Which of two metrics follows people better, on the rows that both have scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from qgauge.core import BadInput
from qgauge.stats.correlation import Kind, Pair
from qgauge.stats.dependent import CorrelationDifference
from qgauge.stats.paired import holm

SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two metrics on one dimension, by one correlation."""

    kind: Kind
    first: str
    second: str
    found: CorrelationDifference
    p_holm: float | None
    """p corrected for all pairs of the block that were tested by this correlation."""

    @property
    def verdict(self) -> str:
        """On the second metric's correlation; empty where nothing was tested."""
        if self.p_holm is None or self.found.value is None:
            return ""
        if self.p_holm >= SIGNIFICANT:
            return "not shown"
        return "higher" if self.found.value > 0 else "lower"

    def as_json(self) -> dict[str, Any]:
        found = self.found
        return {
            "kind": self.kind,
            "first": self.first,
            "second": self.second,
            "first_value": found.first,
            "second_value": found.second,
            "difference": found.value,
            "ci": found.ci,
            **found.counts(),
            "reason": found.reason,
            "p_holm": self.p_holm,
            "verdict": self.verdict,
        }


def pairs_of(metrics: Sequence[str], baseline: str | None, all_pairs: bool) -> list[Pair]:
    """Which metrics are compared: none, every other with the baseline, or each with each."""
    if baseline is None and not all_pairs:
        return []
    if len(metrics) < 2:
        raise BadInput(
            f"there is only one metric ({', '.join(metrics)}) and nothing to compare it "
            "with; give another with -m."
        )
    if all_pairs:
        return list(combinations(metrics, 2))
    if baseline is None or baseline not in metrics:
        raise BadInput(f"'{baseline}' is none of the metrics, which are: {', '.join(metrics)}.")
    return [(baseline, other) for other in metrics if other != baseline]


def compare_pairs(
    pairs: Sequence[Pair],
    kinds: Sequence[Kind],
    difference: Callable[[str, str, Kind], CorrelationDifference],
) -> tuple[Comparison, ...]:
    """All pairs by all correlations, with Holm's correction over the pairs of each."""
    every = []
    for kind in kinds:
        found = [difference(first, second, kind) for first, second in pairs]
        tested = [at for at, one in enumerate(found) if one.p is not None]
        p = holm([one.p for one in found if one.p is not None])
        corrected = dict(zip(tested, p, strict=True))
        every += [
            Comparison(kind, first, second, one, corrected.get(at))
            for at, ((first, second), one) in enumerate(zip(pairs, found, strict=True))
        ]
    return tuple(every)
