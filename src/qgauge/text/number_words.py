"""Read numbers written as words: "two hundred and five", "twenty-first", "nineteen ninety"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_SMALL_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINAL_WORDS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_ORDINAL_TENS_WORDS = (
    "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
)

UNITS = {word: value for value, word in enumerate(_SMALL_WORDS.split())}
TENS = {word: 10 * value for value, word in enumerate(_TENS_WORDS.split(), 2)}
SCALES = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}
"""Powers of ten by name."""
ORDINAL_UNITS = {word: value for value, word in enumerate(_ORDINAL_WORDS.split())}
ORDINAL_TENS = {word: 10 * value for value, word in enumerate(_ORDINAL_TENS_WORDS.split(), 2)}
ORDINAL_SCALES = {f"{word}th": power for word, power in SCALES.items()}
DECADES = {f"{word[:-1]}ies": value for word, value in TENS.items()}
"""Tens in the plural: "nineties"."""
NUMBER_WORDS = frozenset({*UNITS, *TENS, *SCALES, *ORDINAL_UNITS, *ORDINAL_TENS, *ORDINAL_SCALES})
_LARGEST = 10**18
_ANY = 99
"""A power above all scales."""


class NumberWords(NamedTuple):
    """A number read from words."""

    value: int
    next: int
    """Index of the first word after the number."""
    kind: str
    """`"number"`, `"ordinal"` or `"decade"`."""


def ordinal(value: int | str) -> str:
    """Return a whole number with its ordinal ending.

    Example:
        >>> from qgauge.text.number_words import ordinal
        >>> ordinal(3), ordinal(12), ordinal("21")
        ('3rd', '12th', '21st')
    """
    digits = str(value)
    if digits[-2:-1] == "1":
        return f"{digits}th"
    return digits + {"1": "st", "2": "nd", "3": "rd"}.get(digits[-1], "th")


def read_number_words(words: Sequence[str], breaks: Sequence[bool], at: int) -> NumberWords | None:
    """Read the number whose words start at an index.

    Args:
        words: Words in lower case, with hyphens split off.
        breaks: For each word, whether punctuation stands before it: "twenty, five" is no 25.
        at: The index.

    Returns:
        The longest number that starts there, or None.

    Example:
        >>> from qgauge.text.number_words import read_number_words
        >>> words = "two hundred and five ships".split()
        >>> read_number_words(words, [False] * 5, 0)
        NumberWords(value=205, next=4, kind='number')
    """
    part = _below_hundred(words, breaks, at)
    if part is None:
        scale = words[at] in SCALES
        part = NumberWords(1, at, "number") if scale else _ordinal_scale(words, at, 1)
    elif part.kind == "number":
        part = _year(words, breaks, part) or part
    if part is None or part.kind != "number":
        return part
    total, current, now = 0, part.value, part.next
    held = _ANY
    """The last power of a thousand or more: a number after it must stay below it."""
    lowest = _ANY
    """The power of the scale just read: "two thousand five hundred" descends, "five two" ends."""
    while now < len(words) and total + current < _LARGEST:
        word = words[now]
        if word in SCALES:
            power = SCALES[word]
            if power == 2:
                current, total = (current or total) * 10**power, total if current else 0
            else:
                total, current = _times(total, current, power), 0
                held = power
            lowest, now = power, now + 1
            continue
        if word in ORDINAL_SCALES:
            value = _times(total, current, ORDINAL_SCALES[word])
            return NumberWords(value, now + 1, "ordinal")
        if word == "hundreds" and not total and 10 < current < 30:
            return NumberWords(current * 100, now + 1, "decade")
        if lowest == _ANY:
            break
        more = _addend(words, breaks, now, lowest, held)
        if more is None:
            break
        if more.kind == "ordinal":
            return NumberWords(total + current + more.value, more.next, "ordinal")
        current, now, lowest = current + more.value, more.next, _ANY
    return NumberWords(total + current, now, "number")


def _times(total: int, current: int, power: int) -> int:
    """Multiply what was read last: "two million five hundred thousand", "two thousand million"."""
    scale: int = 10**power
    return total + current * scale if current else total * scale


def _addend(
    words: Sequence[str], breaks: Sequence[bool], at: int, lowest: int, held: int
) -> NumberWords | None:
    """The "five" of "two hundred and five"; only numbers below the last scale are added.

    The "three" of "two thousand and three thousand" starts a number of its own.
    """
    joined = words[at] == "and" and at + 1 < len(words)
    start = at + joined
    more = _below_hundred(words, breaks, start)
    if more is None or more.kind == "decade" or more.value >= 10**lowest or not more.value:
        return None
    first, highest = _scales_after(words, breaks, more.next, joined)
    if first == 2 == lowest or highest >= held:
        return None
    if (breaks[at] or breaks[start]) and not 0 < highest < lowest:
        return None  # "a hundred, two of them"; but "two thousand, five hundred"
    return more


def _scales_after(
    words: Sequence[str], breaks: Sequence[bool], at: int, joined: bool
) -> tuple[int, int]:
    """The first and the highest power by which a number that ends here is multiplied, or 0.

    Of "two hundred fifty thousand", the "two" has 2 and 3.

    Args:
        words: The words.
        breaks: Whether punctuation stands before each.
        at: The index after the number.
        joined: Whether "and" stands before the number; if so, it may also stand inside.
    """
    first = highest = 0
    while at < len(words):
        power = SCALES.get(words[at]) or ORDINAL_SCALES.get(words[at], 0)
        if power:
            first, highest, at = first or power, max(highest, power), at + 1
            continue
        inside = at + (joined and words[at] == "and")
        if highest != 2 or inside >= len(words) or breaks[at] or breaks[inside]:
            break
        more = _below_hundred(words, breaks, inside)
        if more is None or more.kind != "number" or more.next >= len(words):
            break
        if SCALES.get(words[more.next], 0) < 3:
            break
        at = more.next
    return first, highest


def _below_hundred(words: Sequence[str], breaks: Sequence[bool], at: int) -> NumberWords | None:
    word = words[at]
    if word in UNITS:
        return NumberWords(UNITS[word], at + 1, "number")
    if word in ORDINAL_UNITS or word in ORDINAL_TENS:
        value = ORDINAL_UNITS.get(word) or ORDINAL_TENS.get(word, 0)
        return NumberWords(value, at + 1, "ordinal")
    if word in DECADES:
        return NumberWords(DECADES[word], at + 1, "decade")
    if word not in TENS:
        return None
    if at + 1 < len(words) and not breaks[at + 1]:
        following = words[at + 1]
        if 0 < UNITS.get(following, 0) < 10:
            return NumberWords(TENS[word] + UNITS[following], at + 2, "number")
        if 0 < ORDINAL_UNITS.get(following, 0) < 10:
            return NumberWords(TENS[word] + ORDINAL_UNITS[following], at + 2, "ordinal")
    return NumberWords(TENS[word], at + 1, "number")


def _year(words: Sequence[str], breaks: Sequence[bool], first: NumberWords) -> NumberWords | None:
    """The years of "nineteen ninety", "nineteen oh five" and "the nineteen nineties"."""
    now = first.next
    if not 10 <= first.value <= 20 or now >= len(words) or breaks[now]:
        return None
    if words[now] == "oh" and now + 1 < len(words) and 0 < UNITS.get(words[now + 1], 0) < 10:
        return NumberWords(first.value * 100 + UNITS[words[now + 1]], now + 2, "number")
    last = _below_hundred(words, breaks, now)
    if last is None or last.value < 10 or last.kind == "ordinal":
        return None
    if last.next < len(words) and words[last.next] in SCALES:
        return None  # "nineteen ninety million" is no year
    return NumberWords(first.value * 100 + last.value, last.next, last.kind)


def _ordinal_scale(words: Sequence[str], at: int, value: int) -> NumberWords | None:
    """The bare "hundredth"."""
    power = ORDINAL_SCALES.get(words[at])
    return None if power is None else NumberWords(value * 10**power, at + 1, "ordinal")
