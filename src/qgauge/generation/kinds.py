"""The kind of a question: who, what, which, when, where, why, how, how many."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from qgauge.core import BadSetting
from qgauge.core.suggestions import no_such
from qgauge.text.words import QUESTION_WORDS, word_set
from qgauge.tools.roles import QUESTION_KINDS

_WORD = re.compile(r"[^\W\d_]+")
_FORMS = {"whom": "who", "whose": "who"}
_PLAIN_HOW = word_set(
    "am are be can could did do does had has have is may might must shall should was were will "
    "would a an the this that these those he she it they we you i his her its their our your my "
    "come and or to"
)
"""Words after a "how" that asks for the manner; others make it "how many", "how long", …"""


def kind_of(question: str) -> str:
    """Return the kind of a question.

    Args:
        question: The question.

    Returns:
        One of `QUESTION_KINDS`, by its first question word; "" if it has none.

    Examples:
        >>> from qgauge.generation.kinds import kind_of
        >>> kind_of("In which year did it sink?"), kind_of("How long was it?")
        ('which', 'how many')
        >>> kind_of("How did Bram find the way?"), kind_of("Did it sink?")
        ('how', '')
    """
    words: list[str] = _WORD.findall(question.lower())
    for word, after in pairwise([*words, ""]):
        if word == "how":
            return "how" if after in _PLAIN_HOW or not after else "how many"
        if word in QUESTION_WORDS:
            return _FORMS.get(word, word)
    return ""


def wanted_kinds(given: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the kinds of questions that a user wants.

    Args:
        given: Names, as a list or separated by commas; None or nothing for all.

    Returns:
        The kinds in the order of `QUESTION_KINDS`.

    Raises:
        BadSetting: A kind does not exist.

    Examples:
        >>> from qgauge.generation.kinds import wanted_kinds
        >>> wanted_kinds("why,who")
        ('who', 'why')
    """
    if given is None:
        return QUESTION_KINDS
    names = given.split(",") if isinstance(given, str) else list(given)
    plain = [" ".join(name.lower().replace("_", " ").replace("-", " ").split()) for name in names]
    for name in plain:
        if name not in QUESTION_KINDS:
            raise BadSetting(no_such("There is no kind of question", name, QUESTION_KINDS))
    return tuple(kind for kind in QUESTION_KINDS if kind in plain) or QUESTION_KINDS
