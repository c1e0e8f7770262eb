"""Label edges by all criteria; edges with bad language skip the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from qgauge.core import (
    BadInput,
    BadSetting,
    Example,
    Progress,
    Result,
    Score,
    Summary,
    Tools,
    unscored,
)
from qgauge.metrics import metric_class
from qgauge.metrics.metric import Metric, setting_types
from qgauge.run import Request, evaluate, requests_for, score_with_all
from qgauge.text.ud import ud_words

CRITERIA: Mapping[str, str] = {
    "language": "qud_language",
    "compatibility": "qud_compatibility",
    "givenness": "qud_givenness",
    "relevance": "qud_relevance",
}
"""The criteria in the order of QUDeval, and their metrics."""
SKIPPED = "skipped: the language is not good enough"


def requested(
    metric: Sequence[str | Metric] | None, criterion: Sequence[str] | None, method: str | None
) -> list[Request]:
    """Return the metrics given with -m, or those of the criteria with this method."""
    if metric:
        if criterion or method:
            raise BadInput("give -m, or --criterion and --method, not both.")
        requests = requests_for(metric)
        for request in requests:
            if request.metric.judges not in CRITERIA or not request.metric.labelled:
                names = ", ".join(CRITERIA.values())
                raise BadSetting(
                    f"{request.label} is not a QUD criterion; the criteria are: {names}."
                )
        return requests
    for name in criterion or ():
        if name not in CRITERIA:
            known = ", ".join(CRITERIA)
            raise BadSetting(f"there is no criterion '{name}'; the criteria are: {known}.")
    criteria = list(dict.fromkeys(criterion or CRITERIA))
    if method is None:
        return requests_for([CRITERIA[name] for name in criteria])
    able = [name for name in criteria if method in methods_of(name)]
    if not able:
        known = ", ".join(dict.fromkeys(way for name in criteria for way in methods_of(name)))
        raise BadSetting(f"no criterion has the method '{method}'; the methods are: {known}.")
    return requests_for([f"{CRITERIA[name]}:method={method}" for name in able])


def methods_of(criterion: str) -> tuple[str, ...]:
    """Return the methods of a criterion, its default first."""
    return get_args(setting_types(metric_class(CRITERIA[criterion]))["method"])


def label_edges(
    edges: Sequence[Example],
    requests: Sequence[Request],
    tools: Tools,
    *,
    skip: bool = True,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[Result]:
    """Score every edge with each metric.

    With `skip`, edges whose language is labelled "no" are not scored by the other criteria.
    """
    check_references(edges, requests)
    score_batch = score_by_language_first if skip else score_with_all
    return evaluate(
        edges, requests, tools, workers=workers, progress=progress, score_batch=score_batch
    )


def check_references(edges: Sequence[Example], requests: Sequence[Request]) -> None:
    """Raise BadInput if a metric compares with references, but no edge has any."""
    for request in requests:
        if "references" in request.metric.needs and not any(edge.references for edge in edges):
            raise BadInput(
                f"{request.label} compares with references, but no edge has any. Give human "
                f"questions with --references, or a field 'references'."
            )


def score_by_language_first(
    metrics: Sequence[Metric], edges: Sequence[Example], tools: Tools
) -> list[tuple[Score, ...]]:
    """Score the language first; only edges with good language get the other scores."""
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
    """The count of each label, best first, and of edges without a label."""

    labels: Mapping[str, int]
    """The count of each label, best first."""
    n: int
    """The number of labelled edges."""
    skipped: int
    """Edges that were skipped because their language is not good enough."""
    unscored: int
    """Other edges without a label."""
    reasons: Mapping[str, int]
    """Why these have none, with counts."""


def counts_by_system(result: Result) -> dict[str, LabelCounts]:
    """Return the label counts of each system, and of all together if there are several."""
    systems = dict(result.systems) or {"": result.overall}
    if len(systems) > 1:
        systems["(all)"] = result.overall
    return {name: label_counts(summary) for name, summary in systems.items()}


def label_counts(summary: Summary) -> LabelCounts:
    """Return the label counts of a summary; skipped edges are counted separately."""
    labels, reasons = dict(summary.labels or {}), dict(summary.reasons)
    skipped = reasons.pop(SKIPPED, 0)
    best_first = dict(reversed(labels.items()))
    return LabelCounts(best_first, summary.n, skipped, summary.unscored - skipped, reasons)


@dataclass(frozen=True, slots=True)
class Habits:
    """Statistics of a system's questions, regardless of their labels (QUDeval, table 3)."""

    questions: int
    """The number of questions."""
    duplicates: int
    """Questions that the system asks more than once, verbatim."""
    mean_length: float
    """In tokens, punctuation included."""


def habits(examples: Sequence[Example]) -> Habits:
    """Count the questions of one system, their duplicates and their mean length."""
    times = Counter(one.question for one in examples)
    repeated = sum(count for count in times.values() if count > 1)
    lengths = [len(ud_words(one.question)) for one in examples]
    return Habits(len(examples), repeated, sum(lengths) / len(lengths) if lengths else 0.0)


def habits_by_system(examples: Sequence[Example]) -> dict[str, Habits]:
    """Return the statistics of each system, and of all together if there are several."""
    groups: dict[str, list[Example]] = {}
    for one in examples:
        groups.setdefault(one.system, []).append(one)
    if len(groups) > 1:
        groups["(all)"] = list(examples)
    return {name: habits(some) for name, some in groups.items()}
