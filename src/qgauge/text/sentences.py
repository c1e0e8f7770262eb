"""Split text into sentences by punctuation and spaces, without a parser, in linear time."""

from __future__ import annotations

import re
from itertools import pairwise

LIST_MARKER = re.compile(r"(?:[-*–—•◦▪●‣·]|\(?\d{1,3}[.)]|\(?[A-Za-z]\))(?=\s)")
"""The bullet, number or letter of a list item."""

# The lookbehind tries a run of marks only at its first character, to keep the time linear.
_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+\s++(?=[\"'“‘(\[]*+[A-Z0-9])|\n\s*\n\s*",
)
_NO_END = re.compile(
    r"(?:\b[A-Z]|\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|No|Fig|vs|etc|e\.g|i\.e|cf|approx|Inc|Ltd|Co))\.\s+$"
)
_LONGEST_ABBREVIATION = len("approx.")
_NUMBER = re.compile(r"\s*(?:(\d{1,3})|[a-z]|[IVXLC]{2,6})")
"""The number of a list item or of a heading, up to its full stop."""
_NUMBERED_PART = re.compile(
    r"\s*(?:chapter|part|section|book|act|scene|lesson|unit|volume)\s(?:\d{1,3}|[ivxlc]{1,6})",
    re.IGNORECASE,
)
_LONGEST_NUMBER = len("Chapter 123") + 4


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each sentence, without surrounding space.

    The number of a list item or heading ("2. The storm came.", "Chapter 3. The sea.") is not a
    sentence: it belongs to what follows.

    Examples:
        >>> from qgauge.text.sentences import sentence_spans
        >>> sentence_spans("Dr. Berg left. It rained.")
        [(0, 14), (15, 25)]
        >>> sentence_spans("1. Berg left. 2. It rained.")
        [(0, 13), (14, 27)]
    """
    bounds = [0]
    counted = 0
    for found in _END.finditer(text):
        # Search for an abbreviation only right before the space, to keep the time linear.
        space = found.end()
        while space > bounds[-1] and text[space - 1].isspace():
            space -= 1
        number = _item_number(text, bounds[-1], found.start(), counted)
        if number is not None:
            counted = number
        elif not _NO_END.search(text, max(bounds[-1], space - _LONGEST_ABBREVIATION), found.end()):
            bounds.append(found.end())
    bounds.append(len(text))
    spans = []
    for first, last in pairwise(bounds):
        part = text[first:last]
        if part.strip():
            start = first + len(part) - len(part.lstrip())
            spans.append((start, first + len(part.rstrip())))
    return spans


def _item_number(text: str, sentence: int, mark: int, counted: int) -> int | None:
    """Return the number that this mark ends, if it numbers a list item or a heading.

    A number does if it begins a line, or begins a sentence and continues the count: "5." is an
    answer in "How many? 5. They left." Letters and parts of books have no number to continue: 0.
    """
    if text[mark : mark + 1] != ".":
        return None
    line = text.rfind("\n", max(sentence, mark - _LONGEST_NUMBER), mark) + 1
    begin = line or sentence
    if mark - begin > _LONGEST_NUMBER:
        return None
    before = text[max(0, sentence - _LONGEST_NUMBER) : sentence]
    begins_line = bool(line) or not sentence or "\n" in before[len(before.rstrip()) :]
    if found := _NUMBER.fullmatch(text, begin, mark):
        number = int(found[1] or 0)
        return number if begins_line or (number and number == counted + 1) else None
    return 0 if begins_line and _NUMBERED_PART.fullmatch(text, begin, mark) else None
