"""`qgauge.explain`: how the scores of one row were computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qgauge.api.inputs import Questions, checked
from qgauge.api.scoring import opener
from qgauge.core import Example, Tools
from qgauge.data.python_rows import ColumnNames, examples_of
from qgauge.data.question_files import found_row
from qgauge.metrics.metric import Metric
from qgauge.run import prepare
from qgauge.run.explanation import Explanation, explain_row


def explain(
    examples: Questions | Mapping[str, Any] | Example,
    id: str | int | None = None,
    *,
    system: str | None = None,
    metrics: Sequence[str | Metric] | None = None,
    columns: ColumnNames = None,
    tools: Tools | None = None,
) -> Explanation:
    """Show how the scores of one row were computed.

    Args:
        examples: One row, as a dictionary or an `Example`; or questions in any form that
            `qgauge.score` takes, of which one is explained.
        id: The id of the row; by default the first row.
        system: The system, if several have a row with this id.
        metrics: Metric names or objects, as in `qgauge.score`.
        columns: Which column holds which field, as in `qgauge.score`.
        tools: Language tools by role, as in `qgauge.score`.

    Returns:
        The scores with each step of the calculation, which `print` and notebooks show.

    Raises:
        BadInput: There is no such row, it is invalid, or it lacks a field that a metric needs.
        BadSetting: A metric, a setting or an engine does not exist.
        MissingTool: A tool or an optional package is not installed.
        ToolFailed: A tool failed while it ran.

    Examples:
        >>> import qgauge
        >>> row = {"question": "Where is Etna?", "references": ["Where is Mount Etna?"]}
        >>> print(qgauge.explain(row, metrics=["rouge_l"]))
        question: Where is Etna?
        rouge_l = 0.8356
          question: [where] [is] [etna]
          reference: [where] [is] mount [etna]
          longest common subsequence: 3 words
          precision = 1.0000, recall = 0.7500
          F-score with beta 1.2 = 0.8356
    """
    rows = [examples] if isinstance(examples, Mapping | Example) else examples
    wanted = None if id is None else str(id)
    example = found_row(examples_of(rows, columns), wanted, system)
    chosen = None if metrics is None else checked(metrics)
    requests, opened, _ = prepare([example], chosen, opener(tools))
    return explain_row(example, requests, opened)
