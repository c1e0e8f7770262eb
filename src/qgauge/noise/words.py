"""The words of a question with their positions and their kinds, as defined by answerability."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from qgauge.text.ud import ud_words
from qgauge.text.words import FUNCTION_WORDS, QUESTION_WORDS, TAKES_NEXT_WORD, word_set

WordKind = Literal["name", "content", "function", "question", "clitic", "auxiliary"]

MODALS = word_set("can could will would shall should may might must")
_CLITIC = re.compile(r"n['’]t|['’]\w+", re.IGNORECASE)
_JOINTS = ("-", "–", "/")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a question, from `start` to `end`."""

    text: str
    start: int
    end: int
    kind: WordKind
    along: bool = False
    """Whether it belongs to the preceding question word ("which film")."""

    @property
    def lower(self) -> str:
        return self.text.lower()


@lru_cache(maxsize=64)  # several kinds of noise look at the same question
def words_of(text: str) -> tuple[Word, ...]:
    """Return the words without punctuation; hyphenated words are one word."""
    spans: list[tuple[int, int]] = []
    for piece in ud_words(text):
        joins = piece.text in _JOINTS or text[piece.start - 1] in _JOINTS
        if joins and spans and spans[-1][1] == piece.start:
            spans[-1] = (spans[-1][0], piece.end)
        else:
            spans.append((piece.start, piece.end))
    return tuple(_with_kinds(text, spans))


def whole_words(text: str) -> list[Word]:
    """Return the words without clitics and without their hosts ("don't")."""
    words = words_of(text)
    clitics = {word.start for word in words if word.kind == "clitic"}
    return [word for word in words if word.kind != "clitic" and word.end not in clitics]


def side_by_side(text: str, one: Word, other: Word) -> bool:
    """Return whether only white space is between two words."""
    return text[one.end : other.start].isspace()


def with_capital_of(model: str, word: str) -> str:
    """Capitalise a word if `model` is capitalised."""
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


def _with_kinds(text: str, spans: list[tuple[int, int]]) -> Iterator[Word]:
    goes_along = False
    first = True
    for start, end in spans:
        word = text[start:end]
        if not any(map(str.isalnum, word)):
            continue
        lower = word.lower()
        along = False
        kind: WordKind
        if _CLITIC.fullmatch(lower):
            # a clitic cannot be dropped or changed separately
            kind, goes_along = "clitic", False
        elif lower in QUESTION_WORDS:
            kind, goes_along = "question", lower in TAKES_NEXT_WORD
        elif goes_along:
            kind, along, goes_along = "question", True, False
        elif lower in FUNCTION_WORDS:
            kind = "function"
        elif first and lower in MODALS:
            kind = "auxiliary"  # an initial "Could" is capitalised but not a name
        elif word[0].isupper():
            kind = "name"
        else:
            kind = "content"
        first = False
        yield Word(word, start, end, kind, along)
