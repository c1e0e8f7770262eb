"""A scorer for Inspect (inspect-ai): how good is the question that the model generated?"""

from __future__ import annotations

from threading import Lock
from typing import Any, Literal

from anyio import to_thread
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from qgauge.core import Tools
from qgauge.integrations.rows import RowScore, numeric, score_row

_ONE_AT_A_TIME = Lock()
"""Samples end at the same time; more than one would only fight over the processor."""


@scorer(metrics=[mean(), stderr()])
def question_quality(
    metric: str = "quality",
    *,
    passage: str = "passage",
    answer: str = "answer",
    references: str = "references",
    target: Literal["references", "answer"] = "references",
    tools: Tools | None = None,
) -> Scorer:
    """Score the model's output, a generated question, with a metric of qgauge.

    A question that cannot be scored is unscored: it has no value and does not count in the mean.

    Args:
        metric: The name of a metric, with settings if needed.
        passage: The key of the sample's metadata with the passage.
        answer: The key with the answer.
        references: The key with the reference questions.
        target: What the sample's target is, for a field that is not in the metadata.
        tools: Language tools by role, as in `qgauge.score`.

    Returns:
        The scorer. Its explanation gives the likely flaws and the reasons, its metadata the parts
        of the score and the signature.

    Examples:
        >>> from inspect_ai import Task
        >>> from qgauge.integrations.inspect_ai import question_quality
        >>> task = Task(scorer=[question_quality(), question_quality("grammar")])
    """
    numeric(metric)  # a wrong name must stop the task before the model is called

    async def score(state: TaskState, targets: Target) -> Score:
        question = state.output.completion.strip()
        given = {"references": references, "passage": passage, "answer": answer}
        row: dict[str, Any] = {field: state.metadata.get(key) for field, key in given.items()}
        texts = [text for text in targets if text]
        if row[target] is None and texts:
            row[target] = texts if target == "references" else texts[0]
        scored = await to_thread.run_sync(_score, metric, {**row, "question": question}, tools)
        if scored.value is None:
            return Score.unscored(answer=question, explanation=scored.why)
        metadata = {"signature": scored.signature, "parts": dict(scored.parts)}
        return Score(value=scored.value, answer=question, explanation=scored.why, metadata=metadata)

    return score


def _score(metric: str, row: dict[str, Any], tools: Tools | None) -> RowScore:
    with _ONE_AT_A_TIME:
        return score_row(metric, row, tools=tools)
