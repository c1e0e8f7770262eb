"""Where sentences end, by marks and spaces alone: for windows over a text, where no parse is."""

from __future__ import annotations

import re
from itertools import pairwise

_END = re.compile(r"[.!?…]+[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-Z0-9])|\n\s*\n\s*")
_NO_END = re.compile(
    r"(?:\b[A-Z]|\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|No|Fig|vs|etc|e\.g|i\.e|cf|approx|Inc|Ltd|Co))\.\s+$"
)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence, without the space around it."""
    bounds = [0]
    for found in _END.finditer(text):
        if not _NO_END.search(text, bounds[-1], found.end()):
            bounds.append(found.end())
    bounds.append(len(text))
    spans = []
    for first, last in pairwise(bounds):
        part = text[first:last]
        if part.strip():
            start = first + len(part) - len(part.lstrip())
            spans.append((start, first + len(part.rstrip())))
    return spans
