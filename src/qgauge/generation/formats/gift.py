r"""Moodle's GIFT format: multiple choice, or short answers where there are no distractors.

Moodle turns `\:` and the like into placeholders such as `&&058;` while it reads; texts that contain
such a placeholder themselves are written as HTML.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from qgauge.generation.formats.quiz_file import LeftOut, QuizFile
from qgauge.generation.formats.quiz_text import accepted_answers, one_line, options
from qgauge.generation.quiz_item import QuizItem

_SPECIAL = re.compile(r"[\\~=#{}:]")
_PLACEHOLDER = "&&0"
_PLAIN = "[plain]"


def write(items: Sequence[QuizItem], title: str) -> QuizFile:
    """Write a quiz in GIFT.

    Short answers are accepted in any case of letters, and without article, "because" and the like
    (`accepted_answers`).

    Args:
        items: The questions, in order.
        title: The title of the quiz, written as a comment.

    Returns:
        The file. Items without words in the question or the answer are left out.

    Examples:
        >>> from qgauge.generation.formats.gift import write
        >>> from qgauge.generation.quiz_item import QuizItem
        >>> item = QuizItem("q1", "Who built it?", "the smith", "", "", 0, 0, "who", 0.8, 0.9)
        >>> print(write([item], "The mill").content.decode())
        // The mill
        <BLANKLINE>
        ::q1::[plain]Who built it? {
            =the smith
            =smith
        }
        <BLANKLINE>
    """
    blocks = [f"// {_name(title)}"] if one_line(title) else []
    left_out = []
    for number, item in enumerate(items, 1):
        if one_line(item.question) and one_line(item.answer):
            blocks.append(_block(item, number))
        else:
            left_out.append(LeftOut(item, "its question or its answer has no characters"))
    return QuizFile("".join(f"{block}\n\n" for block in blocks)[:-1].encode(), tuple(left_out))


def _block(item: QuizItem, number: int) -> str:
    """Return one question; no line of it can be taken for a comment or the next question."""
    answer, shown = one_line(item.answer), options(item)
    question = _formatted(one_line(item.question))
    if shown:
        plain = question.startswith(_PLAIN)
        lines = [f"{'=' if one == answer else '~'}{_option(one, plain)}" for one in shown]
    else:
        lines = [f"={_short_answer(text)}" for text in accepted_answers(answer)]
    name = _escaped(_name(item.id) or str(number))
    body = "".join(f"    {line}\n" for line in lines)
    return f"::{name}::{question} {{\n{body}}}"


def _name(text: str) -> str:
    """Return a name or comment. Moodle reads brackets in comments as identifiers and tags."""
    plain = one_line(text).replace("[", "(").replace("]", ")")
    return plain.replace(_PLACEHOLDER, "& &0")


def _formatted(text: str) -> str:
    """Return a text with its format, so that neither HTML nor a leading `[html]` is obeyed."""
    if _PLACEHOLDER in text:
        return f"[html]{_escaped(escape(text, quote=False))}"
    return f"{_PLAIN}{_escaped(text)}"


def _option(text: str, plain: bool) -> str:
    """Return an option; it has the format of the question, here whether plain, or names its own.

    Behind a format, neither `%50%` nor `[html]` is obeyed.
    """
    formatted = _formatted(text)
    return formatted.removeprefix(_PLAIN) if plain and text[0] not in "[%" else formatted


def _short_answer(text: str) -> str:
    r"""Return an accepted answer. It is no HTML, `*` stands for any text, and `\*` for a star.

    "->" would make a matching question, and has no escape; "-*>" accepts it.
    """
    text = text.replace("*", r"\*").replace("->", "-*>").replace(_PLACEHOLDER, "&*&0")
    return f"{_PLAIN if text[0] in '[%' else ''}{_escaped(text)}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)
