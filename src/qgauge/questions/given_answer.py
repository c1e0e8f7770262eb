"""Tell whether a question says its own answer."""

from __future__ import annotations

from qgauge.statements.verbs import AUXILIARY
from qgauge.text.answer_forms import is_polar, normal_words
from qgauge.text.runs import contains
from qgauge.text.ud import ud_words
from qgauge.text.words import STOP_WORDS, word_set

_TELLING = word_set(
    "above after all before below both few more most no not only other over same very"
)
"""Stop words that make another answer: "all four", "other members"."""
_CHOICE = frozenset({"or", "between"})
_ONE = ["1"]
"""The normal form of "one", which is mostly a pronoun: "Which one wins?"."""
_SETS = (["of", "2"], ["of", "following"], ["of", "these"], ["of", "those"])


def says_answer(question: str, answer: str) -> bool:
    """Return whether a question says its own answer, however it is written there.

    A lone yes, no or one, the answer to a yes-no question, and an answer among several to choose
    from are not given away.

    Args:
        question: The question.
        answer: Its answer.

    Returns:
        Whether the answer's words with content stand in the question, next to each other; those of
        an answer that starts with a number may stand apart ("a three-legged stool", "3 legs").

    Examples:
        >>> from qgauge.questions import says_answer
        >>> says_answer("When was the treaty of 4 July 1776 signed?", "July 4, 1776")
        True
        >>> says_answer("Is it red or blue?", "red")
        False
    """
    words, wanted = normal_words(question), normal_words(answer)
    content = list(filter(_has_content, wanted))
    if not content or is_polar(answer) or wanted == _ONE or not {*content} <= {*words}:
        return False
    together = contains(list(filter(_has_content, words)), content)
    return (together or content[0][0].isdigit()) and not _offers_choice(question, words)


def _has_content(word: str) -> bool:
    """Return whether a word says something; single letters do ("T cells")."""
    return len(word) == 1 or word in _TELLING or word not in STOP_WORDS


def _offers_choice(question: str, words: list[str]) -> bool:
    first = next((word.text.lower() for word in ud_words(question[:100])), "")
    if first in AUXILIARY or _CHOICE & {*words} or words[0] == "of":
        return True
    return any(contains(words, part) for part in _SETS)
