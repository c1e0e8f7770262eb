"""Quiz items as JSONL, which `qgauge rank` and the other commands read."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge.data import dump
from qgauge.generation.formats.quiz_file import QuizFile
from qgauge.generation.quiz_item import QuizItem
from qgauge.text.surrogates import without_surrogates


def write(items: Sequence[QuizItem], title: str) -> QuizFile:  # noqa: ARG001
    """Write a quiz as one JSON object per line.

    Args:
        items: The questions, in order.
        title: Not used; rows have no title.

    Returns:
        The file; texts are unchanged, except that lone surrogates become U+FFFD.

    Examples:
        >>> from qgauge.generation.formats.jsonl_rows import write
        >>> write([], "").content
        b''
    """
    lines = (without_surrogates(dump(item.as_row())) for item in items)
    return QuizFile("".join(f"{line}\n" for line in lines).encode())
