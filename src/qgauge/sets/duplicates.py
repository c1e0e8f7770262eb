"""Find duplicate questions, by their words, by QSTS and by their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from qgauge.core import Example, Tools
from qgauge.metrics.qsts import Qsts
from qgauge.metrics.qsts_parts import QUESTION_CLASS, REFERENCE_CLASS
from qgauge.sets.question import SetQuestion, sharing
from qgauge.sets.words import Words, dice, words_of
from qgauge.text.answer_forms import normal_form
from qgauge.tools.roles import Parse

SIMILARITY = Qsts(direction="both")
"""QSTS in both directions, because neither question is the other's reference."""

Answers = Literal["same", "different", "unclear"]

_AND = "and"
_SAME_ANSWER, _REWORDED = 0.8, 0.5
"""Dice of the content words of two answers that are surely, or perhaps, the same."""
_LONG_ANSWER = 4
"""Answers with at least this many content words may be paraphrased."""
_SAYS_LITTLE = frozenset({"yes", "no", "true", "false"})
"""Answers that unrelated questions share."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The minimum similarity of duplicates."""

    words: float
    """Dice of the content words, if the answers are not known to be the same."""
    words_same_answer: float
    """Dice of the content words, if the answers are the same."""
    qsts: float
    """QSTS, in both directions."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions that are duplicates, by their indices in the set."""

    first: int
    """The index of the first question."""
    second: int
    """The index of the second question."""
    words: float
    """Dice of their content words."""
    answers: Answers
    """Whether their answers are the `same`, `different` or `unclear`."""
    same_text: bool
    """Whether they have the same words."""
    qsts: float | None = None
    """Their QSTS; None for identical questions, and if QSTS has no score."""


def duplicates(
    questions: Sequence[SetQuestion], parses: Mapping[str, Parse], tools: Tools, limits: Thresholds
) -> tuple[list[Pair], dict[str, int]]:
    """Return the duplicate pairs, and the reasons why other pairs have no QSTS, with counts.

    QSTS is computed only for pairs that pass the word threshold. Duplicates must pass it anyway,
    so none is missed.
    """
    least = min(limits.words, limits.words_same_answer)
    likely = [pair for pair in _near(questions, least) if _likely(pair, questions, limits)]
    scored = _with_qsts([one for one in likely if not one.same_text], questions, parses, tools)
    reasons: dict[str, int] = {}
    found = [one for one in likely if one.same_text]
    for pair, unscored in scored:
        if unscored:
            reasons[unscored] = reasons.get(unscored, 0) + 1
        elif (pair.qsts or 0.0) >= limits.qsts:
            found.append(pair)
    return sorted(found, key=lambda one: (one.first, one.second)), reasons


def _near(questions: Sequence[SetQuestion], least: float) -> Iterator[Pair]:
    """Yield pairs with a Dice of at least `least`, and identical questions without content."""
    import numpy as np

    stems = [one.words.stems for one in questions]
    sizes = np.array([len(one) for one in stems], dtype=np.int64)
    for first, others, shared in sharing(stems, stems):
        words = 2 * shared / (sizes[first] + sizes[others])
        near = (others > first) & (words >= least)
        for second, alike in zip(others[near].tolist(), words[near].tolist(), strict=True):
            yield _pair(questions, first, second, alike)
    empty: dict[tuple[str, ...], list[int]] = {}
    for at, one in enumerate(questions):
        if not one.words.stems and one.words.all:
            empty.setdefault(one.words.all, []).append(at)
    for places in empty.values():
        for at, first in enumerate(places):
            for second in places[at + 1 :]:
                yield _pair(questions, first, second, 1.0)


def _pair(questions: Sequence[SetQuestion], first: int, second: int, words: float) -> Pair:
    one, other = questions[first], questions[second]
    same_text = one.words.all == other.words.all
    answers = same_answers(one.example.answer or "", other.example.answer or "")
    return Pair(first, second, words, answers, same_text)


