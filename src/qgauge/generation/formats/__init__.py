"""Quiz files: rows, and the formats that Moodle, Canvas and other learning platforms import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from qgauge.core.errors import BadSetting
from qgauge.core.suggestions import no_such
from qgauge.generation.formats.quiz_file import LeftOut, QuizFile
from qgauge.generation.quiz_item import QuizItem

__all__ = ["FORMATS", "Format", "LeftOut", "QuizFile", "write_quiz"]


class Format(NamedTuple):
    """A file format of quizzes."""

    module: str
    """The module with its function `write`, relative to this package."""
    ending: str
    """The ending of file names."""
    needs_distractors: bool
    """Whether it can hold multiple choice only."""


FORMATS: Mapping[str, Format] = {
    "jsonl": Format("jsonl_rows", ".jsonl", False),
    "csv": Format("csv_rows", ".csv", False),
    "gift": Format("gift", ".gift", False),
    "aiken": Format("aiken", ".txt", True),
    "qti": Format("qti", ".zip", False),
}
"""The formats by name."""


def write_quiz(format: str, items: Sequence[QuizItem], title: str) -> QuizFile:
    """Write a quiz in one of `FORMATS`.

    Args:
        format: The name of the format.
        items: The questions, in order.
        title: The title of the quiz, for formats that have a place for it.

    Returns:
        The content of the file, and the items that the format cannot hold.

    Raises:
        BadSetting: There is no such format, or it needs distractors and no item has one.

    Examples:
        >>> from qgauge.generation.formats import write_quiz
        >>> from qgauge.generation.quiz_item import QuizItem
        >>> mill = "Ada built the mill. Tom sold it."
        >>> item = QuizItem(
        ...     "1", "Who built the mill?", "Ada", mill, mill[:19], 0, 3, "who", 0.8, 0.9,
        ...     distractors=("Tom",),
        ... )
        >>> print(write_quiz("aiken", [item], "The mill").content.decode())
        Who built the mill?
        A. Tom
        B. Ada
        ANSWER: B
        <BLANKLINE>
    """
    if format not in FORMATS:
        raise BadSetting(no_such("There is no format", format, FORMATS))
    module = import_module(f"{__name__}.{FORMATS[format].module}")
    written: QuizFile = module.write(items, title)
    return written
