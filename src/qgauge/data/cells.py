"""Read the cells of tables that hold more than one text."""

from __future__ import annotations

import ast
import json
import re

from qgauge.data.columns import Unfit
from qgauge.data.json_rows import decode

_ARRAY = re.compile(r"array\((\[[^\]]*\])(?:, dtype=\w+)?\)")
"""A numpy array as pandas writes it into a CSV file."""


def value_of(cell: str) -> object:
    """Decode a cell with JSON; an empty one is None, any other stays text."""
    if not (stripped := cell.strip()):
        return None
    if stripped[0] not in "[{":
        return cell
    try:
        value, end = decode(stripped)
    except (json.JSONDecodeError, Unfit):
        return cell
    return value if end == len(stripped) else cell


def text_or_list(cell: str) -> object:
    """Decode a list of strings, or SQuAD's object of answers; anything else stays text.

    They are JSON, or Python's notation, which pandas writes for lists in a column.
    """
    start = cell.lstrip()[:1]
    if start not in ("[", "{"):
        return cell
    value = value_of(cell)
    if isinstance(value, str):
        value = _python_value(cell.strip())
    if isinstance(value, dict) and isinstance(value.get("text"), list):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    return cell


def _python_value(cell: str) -> object:
    if cell[1:2] not in ("'", '"', "]"):
        return None
    try:
        return ast.literal_eval(_ARRAY.sub(r"\1", cell))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
