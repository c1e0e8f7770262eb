"""Choose the questions of a quiz: the best ones, which differ and cover the whole text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from qgauge.core import Example, Tools
from qgauge.generation.candidates import Candidate
from qgauge.generation.texts import Document
from qgauge.sets import judge
from qgauge.sets.choice import rivals
from qgauge.sets.leaks import said_in
from qgauge.text.answer_forms import normal_form

BEST_PER_ANSWER = 3
"""Questions about one answer that may be chosen; the others are worse ones of the same kind."""
ANSWER_SAID = 0.8
"""Share of an answer's content words that no other question about its sentence may say."""
SAME_SENTENCE = 0.06
"""What each chosen question about the same sentence takes off the chance of another."""
SAME_ANSWER = 0.05
"""What each chosen question with the same answer, from another place, takes off."""
SAME_KIND = 0.08
"""What a kind takes off that all chosen questions have; less if only some have it."""
SAME_THIRD = 0.05
"""The same for a third of the text."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A question that passed all checks, with its scores."""

    candidate: Candidate
    quality: float
    """The value of the metric `quality`."""
    difficulty: float
    usable: float
    """The chance that a teacher could use it."""

    @property
    def _order(self) -> tuple[float, int, int, str]:
        target = self.candidate.target
        return -self.usable, target.start, target.end, self.candidate.question


def choose(scored: Sequence[Scored], document: Document, count: int, tools: Tools) -> list[Scored]:
    """Choose questions about a document one by one, each time the one that adds most.

    No two of them ask the same, give away each other's answer, or have answers that overlap in
    the text. The chance that a teacher could use it counts most; kinds, sentences, answers and
    thirds of the text that were chosen before make a question less likely. The order of
    `scored` does not matter.

    Args:
        scored: The questions to choose from.
        document: The document that they are about.
        count: The maximum number of questions.
        tools: The parser, classifier and embedder, by role.

    Returns:
        The chosen questions, the best first.
    """
    pool = _best_per_answer(scored)
    if not pool:
        return []
    excluded, blocking = _conflicts(pool, document, tools)
    chosen: list[int] = []
    open_ = [at for at in range(len(pool)) if at not in excluded]
    state = _Chosen(document)
    while open_ and len(chosen) < count:
        best = max(open_, key=lambda at: (pool[at].usable - state.cost(pool[at]), -at))
        chosen.append(best)
        state.add(pool[best])
        open_ = [at for at in open_ if at != best and at not in blocking[best]]
    return sorted((pool[at] for at in chosen), key=lambda one: one._order)


def _best_per_answer(scored: Sequence[Scored]) -> list[Scored]:
    """Return the best questions about each answer, in an order that depends on nothing else."""
    found: defaultdict[tuple[int, int], list[Scored]] = defaultdict(list)
    for one in sorted(scored, key=lambda one: one._order):
        several = found[one.candidate.target.start, one.candidate.target.end]
        if len(several) < BEST_PER_ANSWER:
            several.append(one)
    return sorted(
        (one for several in found.values() for one in several), key=lambda one: one._order
    )


def _conflicts(
    pool: Sequence[Scored], document: Document, tools: Tools
) -> tuple[set[int], list[set[int]]]:
    """Return the questions that are flawed, and for each the ones it cannot be chosen with."""
    # only the sentences that are asked about: a book need not be parsed once more
    asked = sorted({one.candidate.target.sentence for one in pool})
    numbers = {sentence: number for number, sentence in enumerate(asked, 1)}
    spans = [document.sentences[sentence] for sentence in asked]
    sentences = tuple(document.text[start:end] for start, end in spans)
    rows = [
        Example(
            str(at),
            one.candidate.question,
            answer=one.candidate.answer,
            sentences=sentences,
            answer_sentence=numbers[one.candidate.target.sentence],
        )
        for at, one in enumerate(pool)
    ]
    found = judge(rows, tools)[""]
    blocking = rivals(found)
    by_place = sorted(range(len(pool)), key=lambda at: pool[at].candidate.target.start)
    for number, at in enumerate(by_place):
        for other in by_place[number + 1 :]:
            if pool[other].candidate.target.start >= pool[at].candidate.target.end:
                break
            blocking[at].add(other)
            blocking[other].add(at)
    about: defaultdict[int, list[int]] = defaultdict(list)
    for at, one in enumerate(pool):
        about[one.candidate.target.sentence].append(at)
    for several in about.values():
        for at, other in permutations(several, 2):
            answer, question = found.questions[at].question, found.questions[other].question
            if said_in(answer.answer, question.words) >= ANSWER_SAID:
                blocking[at].add(other)
                blocking[other].add(at)
    # `one.flawed` would also exclude short copies, which are natural questions
    flawed = {at for at, one in enumerate(found.questions) if one.generic or one.own_leak}
    return flawed, blocking


class _Chosen:
    """What the chosen questions have in common with another."""

    def __init__(self, document: Document) -> None:
        self._sentences = max(1, len(document.sentences))
        self._count = 0
        self._seen: Counter[tuple[str, object]] = Counter()

    def _traits(self, one: Scored) -> list[tuple[float, tuple[str, object], float]]:
        """Return what each trait costs, the trait, and the share that costs nothing."""
        candidate = one.candidate
        sentence = candidate.target.sentence
        return [
            (SAME_KIND, ("kind", candidate.kind), 0.0),
            (SAME_THIRD, ("third", 3 * sentence // self._sentences), 1 / 3),
        ]

    def cost(self, one: Scored) -> float:
        """Return what is taken off for what a question shares with those that were chosen."""
        if not self._count:
            return 0.0
        candidate = one.candidate
        cost = SAME_SENTENCE * self._seen["sentence", candidate.target.sentence]
        cost += SAME_ANSWER * self._seen["answer", normal_form(candidate.answer)]
        for weight, trait, free in self._traits(one):
            cost += weight * max(0.0, self._seen[trait] / self._count - free)
        return cost

    def add(self, one: Scored) -> None:
        candidate = one.candidate
        self._count += 1
        self._seen["sentence", candidate.target.sentence] += 1
        self._seen["answer", normal_form(candidate.answer)] += 1
        self._seen.update(trait for _, trait, _ in self._traits(one))
