"""What the generator reads: the kind of question, the answer, and the passage with marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qgauge.models.session import Pieces
from qgauge.tools.roles import Place

CLS, SEP = 101, 102
LONGEST = 320
"""Maximum length of a source in word pieces, as in training."""
LONGEST_ANSWER = 48
"""Pieces of the answer before the passage; the marks in the passage show all of it."""
PASSAGE, ANSWER, ANCHOR = 1, 2, 3
"""Types of the pieces of the passage; pieces before it have type 0."""


def source(place: Place, style: str, tokenizer: Any) -> Pieces:
    """Return the source of a place.

    A long passage is cut to the pieces around the answer, and the anchor if there is one.

    Args:
        place: What to ask about.
        style: The style of question: `encyclopedia`, `tale` or, with an anchor, `qud`.
        tokenizer: The word-piece tokenizer.
    """
    answer = "" if place.anchor else place.answer
    asked = f"{style} {place.kind or 'any'} : {answer}"
    before = tokenizer.encode(asked, add_special_tokens=False).ids[:LONGEST_ANSWER]
    passage = tokenizer.encode(place.passage, add_special_tokens=False)
    types = [_type(place, span) for span in passage.offsets]
    first, last = _window(types, LONGEST - len(before) - 3)
    ids = [CLS, *before, SEP, *passage.ids[first:last], SEP]
    return Pieces(ids, [*[0] * (len(before) + 2), *types[first:last], PASSAGE])


def _type(place: Place, span: tuple[int, int]) -> int:
    start, end = span
    if start < place.end and end > place.start:
        return ANSWER
    if place.anchor and start < place.anchor[1] and end > place.anchor[0]:
        return ANCHOR
    return PASSAGE


def _window(types: Sequence[int], room: int) -> tuple[int, int]:
    """Return the pieces to keep: all that fit, with the marked ones in the middle."""
    if len(types) <= room:
        return 0, len(types)
    marked = [at for at, type_ in enumerate(types) if type_ == ANSWER] or [0]
    anchors = [at for at, type_ in enumerate(types) if type_ == ANCHOR]
    both = sorted([*anchors, *marked])
    if both[-1] + 1 - both[0] <= room:
        marked = both
    low, high = marked[0], min(marked[-1] + 1, marked[0] + room)
    first = min(max(0, low - (room - (high - low)) // 2), len(types) - room)
    return first, first + room
