"""The kind of a question by its question word."""

from __future__ import annotations

import re

_WORD = re.compile(r"[a-z]+")
_PERSON = frozenset({"who", "whom", "whose"})
_OTHERS = frozenset({"what", "which", "when", "where", "why", "how"})
_DEGREES = frozenset(
    "many much long far old often tall large big high deep wide heavy fast quickly few little "
    "small soon close thick loud early late strong hot cold".split()
)
"""Words after "how" that ask for a number or a measure."""


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
    words = _WORD.findall(question.lower())
    for at, word in enumerate(words):
        if word in _PERSON:
            return "who"
        if word == "how" and words[at + 1 : at + 2] and words[at + 1] in _DEGREES:
            return "how many"
        if word in _OTHERS:
            return word
    return ""
