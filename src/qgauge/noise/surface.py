"""Surface noise: word order, repeated words, cut ends, typos, capitals, the question mark."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from qgauge.noise.places import Place, place_of
from qgauge.noise.words import Word, side_by_side, whole_words, with_capital_of, words_of

_MARKS = "?？؟"
_MISSPELT_LENGTHS = range(4, 31)


def swapped_words(text: str) -> list[Place]:
    """Swap two adjacent words."""
    return [
        put_behind(text, one, [other])
        for one, other in pairwise(whole_words(text))
        if one.lower != other.lower and side_by_side(text, one, other)
    ]


def put_behind(text: str, word: Word, others: Sequence[Word]) -> Place:
    """Move a word behind the words that follow it.

    At the start of a question, the new first word is capitalised, and the moved word is put in
    lower case unless it is a name.
    """
    start, end = others[0].start, others[-1].end
    front, moved = text[start:end], word.text
    if _is_first(text, word):
        front, moved = with_capital_of(moved, front), _uncapitalised(moved)
    return Place(word.start, end, (front + text[word.end : start] + moved,))


def _is_first(text: str, word: Word) -> bool:
    """Return whether a word may be capitalised only because it is the first."""
    if word.kind == "name" or word.start > words_of(text)[0].start:
        return False
    return not text[: word.start].strip()


def _uncapitalised(word: str) -> str:
    return word[:1].lower() + word[1:]


def doubled_words(text: str) -> list[Place]:
    """Repeat a word."""
    return [
        place_of(word, f"{word.text} {_uncapitalised(word.text)}")
        if _is_first(text, word)
        else place_of(word, f"{word.text} {word.text}")
        for word in whole_words(text)
    ]


def cut_ends(text: str) -> list[Place]:
    """Cut off the end, keeping at least two words and the final mark."""
    words = words_of(text)
    return [
        Place(word.end, words[-1].end, ("",))
        for word, after in pairwise(words[1:])
        if after.kind != "clitic"
    ]


def misspelt_words(text: str) -> list[Place]:
    """Swap, drop or double a letter in words of 4 to 30 letters.

    The first letter stays, as in most typos.
    """
    return [
        place_of(word, *_misspellings(word.text))
        for word in words_of(text)
        if len(word.text) in _MISSPELT_LENGTHS and word.text.isalpha()
    ]


def _misspellings(word: str) -> list[str]:
    found: dict[str, None] = {}
    for at in range(1, len(word)):
        head, letter, tail = word[:at], word[at], word[at + 1 :]
        if tail:
            found[head + tail[0] + letter + tail[1:]] = None
        found[head + tail] = None
        found[head + letter + letter + tail] = None
    found.pop(word, None)  # swapping two equal letters changes nothing
    return list(found)


def capitals(text: str) -> list[Place]:
    """Put capitalised words in lower case."""
    return [place_of(word, word.lower) for word in words_of(text) if word.lower != word.text]


def final_mark(text: str) -> list[Place]:
    """Drop the final question mark."""
    end = len(text.rstrip())
    start = len(text[:end].rstrip(_MARKS))
    return [Place(start, end, ("",))] if start < end else []
