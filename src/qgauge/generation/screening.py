"""Drop questions that nobody could use, each with the reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import Any

from qgauge.core import Example, Progress, Tools
from qgauge.generation import thresholds as limits
from qgauge.generation.candidates import Candidate
from qgauge.generation.checks import (
    PASSES,
    REASONS,
    Said,
    by_grammar,
    by_parse,
    by_passage,
    by_rater,
    by_reader,
    by_rules,
    by_verifier,
)
from qgauge.tools.asking import ask
from qgauge.tools.relation_support import support


@dataclass(frozen=True, slots=True)
class Dropped:
    """A question that was dropped."""

    question: str
    """The question."""
    answer: str
    """The answer that it was written for."""
    reason: str
    """Why, in a word; `docs generate` lists the reasons."""
    detail: str = ""
    """What was found, in words; may be empty."""
    document: str = ""
    """The name of the text."""

    def as_row(self) -> dict[str, Any]:
        """Return it as a row to write."""
        row = {"question": self.question, "answer": self.answer, "reason": self.reason}
        row |= {"why": self.detail or REASONS[self.reason]}
        return row | ({"document": self.document} if self.document else {})


@dataclass(frozen=True, slots=True)
class Screened:
    """A question that passed, with what the tools said about it."""

    candidate: Candidate
    confidence: float
    """The reader's confidence in its answer."""
    usable: float
    """The chance that a teacher could use it: the rater's, lowered for an unlikely question."""


@dataclass(frozen=True)
class Screening:
    """The questions that passed the checks, and those that did not."""

    kept: list[Screened] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)


def screen(
    candidates: Sequence[Candidate],
    tools: Tools,
    kinds: Sequence[str],
    *,
    progress: Progress | None = None,
) -> Screening:
    """Drop bad questions: by cheap rules first, and by the rater last.

    Args:
        candidates: The questions.
        tools: The parser, grammarian, reader, verifier and rater, by role.
        kinds: The kinds of question that are wanted.
        progress: Called with the number of questions that are done.

    Returns:
        What is kept, in the order of the candidates, and what is dropped.

    Raises:
        ToolFailed: A tool failed.
    """
    found = Screening()

    def tell(count: int) -> None:
        if progress is not None and count:
            progress(count)

    def passing(step: Callable[[Candidate], Said], some: Sequence[Candidate]) -> list[Candidate]:
        kept = []
        for one in some:
            reason, detail = step(one)
            if reason:
                found.dropped.append(Dropped(one.question, one.answer, reason, detail))
            else:
                kept.append(one)
        tell(len(some) - len(kept))
        return kept

    left = passing(lambda one: by_rules(one, kinds), candidates)
    rows = {id(one): _example(one) for one in left}

    def asked(role: str, method: str, inputs: Callable[[Example], Any]) -> dict[Any, Any]:
        examples = [rows[id(one)] for one in left]
        return ask(role, getattr(tools[role], method), examples, lambda one: [inputs(one)])

    parses = asked("parser", "parse", lambda one: one.question)
    passages = asked("parser", "parse", lambda one: one.passage)
    left = passing(lambda one: by_parse(one, parses[one.question]), left)
    supports = {id(one): support(parses[one.question], passages[_passage(one)]) for one in left}
    left = passing(lambda one: by_passage(one, passages[_passage(one)], supports[id(one)]), left)
    checks = asked("grammarian", "check", lambda one: one.question)
    left = passing(lambda one: by_grammar(checks[one.question]), left)
    best = _best_per_target(left, supports)
    left = passing(lambda one: PASSES if id(one) in best else ("spare", ""), left)
    answers = asked("reader", "answer", lambda one: (one.question, one.passage))
    left = passing(lambda one: by_reader(one, answers[_pair(one)]), left)
    judged = asked("verifier", "verify", lambda one: (one.question, one.answer, one.passage))
    left = passing(lambda one: by_verifier(judged[_triple(one)].right), left)
    rated = asked("rater", "rate", lambda one: (one.question, one.answer, one.passage))
    left = passing(lambda one: by_rater(rated[_triple(one)]), left)
    found.kept.extend(
        Screened(one, answers[_pair(one)].confidence, rated[_triple(one)] * likelihood(one))
        for one in left
    )
    tell(len(left))
    return found


def likelihood(one: Candidate) -> float:
    """Return the factor of the rater's chance, lower for a question that the generator doubts."""
    return max(limits.LEAST_LIKELIHOOD, exp(limits.GENERATOR_WEIGHT * min(0.0, one.score)))


def _best_per_target(left: Sequence[Candidate], supports: Mapping[int, float]) -> set[int]:
    """Return the ids of the best questions about each answer; the models read no others."""
    found: defaultdict[tuple[int, int], list[Candidate]] = defaultdict(list)
    for one in left:
        found[one.target.start, one.target.end].append(one)
    return {
        id(one)
        for several in found.values()
        for one in sorted(several, key=lambda one: (-supports[id(one)], -one.score, one.question))[
            : limits.READ_PER_ANSWER
        ]
    }


def _example(one: Candidate) -> Example:
    return Example(one.question, one.question, passage=_passage(one), answer=one.answer)


def _passage(one: Candidate) -> str:
    return one.target.passage.text


def _pair(one: Candidate) -> tuple[str, str]:
    return one.question, _passage(one)


def _triple(one: Candidate) -> tuple[str, str, str]:
    return one.question, one.answer, _passage(one)
