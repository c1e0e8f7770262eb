"""`qgauge.dimensions`: seven ratings that people would give a question."""

from __future__ import annotations

from qgauge.api.inputs import Questions, number_of
from qgauge.api.scoring import evaluated
from qgauge.core import Tools
from qgauge.data.python_rows import ColumnNames, examples_of
from qgauge.metrics.predicted_ratings import PredictedRatings


def dimensions(
    examples: Questions,
    *,
    columns: ColumnNames = None,
    tools: Tools | None = None,
    workers: int = 1,
    progress: bool | None = None,
) -> PredictedRatings:
    """Predict the ratings that people would give each question in seven dimensions.

    The dimensions are fluency, clarity and conciseness; with a passage also relevance, consistency
    and answerability; and with an answer, too, answer consistency.

    Args:
        examples: The questions, in any form that `qgauge.score` takes. References are not used.
        columns: Which column holds which field, as in `qgauge.score`.
        tools: Language tools by role, as in `qgauge.score`.
        workers: Number of processes, as in `qgauge.score`.
        progress: Whether to show progress, as in `qgauge.score`.

    Returns:
        For every question, the predicted ratings with their uncertainty and the chance of a flaw,
        and the likely kinds of flaw.

    Raises:
        BadInput: A row is invalid.
        BadSetting: An engine does not exist.
        MissingTool: A tool or an optional package is not installed.
        ToolFailed: A tool failed while it ran.

    Examples:
        >>> import qgauge
        >>> passage = "An old fisherman called Bram rowed Ines to the island. Theo stayed at home."
        >>> row = {"question": "Who rowed Ines?", "answer": "Theo", "passage": passage}
        >>> (question,) = qgauge.dimensions([row]).questions
        >>> question.ratings["fluency"].share > question.ratings["answer_consistency"].share
        True
        >>> list(question.flaws)[0]
        'wrong answer'
    """
    found = examples_of(examples, columns)
    (result,) = evaluated(
        found, ["dimensions"], tools, workers, progress, total=number_of(examples)
    )
    return PredictedRatings(result)
