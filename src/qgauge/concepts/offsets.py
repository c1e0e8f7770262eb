"""Convert offsets that count code points (Python, brat), UTF-16 units (JavaScript) or bytes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, get_args

Unit = Literal["characters", "utf-16", "bytes"]
UNITS: tuple[Unit, ...] = get_args(Unit)


class Offsets:
    """Converts offsets in some unit to positions in code points."""

    def __init__(self, text: str, unit: Unit) -> None:
        self.text, self.unit = text, unit
        self._places: dict[int, int] | None = None
        self.length = len(text)
        if unit != "characters" and not text.isascii():
            width = _utf16_width if unit == "utf-16" else _byte_width
            ends = list(accumulate(map(width, text), initial=0))
            self._places = {end: place for place, end in enumerate(ends)}
            self.length = ends[-1]

    def at(self, offset: int) -> int | None:
        """Return the position in the text; None if the offset is inside a character."""
        return offset if self._places is None else self._places.get(offset)


def count_in(unit: Unit) -> str:
    """Return the plural of the unit, for messages."""
    return "UTF-16 units" if unit == "utf-16" else unit


def fits_another(
    offsets: Offsets, pairs: Sequence[Sequence[int]], words: Sequence[str]
) -> Unit | None:
    """Return the unit in which these offsets would give this text, if there is one."""
    for unit in UNITS:
        if unit == offsets.unit:
            continue
        other = Offsets(offsets.text, unit)
        ends = [other.at(end) for pair in pairs for end in pair]
        known = [end for end in ends if end is not None]
        if len(known) < len(ends):
            continue
        found = [offsets.text[a:b] for a, b in zip(known[::2], known[1::2], strict=True)]
        if " ".join(found).split() == list(words):
            return unit
    return None


def _utf16_width(character: str) -> int:
    return 1 + (ord(character) > 0xFFFF)


def _byte_width(character: str) -> int:
    code = ord(character)
    return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)
