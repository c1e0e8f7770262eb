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

    teller: int
    asked: int
    said: float
    """The share of the answer's content words that stand in the question in one run."""
    shared: float
    """The share of the other question's content words that the teller has; 1 for its own."""


def leaks(questions: Sequence[SetQuestion], said: float, shared: float) -> list[Leak]:
    """Every leak of a set; only questions about one document tell something about each other.

    A question with "or" or "between" offers its answer as a choice and says nothing.
    """
    found = []
    told = [one.words.stems if not _CHOICE & {*one.words.all} else frozenset() for one in questions]
    answers = [one.answer.stems for one in questions]
    own = {at for at in range(len(questions)) if told[at] and _said(questions, at, at) >= said}
    found += [Leak(at, at, _said(questions, at, at), 1.0) for at in sorted(own)]
    for asked, tellers in _tellers([one.answer for one in questions], told, said):
        if asked in own:
            continue  # whoever asks it has said it already
        rest = questions[asked].words.stems - answers[asked]
        for teller in tellers:
            if teller == asked or questions[teller].document != questions[asked].document:
                continue
            common = len(rest & told[teller]) / len(rest) if rest else 0.0
            if common >= shared and (share := _said(questions, teller, asked)) >= said:
                found.append(Leak(teller, asked, share, common))
    return sorted(found, key=lambda one: (one.teller, one.asked))


def _tellers(
    answers: Sequence[Words], told: Sequence[frozenset[str]], said: float
) -> Iterator[tuple[int, list[int]]]:
    """For each answer the questions that have enough of its words, in whatever order."""
    for asked, tellers, counts in sharing([one.stems for one in answers], told):
        content = answers[asked].content
        # a run counts a word as often as it stands in the answer, `counts` only once
        most = max(Counter(content).values(), default=1)
        enough = counts * most >= said * len(content)
        if enough.any():
            yield asked, tellers[enough].tolist()


def _said(questions: Sequence[SetQuestion], teller: int, asked: int) -> float:
    return said_in(questions[asked].answer, questions[teller].words)


def said_in(answer: Words, question: Words) -> float:
    """The share of the answer's content words that the question has in one run."""
    if not answer.content:
        return 0.0
    return longest_run(answer.content, question.content)[1] / len(answer.content)
