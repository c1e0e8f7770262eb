"""Labels for edges: the criteria in their order, of which the first can spare the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qgauge.core import BadInput, Example, Progress, Result, Score, Summary, Tools, unscored
from qgauge.metrics.metric import Metric
from qgauge.run import Request, evaluate, score_with_all
from qgauge.text.ud import ud_words

CRITERIA: Mapping[str, str] = {
    "language": "qud_language",
    "compatibility": "qud_compatibility",
    "givenness": "qud_givenness",
    "relevance": "qud_relevance",
}
"""What is judged, in the order of QUDeval, and the metric for it."""
SKIPPED = "skipped: the language is not good enough"


def label_edges(
    edges: Sequence[Example],
    requests: Sequence[Request],
    tools: Tools,
    *,
    skip: bool = True,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[Result]:
    """What each metric says of every edge.

    With `skip`, where the language is judged and is not good enough, the other criteria are
    skipped, and nothing is asked about the edge again.
    """
    for request in requests:
        if "references" in request.metric.needs and not any(edge.references for edge in edges):
            raise BadInput(
                f"{request.label} compares with references, and no edge has any. Give questions by "
                f"people with --references, or a field 'references'."
            )
    score_batch = score_by_language_first if skip else score_with_all
    return evaluate(
        edges, requests, tools, workers=workers, progress=progress, score_batch=score_batch
    )


def score_by_language_first(
    metrics: Sequence[Metric], edges: Sequence[Example], tools: Tools
) -> list[tuple[Score, ...]]:
    """Score the language; only edges where it is good enough get the other scores."""
    scores: dict[int, list[Score]] = {}
    for at, metric in enumerate(metrics):
        if metric.judges == "language":
            scores[at] = metric.score(edges, tools)
    good = [all(judged[at].value != "no" for judged in scores.values()) for at in range(len(edges))]
    for at, metric in enumerate(metrics):
        if at not in scores:
            rest = [edge for edge, is_good in zip(edges, good, strict=True) if is_good]
            given = iter(metric.score(rest, tools))
            scores[at] = [next(given) if is_good else unscored(SKIPPED) for is_good in good]
    return list(zip(*(scores[at] for at in range(len(metrics))), strict=True))


@dataclass(frozen=True, slots=True)
class LabelCounts:
    """How often each label was given, the best first, and how often none was."""

    labels: Mapping[str, int]
    n: int
    skipped: int
    unscored: int
    reasons: Mapping[str, int]


def counts_by_system(result: Result) -> dict[str, LabelCounts]:
    """The labels of each system; the last are those of all, where there are several."""
    systems = dict(result.systems) or {"": result.overall}
    if len(systems) > 1:
        systems["(all)"] = result.overall
    return {name: label_counts(summary) for name, summary in systems.items()}


def label_counts(summary: Summary) -> LabelCounts:
    """The labels of one metric over some edges; what was skipped is counted apart."""
    labels, reasons = dict(summary.labels or {}), dict(summary.reasons)
    skipped = reasons.pop(SKIPPED, 0)
    best_first = dict(reversed(labels.items()))
    return LabelCounts(best_first, summary.n, skipped, summary.unscored - skipped, reasons)


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
    times = Counter(one.question for one in examples)
    repeated = sum(count for count in times.values() if count > 1)
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
