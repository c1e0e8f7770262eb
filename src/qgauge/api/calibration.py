"""`qgauge.calibrate`: which metric or judge can be trusted for which rated dimension."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from qgauge.api.inputs import Questions, checked, chosen_dimensions, whole_number
from qgauge.api.meta_evaluation import judged_sets
from qgauge.api.progress import progress_line
from qgauge.api.scoring import opener
from qgauge.core import Tools
from qgauge.data.python_rows import ColumnNames
from qgauge.metrics import default_metrics
from qgauge.metrics.metric import Metric
from qgauge.run import requests_for

if TYPE_CHECKING:
    from qgauge.meta import Judged
    from qgauge.meta.trust import Calibration


def calibrate(
    examples: Questions | Judged,
    metrics: Sequence[str | Metric] | None = None,
    *,
    dimensions: Sequence[str] | None = None,
    require_kappa: float | None = None,
    share: float = 0.8,
    leave_out_copies: bool = False,
    rows: int = 5,
    seed: int = 12345,
    columns: ColumnNames = None,
    tools: Tools | None = None,
    workers: int = 1,
    progress: bool | None = None,
) -> Calibration:
    """Find out which metric or judge can be trusted for which rated dimension.

    Args:
        examples: Questions with a field `ratings`, in any form that `qgauge.score` takes; or a
            `qgauge.meta.Judged` set, such as a public data set.
        metrics: Metric names or objects, as in `qgauge.score`.
        dimensions: The rated dimensions; by default all of them.
        require_kappa: The kappa with people that a metric needs, from -1 to 1. By default a share
            of the human ceiling, and .6 where there is no ceiling.
        share: The share of the human ceiling that a metric needs, above 0 and at most 1.
        leave_out_copies: Exclude questions that are identical to a reference.
        rows: How many rows to list on which people and a metric disagree.
        seed: The seed by which clusters are dealt to the folds of the cross-validation.
        columns: Which column holds which field, as in `qgauge.score`.
        tools: Language tools by role, as in `qgauge.score`.
        workers: Number of processes, as in `qgauge.score`.
        progress: Whether to show progress, as in `qgauge.score`.

    Returns:
        For each dimension and metric, the kappa with people and its interval, the human ceiling, a
        verdict, and how many further ratings would decide. `save("FILE.json")` writes the file that
        the command saves with `-o`; give it, or the object, to `qgauge.score` and `qgauge.rank`.

    Raises:
        BadInput: A row is invalid, has no ratings, or lacks a field that a metric needs.
        BadSetting: A metric, a dimension, a setting or an engine does not exist.
        MissingTool: A tool or an optional package is not installed.
        ToolFailed: A tool failed while it ran.

    Examples:
        >>> import qgauge
        >>> found = qgauge.calibrate("examples/rated.jsonl", ["rouge_l"])
        >>> [(one.dimension, one.metrics[0].verdict) for one in found.dimensions]
        [('answerability', 'not good enough'), ('fluency', 'not good enough')]
    """
    from qgauge.meta.calibrating import calibration_of, check_limits, one_set
    from qgauge.meta.evaluation import check_sets, first_rows, score_sets, selected

    check_limits(require_kappa, share)
    rows, seed = whole_number("rows", rows), whole_number("seed", seed)
    some = chosen_dimensions(dimensions)
    judged = one_set(selected(judged_sets(examples, columns), some, leave_out_copies))
    chosen = default_metrics(first_rows([judged])) if metrics is None else checked(metrics)
    requests = requests_for(chosen)
    opened = opener(tools)(requests)
    check_sets([judged], requests, opened)
    with progress_line("scoring", len(judged.examples), progress) as done:
        (results,) = score_sets([judged], requests, opened, workers=workers, progress=done)
    return calibration_of(
        judged,
        requests,
        results,
        # the saved file has the same bytes as that of the command, also for 1 or a NumPy number
        require_kappa=None if require_kappa is None else float(require_kappa),
        share=float(share),
        rows=rows,
        seed=seed,
    )
