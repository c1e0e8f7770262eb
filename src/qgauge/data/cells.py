"""Read the cells of tables that hold more than one text."""

from __future__ import annotations

import ast
import json
import re

from qgauge.data.columns import Unfit
from qgauge.data.json_rows import decode

_TOKEN = re.compile(
    r"""(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?P<array>array\(|,\s*dtype=[^\s()]+\s*\)|\))"""
    r"""|(?P<mark>[\[\]{},:])|(?P<number>[-+\w.]+)|(?P<space>\s+)""",
    re.DOTALL,
)
"""The pieces of a list or object in Python's or numpy's notation."""


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
    """Read a list as Python, pandas or numpy print it; None if it is something else.

    numpy puts no commas between the items, and wraps them in `array(…, dtype=object)`.
    """
    if cell[1:2] not in ("'", '"', "]"):
        return None
    made: list[str] = []
    at, item_before = 0, False
    while at < len(cell):
        found = _TOKEN.match(cell, at)
        if found is None:
            return None
        at = found.end()
        if found["space"] or found["array"]:
            continue
        is_item = found["text"] is not None or found["number"] is not None
        made += [",", found[0]] if is_item and item_before else [found[0]]
        item_before = is_item
    try:
        return ast.literal_eval("".join(made))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
