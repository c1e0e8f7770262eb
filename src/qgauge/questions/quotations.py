"""Hide quotations, so that rules see only what the question itself says."""

from __future__ import annotations

import re

_QUOTED = re.compile(r'"[^"]*"|“[^“”]*”|«[^«»]*»|„[^„“”]*[“”]|``[^`]*?\'\'')


def masked(text: str) -> str:
    """Replace every quotation by a capital X of the same length, which reads as a name.

    A text that is one quotation as a whole is left alone.

    Examples:
        >>> from qgauge.questions.quotations import masked
        >>> masked('Who said "Why?"?')
        'Who said Xxxxxx?'
        >>> masked('"Who came?"')
        '"Who came?"'
    """
    if _QUOTED.fullmatch(text.strip()):
        return text
    return _QUOTED.sub(lambda found: "X" + "x" * (len(found[0]) - 1), text)
