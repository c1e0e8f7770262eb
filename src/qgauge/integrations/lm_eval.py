"""Functions for tasks of lm-evaluation-harness (`lm_eval`), which needs no import here.

A task file points to a function in a Python file next to it, which calls one of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import nan
from typing import Any

from qgauge.api import score
from qgauge.core import BadSetting, Example, Tools
from qgauge.integrations.rows import numeric, score_row

ProcessResults = Callable[[Mapping[str, Any], Sequence[str]], dict[str, float]]


def process_results(
    metrics: Sequence[str] = ("quality",),
    *,
    passage: str = "context",
    answer: str = "answers",
    references: str = "question",
    tools: Tools | None = None,
) -> ProcessResults:
    """Return a function for `process_results` of a task.

    Args:
        metrics: Names of metrics, with settings if needed.
        passage: The column of the document with the passage. The defaults are those of SQuAD.
        answer: The column with the answer.
        references: The column with the reference question or questions.
        tools: Language tools by role, as in `qgauge.score`.

    Returns:
        A function that takes a document and the output of the model, a question, and returns the
        value of each metric; NaN for a question that cannot be scored. Use `nanmean` as the
        aggregation.

    Raises:
        BadSetting: A metric does not exist or gives labels. The function raises it if a document
            lacks a column that a metric needs.

    Examples:
        >>> from qgauge.integrations.lm_eval import process_results
        >>> document = {"context": "Etna is in Italy.", "question": "Where is Etna?"}
        >>> process_results(["rouge_l"])(document, ["Where is Etna?"])
        {'rouge_l': 1.0}
    """
    needs = {metric: numeric(metric).needs for metric in metrics}
    columns = {"passage": passage, "answer": answer, "references": references}

    def process(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
        row = {field: doc.get(column) for field, column in columns.items()}
        row["question"] = results[0].strip()
        for metric, fields in needs.items():
            for field in fields:
                _check_column(metric, field, columns.get(field, field), doc)
        return {metric: score_row(metric, row, tools=tools).value_or_nan for metric in metrics}

    return process


def _check_column(metric: str, field: str, column: str, doc: Mapping[str, Any]) -> None:
    if column not in doc:
        raise BadSetting(
            f"{metric} needs '{field}', but the document has no column '{column}'; it has: "
            f"{', '.join(map(str, doc))}. Name the column: process_results(…, {field}='…')."
        )


def list_metric(metric: str, *, tools: Tools | None = None) -> Callable[..., float]:
    """Return a function for `metric_list` of a task: lists of questions in, one number out.

    Args:
        metric: The name of a metric that compares with references, with settings if needed.
        tools: Language tools by role, as in `qgauge.score`.

    Returns:
        A function of `predictions` and `references` under the name of the metric; it returns NaN
        if no question could be scored.

    Raises:
        BadSetting: The metric does not exist, gives labels, or needs more than references.

    Examples:
        >>> from qgauge.integrations.lm_eval import list_metric
        >>> rouge_l = list_metric("rouge_l")
        >>> round(rouge_l(predictions=["Where is Mount Etna?"], references=["Where is Etna?"]), 3)
        0.88
    """
    chosen = numeric(metric)
    more = [field for field in chosen.needs if field != "references"]
    if more:
        raise BadSetting(
            f"{metric} needs '{more[0]}', which a metric_list does not pass on; use "
            f"process_results."
        )

    def compute(
        predictions: Sequence[str], references: Sequence[str | Sequence[str]], **_: Any
    ) -> float:
        pairs = zip(predictions, references, strict=True)
        examples = [
            Example(str(at), question, (several,) if isinstance(several, str) else tuple(several))
            for at, (question, several) in enumerate(pairs, start=1)
        ]
        # lm_eval calls this for each document, and one without references must not stop the run
        if all(chosen.missing_input(example) for example in examples):
            return nan
        (result,) = score(examples, [chosen], tools=tools).values()
        return nan if result.value is None else result.value

    compute.__name__ = compute.__qualname__ = metric
    return compute
