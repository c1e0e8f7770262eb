"""The words of an answer that can be looked for in a text."""

from __future__ import annotations

import re

from qgauge.sets.words import TELLING, Words, words_of
from qgauge.text.stem import stem

YES_OR_NO = "yes or no"
FUNCTION_WORDS = "function words only"

_VERDICT = re.compile(
    r"\W*(?!no\.\s*\d)(?:yes|no|true|false)\b(?:\W*$|\s*[,.;:!–—-]\s*)", re.IGNORECASE
)
"""Yes or no as an answer of its own: "No.", "No, the miller", but not "no damage" or "No. 5"."""
_TELLING_STEMS = frozenset(map(stem, TELLING))


def looked_up(answer: str) -> tuple[Words, str]:
    """Return the words to look for, or no words and the reason.

    A yes or no says whether something is so; the word "no" in a text is not its place. Function
    words such as "both" are everywhere. After a yes or no, the rest is looked up: "No, the miller".

    Examples:
        >>> from qgauge.sets.answers import looked_up
        >>> looked_up("No.")
        (Words(all=(), content=()), 'yes or no')
        >>> looked_up("No, the miller")
        (Words(all=('the', 'miller'), content=('miller',)), '')
    """
    verdict = _VERDICT.match(answer)
    words = words_of(answer[verdict.end() :] if verdict else answer)
    if words.stems - _TELLING_STEMS:
        return words, ""
    if verdict:
        return Words((), ()), YES_OR_NO
    return Words((), ()), FUNCTION_WORDS if words.all else ""
