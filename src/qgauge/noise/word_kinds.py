"""Noise on the four word kinds of answerability (Nema and Khapra 2018, sec. 4.1)."""

from __future__ import annotations

from collections.abc import Callable

from qgauge.noise.places import Place, place_of
from qgauge.noise.words import Word, WordKind, side_by_side, whole_words, with_capital_of, words_of
from qgauge.text.words import QUESTION_WORDS


def names(text: str) -> list[Place]:
    """Drop names: runs of capitalised words with a following 's."""
    found: list[Place] = []
    before: Word | None = None
    for word in words_of(text):
        in_name = before is not None and before.kind == "name"
        if word.kind == "name":
            start = word.start
            if before is not None and in_name and side_by_side(text, before, word):
                start = found.pop().start
            found.append(Place(start, word.end, ("",)))
        elif word.kind == "clitic" and in_name:
            found[-1] = found[-1]._replace(end=word.end)
        before = word
    return found


def droppable(*kinds: WordKind) -> Callable[[str], list[Place]]:
    """Return a function that finds the words of these kinds, to be dropped."""

    def places(text: str) -> list[Place]:
        return [place_of(word, "") for word in whole_words(text) if word.kind in kinds]

    return places


def question_type(text: str) -> list[Place]:
    """Replace the first question word and the word that belongs to it.

    In the published rated questions, "what films" as a whole was replaced by "how".
    """
    words = words_of(text)
    for at, word in enumerate(words):
        if word.kind == "question":
            along = [next_ for next_ in words[at + 1 : at + 2] if next_.along]
            end = along[0].end if along else word.end
            others = sorted(QUESTION_WORDS - {word.lower})
            choices = tuple(with_capital_of(word.text, other) for other in others)
            return [Place(word.start, end, choices)]
    return []
