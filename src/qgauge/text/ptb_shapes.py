"""The shape of a text: each character replaced by one of a few classes, position by position.

Non-ASCII letters, digits and symbols map to one placeholder each. This keeps the patterns of the
rules small and fixes the Unicode version of the original tokenizer, whatever Python's version is.
"""

from __future__ import annotations

import unicodedata

# Placeholders: a letter, a mark inside a word, a digit, a single-token symbol, a dropped one.
LETTER, MARK, DIGIT, SYMBOL, DROPPED = "é", "\u0301", "\u0660", "§", "\x00"


def _codes(table: str) -> frozenset[int]:
    """Parse a table of code points such as "00A1 00A5-00A9"."""
    ranges = (item.partition("-") for item in table.split())
    bounds = ((int(first, 16), int(last or first, 16) + 1) for first, _, last in ranges)
    return frozenset(code for start, end in bounds for code in range(start, end))


# Signs, vowel points and modifiers that the tokenizer treats as part of a word.
_MARKS = _codes(
    "02C2-02C5 02D2-02DF 02E5-02EB 02ED 02EF-036F 0375 0378-0379 0384-0385 03F6 0483-0487 055A-055F"
    " 0591-05BD 05BF 05C1-05C2 05C4-05C5 05C7 0615-061A 064B-065E 0670 06D6-06E4 06E7-06ED"
    " 06FD-06FE 070F 0711 0730-074C 07A6-07B0 07EB-07F3 0900-0903 093C 093E-094E 0951-0955"
    " 0962-0963 0981-0983 09BC 09BE-09C4 09C7-09C8 09CB-09CD 09D7 09E2-09E3 0A01-0A03 0A3C"
    " 0A3E-0A4F 0A81-0A83 0ABC 0ABE-0ACF 0B82 0BBE-0BC2 0BC6-0BC8 0BCA-0BCD 0C01-0C03 0C3E-0C56"
    " 0D3E-0D44 0D46-0D48 0E31 0E34-0E3A 0E47-0E4E 0EB1 0EB4-0EBC 0EC8-0ECD"
)
# Symbols that are one token each; any other unknown character is dropped.
_SYMBOLS = _codes(
    "00A1 00A5-00A9 00AC 00AE-00B1 00B4 00B6-00B8 00BF 00D7 00F7 037E 0387 0589 05BE 05C0 05C3"
    " 05C6 05F3-05F4 0600-0603 0606-060C 0614 061B 061E-061F 066A 066D 06D4 0700-070D 07F6-07F8"
    " 0964-0965 0E3F 0E4F 1FBD 2016-2017 2020-2023 2030-2038 203B 203E-2042 207A-207E"
    " 208A-208E 20A4 2100-2101 2103-2106 2108-2109 2114 2116-2118 211E-2123 2125 2127 2129 212E"
    " 213A-213B 2140-2144 214A-214D 214F 2155-215E 2190-2BFF 3001-3002 3012 30FB FF01-FF0F"
    " FF1A-FF20 FF3B-FF40 FF5B-FF65 FFE0-FFE1 FFE5-FFE6"
)
# Letters and digits newer than the tokenizer's Unicode tables, which it drops.
_TOO_YOUNG = _codes(
    "037F 0528-052F 0560 0588 05EF 0860-086A 0870-0887 0889-088E 08A1 08AD-08C9 0978 0980 09FC 0AF9"
    " 0C34 0C5A 0C5D 0C80 0CDD 0D04 0D54-0D56 0D5F 0DE6-0DEF 0E86 0E89 0E8C 0E8E-0E93 0E98 0EA0"
    " 0EA8-0EA9 0EAC 13F5 13F8-13FD 16F1-16F8 170D 171F 1878 191D-191E 19B0-19C0 19C8-19C9 1B4C"
    " 1C80-1C8A 1C90-1CBA 1CBD-1CBF 1CF2-1CF3 1CFA 2C2F 2C5F 312E-312F 31BB-31BF 4DB6-4DBF"
    " 9FCD-9FFF A698-A69D A78F A794-A79F A7AB-A7DC A7F1-A7F7 A8FD-A8FE A9E0-A9E4 A9E6-A9EF"
    " A9F0-A9F9 A9FA-A9FE AA7E-AA7F AB30-AB5A AB5C-AB69 AB70-ABBF"
)
# Characters with their own rules are kept: quotes, dashes, currencies, fractions, ...
_AS_IS = frozenset(
    "\x80\x91\x92\x93\x94\x96\x97¢£¤«\xad²³¹»¼½¾\u058a\u066b\u066c‐‑–—―‘’‚‛“”„‟…‹›⁄₠€⅓⅔"
    "⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉⁺⁻₊₋"
)


def _stand_in(code: int) -> str:
    """Return the placeholder of a character."""
    char = chr(code)
    if code < 0x80 or char in _AS_IS:
        # Newlines count as spaces; other control characters are separators or dropped.
        return char if char >= " " else " " if char == "\n" else "\n" if char.isspace() else DROPPED
    if char == "\xa0":
        return " "
    if char.isspace():
        return "\n"
    if code in _MARKS:
        return MARK
    if code in _SYMBOLS:
        return SYMBOL
    if code > 0xFFFF or code in _TOO_YOUNG:
        return DROPPED
    category = unicodedata.category(char)
    return LETTER if category[0] == "L" else DIGIT if category == "Nd" else DROPPED


class _ShapeTable(dict[int, str]):
    """A `str.translate` table filled on demand, with at most one entry per character."""

    def __missing__(self, code: int) -> str:
        self[code] = shape = _stand_in(code)
        return shape


_SHAPES = _ShapeTable()


def shape_of(text: str) -> str:
    """Return the shape of a text, followed by an empty line."""
    return text.translate(_SHAPES) + "\n\n"
