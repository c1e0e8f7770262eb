"""The Aiken format: multiple choice in plain text, which Moodle and many others import."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase

from qgauge.core.errors import BadSetting
from qgauge.generation.formats.quiz_file import LeftOut, QuizFile
from qgauge.generation.formats.quiz_text import one_line, options
from qgauge.generation.quiz_item import QuizItem

_LIKE_A_PART = re.compile(r"[A-Za-z][.)]|ANSWER\s*:", re.IGNORECASE)
"""The start of an option or of the line with the right letter."""


def write(items: Sequence[QuizItem], title: str) -> QuizFile:  # noqa: ARG001
    """Write a quiz in Aiken.

    A question that begins like an option ("A. Lincoln was ...") gets "Question:" in front.

    Args:
        items: The questions, in order.
        title: Not used; the format has no place for it.

    Returns:
        The file. Items without distractors, or with more than the letters can name, are left out.

    Raises:
        BadSetting: No item has a distractor.

    Examples:
        >>> from qgauge.generation.formats.aiken import write
        >>> from qgauge.generation.quiz_item import QuizItem
        >>> item = QuizItem("1", "Who?", "Ada", "", "", 0, 0, "who", 0.8, 0.9, distractors=("Tom",))
        >>> print(write([item], "").content.decode())
        Who?
        A. Ada
        B. Tom
        ANSWER: A
        <BLANKLINE>
    """
    blocks = []
    left_out = []
    for item in items:
        shown = options(item)
        reason = _unfit(item, shown)
        if reason:
            left_out.append(LeftOut(item, reason))
        else:
            blocks.append(_block(item, shown))
    if items and not any(item.distractors for item in items):
        raise BadSetting(
            "Aiken holds multiple choice only, and these questions have no wrong answers. Add "
            "--distractors 3, or choose --format gift or qti, which hold short answers."
        )
    return QuizFile("\n".join(blocks).encode(), tuple(left_out))


def _unfit(item: QuizItem, shown: Sequence[str]) -> str:
    """Return why an item cannot be written; empty if it can."""
    if not one_line(item.answer):
        return "its answer has no characters"
    if len(one_line(item.question)) < 2:  # Moodle skips such lines
        return "its question has fewer than two characters"
    if not shown:
        return "it has no distractor"
    if len(shown) > len(ascii_uppercase):
        return f"Aiken has letters for {len(ascii_uppercase)} options only"
    return ""


def _block(item: QuizItem, shown: Sequence[str]) -> str:
    question = one_line(item.question)
    if _LIKE_A_PART.match(question):
        question = f"Question: {question}"
    lines = [f"{letter}. {option}" for letter, option in zip(ascii_uppercase, shown, strict=False)]
    right = ascii_uppercase[shown.index(one_line(item.answer))]
    return "\n".join([question, *lines, f"ANSWER: {right}\n"])
