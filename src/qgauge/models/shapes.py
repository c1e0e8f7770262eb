"""Word shapes: an input of the linguist model, because its word pieces are lower-cased."""

from __future__ import annotations

NONE, LOWER, CAPITALISED, UPPER, MIXED, OTHER = range(6)
"""NONE is for special tokens, OTHER for words without a letter."""
COUNT = 6


def word_shape(word: str) -> int:
    """Return the shape of a word; a single capital letter counts as capitalised.

    Examples:
        >>> word_shape("Paris") == CAPITALISED, word_shape("NASA") == UPPER
        (True, True)
    """
    letters = [letter for letter in word if letter.isalpha()]
    if not letters:
        return OTHER
    if all(letter.islower() for letter in letters):
        return LOWER
    if all(letter.isupper() for letter in letters):
        return UPPER if len(letters) > 1 else CAPITALISED
    capitalised = letters[0].isupper() and all(letter.islower() for letter in letters[1:])
    return CAPITALISED if capitalised else MIXED
