"""What is asked for: metrics, their tools, and examples that have what they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from qgauge.core import BadInput, BadSetting, Example, MissingTool, Tools
from qgauge.metrics import create, default_metrics
from qgauge.metrics.metric import Metric

LOOK_AHEAD = 1000
"""How many examples are looked at before a metric is refused for want of a field."""


@dataclass(frozen=True, slots=True)
class Request:
    """A metric and the words it was asked for with; the words are its name in all output."""

    label: str
    metric: Metric
    roles: tuple[str, ...]
    """Of the tools it needs with its settings."""

    @classmethod
    def of(cls, metric: str | Metric, label: str = "") -> Request:
        """A metric by its name, settings included, or as an object."""
        if isinstance(metric, str):
            label, metric = label or metric, create(metric)
        return cls(label or metric.label(), metric, metric.roles())


def requests_for(metrics: Iterable[str | Metric | Request]) -> list[Request]:
    """Requests for metrics given by name, settings included, or as objects."""
    requests: list[Request] = []
    for metric in metrics:
        request = metric if isinstance(metric, Request) else Request.of(metric)
        if any(request.label == other.label for other in requests):
            raise BadSetting(f"The metric '{request.label}' is asked for twice.")
        requests.append(request)
    if not requests:
        raise BadSetting("No metric is asked for.")
    return requests


def roles_of(requests: Iterable[Request]) -> tuple[str, ...]:
    """The roles of the tools that these metrics use, each once."""
    return tuple(dict.fromkeys(role for request in requests for role in request.roles))


def prepare(
    examples: Iterable[Example],
    metrics: Sequence[str | Metric | Request] | None,
    open_tools: Callable[[Sequence[Request]], Tools],
    source: str = "",
) -> tuple[list[Request], Tools, Iterator[Example]]:
    """The requests, their tools and the examples; what cannot work is said before any is scored.

    Without `metrics`, the first examples tell which ones suit them. `source` names the files they
    come from, for messages.
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
    """The same examples, after a look at the first ones: does each metric find what it needs?"""
    for request in requests:
        for role in request.roles:
            if role not in tools:
                raise MissingTool(
                    f"{request.label} needs the tool '{role}', which qgauge does not have. "
                    f"Give one with tools={{'{role}': …}}."
                )
    coming = iter(examples)
    first = list(islice(coming, LOOK_AHEAD))
    for request in requests if first else ():
        for need in request.metric.needs:
            if not any(getattr(example, need) for example in first):
                has = [name for name in _SHOWN if any(getattr(e, name) for e in first)]
                raise BadInput(
                    f"{request.label} needs '{need}', and none of the first {len(first)} rows has "
                    f"it (they have: {', '.join(has)}). Add the field, or choose another metric "
                    f"with -m; `qgauge list` says what each needs."
                )
    return chain(first, coming)


_SHOWN = ("question", "references", "passage", "answer", "sentences")
