"""Sentence splitting from the model's logits, spaces and line breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from qgauge.text.sentences import LIST_MARKER
from qgauge.text.ud import Word

Span = tuple[int, int]
"""Indices of words: the first, and one past the last."""

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n|\u2029")
_LINE_BREAK = re.compile(r"[\n\r\u2028\u2029]")
_END_MARK = re.compile(r"[.!?。！？؟]+|…")
_CLOSING = re.compile(r"[)\]}”’»\"']+")
_EMOTICON = re.compile(
    r"[:;=]['^-]?[()\[\]DPpOo/\\|*]+|<3|[\u2639\u263a\u2764\U0001f300-\U0001faff].*"
)


def blocks(text: str, words: Sequence[Word]) -> Iterator[Span]:
    """Yield the runs of words between blank lines, which no sentence crosses."""
    first = 0
    for at in range(1, len(words)):
        if _BLANK_LINE.search(text, words[at - 1].end, words[at].start):
            yield first, at
            first = at
    if words:
        yield first, len(words)


def sentences(
    text: str, words: Sequence[Word], chances: npt.NDArray[np.floating]
) -> Iterator[Span]:
    """Yield the sentences of a block.

    The model sees only words, so rules handle the spaces and line breaks between them.

    Args:
        text: The whole text.
        words: The words of the block.
        chances: The model's logit of a sentence end at each word; above 0 is an end.
    """
    first, over, marked = 0, False, False
    marker = _list_marker(text, words[0])
    for at in range(len(words) - 1):
        here, following = words[at], words[at + 1]
        closing = _CLOSING.fullmatch(here.text) is not None
        marked = _END_MARK.fullmatch(here.text) is not None or (marked and closing)
        over = (over or bool(chances[at] > 0)) and here.end > marker
        new_line = _LINE_BREAK.search(text, here.end, following.start) is not None
        following_marker = _list_marker(text, following) if new_line else 0
        if not (new_line and ((marked and here.end > marker) or following_marker)):
            if not over or _belongs(here, following):
                continue
            if following.text in (",", ";", ":") or not (
                here.space_after or marked or closing or _EMOTICON.fullmatch(here.text)
            ):
                over = False
                continue
        yield first, at + 1
        first, over, marked, marker = at + 1, False, False, following_marker
    yield first, len(words)


def _list_marker(text: str, word: Word) -> int:
    """Return the end of the bullet or number of a list item that starts here, or 0 if none does."""
    found = LIST_MARKER.match(text, word.start)
    return found.end() if found else 0


def _belongs(here: Word, following: Word) -> bool:
    """Return whether the next word cannot begin a sentence and so belongs to this one."""
    text = following.text
    if _CLOSING.fullmatch(text):
        # a straight quote may open or close; the space before it decides
        return not here.space_after or text[0] in ")]}”»"
    ellipsis_may_begin = text.startswith("..") and here.space_after
    return bool((_END_MARK.fullmatch(text) and not ellipsis_may_begin) or _EMOTICON.fullmatch(text))
