"""Labels for edges: the criteria in their order, of which the first can spare the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from qgauge.core import Example, Metric, Score, Tools, unscored
from qgauge.qud.documents import BACKWARDS
from qgauge.text.ud import ud_words

CRITERIA: Mapping[str, str] = {
    "language": "qud_language",
    "compatibility": "qud_compatibility",
    "givenness": "qud_givenness",
    "relevance": "qud_relevance",
}
"""What is judged, in the order of QUDeval, and the metric for it."""
SKIPPED = "skipped: the language is not good enough"
BATCH = 64

Progress = Callable[[Iterable[Sequence[Example]], str, int], Iterable[Sequence[Example]]]


@dataclass(frozen=True, slots=True)
class Labelled:
    """An edge with what each metric says of it, and its flags."""

    example: Example
    scores: Mapping[str, Score]
    flags: tuple[str, ...] = ()

    @property
    def backwards(self) -> bool:
        return BACKWARDS in self.flags


def label_edges(
    examples: Sequence[Example],
    asked: Mapping[str, Metric],
    tools: Tools,
    *,
    skip: bool = True,
    watch: Progress = lambda batches, *_: batches,
) -> list[Labelled]:
    """Every edge with its scores, by the names the metrics were asked for with.

    Where the language is judged and is not good enough, the other criteria are skipped, and
    nothing is asked about the edge again.
    """
    scores: list[dict[str, Score]] = [{} for _ in examples]
    bad: set[int] = set()
    in_order = sorted(asked.items(), key=lambda one: one[1].judges != "language")
    for name, metric in in_order:
        wanted = [at for at in range(len(examples)) if at not in bad or metric.judges == "language"]
        for at in bad if metric.judges != "language" else ():
            scores[at][name] = unscored(SKIPPED)
        batches = [wanted[start : start + BATCH] for start in range(0, len(wanted), BATCH)]
        rows = [[examples[at] for at in batch] for batch in batches]
        for batch, some in zip(batches, watch(rows, name, len(rows)), strict=True):
            for at, score in zip(batch, metric.score(some, tools), strict=True):
                scores[at][name] = score
        if skip and metric.judges == "language":
            bad |= {at for at, found in enumerate(scores) if found[name].value == "no"}
    return [
        Labelled(
            example,
            {name: found[name] for name in asked},
            tuple(map(str, example.meta.get("flags", ()))),
        )
        for example, found in zip(examples, scores, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each label was given, and how often none was."""

    labels: Mapping[str, int]
    skipped: int
    unscored: int
    reasons: Mapping[str, int]

    @property
    def n(self) -> int:
        return sum(self.labels.values())


def counted(scores: Iterable[Score], labels: Sequence[str]) -> Counts:
    """The labels of one metric over some edges; what was skipped is counted apart."""
    given: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    skipped = 0
    for score in scores:
        if score.value is not None:
            given[str(score.value)] += 1
        elif score.unscored == SKIPPED:
            skipped += 1
        else:
            reasons[score.unscored] += 1
    return Counts(
        {label: given[label] for label in labels}, skipped, reasons.total(), dict(reasons)
    )


@dataclass(frozen=True, slots=True)
class Habits:
    """What a system's questions are like, whatever their labels (QUDeval, table 3)."""

    questions: int
    duplicates: int
    """Questions that the system asks more than once, word for word."""
    mean_length: float
    """In words and marks."""


def habits(examples: Sequence[Example]) -> Habits:
    """Duplicates and mean length of the questions of one system."""
    asked = Counter(one.question for one in examples)
    repeated = sum(count for count in asked.values() if count > 1)
    lengths = [len(ud_words(one.question)) for one in examples]
    return Habits(len(examples), repeated, sum(lengths) / len(lengths) if lengths else 0.0)


def habits_by_system(examples: Sequence[Example]) -> dict[str, Habits]:
    """The habits of each system, and of all together where there are several."""
    groups: dict[str, list[Example]] = {}
    for one in examples:
        groups.setdefault(one.system, []).append(one)
    if len(groups) > 1:
        groups["(all)"] = list(examples)
    return {name: habits(some) for name, some in groups.items()}
