"""The texts of a quiz as learning platforms take them: one line each, in a varied order."""

from __future__ import annotations

import re
from hashlib import sha256

from qgauge.generation.quiz_item import QuizItem
from qgauge.text.answer_pieces import pieces_of
from qgauge.text.surrogates import without_surrogates

_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""Control characters and code points that are no characters. XML 1.0 forbids some of them, and
programs that read lines may break a line at others."""
_DROPPABLE = (
    re.compile(r"(?<=\w)\.$"),
    re.compile(r"^(?:because(?: of)?|in|on|at) (?=\S)", re.IGNORECASE),
    re.compile(r"^(?:the|an?) (?=\S)", re.IGNORECASE),
)
"""What people leave out of a short answer, in this order."""
_VALUES = frozenset({"number", "ordinal", "amount", "date", "time"})


def one_line(text: str) -> str:
    """Return a text that every format can hold: one line of characters.

    Args:
        text: Any text.

    Returns:
        The text with runs of white space and control characters as one space, none at its ends,
        and lone surrogates as U+FFFD. Possibly empty.

    Examples:
        >>> from qgauge.generation.formats.quiz_text import one_line
        >>> one_line(" the old\\n\\x00 mill ")
        'the old mill'
    """
    return " ".join(_INVISIBLE.sub(" ", without_surrogates(text)).split())


def options(item: QuizItem) -> list[str]:
    """Return the answer and the distractors of an item in the order to show them.

    A digest of the question and the options decides, so that the right answer has no usual place
    and the same item always looks the same.

    Args:
        item: The item.

    Returns:
        The distinct options; empty if there is no distractor.

    Examples:
        >>> from qgauge.generation.formats.quiz_text import options
        >>> from qgauge.generation.quiz_item import QuizItem
        >>> item = QuizItem("1", "Who?", "Ada", "Ada.", "Ada.", 0, 3, "who", 0.8, 0.9)
        >>> options(item)
        []
    """
    question, answer = one_line(item.question), one_line(item.answer)
    by_form = {answer.casefold(): answer}
    for distractor in map(one_line, item.distractors):
        if distractor:
            by_form.setdefault(distractor.casefold(), distractor)
    if len(by_form) < 2:
        return []
    return sorted(by_form.values(), key=lambda option: _digest(question, option))


def accepted_answers(answer: str) -> list[str]:
    """Return what a short-answer question accepts, whatever the case of its letters.

    Args:
        answer: The answer.

    Returns:
        The answer in one line, then without its final full stop, its "because", "in", "on" or
        "at", and its article, and with its numbers in figures.

    Examples:
        >>> from qgauge.generation.formats.quiz_text import accepted_answers
        >>> accepted_answers("in the old mill")
        ['in the old mill', 'the old mill', 'old mill']
        >>> accepted_answers("Seven boats")
        ['Seven boats', '7 boats']
    """
    found = [one_line(answer)]
    for droppable in _DROPPABLE:
        found.append(droppable.sub("", found[-1]))
    pieces = pieces_of(found[-1])
    if any(piece.kind in _VALUES for piece in pieces):
        found.append(" ".join(word for piece in pieces for word in piece.words))
    distinct: dict[str, str] = {}
    for text in found:
        distinct.setdefault(text.casefold(), text)
    return list(distinct.values())


def _digest(question: str, option: str) -> bytes:
    return sha256(f"{question}\0{option}".encode()).digest()
