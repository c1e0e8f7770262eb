"""The kind of a question by its question word."""

from __future__ import annotations

import re
from itertools import pairwise

from qgauge.text.words import QUESTION_WORDS, word_set

_WORD = re.compile(r"[^\W\d_]+")
_FORMS = {"whom": "who", "whose": "who"}
_MEASURES = word_set(
    "many much long far old young often tall large big high low deep wide broad heavy fast "
    "slow quickly slowly few little small short soon close near thick thin loud early late strong "
    "weak hot cold warm steep frequently common rare likely important popular successful rich poor "
    "valuable expensive cheap dangerous difficult hard easy good well bad badly great severe "
    "powerful accurate effective densely widely strongly closely highly"
)
"""Words after "how" that ask for a number or a degree. A list of the words that follow a "how" of
manner would be open: names and nouns can follow it, too."""


def question_kind(question: str) -> str:
    """Return the kind of a question: its question word, with "how many" for all measures.

    The first question word counts, so "In which year?" is `which`. "That" and relative clauses
    cannot be told apart without a parse: where a text begins with another word, a question word
    later in it counts all the same.

    Args:
        question: The question.

    Returns:
        One of `qgauge.tools.roles.QUESTION_KINDS`; empty if there is no question word.

    Examples:
        >>> question_kind("How long did Bram wait?"), question_kind("To whom did he write?")
        ('how many', 'who')
        >>> question_kind("Did it rain?")
        ''
    """
    words: list[str] = _WORD.findall(question.lower())
    for word, after in pairwise([*words, ""]):
        if word == "how" and after in _MEASURES:
            return "how many"
        if word in QUESTION_WORDS:
            return _FORMS.get(word, word)
    return ""
