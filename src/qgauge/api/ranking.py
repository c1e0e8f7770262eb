"""`qgauge.rank`: question-answer pairs, best first."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from qgauge.api.inputs import Questions, checked, number_of
from qgauge.api.progress import progress_line
from qgauge.api.scoring import opener
from qgauge.api.trust import Trust
from qgauge.core import BadSetting, Tools
from qgauge.data.python_rows import ColumnNames, examples_of
from qgauge.metrics.metric import Metric
from qgauge.run import prepare
from qgauge.run.ranking import Ranking, rank_rows

if TYPE_CHECKING:
    from qgauge.meta.trust import Calibration


def rank(
    examples: Questions,
    metric: str | Metric = "quality",
    *,
    threshold: float | None = None,
    top: int | None = None,
    each_passage: bool = False,
    columns: ColumnNames = None,
    calibration: str | os.PathLike[str] | Calibration | None = None,
    allow_untrusted: bool = False,
    tools: Tools | None = None,
    workers: int = 1,
    progress: bool | None = None,
) -> Ranking:
    """Rank questions, best first, and give reasons.

    Args:
        examples: The questions, in any form that `qgauge.score` takes. The default metric needs a
            passage and an answer, but no reference.
        metric: The metric to rank by, with settings if needed, or a `Metric` object.
        threshold: Omit rows that score below this.
        top: Keep only the best rows, this many; rows with equal scores share a rank.
        each_passage: Rank the questions of each passage separately.
        columns: Which column holds which field, as in `qgauge.score`.
        calibration: A calibration or its file, as in `qgauge.score`. Rows are ranked by the value
            of the metric, so the value must be trusted; a trusted part is not enough.
        allow_untrusted: Accept a metric that the calibration does not trust, as in `qgauge.score`.
        tools: Language tools by role, as in `qgauge.score`.
        workers: Number of processes, as in `qgauge.score`.
        progress: Whether to show progress, as in `qgauge.score`.

    Returns:
        The rows in order, with rank, score and the reasons for it.

    Raises:
        BadInput: A row is invalid, the rows lack a field that a metric needs, or the calibration
            refuses a metric.
        BadSetting: A metric, a setting or an engine does not exist.
        MissingTool: A tool or an optional package is not installed.
        ToolFailed: A tool failed while it ran.

    Examples:
        >>> import qgauge
        >>> passage = "An old fisherman called Bram rowed Ines to the island. Theo stayed at home."
        >>> ranking = qgauge.rank(
        ...     [
        ...         {"question": "Who rowed Ines?", "answer": "Theo", "passage": passage},
        ...         {"question": "Who rowed Ines?", "answer": "Bram", "passage": passage},
        ...     ]
        ... )
        >>> best, worst = ranking.ranked
        >>> best.example.answer, worst.example.answer
        ('Bram', 'Theo')
        >>> worst.why
        ['the passage does not give this answer', "the reader answers 'Bram' instead"]
    """
    if top is not None and top < 1:
        raise BadSetting(f"top must be at least 1, not {top}.")
    trust = Trust.of(calibration, allow_untrusted)
    (request,), opened, ready = prepare(
        examples_of(examples, columns), checked([metric]), opener(tools)
    )
    trust.check([request], opened, parts=False)
    with progress_line("scoring", number_of(examples), progress) as done:
        return rank_rows(
            ready,
            request,
            opened,
            threshold=threshold,
            top=top,
            each_passage=each_passage,
            workers=workers,
            progress=done,
        )
