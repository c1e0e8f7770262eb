"""Where sentences end, by marks and spaces alone: for windows over a text, where no parse is.

The time grows with the length of the text only, whatever is in it.
"""

from __future__ import annotations

import re
from itertools import pairwise

# A run of marks is tried from its first one only.
_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+\s++(?=[\"'“‘(\[]*+[A-Z0-9])|\n\s*\n\s*",
)
_NO_END = re.compile(
    r"(?:\b[A-Z]|\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|No|Fig|vs|etc|e\.g|i\.e|cf|approx|Inc|Ltd|Co))\.\s+$"
)
_LONGEST_ABBREVIATION = len("approx.")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence, without the space around it."""
    bounds = [0]
    for found in _END.finditer(text):
        # only what stands right before the space can be an abbreviation
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
