"""Questions that ask the same: by their words, by QSTS, and by their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from qgauge.core import Example, Tools
from qgauge.metrics.qsts import Qsts
from qgauge.metrics.qsts_parts import QUESTION_CLASS, REFERENCE_CLASS
from qgauge.sets.question import SetQuestion, sharing
from qgauge.sets.words import Words, dice
from qgauge.tools.roles import Parse

SIMILARITY = Qsts(direction="both")
"""Neither of two questions is the reference of the other."""

Answers = Literal["same", "different", "unclear"]

_AND = "and"
_SAME_ANSWER, _REWORDED = 0.8, 0.5
"""Dice of the content words of two answers: surely one, and perhaps one."""
_LONG_ANSWER = 4
"""Content words from which on an answer is likely to come in other words."""
_SAYS_LITTLE = frozenset({"yes", "no", "true", "false"})
"""Answers that many questions share without being alike."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What makes two questions one."""

    words: float
    """Dice of the content words, where the answers say nothing."""
    words_same_answer: float
    """The same for questions with one answer, of which less is asked."""
    qsts: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions that may be one, by their places in the set."""

    first: int
    second: int
    words: float
    answers: Answers
    same_text: bool
    qsts: float | None = None
    """None for the same text, which needs no comparison, and where QSTS has no score."""


def duplicates(
    questions: Sequence[SetQuestion], parses: Mapping[str, Parse], tools: Tools, limits: Thresholds
) -> tuple[list[Pair], dict[str, int]]:
    """The pairs that ask the same, and why others could not be judged.

    Only pairs with enough words in common are compared by QSTS. As these words are needed anyway,
    no duplicate is lost by that.
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
    """Every pair with so many words in common, and those without content that are one text."""
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
    return Pair(first, second, words, compare_answers(one.answer, other.answer), same_text)


def compare_answers(first: Words, second: Words) -> Answers:
    """Whether two answers are one: by their content words, as far as these tell.

    One within the other is the same, unless it names more things ("Falk", "Falk and Tarn") or has
    another number. Where both have words of their own, they differ; long ones may be reworded.
    """
    one, other = first.stems - _SAYS_LITTLE, second.stems - _SAYS_LITTLE
    if not one or not other:
        return "unclear"
    numbers = [{word for word in each if any(map(str.isdigit, word))} for each in (one, other)]
    if not one & other or (all(numbers) and numbers[0] != numbers[1]):
        return "different"
    if one == other or dice(one, other) >= _SAME_ANSWER:
        return "same"
    if one <= other or other <= one:
        return "unclear" if (_AND in first.all) != (_AND in second.all) else "same"
    reworded = min(len(one), len(other)) >= _LONG_ANSWER and dice(one, other) >= _REWORDED
    return "unclear" if reworded else "different"


def _likely(pair: Pair, questions: Sequence[SetQuestion], limits: Thresholds) -> bool:
    """Whether the pair is one question, if QSTS agrees."""
    same_document = questions[pair.first].document == questions[pair.second].document
    if not same_document and pair.answers != "same":
        return False  # "What did he do next?" is another question about another text
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
    """Each pair with its QSTS, or with the reason why it has none."""
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
    """The parses there are, as a parser: no text is parsed twice."""

    def __init__(self, parses: Mapping[str, Parse]) -> None:
        self._parses = parses

    def parse(self, texts: Iterable[str]) -> list[Parse]:
        return [self._parses[text] for text in texts]


def groups(pairs: Iterable[Pair]) -> list[list[int]]:
    """Questions that are linked by duplicates, also through others, each group in order."""
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
