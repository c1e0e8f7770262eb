"""Balance of a set of questions over answer types and over the parts of documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

from qgauge.sets.words import Words
from qgauge.text.words import QUESTION_WORDS, word_set

KINDS: Mapping[str, str] = {
    "HUM": "person or group",
    "LOC": "place",
    "NUM": "number or date",
    "ENTY": "thing",
    "DESC": "description or reason",
    "ABBR": "abbreviation",
    "YES/NO": "yes or no",
}
"""Answer types: the coarse classes of Li and Roth (2002), and yes or no."""
PLACES = ("beginning", "middle", "end")

_POLAR = word_set(
    "am are is was were be been do does did has have had can could may might must shall should "
    "will would"
)
_FEWEST_EXPECTED = 5.0
"""Minimum expected count per cell; below it, the chi-square approximation is poor."""


@dataclass(frozen=True, slots=True)
class Balance:
    """Observed counts, and the counts expected of a balanced set."""

    counts: Mapping[str, int]
    expected: Mapping[str, float] | None = None
    """Expected counts, proportional to sentences for places; None if there are none."""
    p: float | None = None
    """p-value of the chi-square test of the counts."""

    @property
    def effective(self) -> float | None:
        """The effective number of kinds: the exponential of the entropy. None for an empty set."""
        total = sum(self.counts.values())
        if not total:
            return None
        shares = [count / total for count in self.counts.values() if count]
        return exp(-sum(share * log(share) for share in shares))


def kind_of(question: Words, label: str, *, answered_yes_or_no: bool = False) -> str:
    """Return the type of answer that a question asks for."""
    polar = bool(question.all) and question.all[0] in _POLAR and "or" not in question.all
    if (polar or answered_yes_or_no) and not QUESTION_WORDS & set(question.all):
        return "YES/NO"
    return label.partition(":")[0]


def kinds(found: Sequence[str]) -> Balance:
    return Balance({kind: found.count(kind) for kind in KINDS})


def third(sentence: int, sentences: int) -> str:
    """Return the third of the document that a sentence, counted from 1, is in."""
    return PLACES[3 * (sentence - 1) // sentences]


def places(asked: Sequence[tuple[int, int]]) -> Balance:
    """Return the balance over the thirds of documents.

    `asked` holds, for each question, its sentence and the number of sentences of its document.
    The expected counts assume that every sentence is asked about equally often.
    """
    counts = dict.fromkeys(PLACES, 0)
    expected = dict.fromkeys(PLACES, 0.0)
    for sentence, sentences in asked:
        counts[third(sentence, sentences)] += 1
        for number in range(1, sentences + 1):
            expected[third(number, sentences)] += 1 / sentences
    return Balance(counts, expected, _chance(counts, expected))


def _chance(counts: Mapping[str, int], expected: Mapping[str, float]) -> float | None:
    """Return the chi-square goodness-of-fit p-value; None if an expected count is too small."""
    from scipy.special import chdtrc

    if min(expected.values()) < _FEWEST_EXPECTED:
        return None
    distance = sum((counts[name] - expected[name]) ** 2 / expected[name] for name in counts)
    return float(chdtrc(len(counts) - 1, distance))
