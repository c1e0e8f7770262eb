"""Whether a question keeps to what the passage says: the relations between its words.

A small generator joins words that the passage does not join: "Who taught the owners?" where a
teacher gave money to them. In a faithful question, words that depend on each other are close in a
sentence of the passage, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qgauge.text.words import STOP_WORDS, word_set
from qgauge.tools.roles import Parse, Word

BY_DISTANCE: Mapping[int, float] = {0: 1.0, 1: 1.0, 2: 0.8, 3: 0.4, 4: 0.2}
"""Support of two joined words by the number of steps between them in the tree of a sentence."""
UNKNOWN = 0.5
"""Support of a pair with a word that the passage does not have: it may be a paraphrase."""
PRONOUN = 0.7
"""Support of a subject or owner for which the passage has a pronoun: it may be somebody else."""
ALONE = 0.75
"""Support of a question without such pairs, such as "Where was the village?": it says little."""
_JOINED = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "ADV"})
_LIGHT = frozenset(
    {"be", "do", "have", "happen", "call", "name", "type", "kind", "sort", "part", "use", "make"}
    | {"many", "much", "long", "far", "high", "often", "old", "tall", "large", "way", "thing"}
)
"""Lemmas that questions add to any sentence."""
_ALONGSIDE = frozenset({"appos", "conj"})
_BY_PRONOUN = ("nsubj", "nsubj:pass", "nmod:poss")
_PRONOUNS = word_set("he she it they his her its their")
_MOST_PLACES = 20
"""Occurrences of a word that are compared, so that time stays linear."""
_MOST_STEPS = 12


def support(question: Parse, passage: Parse) -> float:
    """Return how well the passage supports the relations between the words of a question.

    Args:
        question: The parse of the question.
        passage: The parse of the passage.

    Returns:
        From 0 to 1: the mean over the pairs of content words of which one depends on the other;
        `ALONE` if there are none.
    """
    places: dict[str, list[int]] = {}
    for at, word in enumerate(passage.words):
        for form in {word.lemma.lower(), word.text.lower()}:
            places.setdefault(form, []).append(at)
    pairs = _pairs(question.words)
    if not pairs:
        return ALONE
    return sum(_pair_support(one, other, places, passage.words) for one, other in pairs) / len(
        pairs
    )


def _pairs(words: Sequence[Word]) -> list[tuple[Word, Word]]:
    """Return the pairs of content words that depend on each other, past words without content."""
    found = []
    for word in words:
        head, steps = word.head, 0
        while head >= 0 and not _has_content(words[head]) and steps < _MOST_STEPS:
            head, steps = words[head].head, steps + 1
        if head >= 0 and _has_content(word) and _has_content(words[head]):
            found.append((word, words[head]))
    return found


def _has_content(word: Word) -> bool:
    return (
        word.upos in _JOINED
        and word.lemma.lower() not in _LIGHT
        and word.text.lower() not in STOP_WORDS
    )


def _pair_support(
    one: Word, other: Word, places: Mapping[str, list[int]], words: Sequence[Word]
) -> float:
    first, second = (_places(word, places) for word in (one, other))
    if not first or not second:
        return UNKNOWN
    steps = [
        _distance(a, b, words)
        for a in first
        for b in second
        if words[a].sentence == words[b].sentence and not _is_other(one, words[a], words[b], a, b)
    ]
    found = max((BY_DISTANCE.get(each, 0.0) for each in steps), default=0.0)
    if one.relation in _BY_PRONOUN and any(_has_pronoun(at, one, words) for at in second):
        return max(found, PRONOUN)
    return found


def _has_pronoun(at: int, asked: Word, words: Sequence[Word]) -> bool:
    """Return whether a word of the passage has a pronoun in the place of a noun of the question."""
    near = words[max(0, at - _MOST_STEPS) : at]
    return any(
        word.head == at
        and word.upos in ("PRON", "DET")
        and word.relation == asked.relation
        and word.text.lower() in _PRONOUNS
        for word in near
    )


def _is_other(asked: Word, one: Word, other: Word, at: int, beside: int) -> bool:
    """Return whether words that the question joins by "of" are two names of one thing, or a list.

    "The owners, Samir and Leila" does not say "the owners of Samir".
    """
    if asked.relation not in ("nmod", "obl", "nmod:poss"):
        return False
    return (one.head == beside and one.relation in _ALONGSIDE) or (
        other.head == at and other.relation in _ALONGSIDE
    )


def _places(word: Word, places: Mapping[str, list[int]]) -> list[int]:
    found = places.get(word.lemma.lower()) or places.get(word.text.lower()) or []
    return found[:_MOST_PLACES]


def _distance(one: int, other: int, words: Sequence[Word]) -> int:
    """Return the steps between two words of a sentence in its tree."""
    above: dict[int, int] = {}
    at, steps = one, 0
    while at >= 0 and steps < _MOST_STEPS:
        above[at] = steps
        at, steps = words[at].head, steps + 1
    at, steps = other, 0
    while at >= 0 and steps < _MOST_STEPS:
        if at in above:
            return above[at] + steps
        at, steps = words[at].head, steps + 1
    return 2 * _MOST_STEPS
