"""Find questions that leak an answer: their own, or that of another question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

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
    answers = [one.answer.stems for one in questions]
    own = {at for at in range(len(questions)) if stems[at] and _said(questions, at, at) >= said}
    found += [Leak(at, at, _said(questions, at, at), 1.0) for at in sorted(own)]
    for target, source in _candidates(questions, stems, said, shared):
        if target in own:
            continue  # the question leaks its own answer already
        rest = questions[target].words.stems - answers[target]
        common = len(rest & stems[source]) / len(rest)
        if common >= shared and (share := _said(questions, source, target)) >= said:
            found.append(Leak(source, target, share, common))
    return sorted(found, key=lambda one: (one.source, one.target))


def _candidates(
    questions: Sequence[SetQuestion], stems: Sequence[frozenset[str]], said: float, shared: float
) -> Iterator[tuple[int, int]]:
    """Yield each question with others of its document that have enough of the words.

    A source has a part of the answer's stems and a part of the target's other stems. So it has one
    of a few of the rarest of each, and the questions to look at are those with the rarer ones.
    """
    documents: dict[str, list[int]] = {}
    for at, one in enumerate(questions):
        documents.setdefault(one.document, []).append(at)
    for places in documents.values():
        having: dict[str, list[int]] = {}
        for at in places:
            for stem in stems[at]:
                having.setdefault(stem, []).append(at)
        for target in places:
            answer = questions[target].answer
            rest = questions[target].words.stems - answer.stems
            if not answer.stems or not rest:
                continue
            # a run counts repeated words of the answer, and a set each stem once
            most = max(Counter(answer.content).values())
            needed = said * len(answer.content)
            sources = min(
                _having_one(answer.stems, needed / most, having),
                _having_one(rest, shared * len(rest), having),
                key=lambda lists: sum(map(len, lists)),
            )
            for source in {at for some in sources for at in some}:
                if source != target and len(answer.stems & stems[source]) * most >= needed:
                    yield target, source


def _having_one(
    stems: frozenset[str], needed: float, having: Mapping[str, list[int]]
) -> list[list[int]]:
    """Return the questions with one of these stems, as far as they can have as many as needed."""
    lists = sorted((having.get(stem, []) for stem in stems), key=len)
    # rounded down a little: a stem too many costs time, a stem too few a leak
    return lists[: len(stems) - ceil(needed - 1e-6) + 1]


def _said(questions: Sequence[SetQuestion], source: int, target: int) -> float:
    return said_in(questions[target].answer, questions[source].words)


def said_in(answer: Words, question: Words) -> float:
    """Return the proportion of the answer's content words in one run of the question."""
    if not answer.content:
        return 0.0
    return longest_run(answer.content, question.content)[1] / len(answer.content)
