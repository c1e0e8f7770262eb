"""Scored rows, one by one, and what a report keeps of them.

The rows come from files that `score`, `rank` and `judge run` have written, or from the run itself;
both hold the scores as JSON. Files may hold anything under `scores`, so nothing is taken for
granted. What is kept grows with the number of rows by a few bytes per score.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from typing import Any

from qgauge.core import Example
from qgauge.core.clipping import clip, one_line
from qgauge.core.flat_scores import reason_in_words

MOST_SYSTEMS = 50
"""With more systems, the field `system` probably holds something else."""
MOST_METRICS = 20
"""Metrics that a report shows; the names of the others are given."""
MOST_KINDS = 200
"""Different labels, flaws or reasons that are counted; the others are counted together."""
CARDS = 5
"""The worst questions that are shown in full, and as many of the best."""
LARGEST_NUMBER = 1e100
"""No score is larger; sums of squares of larger numbers would overflow."""
LONGEST_CELL = 300
"""Characters of a text in a table."""
OTHER = "(other)"
NO_SCORES = "the row holds no scores"
PREFERRED = ("quality", "dimensions", "learned_reference", "q_bleu1")
"""Metrics that say most about a question, best first."""
FINDINGS = ("flaws", "errors")
"""Lists of evidence whose entries have a kind."""


def main_of(metrics: Iterable[str]) -> str | None:
    """Return the metric that says most about a question, or the first; None of none."""
    given = [*metrics]
    for name in PREFERRED:
        for metric in given:
            if metric.partition(":")[0] == name:
                return metric
    return given[0] if given else None


@dataclass(frozen=True, slots=True)
class ReadScore:
    """A score as a row holds it."""

    value: float | None
    label: str = ""
    """The value, if it is a label."""
    unscored: str = ""
    given_parts: Mapping[str, Any] = field(default_factory=dict)
    evidence: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the value, or the reason why there is none."""
        if self.value is None and not self.label:
            return {"value": None, "unscored": self.unscored}
        return {"value": self.label if self.value is None else self.value}

    @property
    def parts(self) -> dict[str, float]:
        """The numbers from which the value is computed."""
        numbers = ((name, _number(part)) for name, part in self.given_parts.items())
        return {name: number for name, number in numbers if number is not None}

    @property
    def reason(self) -> str:
        """Why there is no value, or why it is as it is."""
        return reason_in_words(self.unscored, self.evidence)


