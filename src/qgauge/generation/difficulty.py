"""How hard a question is, by a formula over things that a reader can check.

The formula is ours. It was not measured on students.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

from qgauge.core import BadSetting
from qgauge.core.suggestions import no_such
from qgauge.generation.candidates import Candidate
from qgauge.sets.words import Words, words_of
from qgauge.text.sentences import sentence_spans
from qgauge.text.words import STOP_WORDS

WEIGHTS = {"wording": 0.35, "kind": 0.2, "doubt": 0.2, "distance": 0.15, "words": 0.1}
"""The weight of each part."""
KINDS = {
    "who": 0.0,
    "when": 0.0,
    "where": 0.0,
    "how many": 0.2,
    "which": 0.3,
    "what": 0.4,
    "how": 0.8,
    "why": 1.0,
}
"""How hard each kind of question is: a reason or a manner is harder to find than a name."""
LEVELS = {"easy": (0.0, 0.3), "medium": (0.3, 0.5), "hard": (0.5, 1.0)}
"""The ranges of the named levels."""
FARTHEST = 3
"""Sentences between answer and evidence; more make no difference."""
_SHORT, _LONG = 4, 12
"""Letters of a word: up to the first it is easy, from the second on it is as hard as can be."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The parts of a question's difficulty, each from 0, easy, to 1, hard.

    Examples:
        >>> from qgauge.generation.difficulty import Difficulty
        >>> Difficulty(wording=0.5, kind=1.0, doubt=0.1, distance=0.0, words=0.2).value
        0.415
    """

    wording: float
    """The share of the question's words that the answer's sentence does not have."""
    kind: float
    """How hard questions of this kind are, by `KINDS`."""
    doubt: float
    """1 less the confidence of the reader."""
    distance: float
    """How far the words that the answer's sentence does not have are from it."""
    words: float
    """How long the words of the question are."""

    @property
    def value(self) -> float:
        """The weighted mean of the parts."""
        parts = [WEIGHTS[one.name] * float(getattr(self, one.name)) for one in fields(self)]
        return round(sum(parts), 4)


def difficulty_of(candidate: Candidate, confidence: float) -> Difficulty:
    """Return how hard a question is.

    Args:
        candidate: The question, with its answer and passage.
        confidence: The reader's confidence in its answer.

    Returns:
        The parts of its difficulty.
    """
    passage, place = candidate.target.passage.text, candidate.target.place
    spans = sentence_spans(passage)
    at = max((n for n, (start, _) in enumerate(spans) if start <= place.start), default=0)
    sentences = [words_of(passage[start:end]) for start, end in spans]
    asked = words_of(candidate.question)
    here = sentences[at].stems if sentences else frozenset()
    missing = asked.stems - here
    return Difficulty(
        wording=len(missing) / len(asked.stems) if asked.stems else 0.0,
        kind=KINDS.get(candidate.kind, 0.5),
        doubt=min(1.0, max(0.0, 1 - confidence)),
        distance=_distance(missing, sentences, at),
        words=_length(asked),
    )


def _distance(missing: frozenset[str], sentences: Sequence[Words], at: int) -> float:
    """Return how far, from 0 to 1, the sentences with these stems are, on average."""
    if not missing:
        return 0.0
    near = range(max(0, at - FARTHEST + 1), min(len(sentences), at + FARTHEST))
    found = []
    for stem in sorted(missing):
        apart = [abs(n - at) for n in near if stem in sentences[n].stems]
        found.append(min(apart, default=FARTHEST) / FARTHEST)
    return sum(found) / len(found)


def _length(asked: Words) -> float:
    sizes = [len(word) for word in asked.all if word not in STOP_WORDS]
    if not sizes:
        return 0.0
    return sum(min(1.0, max(0.0, (size - _SHORT) / (_LONG - _SHORT))) for size in sizes) / len(
        sizes
    )


def wanted_range(given: str | tuple[float, float] | None) -> tuple[float, float]:
    """Return the range of difficulty that a user wants.

    Args:
        given: A level, two numbers such as `".3-.7"`, or the two numbers as a tuple; None for any.

    Returns:
        The lowest and the highest difficulty.

    Raises:
        BadSetting: It is neither a level nor a range within 0 and 1.

    Examples:
        >>> from qgauge.generation.difficulty import wanted_range
        >>> wanted_range("hard"), wanted_range(".3-.7")
        ((0.5, 1.0), (0.3, 0.7))
    """
    if given is None:
        return 0.0, 1.0
    if isinstance(given, str):
        name = given.strip().lower()
        if name in LEVELS:
            return LEVELS[name]
        if not any(map(str.isdigit, name)):
            raise BadSetting(no_such("There is no difficulty", given, LEVELS))
        numbers = re.fullmatch(r"(\d?\.?\d+)\s*(?:-|–|\.\.)\s*(\d?\.?\d+)", name)
        bounds = [float(one) for one in numbers.groups()] if numbers else []
    else:
        bounds = list(given)
    if len(bounds) != 2 or not 0 <= bounds[0] < bounds[1] <= 1:
        raise BadSetting(
            f"difficulty must be {', '.join(LEVELS)} or a range from 0 to 1 such as .3-.7, "
            f"not {given!r}."
        )
    return bounds[0], bounds[1]
