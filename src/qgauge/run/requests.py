"""Requested metrics, and checks that the examples and tools fit them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from qgauge.core import BadInput, BadSetting, Example, MissingTool, Tools
from qgauge.core.example import columns_there
from qgauge.core.field_names import names_of
from qgauge.metrics import create, default_metrics
from qgauge.metrics.metric import Metric

LOOK_AHEAD = 1000
"""How many examples to check before a metric is refused because of a missing field."""


@dataclass(frozen=True, slots=True)
class Request:
    """A metric and its label: the text with which it was requested, used in all output."""

    label: str
    metric: Metric
    roles: tuple[str, ...]
    """The roles of the tools that the metric needs with these settings."""

    @classmethod
    def of(cls, metric: str | Metric, label: str = "") -> Request:
        """Return a request for a metric given by name, with settings, or as an object."""
        if isinstance(metric, str):
            label, metric = label or metric, create(metric)
        return cls(label or metric.label(), metric, metric.roles())


def requests_for(metrics: Iterable[str | Metric | Request]) -> list[Request]:
    """Return requests for metrics given by name, with settings, or as objects."""
    requests: list[Request] = []
    for metric in metrics:
        request = metric if isinstance(metric, Request) else Request.of(metric)
        if any(request.label == other.label for other in requests):
            raise BadSetting(f"The metric '{request.label}' is given twice.")
        requests.append(request)
    if not requests:
        raise BadSetting("No metric is given.")
    return requests


def roles_of(requests: Iterable[Request]) -> tuple[str, ...]:
    """Return the roles of the tools that these metrics use, without duplicates."""
    return tuple(dict.fromkeys(role for request in requests for role in request.roles))


def prepare(
    examples: Iterable[Example],
    metrics: Sequence[str | Metric | Request] | None,
    open_tools: Callable[[Sequence[Request]], Tools],
    source: str = "",
) -> tuple[list[Request], Tools, Iterator[Example]]:
    """Return the requests, their tools and the checked examples, before anything is scored.

    Without `metrics`, the fields of the first examples determine the metrics. `source` names the
    input files in messages.
    """
    coming = iter(examples)
    first = list(islice(coming, LOOK_AHEAD))
    try:
        requests = requests_for(default_metrics(first) if metrics is None else metrics)
        tools = open_tools(requests)
        return requests, tools, check(chain(first, coming), requests, tools)
    except BadInput as error:
        if error.file:
            raise
        raise BadInput(error.problem, file=source, field=error.field) from None


def check(
    examples: Iterable[Example], requests: Sequence[Request], tools: Tools
) -> Iterator[Example]:
    """Return the examples unchanged, after checking that each metric has its tools and fields."""
    for request in requests:
        for role in request.roles:
            if role not in tools:
                raise MissingTool(
                    f"{request.label} needs the tool '{role}', which is not available. "
                    f"Give one with tools={{'{role}': …}}."
                )
    coming = iter(examples)
    first = list(islice(coming, LOOK_AHEAD))
    for request in requests if first else ():
        for need in request.metric.needs:
            if not any(getattr(example, need) for example in first):
                raise BadInput(_missing(request.label, need, first))
    return chain(first, coming)


def _missing(metric: str, need: str, rows: Sequence[Example]) -> str:
    """Say that no row has a field, which columns there are, and what would do."""
    absent = f"none of the first {len(rows)} rows has it" if len(rows) > 1 else "the row lacks it"
    names = ", ".join(names_of(need))
    return (
        f"{metric} needs '{need}', but {absent}. Fields and columns there: {columns_there(rows)}. "
        f"Names that would do: {names}; or say which column it is: --map {need}=COLUMN. Or choose "
        f"another metric with -m; `qgauge list` shows the fields that each one needs."
    )