def read_score(given: Any) -> ReadScore:
    """Return a score from its JSON, whatever that is."""
    if not isinstance(given, dict):
        given = {"value": given}
    parts, evidence = given.get("parts"), given.get("evidence")
    parts = parts if isinstance(parts, dict) else {}
    evidence = evidence if isinstance(evidence, dict) else {}
    value = given.get("value")
    if isinstance(value, str):
        return ReadScore(None, clip(one_line(value), 60), "", parts, evidence)
    if (number := _number(value)) is not None:
        return ReadScore(number, "", "", parts, evidence)
    reason = given.get("unscored")
    reason = reason if isinstance(reason, str) and reason else "the value is missing"
    return ReadScore(None, "", clip(one_line(reason), LONGEST_CELL), parts, evidence)


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if abs(number) <= LARGEST_NUMBER else None


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row that the page shows."""

    number: int
    """Its place in the input, from 0."""
    example: Example
    scores: Mapping[str, ReadScore]

    @property
    def reason(self) -> str:
        """What the main metric of the row says about it."""
        main = main_of(self.scores)
        return "" if main is None else clip(self.scores[main].reason, LONGEST_CELL)

    def as_json(self) -> dict[str, Any]:
        """Return the row as the file beside the page holds it."""
        scores = {metric: one.as_json() for metric, one in self.scores.items()}
        about = {"id": self.example.id, "system": self.example.system}
        return {
            **{name: text for name, text in about.items() if text},
            "question": self.example.question,
            "scores": scores,
            **({"reason": reason} if (reason := self.reason) else {}),
        }


@dataclass(slots=True)
class SystemRows:
    """The rows of one system."""

    places: dict[str, int] = field(default_factory=dict)
    """The place of each id among the rows of the system."""
    about: array[int] = field(default_factory=lambda: array("q"))
    """For each row, a number that differs between passages and between references."""
    values: dict[str, array[float]] = field(default_factory=dict)
    """The value of each row by metric; NaN without one."""
    labels: dict[str, Counter[str]] = field(default_factory=dict)
    unscored: dict[str, Counter[str]] = field(default_factory=dict)
    """Reasons why rows have no score, by metric."""
    findings: dict[str, Counter[str]] = field(default_factory=dict)
    """Rows with each kind of flaw or error."""
    questions: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.about)

    def of(self, metric: str) -> array[float]:
        """Return the value of each row; NaN without one."""
        values = self.values.setdefault(metric, array("d"))
        values.extend([math.nan] * (self.rows - len(values)))
        return values

    def known(self, metric: str) -> list[float]:
        """Return the values of the rows that have one."""
        return [value for value in self.values.get(metric, ()) if value == value]


class ScoredRows:
    """What a report keeps of scored rows.

    Args:
        most_rows: The number of rows that the page lists.
        changes: Whether the page shows what changed between systems, row by row.
    """

    def __init__(self, most_rows: int = 200, *, changes: bool = False) -> None:
        self.most_rows, self.changes = most_rows, changes
        self.rows = 0
        self.without_scores = 0
        self.rated = 0
        """Rows that people have rated."""
        self.systems: dict[str, SystemRows] = {}
        self.too_many_systems = False
        self.metrics: dict[str, bool] = {}
        """The metrics in order, and whether they give labels."""
        self.left_out_metrics: dict[str, None] = {}
        self.signatures: dict[str, dict[str, None]] = {}
        """The signatures of each metric; more than one if rows were scored in different ways."""
        self.listed: list[ShownRow] = []
        """The first rows."""
        self.parts: dict[str, dict[str, list[float]]] = {}
        """The number and the sum of the parts of main metrics, if rows have no kinds of flaw."""
        self._worst: dict[str, list[tuple[float, int, ShownRow]]] = {}
        self._best: dict[str, list[tuple[float, int, ShownRow]]] = {}

    def add(self, example: Example, given: Any) -> ShownRow:
        """Add a row; `given` is what it holds under `scores`."""
        scores = {}
        if isinstance(given, dict):
            for metric, one in given.items():
                if self._is_shown(metric):
                    scores[metric] = read_score(one)
                if isinstance(one, dict) and isinstance(one.get("signature"), str):
                    self.sign(metric, one["signature"])
        self.without_scores += not scores
        row = ShownRow(self.rows, example, scores)
        self.rows += 1
        self.rated += bool(example.ratings)
        if len(self.listed) < self.most_rows:
            self.listed.append(row)
        system = self._of(example.system)
        system.places.setdefault(example.id, system.rows)
        system.about.append(hash((example.references, example.passage)))
        found: set[str] = set()
        for metric, score in scores.items():
            if score.value is not None:
                values = system.of(metric)
                values[-1] = score.value
                self._keep_extremes(metric, score.value, row)
            elif score.label:
                self.metrics[metric] = True
                _count(system.labels.setdefault(metric, Counter()), score.label)
            else:
                _count(system.unscored.setdefault(metric, Counter()), score.unscored)
            for name in FINDINGS:
                listing = score.evidence.get(name)
                if name not in found and isinstance(listing, list):
                    found.add(name)
                    counts = system.findings.setdefault(name, Counter())
                    for kind in dict.fromkeys(map(_kind, listing)):
                        _count(counts, kind)
        if not found:
            self._add_parts(scores)
        if not scores:
            _count(system.unscored.setdefault("", Counter()), NO_SCORES)
        if self.changes:
            system.questions.append(clip(one_line(example.question), LONGEST_CELL))
            system.reasons.append(row.reason)
        return row

    def sign(self, metric: str, signature: str) -> None:
        """Add the signature of a metric."""
        known = self.signatures.setdefault(metric, {})
        if len(known) < MOST_KINDS:
            known[signature] = None

    def worst(self, metric: str) -> list[ShownRow]:
        """Return the rows with the lowest values, worst first; of equal ones, the first."""
        return [row for *_, row in sorted(self._worst.get(metric, ()), reverse=True)]

    def best(self, metric: str) -> list[ShownRow]:
        """Return the rows with the highest values, best first; of equal ones, the first."""
        return [row for *_, row in sorted(self._best.get(metric, ()), reverse=True)]

    @property
    def numeric(self) -> list[str]:
        """The metrics that give numbers, in order."""
        return [metric for metric, labelled in self.metrics.items() if not labelled]

    @property
    def labelled(self) -> list[str]:
        """The metrics that give labels, in order."""
        return [metric for metric, labelled in self.metrics.items() if labelled]

    def _is_shown(self, metric: str) -> bool:
        if metric in self.metrics:
            return True
        if len(self.metrics) < MOST_METRICS:
            self.metrics[metric] = False
            return True
        if len(self.left_out_metrics) < MOST_KINDS:
            self.left_out_metrics[metric] = None
        return False

    def _of(self, system: str) -> SystemRows:
        if self.too_many_systems:
            return self.systems[""]
        found = self.systems.get(system)
        if found is None:
            if len(self.systems) == MOST_SYSTEMS:
                self.too_many_systems = True
                self.systems = {"": _joined(self.systems.values())}
                return self.systems[""]
            found = self.systems[system] = SystemRows()
        return found

    def _keep_extremes(self, metric: str, value: float, row: ShownRow) -> None:
        for kept, sign in ((self._worst, -1), (self._best, 1)):
            heap = kept.setdefault(metric, [])
            item = (sign * value, -row.number, row)
            if len(heap) < CARDS:
                heappush(heap, item)
            elif item[:2] > heap[0][:2]:
                heappushpop(heap, item)

    def _add_parts(self, scores: Mapping[str, ReadScore]) -> None:
        main = main_of(scores)
        if main is None:
            return
        sums = self.parts.setdefault(main, {})
        for name, value in scores[main].parts.items():
            if (one := sums.get(name)) is not None:
                one[0] += 1
                one[1] += value
            elif len(sums) < MOST_KINDS:
                sums[name] = [1, value]


def _kind(finding: Any) -> str:
    kind = finding.get("kind") if isinstance(finding, dict) else finding
    return clip(one_line(kind), 60) if isinstance(kind, str) and kind else OTHER


def _count(counts: Counter[str], kind: str) -> None:
    counts[kind if kind in counts or len(counts) < MOST_KINDS else OTHER] += 1


def _joined(systems: Any) -> SystemRows:
    """Return the rows of all systems as those of one, which cannot be paired with others."""
    all_rows = SystemRows()
    for system in systems:
        for metric in system.values:
            all_rows.of(metric).extend(system.of(metric))
        all_rows.about.extend(system.about)
        for mine, its in (
            (all_rows.labels, system.labels),
            (all_rows.unscored, system.unscored),
            (all_rows.findings, system.findings),
        ):
            for name, counts in its.items():
                mine.setdefault(name, Counter()).update(counts)
        all_rows.questions += system.questions
        all_rows.reasons += system.reasons
    return all_rows
