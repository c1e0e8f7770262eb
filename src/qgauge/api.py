"""The Python interface: `qgauge.score` for rows, `qgauge.load` for people with parallel lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from qgauge.core import BadInput, BadSetting, Example, Metric, Result, Tools
from qgauge.data import Refused, Rows
from qgauge.metrics import DEFAULT_WITH_REFERENCES, create
from qgauge.run import Tally, check, countable, keep, requests, stream


def score(
    examples: Iterable[Example | Mapping[str, Any]],
    metrics: Sequence[str | Metric] | None = None,
    *,
    tools: Tools | None = None,
    workers: int = 1,
) -> dict[str, Result]:
    """Score questions with one or more metrics; results come by the name each was asked for with.

    Rows may be `Example` objects or dictionaries with the columns a file would have.
    """
    coming = _examples(examples)
    first = list(islice(coming, 1))
    asked = requests(metrics if metrics is not None else default_metrics(first))
    checked = check(chain(first, coming), asked, tools or {})
    tally, kept = Tally(asked), []
    used = [request.metric for request in asked]
    for example, scores in stream(checked, asked, tools or {}, finish=keep, workers=workers):
        tally.add(example.system, countable(used, scores))
        kept.append(scores)
    return {result.metric: result for result in tally.results(tools or {}, kept)}


def default_metrics(first: Sequence[Example]) -> Sequence[str]:
    """What is scored when nothing is asked for: it depends on what the rows have."""
    if not first or any(example.references for example in first):
        return DEFAULT_WITH_REFERENCES
    raise BadInput(
        "the rows have no references, and every metric of this version compares with one. "
        "Add a field 'references', or give a file with --references."
    )


def load(metric: str | Metric) -> Loaded:
    """A metric by name, settings included: `load("q_bleu1:preset=vqa")`."""
    return Loaded(create(metric) if isinstance(metric, str) else metric)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A metric with the calling habits of other toolkits: parallel lists in, one result out."""

    metric: Metric

    def compute(
        self,
        *,
        predictions: Sequence[str],
        references: Sequence[str | Sequence[str]] | None = None,
        passages: Sequence[str] | None = None,
        answers: Sequence[str] | None = None,
        tools: Tools | None = None,
        workers: int = 1,
    ) -> Result:
        """The result over all predictions; `result.scores` holds one score per prediction."""
        given = {"references": references, "passages": passages, "answers": answers}
        for name, column in given.items():
            if isinstance(column, str):
                raise BadSetting(f"{name} is a list with one entry per prediction, not a string.")
            if column is not None and len(column) != len(predictions):
                raise BadInput(
                    f"{len(predictions)} predictions but {len(column)} {name}: give one each."
                )
        examples = [
            Example(
                id=str(at + 1),
                question=question,
                references=_as_tuple(references[at]) if references else (),
                passage=passages[at] if passages else None,
                answer=answers[at] if answers else None,
            )
            for at, question in enumerate(predictions)
        ]
        results = score(examples, [self.metric], tools=tools, workers=workers)
        return results[self.metric.name]


def _as_tuple(reference: str | Sequence[str]) -> tuple[str, ...]:
    return (reference,) if isinstance(reference, str) else tuple(reference)


def _examples(rows: Iterable[Example | Mapping[str, Any]]) -> Iterator[Example]:
    """Examples as they are; dictionaries by the rules for the rows of a file."""
    reader = Rows("")
    for at, row in enumerate(rows, start=1):
        if isinstance(row, Example):
            yield row
            continue
        (read,) = reader.examples(iter([(at, at, dict(row))]))
        if isinstance(read, Refused):
            raise read.error
        yield read
