"""`qgauge.compare`: whether systems differ significantly."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge.api.inputs import Questions, checked, number_of
from qgauge.api.progress import progress_line
from qgauge.api.scoring import opener
from qgauge.core import BadSetting, Tools
from qgauge.data.python_rows import ColumnNames, examples_of
from qgauge.metrics.metric import Metric
from qgauge.run import prepare
from qgauge.run.comparison import SystemComparison, compare_rows


def compare(
    examples: Questions,
    metrics: Sequence[str | Metric] | None = None,
    *,
    baseline: str | None = None,
    all_pairs: bool = False,
    resamples: int = 10_000,
    seed: int = 12345,
    columns: ColumnNames = None,
    tools: Tools | None = None,
    workers: int = 1,
    progress: bool | None = None,
) -> SystemComparison:
    """Test whether systems differ significantly.

    Runs a paired bootstrap and an approximate randomisation test. Rows of two systems are paired
    by id.

    Args:
        examples: The questions of two or more systems, in any form that `qgauge.score` takes. The
            field `system` names the system of a row; with several files, each file is a system.
        metrics: Metric names or objects, as in `qgauge.score`.
        baseline: The system to compare all others with; by default the first in the data.
        all_pairs: Compare every system with every other.
        resamples: Resamples for each test.
        seed: Random seed of the resampling.
        columns: Which column holds which field, as in `qgauge.score`.
        tools: Language tools by role, as in `qgauge.score`.
        workers: Number of processes, as in `qgauge.score`.
        progress: Whether to show progress, as in `qgauge.score`.

    Returns:
        One test per metric and pair of systems.

    Raises:
        BadInput: A row is invalid, the rows lack a field that a metric needs, or they cannot
            be paired.
        BadSetting: A metric, a setting or an engine does not exist.
        MissingTool: A tool or an optional package is not installed.
        ToolFailed: A tool failed while it ran.

    Examples:
        >>> import qgauge
        >>> rows = [
        ...     {"id": at, "system": name, "question": f"{start} {at}?", "references": f"Why {at}?"}
        ...     for at in range(20)
        ...     for name, start in (("old", "Where is"), ("new", "Why"))
        ... ]
        >>> (test,) = qgauge.compare(rows, ["rouge_l"]).tests
        >>> test.first, test.second, test.verdict
        ('old', 'new', 'better')
    """
    if baseline is not None and all_pairs:
        raise BadSetting("give baseline or all_pairs, not both.")
    chosen = None if metrics is None else checked(metrics)
    requests, opened, ready = prepare(examples_of(examples, columns), chosen, opener(tools))
    with progress_line("scoring", number_of(examples), progress) as done:
        return compare_rows(
            ready,
            requests,
            opened,
            baseline=baseline,
            all_pairs=all_pairs,
            resamples=resamples,
            seed=seed,
            workers=workers,
            progress=done,
        )
