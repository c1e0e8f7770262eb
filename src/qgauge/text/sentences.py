"""Split text into sentences by punctuation and spaces, without a parser, in linear time."""

from __future__ import annotations

import re
from itertools import pairwise

# The lookbehind tries a run of marks only at its first character, to keep the time linear.
_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+\s++(?=[\"'“‘(\[]*+[A-Z0-9])|\n\s*\n\s*",
)
_NO_END = re.compile(
    r"(?:\b[A-Z]|\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|No|Fig|vs|etc|e\.g|i\.e|cf|approx|Inc|Ltd|Co))\.\s+$"
)
_LONGEST_ABBREVIATION = len("approx.")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each sentence, without surrounding space.

    Examples:
        >>> from qgauge.text.sentences import sentence_spans
        >>> sentence_spans("Dr. Berg left. It rained.")
        [(0, 14), (15, 25)]
    """
    bounds = [0]
    for found in _END.finditer(text):
        # Search for an abbreviation only right before the space, to keep the time linear.
        space = found.end()
        while space > bounds[-1] and text[space - 1].isspace():
            space -= 1
        if not _NO_END.search(text, max(bounds[-1], space - _LONGEST_ABBREVIATION), found.end()):
            bounds.append(found.end())
    bounds.append(len(text))
    spans = []
    for first, last in pairwise(bounds):
        part = text[first:last]
        if part.strip():
            start = first + len(part) - len(part.lstrip())
            spans.append((start, first + len(part.rstrip())))
    return spans
