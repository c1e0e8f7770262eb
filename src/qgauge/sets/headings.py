"""Tell headings from sentences: nobody needs to ask about "1. Pip" or "The storm"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from qgauge.text.sentences import LIST_MARKER
from qgauge.tools.roles import Word

_END_MARK = re.compile(r"[.!?…][\"'”’)\]]*$")
_NAMED = re.compile(
    r"#{1,6}\s|(?:(?:chapter|part|section|book|act|scene|lesson|unit|volume)\s+)?"
    r"(?:\d{1,3}|[ivxlc]{1,6}|one|two|three|four|five|six|seven|eight|nine|ten)[.:)]?$",
    re.IGNORECASE,
)
"""Headings by their form: "# Pip", "Chapter 3.", "IV."."""
_MOST_WORDS = 15
_LONG_WORD = 4
"""Letters of a word that has a capital in every style of titles."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of text that the parser takes for a sentence, with its words."""

    start: int
    end: int
    words: Sequence[Word]


def headings(text: str, found: Sequence[Stretch]) -> frozenset[int]:
    """Return the indices of headings: what stands above a sentence and is none itself.

    That is a line of its own that is named or numbered as a heading, or that has no end mark and no
    clause, or capitals throughout; and a number with a name in front of a sentence ("1. Pip. He was
    a boy."). Items of a list are none. If no sentence follows, it is all the text there is.
    """
    shapes = [text[one.start : one.end] for one in found]
    items = [LIST_MARKER.match(shape) is not None for shape in shapes] + [False]
    above: set[int] = set()
    sentence_follows = False
    for at in range(len(found) - 1, -1, -1):
        one = found[at]
        before = text[found[at - 1].end if at else 0 : one.start]
        after = text[one.end : found[at + 1].start] if at + 1 < len(found) else ""
        alone = (not at or "\n" in before) and "\n" in after
        in_list = items[at] and (items[at + 1] or (at > 0 and items[at - 1]))
        is_title = (alone and _reads_like_one(shapes[at], one.words)) or (
            items[at] and shapes[at][0].isdigit() and not _has_clause(one.words)
        )
        if sentence_follows and not in_list and is_title and len(one.words) <= _MOST_WORDS:
            above.add(at)
        else:
            sentence_follows = True
    return frozenset(above)


def _reads_like_one(shape: str, words: Sequence[Word]) -> bool:
    if _NAMED.match(shape):
        return True
    if _END_MARK.search(shape) or shape[0] in "-*–—•◦▪●‣·":
        return False
    long = [word.text for word in words if len(word.text) >= _LONG_WORD and word.text.isalpha()]
    in_capitals = len(long) > 1 and all(word[0].isupper() for word in long)
    return in_capitals or not _has_clause(words)


def _has_clause(words: Sequence[Word]) -> bool:
    relations = {word.relation.partition(":")[0] for word in words}
    roots = {word.upos for word in words if word.relation == "root"}
    return bool(relations & {"nsubj", "csubj", "cop", "expl"} or roots & {"VERB", "AUX"})
