"""Find questions that leak an answer: their own, or that of another question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from qgauge.sets.leak_search import Target, sources
from qgauge.sets.question import SetQuestion
from qgauge.sets.words import Words
from qgauge.text.runs import longest_run

_CHOICE = frozenset({"or", "between"})


@dataclass(frozen=True, slots=True)
class Leak:
    """A question that leaks an answer. If source and target are equal, it leaks its own."""

    source: int
    """The index of the question that leaks the answer."""
    target: int
    """The index of the question whose answer is leaked."""
    said: float
    """The proportion of the answer's content words in one run of the source."""
    shared: float
    """The proportion of the target's content words that the source has; 1 for its own answer."""


def leaks(questions: Sequence[SetQuestion], said: float, shared: float) -> list[Leak]:
    """Return every leak of a set. Leaks between questions need the same document.

    A question with "or" or "between" offers its answer as a choice and does not count as a leak.
    """
    found = []
    stems = [
        one.words.stems if not _CHOICE & {*one.words.all} else frozenset() for one in questions
    ]
    own = {at for at in range(len(questions)) if stems[at] and _said(questions, at, at) >= said}
    found += [Leak(at, at, _said(questions, at, at), 1.0) for at in sorted(own)]
    for target, source in _candidates(questions, stems, own, said, shared):
        at = target.question
        common = len(target.rest & stems[source]) / len(target.rest)
        if common >= shared and (share := _said(questions, source, at)) >= said:
            found.append(Leak(source, at, share, common))
    return sorted(found, key=lambda one: (one.source, one.target))


def _candidates(
    questions: Sequence[SetQuestion],
    stems: Sequence[frozenset[str]],
    own: Set[int],
    said: float,
    shared: float,
) -> Iterator[tuple[Target, int]]:
    """Yield each answer once with every other question of its document that has enough of it."""
    documents: dict[str, list[int]] = {}
    for at, one in enumerate(questions):
        documents.setdefault(one.document, []).append(at)
    for places in documents.values():
        # a question that leaks its own answer is reported already
        targets = [
            target
            for at in places
            if at not in own and (target := _target(at, questions[at], said, shared))
        ]
        for target, source in sources(targets, {at: stems[at] for at in places}):
            # with a margin for rounding; what was said is computed exactly later
            enough = len(target.answer & stems[source]) >= target.of_answer - 1e-6
            if enough and source != target.question:
                yield target, source


def _target(at: int, question: SetQuestion, said: float, shared: float) -> Target | None:
    answer = question.answer
    rest = question.words.stems - answer.stems
    if not answer.stems or not rest:
        return None
    # a run counts repeated words of the answer, and a set each stem once
    most = max(Counter(answer.content).values())
    return Target(at, answer.stems, rest, said * len(answer.content) / most, shared * len(rest))


def _said(questions: Sequence[SetQuestion], source: int, target: int) -> float:
    return said_in(questions[target].answer, questions[source].words)


def said_in(answer: Words, question: Words) -> float:
    """Return the proportion of the answer's content words in one run of the question."""
    if not answer.content:
        return 0.0
    return longest_run(answer.content, question.content)[1] / len(answer.content)
