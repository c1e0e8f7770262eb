"""Made-up values near a given one: numbers, years, dates and times, written in the same form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, zip_longest

from qgauge.text.answer_tokens import MONTHS
from qgauge.text.inflection import first_form
from qgauge.text.number_words import ORDINAL_TENS, ORDINAL_UNITS, SCALES, TENS, UNITS, ordinal

_UNIT_WORDS = {value: word for word, value in UNITS.items()}
_TEN_WORDS = {value: word for word, value in TENS.items()}
_ORDINAL_WORDS = {value: word for word, value in (ORDINAL_UNITS | ORDINAL_TENS).items()}
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SEASONS = ("spring", "summer", "autumn", "winter")


def _any_of(words: Sequence[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_SMALL = _any_of([word for word, value in UNITS.items() if 0 < value < 10])
NUMBER = re.compile(
    r"(?<![\w.,:/-])(?:(?P<digits>\d{1,3}(?:,\d{3}){1,5}|\d{1,15})(?P<decimals>\.\d{1,9})?(?![\d,:/]*\d)"
    rf"|(?P<tens>{_any_of(list(TENS))})(?:[- ](?P<one>{_SMALL}))?\b"
    rf"|(?P<unit>{_any_of([word for word, value in UNITS.items() if value])})\b)"
    r"(?!-?(?:st|nd|rd|th)\b|\s?[-–]\s?\d)",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    rf"\b(?:(\d{{1,4}})(?:st|nd|rd|th)|({_any_of(list(ORDINAL_UNITS)[1:])}))\b", re.IGNORECASE
)
_CLOCK = re.compile(r"\b(\d{1,2}):(\d\d)\b")
_OF_THE_CLOCK = re.compile(r"\s*(?:o['’]clock|[ap]\.?m\b)", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w.,$£€-])(1\d{3}|20\d\d)(?![\w,.]*\d)(s?)\b")
_MONTH = re.compile(rf"\b({_any_of([name.capitalize() for name in MONTHS])})\b")
_DAY = re.compile(r"(?<![\d,.])([1-9]|[12]\d|3[01])(st|nd|rd|th)?(?![\d,:]*\d)\b")
_WEEKDAY = re.compile(rf"\b({_any_of(_WEEKDAYS)})(?=s?\b)")
_SEASON = re.compile(rf"\b({_any_of(_SEASONS)})\b", re.IGNORECASE)
_AT_LEAST = re.compile(r"\b(?:over|(?:more|greater) than|at least|above)\b", re.IGNORECASE)
_AT_MOST = re.compile(r"\b(?:under|(?:less|fewer) than|at most|below|up to)\b", re.IGNORECASE)
_ROUGHLY = re.compile(
    r"\b(?:about|around|almost|nearly|roughly|some|approximately|circa)\b", re.IGNORECASE
)
_PERCENT = re.compile(r"\s*(?:%|per ?cent\b)")
_NEXT_WORD = re.compile(r"\s+([a-z]{3,})\b")
_FARTHEST = 2.5
"""The largest ratio of a plausible wrong number to the right one."""
_FARTHEST_YEARS = 60
_LATEST_YEAR = 2025
"""Made-up years are not in the future."""


def near_values(text: str, key: str) -> list[str]:
    """Return made-up values near the one in a text, the rest of which stays the same.

    Args:
        text: An answer, such as `"about 4,200 crowns"` or `"4 May 1823"`.
        key: What decides how many of the first values are smaller, such as the question.

    Returns:
        Values of the same form, unit and roundness at a plausible distance, in order of use; none
        if the text has no value. "more than 40" only gives larger ones, since it may be more than
        30 too.

    Examples:
        >>> from qgauge.generation.near_values import near_values
        >>> sorted(near_values("forty boats", "How many?")[:3])
        ['fifty boats', 'sixty boats', 'thirty boats']
        >>> near_values("the old mill", "Where?")
        []
    """
    seed = int.from_bytes(sha256(f"{key}\0{text}".encode("utf-8", "surrogatepass")).digest()[:8])
    for pattern, names in ((_WEEKDAY, _WEEKDAYS), (_SEASON, _SEASONS)):
        if found := pattern.search(text):
            return [_put(text, found, 1, name) for name in _others(names, found[1], seed)]
    if _MONTH.search(text):
        return _dates(text, seed)
    for make in (_clocks, _years, _ordinals, _numbers):
        if values := make(text, seed):
            return list(dict.fromkeys(values))
    return []


def has_value(text: str) -> bool:
    """Return whether a text has a number, date or time that `near_values` can change."""
    patterns = (_WEEKDAY, _SEASON, _MONTH, _CLOCK, _YEAR, _ORDINAL, NUMBER)
    return any(pattern.search(text) for pattern in patterns)


def value_shape(text: str) -> str:
    """Return a text with marks for its values; texts with the same shape have the same form.

    Examples:
        >>> from qgauge.generation.near_values import value_shape
        >>> value_shape("310,000 crowns"), value_shape("in 1823"), value_shape("on 4 May")
        ('<9> crowns', 'in <year>', 'on <9> <month>')
    """
    for pattern, mark in (
        (_WEEKDAY, "<weekday>"),
        (_SEASON, "<season>"),
        (_MONTH, "<month>"),
        (_CLOCK, "<clock>"),
        (_YEAR, r"<year>\2"),
        (_ORDINAL, "<ordinal>"),
    ):
        text = pattern.sub(mark, text)
    text = NUMBER.sub(lambda found: "<9>" if found["digits"] else "<nine>", text)
    return " ".join(text.lower().split())


def plausible_beside(text: str, other: str) -> bool:
    """Return whether the first years or numbers of two texts are near; True without any.

    Examples:
        >>> from qgauge.generation.near_values import plausible_beside
        >>> plausible_beside("forty", "sixteen"), plausible_beside("forty", "two")
        (True, False)
    """
    years = _YEAR.search(text), _YEAR.search(other)
    if years[0] and years[1]:
        return abs(int(years[0][1]) - int(years[1][1])) <= _FARTHEST_YEARS
    mine, its = NUMBER.search(text), NUMBER.search(other)
    if not mine or not its:
        return True
    one, two = sorted((_value(mine), _value(its)))
    return two <= _FARTHEST * one


def with_number_of(text: str, other: str) -> str:
    """Return a text with the number of another one; empty if they are too different.

    Both numbers are written in words or both in figures, and neither is much larger.

    Examples:
        >>> from qgauge.generation.near_values import with_number_of
        >>> with_number_of("forty boats", "at sixty miles"), with_number_of("forty boats", "two")
        ('sixty boats', '')
    """
    mine, its = NUMBER.search(text), NUMBER.search(other)
    if not mine or not its or bool(mine["digits"]) != bool(its["digits"]):
        return ""
    if _YEAR.search(text) or _YEAR.search(other) or (mine["decimals"] or its["decimals"]):
        return ""
    one, two = _value(mine), _value(its)
    if one == two or min(one, two) < 2 or not plausible_beside(text, other):
        return ""
    grouped = not mine["digits"] or "," in mine[0] or one < 1000
    return _put(text, mine, 0, _written(mine, two)) if grouped else ""


# ------------------------------------------------------------------ dates and times


def _dates(text: str, seed: int) -> list[str]:
    """Change one part of a date at a time: the month, the year, the day."""
    month, year = _MONTH.search(text), _YEAR.search(text)
    ways: list[list[str]] = []
    if month:
        names = [name.capitalize() for name in MONTHS]
        others = _others(names, month[1].capitalize(), seed)
        ways.append([_put(text, month, 1, _cased(name, month[1])) for name in others])
    if year:
        ways.append(_years(text, seed))
    day = next((one for one in _DAY.finditer(text)), None)
    if day:
        near = [value for value in _spread(int(day[1]), seed, 9) if value < 29]
        written = [ordinal(value) if day[2] else str(value) for value in near]
        ways.append([_put(text, day, 0, value) for value in written])
    rows = zip_longest(*ways[seed % len(ways) :], *ways[: seed % len(ways)])
    return [value for value in chain.from_iterable(rows) if value]


def _clocks(text: str, seed: int) -> list[str]:
    found = _CLOCK.search(text)
    if not found:
        return []
    hour = int(found[1])
    most = 12 if hour <= 12 else 23
    hours = [value for value in _spread(hour, seed, 4) if value <= most]
    minutes = ["00", "15", "30", "45"] if int(found[2]) % 15 == 0 else []
    turned = [_put(text, found, 2, one) for one in minutes if one != found[2]]
    width = 2 if found[1].startswith("0") else 1
    later = [_put(text, found, 1, f"{one:0{width}}") for one in hours]
    return [value for pair in zip_longest(later, turned) for value in pair if value]


def _years(text: str, seed: int) -> list[str]:
    found = _YEAR.search(text)
    if not found:
        return []
    year = int(found[1])
    step = 10 if found[2] else 1
    sizes = (1, 2, 3, 4) if found[2] else (2, 3, 5, 7, 9, 12) if year > 1900 else (4, 7, 11, 16)
    below = [year - step * size for size in sizes]
    above = [year + step * size for size in sizes if year + step * size <= _LATEST_YEAR]
    return [_put(text, found, 1, str(value)) for value in _mixed(below, above, seed)]


def _ordinals(text: str, seed: int) -> list[str]:
    found = _ORDINAL.search(text)
    if not found:
        return []
    value = int(found[1] or ORDINAL_UNITS[found[2].lower()])
    century = text[found.end() :].lstrip(" -").startswith("centur")
    near = [one for one in _spread(value, seed, 3) if one < 22 or not century]
    if found[1]:
        return [_put(text, found, 0, ordinal(one)) for one in near]
    words = [_ORDINAL_WORDS[one] for one in near if one in _ORDINAL_WORDS]
    return [_put(text, found, 0, _cased(word, found[2])) for word in words]


# ------------------------------------------------------------------ numbers


def _numbers(text: str, seed: int) -> list[str]:
    found = NUMBER.search(text)
    if not found:
        return []
    value, places = _value(found), len(found["decimals"] or ".") - 1
    after = text[found.end() :]
    clock = _OF_THE_CLOCK.match(after) is not None
    below, above = _lower_and_higher(value, 2 if _ROUGHLY.search(text) else 1)
    if clock or _PERCENT.match(after):
        above = [one for one in above if one <= (12 if clock else 100 * 10**places)]
    # "four boats" has no form with 1
    below = [one for one in below if one > 1 or (one == 1 and (clock or not after.strip()))]
    if not found["digits"]:
        above = [one for one in above if one < 100]
    if _AT_LEAST.search(text):
        below = []
    if _AT_MOST.search(text):
        above = []
    if value == 1 and not clock and (noun := _NEXT_WORD.match(after)):
        if noun[1] in SCALES or re.search("[^s]s$", noun[1]):
            plural = noun[1]
        else:
            plural = first_form(noun[1], "NNS", by_rule=True) or f"{noun[1]}s"
        text = text[: found.end() + noun.start(1)] + plural + after[noun.end(1) :]
    return [_put(text, found, 0, _written(found, one)) for one in _mixed(below, above, seed)]


def _lower_and_higher(value: int, factor: int) -> tuple[list[int], list[int]]:
    """Return numbers that are as round as this one, the nearest first."""
    step = 1
    while value > 12 and value % (step * 10) == 0:
        step *= 10
    lead = value // step
    if lead >= 10:
        sizes = [max(1, round(lead * share)) for share in (0.1, 0.2, 0.3, 0.4, 0.5, 0.7)]
    elif lead < 4 and step > 1:
        lead, step, sizes = lead * 10, step // 10, [5, 10, 15, 20]
    else:
        sizes = [1, 2, 3, 4, 5]
    sizes = [size * factor for size in dict.fromkeys(sizes)]
    below = [(lead - size) * step for size in sizes if lead - size > 0]
    return below, [(lead + size) * step for size in sizes]


def _spread(value: int, seed: int, most: int) -> list[int]:
    below = [value - size for size in range(1, most + 1) if value - size > 0]
    return _mixed(below, [value + size for size in range(1, most + 1)], seed)


def _mixed(below: Sequence[int], above: Sequence[int], seed: int) -> list[int]:
    """Return first as many smaller values as the seed says, so that the right one may be any."""
    first = seed % 4
    return [*below[:first], *above[: 3 - first], *below[first:], *above[3 - first :]]


def _value(found: re.Match[str]) -> int:
    """Return the number; one with decimals without its point."""
    if found["digits"]:
        return int(found["digits"].replace(",", "") + (found["decimals"] or ".")[1:])
    if found["unit"]:
        return UNITS[found["unit"].lower()]
    return TENS[found["tens"].lower()] + UNITS.get((found["one"] or "").lower(), 0)


def _written(like: re.Match[str], value: int) -> str:
    """Return a number in the form of another one."""
    if like["digits"]:
        places = len(like["decimals"] or ".") - 1
        whole, rest = divmod(value, 10**places)
        shown = f"{whole:,}" if "," in like[0] or whole > 9999 else str(whole)
        return f"{shown}.{rest:0{places}}" if places else shown
    if value < 20:
        word = _UNIT_WORDS[value]
    else:
        ten, one = divmod(value, 10)
        word = _TEN_WORDS[10 * ten] + (f"-{_UNIT_WORDS[one]}" if one else "")
    return _cased(word, like[0])


def _others(names: Sequence[str], own: str, seed: int) -> Iterator[str]:
    """Yield the other names of a cycle, at varied distances."""
    known = [name.lower() for name in names]
    at = known.index(own.lower())
    for turn in range(1, len(names)):
        step = 1 + (turn - 1 + seed) % (len(names) - 1)
        yield _cased(names[(at + step) % len(names)], own)


def _cased(word: str, like: str) -> str:
    return word[0].upper() + word[1:] if like[0].isupper() else word.lower()


def _put(text: str, found: re.Match[str], group: int, value: str) -> str:
    return text[: found.start(group)] + value + text[found.end(group) :]
