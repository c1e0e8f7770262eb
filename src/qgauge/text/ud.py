"""Rule-based Universal Dependencies tokeniser: splits off clitics, hyphens and punctuation.

The rules follow the UD English Web Treebank. Sentence boundaries are not needed: whether a full
stop belongs to an abbreviation is decided by the next chunk of text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import not_
from typing import NamedTuple

from qgauge.text.memo import Memo
from qgauge.text.ud_lists import (
    ABBREVIATED_BEFORE_A_NUMBER,
    AFTER_IT_IS,
    ALWAYS_ABBREVIATED,
    FUSED,
    NEVER_LAST,
    SENTENCE_STARTERS,
)
from qgauge.text.ud_rules import word_ends


class Word(NamedTuple):
    """A word with its character offsets."""

    text: str
    start: int
    end: int
    space_after: bool
    """Whether white space follows."""


# A word within its chunk: form, start, end, whether it is the last.
_Part = tuple[str, int, int, bool]
_Test = Callable[[str], bool]
# The default words of a chunk, and the words it has if the next chunk passes the test.
_Reading = tuple[list[_Part], _Test | None, list[_Part]]

_CHUNK = re.compile(r"\S+")
# The next chunk, unless an empty line comes first.
_NEXT = re.compile(r"[^\S\n]*+\n?[^\S\n]*+(\S{1,24}+)")
_OPENING = "\"'([{“‘«*-"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_FIRST_WORD = re.compile(r"[^\W\d_]+")


def _is_capitalised(word: str) -> bool:
    """Return whether a word has an initial capital; words in all capitals do not count."""
    return word[0].isupper() and (len(word) == 1 or not word.isupper())


def _ends_sentence_if_capital(following: str) -> bool:
    first = _FIRST_WORD.match(following.lstrip(_OPENING))
    return not following if first is None else _is_capitalised(first[0])


def _ends_sentence(following: str) -> bool:
    """Return whether a full stop before `following` ends a sentence, not only an abbreviation."""
    first = _FIRST_WORD.match(following.lstrip(_OPENING))
    starts = first is None or first[0].lower() in SENTENCE_STARTERS
    return starts and _ends_sentence_if_capital(following)


def _is_no_initial(following: str) -> bool:
    return re.match(r"[A-Z]\.", following) is None


def _is_number_or_month(following: str) -> bool:
    return following[:1].isdigit() or following[:3].title() in _MONTHS


def _goes_on_after_it_is(following: str) -> bool:
    return following.lower().rstrip(".,;:!?") in AFTER_IT_IS


def _parts(chunk: str, ends: list[int]) -> list[_Part]:
    starts = [0, *ends[:-1]]
    return [
        (chunk[start:end], start, end, end == len(chunk))
        for start, end in zip(starts, ends, strict=True)
    ]


def _full_stop_test(form: str) -> _Test | None:
    """Return the test of the next chunk that makes the full stop of `form` a separate word."""
    stem = form[:-1].lower()
    if stem in NEVER_LAST:
        return None
    if stem in ALWAYS_ABBREVIATED and form[0].isupper():
        return not_  # nothing follows
    if form == "I.":
        return _is_no_initial
    if stem == "etc" or (len(stem) == 1 and form[0].islower()):
        return _ends_sentence_if_capital
    return _ends_sentence


def _read(chunk: str) -> _Reading:
    if chunk.isalpha() and chunk.lower() not in FUSED:  # fast path for plain words
        parts = _parts(chunk, [len(chunk)])
        if chunk.lower() == "its":
            return parts, _goes_on_after_it_is, _parts(chunk, [2, 3])
        return parts, None, parts
    ends = word_ends(chunk)
    parts = _parts(chunk, ends)
    last = parts[-1][0]
    if last == "." and len(parts) > 1 and parts[-2][0].lower() in ABBREVIATED_BEFORE_A_NUMBER:
        return parts, _is_number_or_month, _parts(chunk, [*ends[:-2], ends[-1]])
    if last[-1] == "." and len(last) > 1 and last[-2].isalnum():
        return parts, _full_stop_test(last), _parts(chunk, [*ends[:-1], ends[-1] - 1, ends[-1]])
    return parts, None, parts


_READINGS = Memo(_read)


def ud_words(text: str) -> list[Word]:
    """Return the words of a text in order; they cover everything but white space.

    Examples:
        >>> from qgauge.text.ud import ud_words
        >>> [word.text for word in ud_words("Dr. Berg can't swim.")]
        ['Dr.', 'Berg', 'ca', "n't", 'swim', '.']
    """
    words: list[Word] = []
    length = len(text)
    for chunk in _CHUNK.finditer(text):
        offset, chunk_end = chunk.span()
        parts, test, other_parts = _READINGS[chunk[0]]
        if test is not None:
            following = _NEXT.match(text, chunk_end)
            if test(following[1] if following is not None else ""):
                parts = other_parts
        for form, start, end, is_last in parts:
            space_after = is_last and chunk_end < length
            words.append(Word(form, offset + start, offset + end, space_after))
    return words
