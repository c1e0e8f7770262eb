"""Questions that say an answer: their own, or that of another question."""

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
    """A question that says an answer, by the places of both questions; its own if they are one."""

    source: int
    """The question that says the answer."""
    target: int
    """The question whose answer is said."""
    said: float
    """The share of the answer's content words that stand in the question in one run."""
    shared: float
    """The share of the other question's content words that the source has; 1 for its own."""


def leaks(questions: Sequence[SetQuestion], said: float, shared: float) -> list[Leak]:
    """Every leak of a set; only questions about one document tell something about each other.

    A question with "or" or "between" offers its answer as a choice and says nothing.
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
            continue  # whoever asks it has said it already
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
    """For each answer the questions that have enough of its words, in whatever order."""
    for target, sources, counts in sharing([one.stems for one in answers], stems):
        content = answers[target].content
        # a run counts a word as often as it stands in the answer, `counts` only once
        most = max(Counter(content).values(), default=1)
        enough = counts * most >= said * len(content)
        if enough.any():
            yield target, sources[enough].tolist()


def _said(questions: Sequence[SetQuestion], source: int, target: int) -> float:
    return said_in(questions[target].answer, questions[source].words)


def said_in(answer: Words, question: Words) -> float:
    """The share of the answer's content words that the question has in one run."""
    if not answer.content:
        return 0.0
    return longest_run(answer.content, question.content)[1] / len(answer.content)
