"""The Python API: `qgauge.score` for rows, `qgauge.load` for parallel lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.core import BadInput, BadSetting, Example, Result, Tools
from qgauge.data.python_rows import ColumnNames, examples_of
from qgauge.metrics.metric import Metric
from qgauge.run import Request, evaluate, prepare, requests_for, roles_of
from qgauge.tools.registry import open_tools


def score(
    examples: Any,
    metrics: Sequence[str | Metric] | None = None,
    *,
    columns: ColumnNames = None,
    tools: Tools | None = None,
    workers: int = 1,
) -> dict[str, Result]:
    """Score questions with one or more metrics.

    Args:
        examples: The questions: a list of `Example` objects or of dictionaries with the same
            fields as the rows of a file (`question`, `references`, `passage`, `answer`, `system`,
            …); a DataFrame of pandas or polars; a `datasets.Dataset`; a file, or several.
        metrics: Metric names, with settings if needed (`"q_bleu1:preset=vqa"`), or `Metric`
            objects. The default depends on the fields of the first rows.
        columns: Which column holds which field, if the names are not recognised:
            `{"question": "prediction", "references": "question"}`.
        tools: Language tools by role, such as `{"parser": "spacy:en_core_web_sm"}`: the name of
            an engine, or an object with the methods of the role. All other roles use the embedded
            models. Outputs of named engines are cached; objects are used as is
            (`qgauge.tools.open_tool` returns one without a cache).
        workers: Number of processes.

    Returns:
        One result per metric, by the name under which the metric was requested.

    Raises:
        BadInput: A row is invalid, or the rows lack a field that a metric needs.
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
    chosen = None if metrics is None else _checked(metrics)
    results = _evaluate(examples_of(examples, columns), chosen, tools or {}, workers)
    return {result.metric: result for result in results}


def _evaluate(
    examples: Iterable[Example],
    metrics: Sequence[str | Metric | Request] | None,
    engines: Tools,
    workers: int,
) -> list[Result]:
    requests, tools, checked = prepare(
        examples, metrics, lambda requests: open_tools(roles_of(requests), engines)
    )
    return evaluate(checked, requests, tools, workers=workers)


def _checked(metrics: Iterable[str | Metric]) -> list[str | Metric]:
    """Return the metrics as a list of names and objects, or raise BadSetting."""
    if isinstance(metrics, str) or not isinstance(metrics, Iterable):
        raise BadSetting(f"metrics must be a list, such as ['bleu4', 'rouge_l'], not {metrics!r}.")
    checked = list(metrics)
    for metric in checked:
        if not isinstance(metric, str | Metric):
            raise BadSetting(
                f"a metric must be a name such as 'bleu4' or a Metric object, not {metric!r}."
            )
    return checked


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
    (request,) = requests_for(_checked([metric]))
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
    ) -> Result:
        """Score parallel lists, in which entries at the same position belong together.

        Args:
            predictions: The generated questions.
            references: One reference per prediction, or a list of references; None for none.
            passages: The passage that each question is about; None for none.
            answers: The answer to each question; None for none.
            tools: Language tools by role, as in `qgauge.score`.
            workers: Number of processes.

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
        (result,) = _evaluate(examples, [Request.of(self.metric, self.label)], tools or {}, workers)
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
