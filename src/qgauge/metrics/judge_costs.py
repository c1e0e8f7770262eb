"""Cost estimates for a language-model judge, made before any request is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import ceil
from typing import TYPE_CHECKING

from qgauge.core import Example
from qgauge.metrics.judge import Judge
from qgauge.tools.judge import Usage
from qgauge.tools.judge.server import guess, size_of

if TYPE_CHECKING:
    from qgauge.tools.judge.judge import ServerJudge

WITHOUT_REASON, WITH_REASON = 12, 60
"""Assumed tokens per answer if there is no stored answer of this model."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Estimated tokens and cost of one rubric."""

    name: str
    """Name of the rubric."""
    rows: int
    """Rows of the input."""
    lacking: int
    """Rows that cannot be judged because a field is missing."""
    stored: int
    """Answers already in the store."""
    calls: int
    """Requests to send."""
    tokens_in: int
    """Expected input tokens."""
    tokens_out: int
    """Expected output tokens."""
    most_in: int
    """Maximum input tokens."""
    most_out: int
    """Maximum output tokens."""
    cost: float
    """Expected cost."""
    most_cost: float
    """Maximum cost."""


class CostEstimate:
    """Estimates for one judge, based on the stored answers of its model if there are any."""

    def __init__(self, judge: ServerJudge) -> None:
        self._judge, self._server = judge, judge.server
        self._seen: set[bytes] = set()
        same = judge.server.model, judge.server.url
        with judge.store as store:
            stored = [one for one in store.entries().values() if one.counted]
        answers = [one for one in stored if (one.model, one.url) == same]
        size = sum(one.size for one in answers)
        self._per_byte = sum(one.tokens_in for one in answers) / size if size else 0.25
        self._out = sum(one.tokens_out for one in answers) / len(answers) if answers else None
        self.basis = "the length of the texts, at 4 bytes per token"
        if answers:
            self.basis = f"{len(answers):,} stored answers of this model"

    def of(self, metric: Judge, examples: Sequence[Example]) -> Costs:
        """Estimate the cost of judging examples, not counting requests estimated before."""
        there = [example for example in examples if metric.missing_input(example) is None]
        asks = {self._server.key(ask): ask for example in there for ask in metric.asks(example)}
        known = self._judge.known(list(asks.values()))
        missing = [ask for key, ask in asks.items() if key not in known and key not in self._seen]
        self._seen |= set(asks)
        usual = WITH_REASON if metric.reasons == "on" else WITHOUT_REASON
        answer = ceil(min(self._out or usual, self._server.max_tokens))
        question = sum(ceil(size_of(ask.messages) * self._per_byte) for ask in missing)
        expected = Usage(question, answer * len(missing))
        worst = [guess(ask.messages, self._server.max_tokens) for ask in missing]
        answers = sum(one.tokens_out for one in worst)
        # a retry also sends the model's first reply
        most = Usage(2 * sum(one.tokens_in for one in worst) + answers, 2 * answers)
        return Costs(
            metric.loaded_rubric.name,
            len(examples),
            len(examples) - len(there),
            len(known),
            len(missing),
            expected.tokens_in,
            expected.tokens_out,
            most.tokens_in,
            most.tokens_out,
            self._server.cost(expected),
            self._server.cost(most),
        )


def total(costs: Sequence[Costs]) -> Costs:
    """Add up the estimates of several rubrics on the same rows."""
    sums = {name: sum(getattr(one, name) for one in costs) for name in list(asdict(costs[0]))[3:]}
    return Costs("(all)", costs[0].rows, max(one.lacking for one in costs), **sums)
