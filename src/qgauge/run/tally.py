"""Running sums of scores, over all rows and per system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import repeat

from qgauge import __version__
from qgauge.core import Example, Result, Score, Summary, Tools
from qgauge.metrics.metric import Metric
from qgauge.run.requests import Request
from qgauge.stats.interval import GroupedSums, jackknife

MOST_SUMS = 1000
"""Maximum number of sums per system, over all metrics. With more, the field `system` probably holds
something else."""


class _Sums:
    """The additive statistics of one metric over one set of rows."""

    def __init__(self) -> None:
        self.scored = GroupedSums()
        self.reasons: Counter[str] = Counter()

    def add(self, count: Count) -> None:
        if isinstance(count, str):
            self.reasons[count] += 1
        else:
            self.scored.add(count)

    def summary(self, metric: Metric) -> Summary:
        left_out = sum(self.reasons.values())
        if metric.labelled:
            given = self.scored.sums().sum(axis=0)[1:] if self.scored.n else repeat(0)
            counts = {str(label): int(n) for label, n in zip(metric.verdicts, given, strict=False)}
            return Summary(None, self.scored.n, left_out, None, dict(self.reasons), counts)
        if not self.scored.n:
            return Summary(None, 0, left_out, None, dict(self.reasons))
        groups, (low, high) = self.scored.sums(), metric.span
        value = float(metric.combine(groups.sum(axis=0)))
        interval = jackknife(groups, metric.combine)
        if interval:
            interval = max(low, interval[0]), min(high, interval[1])
        return Summary(value, self.scored.n, left_out, interval, dict(self.reasons))


Count = tuple[float, ...] | str
"""The contribution of one score to the sums: its statistics, or the reason why it has none."""


def countable(metrics: Sequence[Metric], scores: Sequence[Score]) -> list[Count]:
    """Return the contribution of one example to the sums of each metric."""
    return [
        score.unscored if score.value is None else metric.additive(score)
        for metric, score in zip(metrics, scores, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class CountAndWrite:
    """Returns the contribution of a scored example to a tally and, with `write`, its output line.

    It runs in worker processes, so `write` must pickle.
    """

    requests: Sequence[Request]
    write: Callable[[Example, Mapping[str, Score]], str] | None = None

    def __call__(self, example: Example, scores: tuple[Score, ...]) -> tuple[list[Count], str]:
        counts = countable([request.metric for request in self.requests], scores)
        if self.write is None:
            return counts, ""
        labels = (request.label for request in self.requests)
        return counts, self.write(example, dict(zip(labels, scores, strict=True)))


class Tally:
    """The sums of all requested metrics, in memory that is independent of the number of rows."""

    def __init__(self, requests: Sequence[Request], most_sums: int = MOST_SUMS) -> None:
        self._most_sums = most_sums
        self._requests = list(requests)
        self._overall = [_Sums() for _ in requests]
        self._systems: dict[str, list[_Sums]] = {}
        self._only: str | None = None
        """The name of the only system so far; None if there are none or several."""
        self.rows = 0
        self.too_many_systems = False
        """Whether the sums per system were dropped because there are too many systems."""

    @property
    def marks(self) -> dict[str, tuple[float, float]]:
        """The poor and good values of the metrics that know them, by label."""
        return {one.label: one.metric.marks for one in self._requests if one.metric.marks}

    def add(self, system: str, counts: Sequence[Count]) -> None:
        self.rows += 1
        if system != self._only:
            for own, count in zip(self._of(system), counts, strict=False):
                own.add(count)
        for own, count in zip(self._overall, counts, strict=True):
            own.add(count)

    def _of(self, system: str) -> list[_Sums]:
        if not self._systems and not self.too_many_systems:
            if self.rows == 1:  # with only one system, its sums are the overall sums
                self._only = system
                return []
            assert self._only is not None
            self._systems[self._only] = deepcopy(self._overall)
            self._only = None
        sums = self._systems.get(system)
        if sums is None:
            if len(self._systems) * len(self._requests) >= self._most_sums:
                self.too_many_systems = True
                self._systems.clear()
            if self.too_many_systems:
                return []
            sums = self._systems[system] = [_Sums() for _ in self._requests]
        return sums

    def results(
        self,
        tools: Tools,
        scores: Sequence[Sequence[Score]] = (),
        examples: Sequence[Example] = (),
    ) -> list[Result]:
        """Return one result per metric, including the individual scores if given."""
        kept = tuple(examples)
        systems = {self._only: self._overall} if self._only else self._systems
        return [
            Result(
                metric=request.label,
                signature=request.metric.signature(tools, __version__),
                overall=self._overall[at].summary(request.metric),
                systems={name: sums[at].summary(request.metric) for name, sums in systems.items()},
                scores=tuple(row[at] for row in scores),
                examples=kept,
            )
            for at, request in enumerate(self._requests)
        ]
