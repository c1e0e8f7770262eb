"""Whether scores meet requirements, in memory that does not depend on the number of rows."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from qgauge.core import BadSetting, Example, Result, Score
from qgauge.core.clipping import clip, one_line
from qgauge.core.suggestions import no_such
from qgauge.gates.language import Condition, Requirement

WORST_KEPT = 10
"""How many failing rows of each requirement are kept, and written by `--json`."""
WORST_PRINTED = 5
LOOK_AHEAD = 1000
"""How many scored rows may lack a part before the run stops: its name is probably misspelt."""

Scores = tuple[Score, ...]
Done = TypeVar("Done")


class _Metric(Protocol):
    @property
    def labelled(self) -> bool: ...

    @property
    def verdicts(self) -> tuple[float | str, ...]: ...

    @property
    def span(self) -> tuple[float, float]: ...


class Scored(Protocol):
    """A metric to score, and the label of its results."""

    @property
    def label(self) -> str: ...

    @property
    def metric(self) -> _Metric: ...


@dataclass(frozen=True, slots=True)
class Reading:
    """What a requirement needs of one row; sent between processes."""

    value: float | str | None
    """The value of the metric or of its part; None if there is none."""
    reason: str = ""
    """Why there is no value."""
    parts: tuple[str, ...] = ()
    """The parts of the score, if the one asked for is not among them."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the value of a requirement from the scores of a row."""

    at: int
    """The position of the metric's score."""
    part: str

    def __call__(self, scores: Scores) -> Reading:
        score = scores[self.at]
        if score.value is None:
            return Reading(None, score.unscored)
        if not self.part:
            return Reading(score.value)
        if self.part in score.parts:
            return Reading(float(score.parts[self.part]))
        return Reading(None, f"no {self.part}", tuple(score.parts) or ("",))


Readings = tuple[Reading, ...]
"""The readings of one row, in the order of the requirements."""


@dataclass(frozen=True, slots=True)
class WithReadings(Generic[Done]):
    """Finishes a scored row, and returns its readings, too. It runs in workers, so it pickles."""

    finish: Callable[[Example, Scores], Done]
    readers: tuple[Reader, ...]

    def __call__(self, example: Example, scores: Scores) -> tuple[Done, Readings]:
        return self.finish(example, scores), tuple(read(scores) for read in self.readers)


