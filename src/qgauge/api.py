"""The Python interface: `qgauge.score` for rows, `qgauge.load` for people with parallel lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.core import BadInput, BadSetting, Example, Result, Tools
from qgauge.data import Refused, Rows
from qgauge.metrics.metric import Metric
from qgauge.run import Request, evaluate, prepare, requests_for, roles_of
from qgauge.tools.registry import open_tools


def score(
    examples: Iterable[Example | Mapping[str, Any]],
    metrics: Sequence[str | Metric] | None = None,
    *,
    tools: Tools | None = None,
    workers: int = 1,
) -> dict[str, Result]:
    """Score questions with one or more metrics; results come by the name each was asked for with.

    Rows may be `Example` objects or dictionaries with the columns a file would have.

    Metrics that need language tools get the embedded ones, which remember what they said in the
    user's cache. `tools` chooses others by role: an engine by its name, or any object with the
    methods of the role, such as `{"parser": "spacy:en_core_web_sm", "reader": my_reader}`. An
    object is used as it is; `qgauge.tools.open_tool` makes one without a cache.
    """
    chosen = None if metrics is None else _checked(metrics)
    results = _evaluate(examples_of(examples), chosen, tools or {}, workers)
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
    """The metrics, if this is a list of names and objects."""
    if isinstance(metrics, str) or not isinstance(metrics, Iterable):
        raise BadSetting(f"metrics is a list, such as ['bleu4', 'rouge_l']; not {metrics!r}.")
    checked = list(metrics)
    for metric in checked:
        if not isinstance(metric, str | Metric):
            raise BadSetting(f"a metric is a name such as 'bleu4' or an object, not {metric!r}.")
    return checked


def load(metric: str | Metric) -> Loaded:
    """A metric by name, settings included: `load("q_bleu1:preset=vqa")`."""
    (request,) = requests_for(_checked([metric]))
    return Loaded(request.metric, request.label)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A metric with the calling habits of other toolkits: parallel lists in, one result out."""

    metric: Metric
    label: str
    """The metric as it was asked for."""

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
        """The result over all predictions; `result.scores` holds one score per prediction.

        `tools` is as for `score`: without it, metrics that need tools get the embedded ones.
        """
        questions = _column("predictions", predictions)
        given = {"references": references, "passages": passages, "answers": answers}
        columns = {name: _column(name, one) for name, one in given.items() if one is not None}
        for name, column in columns.items():
            if len(column) != len(questions):
                raise BadInput(
                    f"{len(questions)} predictions but {len(column)} {name}: give one each."
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
    """A column of compute as a list, whatever sequence it came as."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise BadSetting(
            f"{name} is a list with one entry per prediction, not a {type(given).__name__}."
        )
    return list(given)


def _several(references: Any) -> Any:
    if references is None:
        return ()
    return (references,) if isinstance(references, str) else references


def examples_of(rows: Iterable[Example | Mapping[str, Any]]) -> Iterator[Example]:
    """Examples as they are; dictionaries by the rules for the rows of a file."""
    if isinstance(rows, str | Mapping | Example) or not isinstance(rows, Iterable):
        raise BadInput(f"give a list of rows, not a {type(rows).__name__}.")
    return _read(rows)


def _read(rows: Iterable[Example | Mapping[str, Any]]) -> Iterator[Example]:
    reader = Rows("")
    for at, row in enumerate(rows, start=1):
        if isinstance(row, Example):
            yield row
            continue
        if not isinstance(row, Mapping):
            raise BadInput(
                f"a row is a dictionary or an Example, not a {type(row).__name__}.", line=at
            )
        plain = {name: _plain(value) for name, value in row.items()}
        (read,) = reader.examples(iter([(at, at, plain)]))
        if isinstance(read, Refused):
            raise read.error
        yield read


def _plain(value: Any) -> Any:
    """Values as a file would have them: tuples and arrays as lists, numbers of numpy as numbers.

    NaN and its like are how data frames write that there is nothing.
    """
    if type(value) in (str, int, float, type(None)):
        return None if value != value else value
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return _plain(value.tolist()) if hasattr(value, "tolist") else value
