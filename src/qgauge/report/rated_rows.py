"""Scored rows that people have rated: how well the metrics agree with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

from qgauge.core import Example, Result, Score, Summary
from qgauge.report.agreement import agreement_section
from qgauge.report.blocks import Section

MOST_RATED = 5000
"""Rated rows that are kept in memory for the correlations."""
MOST_COMPARED = 6
"""Metrics up to which each is compared with every other."""
_RESAMPLES, _SEED = 1000, 12345


@dataclass(slots=True)
class RatedRows:
    """The rated rows of a report, with the numbers that metrics gave them."""

    examples: list[Example] = field(default_factory=list)
    left_out: int = 0
    """Rated rows beyond `MOST_RATED`."""
    _values: list[Mapping[str, float]] = field(default_factory=list)

    def add(self, example: Example, values: Mapping[str, float]) -> None:
        """Keep a row if people have rated it."""
        if not example.ratings:
            return
        if len(self.examples) == MOST_RATED:
            self.left_out += 1
            return
        self.examples.append(example)
        self._values.append(values)

    def section(self, signatures: Mapping[str, str]) -> Section | None:
        """Return the agreement of all metrics with the ratings; None if nothing was rated."""
        from qgauge.meta import Judged
        from qgauge.meta.correlations import study
        from qgauge.meta.evaluation import MetaEvaluation

        metrics = dict.fromkeys(metric for values in self._values for metric in values)
        if not self.examples or not metrics:
            return None
        results = [self._result(metric, signatures.get(metric, "")) for metric in metrics]
        judged = Judged.of_rows(self.examples, "the rated rows")
        pairs = list(combinations(metrics, 2)) if len(metrics) <= MOST_COMPARED else []
        found = study(judged, results, pairs=pairs, resamples=_RESAMPLES, seed=_SEED)
        settings = {"resamples": _RESAMPLES, "seed": _SEED}
        unscored = {result.metric: result.overall.unscored for result in results}
        evaluation = MetaEvaluation((found,), (), settings, len(self.examples), unscored)
        return agreement_section(evaluation)

    def _result(self, metric: str, signature: str) -> Result:
        scores = tuple(
            Score(values[metric]) if metric in values else Score(None, unscored="unscored")
            for values in self._values
        )
        scored = sum(score.value is not None for score in scores)
        overall = Summary(None, scored, len(scores) - scored)
        return Result(metric, signature, overall, scores=scores)