@dataclass(frozen=True, slots=True)
class FailingRow:
    """A row that counts against a requirement."""

    id: str
    system: str
    question: str
    value: float | str | None
    """Its value; None if it is unscored."""
    reason: str = ""
    """Why it is unscored."""

    def __str__(self) -> str:
        value = f"{self.value:.4f}" if isinstance(self.value, float) else self.value
        of = f" of {self.system}" if self.system else ""
        said = f"{value or 'unscored'}  {self.id}{of}: {clip(one_line(self.question), 80)}"
        return f"{said} ({self.reason})" if self.reason else said

    def as_json(self) -> dict[str, Any]:
        found = {"id": self.id, "system": self.system, "question": self.question}
        why = {"unscored": self.reason} if self.value is None else {}
        return {**found, "value": self.value, **why}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a requirement is met, and by what."""

    requirement: Requirement
    value: float | None
    """The measured value; None if it cannot be computed."""
    n: int
    """The number of rows it is measured over."""
    holds: bool
    """Whether the requirement is met; never without a value."""
    measured: str
    """The value in words, or the reason why there is none."""
    failing: int = 0
    """The number of rows that count against the requirement; 0 if it is met."""
    worst: tuple[FailingRow, ...] = ()
    """The worst of them, the worst first."""

    def lines(self) -> Iterator[str]:
        """Yield what was measured and, if the requirement is not met, the worst rows."""
        yield f"{self.requirement.text}: {self.measured}"
        for row in self.worst[:WORST_PRINTED]:
            yield f"  {row}"
        if self.failing > WORST_PRINTED:
            yield f"  and {self.failing - WORST_PRINTED:,} more"

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"value": self.value, "n": self.n, "holds": self.holds}
        if self.value is None:
            found["reason"] = self.measured
        if not self.holds:
            found["failing"] = self.failing
            found["rows"] = [row.as_json() for row in self.worst]
        return found


class Gate:
    """The requirements on a run, measured row by row.

    Raises:
        BadSetting: A requirement does not fit its metric.
    """

    def __init__(self, requirements: Sequence[Requirement], metrics: Sequence[Scored]) -> None:
        places = {one.label: at for at, one in enumerate(metrics)}
        for one in requirements:
            _check_fit(one, metrics[places[one.metric]].metric)
        self._watches = [_Watch(one) for one in requirements]
        self._readers = tuple(Reader(places[one.metric], one.part) for one in requirements)

    @property
    def requirements(self) -> list[Requirement]:
        """The requirements."""
        return [watch.requirement for watch in self._watches]

    def beside(self, finish: Callable[[Example, Scores], Done]) -> WithReadings[Done]:
        """Return a function for `stream` that does the same as `finish`, and adds the readings."""
        return WithReadings(finish, self._readers)

    def readings(self, scores: Scores) -> Readings:
        """Return what the requirements need of the scores of a row."""
        return tuple(read(scores) for read in self._readers)

    def add(self, example: Example, readings: Readings) -> None:
        """Add the next row."""
        for watch, reading in zip(self._watches, readings, strict=True):
            watch.add(example, reading)

    def check_parts(self) -> None:
        """Raise BadSetting if rows are scored, but none has the part that a requirement names.

        Call it before the output is put in place: the name is probably misspelt.
        """
        for watch in self._watches:
            watch.check_part()

    def outcomes(self, results: Iterable[Result]) -> list[Outcome]:
        """Return whether each requirement is met; the results give the values of the metrics."""
        by_metric = {result.metric: result for result in results}
        return [one.outcome(by_metric[one.requirement.metric]) for one in self._watches]


class _Watch:
    """The running counts of one requirement."""

    def __init__(self, requirement: Requirement) -> None:
        self.requirement = requirement
        self._n = 0
        self._reasons: Counter[str] = Counter()
        self._extreme: float | None = None
        self._sum = Fraction()
        self._failing = 0
        self._worst: list[tuple[float, int, FailingRow]] = []
        """A heap whose first entry is the least bad row."""
        self._known_parts: tuple[str, ...] = ()

    def add(self, example: Example, reading: Reading) -> None:
        value = reading.value
        if value is None:
            self._reasons[reading.reason] += 1
            if reading.parts:
                self._known_parts = self._known_parts or reading.parts
                if self._reasons[reading.reason] >= LOOK_AHEAD:
                    self.check_part()
        else:
            self._n += 1
            if isinstance(value, float):
                self._add_number(value)
        if self._counts_against(value):
            self._failing += 1
            row = FailingRow(example.id, example.system, example.question, value, reading.reason)
            self._keep(row, -self._failing)

    def _add_number(self, value: float) -> None:
        if self.requirement.measure in ("min", "max"):
            extreme = min if self.requirement.measure == "min" else max
            self._extreme = value if self._extreme is None else extreme(self._extreme, value)
        elif self.requirement.part and not self.requirement.measure:
            self._sum += Fraction(value)  # exact, so that the order of the rows does not matter

    def _counts_against(self, value: float | str | None) -> bool:
        wanted = self.requirement
        if wanted.measure == "unscored":
            return value is None and not wanted.bound.upward
        if value is None:
            return False
        if wanted.each is not None:
            return wanted.each.holds(value) != wanted.bound.upward
        return not wanted.bound.holds(value)

    def _keep(self, row: FailingRow, place: int) -> None:
        """Keep the row if it is one of the worst; of equal rows, the first ones are kept."""
        value = row.value if isinstance(row.value, float) else 0.0
        # with an upper bound on a share, the rows that meet its condition are the bad ones
        wanted = self.requirement
        low_is_bad = wanted.bound.upward
        if wanted.each is not None:
            low_is_bad = wanted.each.upward == wanted.bound.upward
        entry = (-value if low_is_bad else value, place, row)
        if len(self._worst) < WORST_KEPT:
            heapq.heappush(self._worst, entry)
        else:
            heapq.heappushpop(self._worst, entry)

    def check_part(self) -> None:
        if self._known_parts and not self._n:
            wanted, known = self.requirement, list(filter(None, self._known_parts))
            start = f"The requirement '{wanted.text}': {wanted.metric} has no part"
            raise BadSetting(no_such(start, wanted.part, known))

    def outcome(self, result: Result) -> Outcome:
        wanted, n, left_out = self.requirement, self._n, sum(self._reasons.values())
        about, interval = f"n {n:,}", None
        value: float | None
        if wanted.measure == "unscored" and n + left_out:
            n += left_out
            value, about = left_out / n, f"{left_out:,} of {n:,} rows{self._why()}"
        elif not n:
            reason = f"no value, because no row was scored{self._why()}"
            return Outcome(wanted, None, 0, False, reason)
        elif wanted.each is not None:
            holding = self._failing if not wanted.bound.upward else n - self._failing
            value, about = holding / n, f"{holding:,} of {n:,} rows"
        elif wanted.measure:
            value = self._extreme
        elif wanted.part:
            value = float(self._sum / n)
        else:
            value, interval = result.value, result.overall.interval
        assert value is not None
        if interval:
            about = f"95% CI {interval[0]:.4f} .. {interval[1]:.4f}, {about}"
        measured = f"{_shown(value, wanted.bound)} ({about})"
        if wanted.bound.holds(value):
            return Outcome(wanted, value, n, True, measured)
        worst = tuple(row for *_, row in sorted(self._worst, reverse=True))
        return Outcome(wanted, value, n, False, measured, self._failing, worst)

    def _why(self) -> str:
        said = ", ".join(f"{reason} ({count:,})" for reason, count in self._reasons.items())
        return said and f": {said}"


def _shown(value: float, bound: Condition) -> str:
    """Return four decimals of a value, or all if the rounded value is on the other side."""
    short = f"{value:.4f}"
    return short if bound.holds(float(short)) == bound.holds(value) else repr(value)


def _check_fit(wanted: Requirement, metric: _Metric) -> None:
    """Raise BadSetting if labels are compared with numbers, or a bound is out of reach."""
    start = f"The requirement '{wanted.text}':"
    condition = wanted.each or (wanted.bound if wanted.measure != "unscored" else None)
    if condition is None or wanted.part:
        if condition and isinstance(condition.against, str):
            raise BadSetting(f"{start} a part is a number, so write >=, <=, > or <.")
        return
    if metric.labelled and isinstance(condition.against, str):
        if condition.against not in metric.verdicts:
            known = map(str, metric.verdicts)
            start = f"{start} {wanted.metric} has no label"
            raise BadSetting(no_such(start, condition.against, known))
    elif metric.labelled:
        best = metric.verdicts[-1]
        raise BadSetting(
            f"{start} {wanted.metric} gives labels. Require a share of them: "
            f"share({wanted.metric}={best})>=90%."
        )
    elif isinstance(condition.against, str):
        raise BadSetting(
            f"{start} {wanted.metric} gives numbers, so write >=, <=, > or < instead of "
            f"'{condition.sign}'."
        )
    else:
        low, high = metric.span
        if not low <= condition.against <= high:
            percent = f"; write {condition.against:g}% for percent" if high == 1 else ""
            raise BadSetting(f"{start} {wanted.metric} lies between {low:g} and {high:g}{percent}.")
