"""The shape of a word, which the linguist is told beside its (lower-cased) word pieces."""

from __future__ import annotations

NONE, LOWER, CAPITALISED, UPPER, MIXED, OTHER = range(6)
"""No word (the signs around a text), the ways to write one, and words without a letter."""
COUNT = 6


def word_shape(word: str) -> int:
    """How a word is written; one capital letter alone counts as capitalised."""
    letters = [letter for letter in word if letter.isalpha()]
    if not letters:
        return OTHER
    if all(letter.islower() for letter in letters):
        return LOWER
    if all(letter.isupper() for letter in letters):
        return UPPER if len(letters) > 1 else CAPITALISED
    capitalised = letters[0].isupper() and all(letter.islower() for letter in letters[1:])
    return CAPITALISED if capitalised else MIXED
