"""Keep spreadsheets from running text as a formula.

A spreadsheet runs a CSV cell that begins with one of `= + - @`. An apostrophe in front makes it
text; our reader takes the apostrophe off again.
"""

from __future__ import annotations

import re

# White space and invisible characters count as a beginning, because programs may trim them. The
# wide forms of the signs are formulas in East Asian versions of spreadsheets.
_FORMULA = re.compile("'*(?:[\\s\ufeff\u200b-\u200f\u2060]*[=+\\-@＝＋－＠]|[\t\r\n])")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet might run this text as a formula; plain numbers are safe.

    A text that begins with apostrophes counts too, so that `without_guard` undoes `guarded`.

    Examples:
        >>> from qgauge.data.formula_cells import is_formula
        >>> is_formula("=1+1"), is_formula("-5"), is_formula("Who?")
        (True, False, False)
    """
    return _FORMULA.match(text) is not None and _NUMBER.fullmatch(text) is None


def guarded(text: str) -> str:
    """Return the text with an apostrophe in front if it might be run as a formula.

    Examples:
        >>> from qgauge.data.formula_cells import guarded
        >>> guarded("=1+1")
        "'=1+1"
    """
    return f"'{text}" if is_formula(text) else text


def without_guard(text: str) -> str:
    """Undo `guarded`.

    Examples:
        >>> from qgauge.data.formula_cells import without_guard
        >>> without_guard("'=1+1"), without_guard("'tis")
        ('=1+1', "'tis")
    """
    return text[1:] if text.startswith("'") and is_formula(text[1:]) else text
