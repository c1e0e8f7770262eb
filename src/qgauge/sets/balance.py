"""How evenly a set asks: for kinds of answers, and from all places of its documents."""

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
"""What questions ask for: the coarse classes of Li and Roth, and yes or no."""
PLACES = ("beginning", "middle", "end")

_POLAR = word_set(
    "am are is was were be been do does did has have had can could may might must shall should "
    "will would"
)
_FEWEST_EXPECTED = 5.0
"""Below this in a cell, the chi-square distribution is no good approximation."""


@dataclass(frozen=True, slots=True)
class Balance:
    """Counts beside those of an even set."""

    counts: Mapping[str, int]
    expected: Mapping[str, float] | None = None
    """Where something is expected: places by the sentences they have."""
    p: float | None = None
    """How often counts would be this far from what is expected by chance alone."""

    @property
    def effective(self) -> float | None:
        """As many kinds, asked for equally often, would be as mixed as this; None for no question.

        The exponential of the entropy.
        """
        total = sum(self.counts.values())
        if not total:
            return None
        shares = [count / total for count in self.counts.values() if count]
        return exp(-sum(share * log(share) for share in shares))


def kind_of(question: Words, label: str) -> str:
    """The kind of answer a question asks for."""
    polar = question.all[:1] and question.all[0] in _POLAR
    if polar and "or" not in question.all and not QUESTION_WORDS & set(question.all):
        return "YES/NO"
    return label.partition(":")[0]


def kinds(found: Sequence[str]) -> Balance:
    return Balance({kind: found.count(kind) for kind in KINDS})


def third(sentence: int, sentences: int) -> str:
    """Where in a document a sentence is, counted from 1."""
    return PLACES[3 * (sentence - 1) // sentences]


def places(asked: Sequence[tuple[int, int]]) -> Balance:
    """The thirds of their documents that questions ask about: sentence and number of sentences.

    What is expected is every sentence asked about equally often.
    """
    counts = dict.fromkeys(PLACES, 0)
    expected = dict.fromkeys(PLACES, 0.0)
    for sentence, sentences in asked:
        counts[third(sentence, sentences)] += 1
        for number in range(1, sentences + 1):
            expected[third(number, sentences)] += 1 / sentences
    return Balance(counts, expected, _chance(counts, expected))


def _chance(counts: Mapping[str, int], expected: Mapping[str, float]) -> float | None:
    """The chi-square test of goodness of fit; None where too few are expected."""
    from scipy.special import chdtrc

    if min(expected.values()) < _FEWEST_EXPECTED:
        return None
    distance = sum((counts[name] - expected[name]) ** 2 / expected[name] for name in counts)
    return float(chdtrc(len(counts) - 1, distance))
