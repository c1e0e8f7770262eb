"""Put the cases to the tools and say which pass.

What passes:

- reader: the reply is "no answer" where the chance of no answer is above .5, else the span. It
  passes if its words (lower case, without punctuation and articles, as SQuAD compares them) reach
  F1 >= .6 with an accepted answer; for a case without answers, if the reply is "no answer".
- inference: the most probable label is one of the expected ones.
- verifier: the chance that the answer is right is above .5 if and only if it is right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from training.behaviour.cases import (
    LABELS,
    Capability,
    Case,
    InferenceCase,
    ReaderCase,
    VerifierCase,
    kind,
)
from training.reader.scores import answer_f1

LEAST_F1 = 0.6
NO_ANSWER = "no answer"


@dataclass(frozen=True)
class Outcome:
    """What a tool replied to a case, and whether that passes."""

    case: Case
    passed: bool
    reply: str
    """The reply in words, with its probability."""


@dataclass(frozen=True)
class Row:
    """The outcomes of one capability for one kind of case."""

    capability: str
    kind: str
    size: int
    outcomes: tuple[Outcome, ...] | None
    """One outcome per case, in order; None if there is no tool of that role."""

    @property
    def rate(self) -> float | None:
        """The share of cases that pass; None if they were not run."""
        if self.outcomes is None:
            return None
        return sum(one.passed for one in self.outcomes) / len(self.outcomes)


def rows(capabilities: Sequence[Capability], tools: Mapping[str, Any]) -> list[Row]:
    """Return one row per capability and kind of case.

    Args:
        capabilities: What to test.
        tools: The tools by role. Cases of a role that is not in it are not run.
    """
    made = []
    for capability in capabilities:
        by_kind: dict[str, list[Case]] = defaultdict(list)
        for case in capability.cases:
            by_kind[kind(case)].append(case)
        for name, cases in by_kind.items():
            tool = tools.get(cases[0].role)
            outcomes = None if tool is None else tuple(_outcomes(cases, tool))
            made.append(Row(capability.name, name, len(cases), outcomes))
    return made


def mean_rate(some: Sequence[Row]) -> float | None:
    """Return the mean pass rate of the capabilities that were run, each counted once.

    Args:
        some: Rows; those of one capability are put together first, case by case.

    Returns:
        The mean; None if nothing was run.
    """
    passes: dict[str, list[bool]] = defaultdict(list)
    for row in some:
        passes[row.capability] += [one.passed for one in row.outcomes or ()]
    rates = [sum(values) / len(values) for values in passes.values() if values]
    return sum(rates) / len(rates) if rates else None


def _outcomes(cases: Sequence[Any], tool: Any) -> list[Outcome]:
    judge, replies = _REPLIES[type(cases[0])]
    return [judge(case, reply) for case, reply in zip(cases, replies(tool, cases), strict=True)]


def _reader_outcome(case: ReaderCase, reply: Any) -> Outcome:
    refused = reply.no_answer > 0.5
    if case.answers:
        passed = not refused and answer_f1(reply.text, case.answers) >= LEAST_F1
    else:
        passed = refused
    words = NO_ANSWER if refused else reply.text
    return Outcome(case, passed, f"{words} (no answer {reply.no_answer:.2f})")


def _inference_outcome(case: InferenceCase, reply: Any) -> Outcome:
    label = max(LABELS, key=lambda name: float(getattr(reply, name)))
    return Outcome(case, label in case.labels, f"{label} ({getattr(reply, label):.2f})")


def _verifier_outcome(case: VerifierCase, reply: Any) -> Outcome:
    right = reply.right > 0.5
    word = "right" if right else "wrong"
    return Outcome(case, right == case.right, f"{word} (right {reply.right:.2f})")


_REPLIES: Mapping[type[Case], Any] = {
    ReaderCase: (
        _reader_outcome,
        lambda tool, cases: tool.answer([(one.question, one.passage) for one in cases]),
    ),
    InferenceCase: (
        _inference_outcome,
        lambda tool, cases: tool.entail([(one.premise, one.hypothesis) for one in cases]),
    ),
    VerifierCase: (
        _verifier_outcome,
        lambda tool, cases: tool.verify([(one.question, one.answer, one.passage) for one in cases]),
    ),
}
