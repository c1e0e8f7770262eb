"""Quiz items as CSV, safe to open in a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from qgauge.data.table_writing import convert
from qgauge.generation.formats import jsonl_rows
from qgauge.generation.formats.quiz_file import QuizFile
from qgauge.generation.quiz_item import QuizItem


def write(items: Sequence[QuizItem], title: str) -> QuizFile:
    """Write a quiz as CSV, with text that a spreadsheet might run as a formula guarded.

    Args:
        items: The questions, in order.
        title: Not used; rows have no title.

    Returns:
        The file; `qgauge.data.read` gives the same texts back.

    Examples:
        >>> from qgauge.generation.formats.csv_rows import write
        >>> from qgauge.generation.quiz_item import QuizItem
        >>> item = QuizItem("1", "=1+1?", "2", "", "", 0, 0, "what", 0.8, 0.9)
        >>> write([item], "").content.splitlines()[1]
        b"1,'=1+1?,2,,,0,0,what,0.8,0.9,0.0"
    """
    out = BytesIO()
    with TemporaryDirectory() as folder:
        spool = Path(folder) / "rows.jsonl"
        spool.write_bytes(jsonl_rows.write(items, title).content)
        convert("csv", str(spool), out)
    return QuizFile(out.getvalue())