@lru_cache(maxsize=1 << 16)
def _normal(answer: str) -> Words:
    return words_of(normal_form(answer))


def same_answers(one_answer: str, other_answer: str) -> Answers:
    """Return whether two answers are the same, judged by the content words of their normal forms.

    So "4,200" is "four thousand two hundred". An answer contained in the other is the same, unless
    the other lists more ("Falk", "Falk and Tarn") or has a different number. If each has words
    that the other lacks, they differ; long answers may be paraphrases.
    """
    first, second = _normal(one_answer), _normal(other_answer)
    one, other = first.stems - _SAYS_LITTLE, second.stems - _SAYS_LITTLE
    if not one or not other:
        return "unclear"
    numbers = [{word for word in each if any(map(str.isdigit, word))} for each in (one, other)]
    if not one & other or (all(numbers) and numbers[0] != numbers[1]):
        return "different"
    halves = _halves_of_the_day(first), _halves_of_the_day(second)
    if all(halves) and halves[0] != halves[1]:
        return "different"
    if one == other or dice(one, other) >= _SAME_ANSWER:
        return "same"
    if one <= other or other <= one:
        return "unclear" if (_AND in first.all) != (_AND in second.all) else "same"
    reworded = min(len(one), len(other)) >= _LONG_ANSWER and dice(one, other) >= _REWORDED
    return "unclear" if reworded else "different"


def _halves_of_the_day(words: Words) -> set[str]:
    """The "am" and "pm" after numbers; as a word, "am" has no content."""
    return {
        word
        for before, word in pairwise(words.all)
        if word in ("am", "pm") and before[-1].isdigit()
    }


def _likely(pair: Pair, questions: Sequence[SetQuestion], limits: Thresholds) -> bool:
    """Return whether the pair is a duplicate if QSTS agrees."""
    same_document = questions[pair.first].document == questions[pair.second].document
    if not same_document and pair.answers != "same":
        return False  # "What did he do next?" is a different question about a different text
    if pair.same_text:
        return True
    if pair.answers == "different":
        return False
    needed = limits.words_same_answer if pair.answers == "same" else limits.words
    return pair.words >= needed


def _with_qsts(
    pairs: Sequence[Pair],
    questions: Sequence[SetQuestion],
    parses: Mapping[str, Parse],
    tools: Tools,
) -> Iterator[tuple[Pair, str]]:
    """Yield each pair with its QSTS, or with the reason why it has none."""
    rows = [_row(questions[one.first], questions[one.second]) for one in pairs]
    scores = SIMILARITY.score(rows, {**tools, "parser": _Parsed(parses)}) if rows else []
    for pair, score in zip(pairs, scores, strict=True):
        value = score.value if isinstance(score.value, float) else None
        yield replace(pair, qsts=value), score.unscored


def _row(first: SetQuestion, second: SetQuestion) -> Example:
    classes = {QUESTION_CLASS: first.label, REFERENCE_CLASS: second.label}
    asked = first.example
    return Example(asked.id, asked.question, (second.example.question,), meta=classes)


class _Parsed:
    """A parser that returns existing parses, so that no text is parsed twice."""

    def __init__(self, parses: Mapping[str, Parse]) -> None:
        self._parses = parses

    def parse(self, texts: Iterable[str]) -> list[Parse]:
        return [self._parses[text] for text in texts]


def groups(pairs: Iterable[Pair]) -> list[list[int]]:
    """Return the connected components of duplicate pairs, each sorted."""
    of: dict[int, list[int]] = {}
    for pair in pairs:
        one = of.setdefault(pair.first, [pair.first])
        other = of.setdefault(pair.second, [pair.second])
        if one is not other:
            one += other
            for place in other:
                of[place] = one
    distinct = {id(group): sorted(group) for group in of.values()}
    return sorted(distinct.values())
