"""Find shallow questions: generic ones, and copies of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qgauge.sets.words import Words
from qgauge.text.runs import Runs
from qgauge.text.stem import stem
from qgauge.text.words import QUESTION_WORDS

GENERIC = frozenset(
    stem(word)
    for word in """
    account according answer article author chapter character concept content context conclude
    conclusion describe described describes description detail details discuss discussed document
    event events example excerpt explain explained fact facts following give given happen happened
    happens idea ideas important information interesting kind key know learn main man mean means
    mention mentioned message narrator one overall paragraph part passage people person piece
    place point purpose question reader reading reason say says said section sentence someone
    something sort statement story subject summarise summarize summary take tell text theme thing
    things think title told topic true false type way woman word words write writer written
    """.split()  # noqa: SIM905 - a word list reads best as words
)
"""Stems that fit questions about any text."""

_LEAST_COPIED = 6
"""Words of a copied run; shorter runs are often names."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A run of words that a question copies from a sentence."""

    share: float
    """Proportion of the question's words, question words excluded."""
    run: str
    sentence: int


def is_generic(question: Words) -> bool:
    """Return whether the question could be asked about any text: all its stems are generic."""
    return not question.stems - GENERIC


def copied(question: Words, sentences: Sequence[Words]) -> Copy | None:
    """Return the longest run that a sentence contains as well."""
    asked = [word for word in question.all if word not in QUESTION_WORDS]
    runs = Runs(question.all)
    best: Copy | None = None
    for number, sentence in enumerate(sentences, 1):
        start, length = runs.longest_in(sentence.all)
        run = question.all[start : start + length]
        size = sum(word not in QUESTION_WORDS for word in run)
        if size >= _LEAST_COPIED and (best is None or size / len(asked) > best.share):
            best = Copy(size / len(asked), " ".join(run), number)
    return best
