"""Test which of two metrics agrees better with human judgement, on the rows that both scored."""

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
    """The difference between two metrics on one dimension, for one kind of correlation."""

    kind: Kind
    """The kind of correlation."""
    first: str
    """The baseline."""
    second: str
    """The metric compared with it."""
    found: CorrelationDifference
    """The difference, second minus first, with its interval and p-value."""
    p_holm: float | None
    """p-value with Holm's correction over the pairs of the block."""

    @property
    def verdict(self) -> str:
        """Whether the second correlation is `higher`, `lower` or `not shown` to differ.

        Empty if the difference was not tested. Tables print `not shown` as "not significant".
        """
        if self.p_holm is None or self.found.value is None:
            return ""
        if self.p_holm >= SIGNIFICANT:
            return "not shown"
        return "higher" if self.found.value > 0 else "lower"

    def as_json(self) -> dict[str, Any]:
        """Return the comparison in the form that `--json` prints."""
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
    """Return the pairs of metrics to compare.

    Args:
        metrics: All metrics.
        baseline: The metric to compare all others with; None for no baseline.
        all_pairs: Compare every metric with every other.

    Returns:
        The pairs; empty if no comparison was requested.

    Raises:
        BadInput: If there is only one metric, or the baseline is not one of them.

    Examples:
        >>> from qgauge.meta import pairs_of
        >>> pairs_of(["rouge_l", "q_bleu1", "qsts"], "rouge_l", False)
        [('rouge_l', 'q_bleu1'), ('rouge_l', 'qsts')]
    """
    if baseline is None and not all_pairs:
        return []
    if len(metrics) < 2:
        raise BadInput(
            f"there is only one metric ({', '.join(metrics)}); give another with -m to compare "
            "it with."
        )
    if all_pairs:
        return list(combinations(metrics, 2))
    if baseline is None or baseline not in metrics:
        raise BadInput(f"'{baseline}' is not one of the metrics: {', '.join(metrics)}.")
    return [(baseline, other) for other in metrics if other != baseline]


def compare_pairs(
    pairs: Sequence[Pair],
    kinds: Sequence[Kind],
    difference: Callable[[str, str, Kind], CorrelationDifference],
) -> tuple[Comparison, ...]:
    """Compare all pairs by each kind of correlation, with Holm's correction over the pairs."""
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
