"""Find questions that leak an answer: their own, or that of another question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qgauge.sets.question import SetQuestion, sharing
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
    for target, sources in _sources([one.answer for one in questions], stems, said):
        if target in own:
            continue  # the question leaks its own answer already
        rest = questions[target].words.stems - answers[target]
        for source in sources:
            if source == target or questions[source].document != questions[target].document:
                continue
            common = len(rest & stems[source]) / len(rest) if rest else 0.0
            if common >= shared and (share := _said(questions, source, target)) >= said:
                found.append(Leak(source, target, share, common))
    return sorted(found, key=lambda one: (one.source, one.target))


def _sources(
    answers: Sequence[Words], stems: Sequence[frozenset[str]], said: float
) -> Iterator[tuple[int, list[int]]]:
    """Yield, for each answer, the questions with enough of its words, in any order."""
    for target, sources, counts in sharing([one.stems for one in answers], stems):
        content = answers[target].content
        # a run counts repeated words of the answer, `counts` counts each stem once
        most = max(Counter(content).values(), default=1)
        enough = counts * most >= said * len(content)
        if enough.any():
            yield target, sources[enough].tolist()


def _said(questions: Sequence[SetQuestion], source: int, target: int) -> float:
    return said_in(questions[target].answer, questions[source].words)


def said_in(answer: Words, question: Words) -> float:
    """Return the proportion of the answer's content words in one run of the question."""
    if not answer.content:
        return 0.0
    return longest_run(answer.content, question.content)[1] / len(answer.content)
