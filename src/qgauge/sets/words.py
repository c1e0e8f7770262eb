"""The normalised words of questions, answers and sentences."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property

from qgauge.text.stem import stem
from qgauge.text.ud import ud_words
from qgauge.text.words import STOP_WORDS, word_set

_CLITICS = frozenset({"n't", "'s", "'re", "'ve", "'ll", "'d", "'m"})
TELLING = word_set(
    "above after all before below both few more most no not only other over same under very"
)
"""Stop words that change the meaning of a question or answer: "before the war", "no damage"."""
_WITHOUT_CONTENT = STOP_WORDS - TELLING


@dataclass(frozen=True)
class Words:
    """The words of a text in lower case, and the stems of its content words."""

    all: tuple[str, ...]
    content: tuple[str, ...]

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(self.content)


def words_of(text: str) -> Words:
    every, content = [], []
    for place, word in enumerate(ud_words(text)):
        form = unicodedata.normalize("NFC", word.text.casefold()).replace("’", "'")
        if not any(sign.isalnum() for sign in form) or form in _CLITICS:
            continue
        every.append(form)
        if form not in _WITHOUT_CONTENT or (place and _is_letter(word.text)):
            content.append(stem(form))
    return Words(tuple(every), tuple(content))


def _is_letter(text: str) -> bool:
    """Return whether a word is a single capital, such as the A of "vitamin A"."""
    return len(text) == 1 and text.isupper()


def dice(first: frozenset[str], second: frozenset[str]) -> float:
    """Return the Dice coefficient of two sets; 0 if one is empty."""
    if not first or not second:
        return 0.0
    return 2 * len(first & second) / (len(first) + len(second))
