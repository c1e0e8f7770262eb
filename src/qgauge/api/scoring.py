"""`qgauge.score`: scores for every row, and their means."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from qgauge.api.inputs import Questions, checked, number_of
from qgauge.api.progress import progress_line
from qgauge.api.trust import Trust
from qgauge.core import Example, Result, Results, Tools
from qgauge.data.python_rows import ColumnNames, examples_of
from qgauge.metrics.metric import Metric
from qgauge.run import Request, evaluate, prepare, roles_of
from qgauge.tools.registry import open_tools

if TYPE_CHECKING:
    from qgauge.meta.trust import Calibration


def score(
    examples: Questions,
    metrics: Sequence[str | Metric] | None = None,
    *,
    columns: ColumnNames = None,
    calibration: str | os.PathLike[str] | Calibration | None = None,
    allow_untrusted: bool = False,
    tools: Tools | None = None,
    workers: int = 1,
    progress: bool | None = None,
) -> Results:
    """Score questions with one or more metrics.

    Args:
        examples: The questions, as a list of `Example` objects or of dictionaries with the same
            fields as the rows of a file (`question`, `references`, `passage`, `answer`, `system`,
            …); or a pandas or polars data frame, a `datasets.Dataset`, a pyarrow table; or the path
            of a file, or a list of paths.
        metrics: Metric names, with settings if needed (`"q_bleu1:preset=vqa"`), or `Metric`
            objects. The default depends on the fields of the first rows.
        columns: Which column holds which field, where the names differ, such as
            `{"question": "prediction"}`.
        calibration: A calibration that `qgauge.calibrate` returned, or the path of a saved one:
            refuse, before anything is scored, metrics that it has not found to agree with people.
        allow_untrusted: Accept metrics that the calibration trusts for no dimension; their
            settings, tools and version must still be the same.
        tools: Language tools by role, such as `{"parser": "spacy:en_core_web_sm"}`: the name of
            an engine, or an object with the methods of the role. All other roles use the embedded
            models. Outputs of named engines are cached; objects are used as is
            (`qgauge.tools.open_tool` returns one without a cache).
        workers: Number of processes. In a script, the call must then be under
            `if __name__ == "__main__":`.
        progress: Whether to show how far the work is: on stderr, or below the cell of a notebook.
            By default, terminals and notebooks show it once the work takes two seconds.

    Returns:
        One result per metric, by the name under which the metric was requested. `print` and
        notebooks show them as a table, and `to_pandas` returns the scores of all rows.

    Raises:
        BadInput: A row is invalid, the rows lack a field that a metric needs, or the calibration
            refuses a metric.
        BadSetting: A metric, a setting or an engine does not exist.
        MissingTool: A tool or an optional package is not installed.
        ToolFailed: A tool failed while it ran.

    Examples:
        >>> import qgauge
        >>> rows = [
        ...     {"question": "Who wrote Emma?", "references": ["Who is the author of Emma?"]},
        ...     {"question": "Where is Mount Etna?", "references": ["Where is Etna?"]},
        ... ]
        >>> results = qgauge.score(rows, metrics=["rouge_l", "bleu1"])
        >>> round(results["rouge_l"].value, 3)
        0.65
        >>> [round(score.value, 3) for score in results["rouge_l"].scores]
        [0.419, 0.88]
    """
    chosen = None if metrics is None else checked(metrics)
    trust = Trust.of(calibration, allow_untrusted)
    found = examples_of(examples, columns)
    total = number_of(examples)
    return Results.of(evaluated(found, chosen, tools, workers, progress, total=total, trust=trust))


def evaluated(
    examples: Iterable[Example],
    metrics: Sequence[str | Metric | Request] | None,
    engines: Tools | None,
    workers: int,
    progress: bool | None,
    *,
    total: int | None = None,
    trust: Trust | None = None,
) -> list[Result]:
    """Return one result per metric."""
    requests, tools, ready = prepare(examples, metrics, opener(engines))
    if trust:
        trust.check(requests, tools)
    with progress_line("scoring", total, progress) as done:
        return evaluate(ready, requests, tools, workers=workers, progress=done)


def opener(engines: Tools | None) -> Callable[[Sequence[Request]], Tools]:
    """Return a function that opens the tools that metrics need, with these engines."""
    return lambda requests: open_tools(roles_of(requests), engines or {})
