"""`qgauge.load`: a metric to compute over parallel lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.api.inputs import checked
from qgauge.api.scoring import evaluated
from qgauge.core import BadInput, BadSetting, Example, Result, Tools
from qgauge.metrics.metric import Metric
from qgauge.run import Request, requests_for


def load(metric: str | Metric) -> Loaded:
    """Load a metric to compute it over parallel lists.

    Args:
        metric: The name of a metric, with settings if needed (`"q_bleu1:preset=vqa"`), or a
            `Metric` object.

    Returns:
        The metric with a method `compute`.

    Raises:
        BadSetting: The metric or a setting does not exist.

    Examples:
        >>> import qgauge
        >>> rouge = qgauge.load("rouge_l")
        >>> result = rouge.compute(
        ...     predictions=["Who wrote Emma?"], references=["Who is the author of Emma?"]
        ... )
        >>> round(result.value, 3)
        0.419
    """
    (request,) = requests_for(checked([metric]))
    return Loaded(request.metric, request.label)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A metric with the interface of other toolkits: parallel lists in, one result out.

    `qgauge.load` returns it.

    Examples:
        >>> import qgauge
        >>> qgauge.load("bleu1").label
        'bleu1'
    """

    metric: Metric
    """The metric itself."""
    label: str
    """The metric as requested, with its settings."""

    def compute(
        self,
        *,
        predictions: Sequence[str],
        references: Sequence[str | Sequence[str] | None] | None = None,
        passages: Sequence[str | None] | None = None,
        answers: Sequence[str | None] | None = None,
        tools: Tools | None = None,
        workers: int = 1,
        progress: bool | None = None,
    ) -> Result:
        """Score parallel lists, in which entries at the same position belong together.

        Args:
            predictions: The generated questions.
            references: One reference per prediction, or a list of references; None for none.
            passages: The passage that each question is about; None for none.
            answers: The answer to each question; None for none.
            tools: Language tools by role, as in `qgauge.score`.
            workers: Number of processes.
            progress: Whether to show progress, as in `qgauge.score`.

        Returns:
            The result over all predictions, with one entry in `scores` per prediction.

        Raises:
            BadInput: The lists differ in length, an entry is invalid, or the metric needs a list
                that is not given.
            BadSetting: An argument is not a list, or an engine does not exist.
            MissingTool: A tool or an optional package is not installed.
            ToolFailed: A tool failed while it ran.

        Examples:
            >>> import qgauge
            >>> result = qgauge.load("rouge_l").compute(
            ...     predictions=["Who wrote Emma?", "Where is Mount Etna?"],
            ...     references=["Who wrote Emma?", ["Where is Etna?", "Where is Mount Etna?"]],
            ... )
            >>> result.value
            1.0
        """
        questions = _column("predictions", predictions)
        given = {"references": references, "passages": passages, "answers": answers}
        columns = {name: _column(name, one) for name, one in given.items() if one is not None}
        for name, column in columns.items():
            if len(column) != len(questions):
                raise BadInput(
                    f"{len(questions)} predictions but {len(column)} {name}; the lists must have "
                    f"the same length."
                )
        nothing = [None] * len(questions)
        rows = zip(questions, *(columns.get(name, nothing) for name in given), strict=True)
        examples = []
        for at, (question, several, passage, answer) in enumerate(rows, start=1):
            try:
                examples.append(Example(str(at), question, _several(several), passage, answer))
            except BadInput as bad:
                raise BadInput(bad.problem, line=at, field=bad.field) from None
        (result,) = evaluated(
            examples,
            [Request.of(self.metric, self.label)],
            tools,
            workers,
            progress,
            total=len(examples),
        )
        return result


def _column(name: str, given: Any) -> list[Any]:
    """Return an argument of `compute` as a list."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise BadSetting(
            f"{name} must be a list with one entry per prediction, not {type(given).__name__}."
        )
    return list(given)


def _several(references: Any) -> Any:
    if references is None:
        return ()
    return (references,) if isinstance(references, str) else references
