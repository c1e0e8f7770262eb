"""Pairs of duplicate questions: what they are, and when two questions may be one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from qgauge.sets.words import Words, dice, words_of
from qgauge.text.answer_forms import normal_form

Answers = Literal["same", "different", "unclear"]

_AND = "and"
SAME_ANSWER, REWORDED = 0.8, 0.5
"""Dice of the content words of two answers that are surely, or perhaps, the same."""
LONG_ANSWER = 4
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


@lru_cache(maxsize=1 << 16)
def _normal(answer: str) -> Words:
    return words_of(normal_form(answer))


def answer_stems(answer: str) -> frozenset[str]:
    """Return the stems by which `same_answers` compares an answer; none if it says little."""
    return _telling(_normal(answer))


def _telling(words: Words) -> frozenset[str]:
    return words.stems - _SAYS_LITTLE


def same_answers(one_answer: str, other_answer: str) -> Answers:
    """Return whether two answers are the same, judged by the content words of their normal forms.

    So "4,200" is "four thousand two hundred". An answer contained in the other is the same, unless
    the other lists more ("Falk", "Falk and Tarn") or has a different number. If each has words
    that the other lacks, they differ; long answers may be paraphrases.
    """
    first, second = _normal(one_answer), _normal(other_answer)
    one, other = _telling(first), _telling(second)
    if not one or not other:
        return "unclear"
    numbers = [{word for word in each if any(map(str.isdigit, word))} for each in (one, other)]
    if not one & other or (all(numbers) and numbers[0] != numbers[1]):
        return "different"
    halves = _halves_of_the_day(first), _halves_of_the_day(second)
    if all(halves) and halves[0] != halves[1]:
        return "different"
    if one == other or dice(one, other) >= SAME_ANSWER:
        return "same"
    if one <= other or other <= one:
        return "unclear" if (_AND in first.all) != (_AND in second.all) else "same"
    reworded = min(len(one), len(other)) >= LONG_ANSWER and dice(one, other) >= REWORDED
    return "unclear" if reworded else "different"


def _halves_of_the_day(words: Words) -> set[str]:
    """The "am" and "pm" after numbers; as a word, "am" has no content."""
    return {
        word
        for before, word in pairwise(words.all)
        if word in ("am", "pm") and before[-1].isdigit()
    }


def is_likely(pair: Pair, limits: Thresholds, *, same_document: bool) -> bool:
    """Return whether the pair is a duplicate if QSTS agrees."""
    if not same_document and pair.answers != "same":
        return False  # "What did he do next?" is a different question about a different text
    if pair.same_text:
        return True
    if pair.answers == "different":
        return False
    needed = limits.words_same_answer if pair.answers == "same" else limits.words
    return pair.words >= needed


def groups(pairs: Iterable[Pair]) -> list[list[int]]:
    """Return the connected components of duplicate pairs, each sorted."""
    of: dict[int, list[int]] = {}
    for pair in pairs:
        one = of.setdefault(pair.first, [pair.first])
        other = of.setdefault(pair.second, [pair.second])
        if one is not other:
            # the smaller joins the larger, so that a question moves at most log n times
            large, small = (one, other) if len(one) >= len(other) else (other, one)
            large += small
            for place in small:
                of[place] = large
    distinct = {id(group): sorted(group) for group in of.values()}
    return sorted(distinct.values())
