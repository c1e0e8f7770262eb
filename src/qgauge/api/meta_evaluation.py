"""`qgauge.meta`: how well metrics agree with human ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, get_args

from qgauge.api.inputs import Questions, checked, choice, chosen_dimensions
from qgauge.api.progress import progress_line
from qgauge.api.scoring import opener
from qgauge.core import BadSetting, Tools
from qgauge.data.python_rows import ColumnNames, examples_of, paths_of
from qgauge.metrics import default_metrics
from qgauge.metrics.metric import Metric
from qgauge.run import requests_for

if TYPE_CHECKING:
    from qgauge.meta import Gold, Judged, Level, MetaEvaluation
    from qgauge.stats.correlation import Kind


def meta(
    examples: Questions | Judged,
    metrics: Sequence[str | Metric] | None = None,
    *,
    dimensions: Sequence[str] | None = None,
    level: Level = "items",
    gold: Gold = "mean",
    kinds: Sequence[Kind] = ("pearson", "spearman"),
    baseline: str | None = None,
    all_pairs: bool = False,
    leave_out_copies: bool = False,
    resamples: int = 1000,
    seed: int = 12345,
    columns: ColumnNames = None,
    tools: Tools | None = None,
    workers: int = 1,
    progress: bool | None = None,
) -> MetaEvaluation:
    """Measure how well metrics agree with human ratings.

    Args:
        examples: Questions with a field `ratings`, in any form that `qgauge.score` takes; or one or
            several `qgauge.meta.Judged` sets, such as public data sets.
        metrics: Metric names or objects, as in `qgauge.score`.
        dimensions: The rated dimensions; by default all of them.
        level: Correlate questions (`"items"`) or the means of systems (`"systems"`).
        gold: How the ratings of several raters become one gold score: `"mean"`, or `"blatz"`, which
            corrects for strict and lenient raters.
        kinds: The correlations to compute: `"pearson"`, `"spearman"`, `"kendall"`.
        baseline: Test whether each other metric correlates better than this one.
        all_pairs: Compare every metric with every other.
        leave_out_copies: Exclude questions that are identical to a reference.
        resamples: Resamples of the clusters.
        seed: Random seed of the resampling.
        columns: Which column holds which field, as in `qgauge.score`.
        tools: Language tools by role, as in `qgauge.score`.
        workers: Number of processes, as in `qgauge.score`.
        progress: Whether to show progress, as in `qgauge.score`.

    Returns:
        One report per rated set, with the correlations, their intervals, the trivial baselines and
        the agreement between raters.

    Raises:
        BadInput: A row is invalid, has no ratings, or lacks a field that a metric needs.
        BadSetting: A metric, a dimension, a setting or an engine does not exist.
        MissingTool: A tool or an optional package is not installed.
        ToolFailed: A tool failed while it ran.

    Examples:
        >>> import qgauge
        >>> rated = {"Who built the mill?": 5, "Who build mill?": 2, "Who the?": 1, "Mill?": 3}
        >>> rows = [
        ...     {"question": one, "references": "Who built the mill?", "ratings": {"fluency": n}}
        ...     for one, n in rated.items()
        ... ]
        >>> (study,) = qgauge.meta(rows, ["rouge_l"], resamples=100).studies
        >>> round(study.blocks[0].metrics[0].correlations["pearson"].value, 2)
        0.6
    """
    from qgauge.meta import Gold, Level, pairs_of
    from qgauge.meta.evaluation import (
        check_sets,
        first_rows,
        meta_evaluation,
        score_sets,
        selected,
    )
    from qgauge.stats.correlation import Kind

    choice("level", level, get_args(Level))
    choice("gold", gold, get_args(Gold))
    for kind in kinds:
        choice("kinds", kind, get_args(Kind))
    if baseline is not None and all_pairs:
        raise BadSetting("give baseline or all_pairs, not both.")
    some = chosen_dimensions(dimensions)
    judged = selected(judged_sets(examples, columns), some, leave_out_copies)
    chosen = default_metrics(first_rows(judged)) if metrics is None else checked(metrics)
    requests = requests_for(chosen)
    pairs = pairs_of([request.label for request in requests], baseline, all_pairs)
    opened = opener(tools)(requests)
    check_sets(judged, requests, opened)
    with progress_line("scoring", sum(len(one.examples) for one in judged), progress) as done:
        results = score_sets(judged, requests, opened, workers=workers, progress=done)
    return meta_evaluation(
        judged,
        requests,
        results,
        level=level,
        gold=gold,
        kinds=kinds,
        pairs=pairs,
        resamples=resamples,
        seed=seed,
    )


def judged_sets(examples: Any, columns: ColumnNames) -> list[Judged]:
    """Return the rated sets that are given, or the rows as one."""
    from qgauge.data import label
    from qgauge.meta import Judged
    from qgauge.meta.rated_sets import own_set

    several = [examples] if isinstance(examples, Judged) else examples
    if isinstance(several, list | tuple) and any(isinstance(one, Judged) for one in several):
        return list(several)
    files = paths_of(examples)
    names = ", ".join(map(label, files)) or "the rows"
    return [own_set(list(examples_of(examples, columns)), files, names)]
