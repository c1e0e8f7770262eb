"""Read the numbers, amounts and ordinals of an answer: "4.2 million", "$5", "half a mile"."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge.text.answer_tokens import Token
from qgauge.text.number_words import (
    DECADES,
    NUMBER_WORDS,
    SCALES,
    UNITS,
    ordinal,
    read_number_words,
)
from qgauge.text.units import NAMES, POWERS, RATES, TIMES, plural
from qgauge.text.words import word_set

_SIGN_SCALES = {"m": 6, "mn": 6, "bn": 9, "tn": 12, "k": 3}
"""What letters mean after an amount of money; "bn" means it everywhere."""
_PARTS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
}
_PARTS_IN_PLURAL = {"halves": 2} | {f"{word}s": value for word, value in _PARTS.items()}
ERAS = {"bc": "bc", "bce": "bc", "ad": "ad", "ce": "ad"}
_BEFORE_HALF = word_set("about almost approximately by least nearly only over roughly than under")
"""Words that stand before the number; "the first half" is none."""
_NOT_A_NUMBER = word_set("no any every some each")
"""The "one" after these is a pronoun."""
_MOST_DIGITS = 18
"""Longer numbers are left as they are."""

NUMBER_STARTS = NUMBER_WORDS | DECADES.keys() | _PARTS.keys() | {"dozen"}
"""Words that a number may start with."""

Reading = tuple[tuple[str, ...], int, str]
"""Words, index of the next token, and kind."""


class NumberReader:
    """The tokens of an answer, and the rules for numbers."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self._words = [token.text for token in tokens]
        self._breaks = [token.breaks for token in tokens]

    def word(self, at: int) -> str:
        """Return a word; "" for numbers and beyond the ends."""
        if 0 <= at < len(self.tokens) and self.tokens[at].kind == "word":
            return self.tokens[at].text
        return ""

    def amount(self, at: int) -> Reading | None:
        number = self.number(at)
        if number is None:
            return None
        value, now, currency = number
        if value[-1] == "s":
            return (value,), now, "number"
        era = ERAS.get(self.word(now), "")
        if era and value.isdigit() and not currency:
            return (value, era), now + 1, "date"
        if self.word(now) in ("percent", "pct"):
            return (_trimmed(value), "percent"), now + 1, "amount"
        if self.word(now) == "per" and self.word(now + 1) == "cent":
            return (_trimmed(value), "percent"), now + 2, "amount"
        if currency:
            name = currency if value == "1" else plural(currency)
            words, now = self._per((name,), now)
            return (_trimmed(value), *words), now, "amount"
        unit = self.unit(now, value)
        if unit:
            return (_trimmed(value), *unit[0]), unit[1], "amount"
        point = value.find(".")
        whole = point >= 0 and not value[point:].strip(".0") and len(value) - point != 4
        return (value[:point] if whole else value,), now, "number"

    def number(self, at: int) -> tuple[str, int, str] | None:
        """Return a number, the next index and its currency."""
        token = self.tokens[at]
        part = self._fraction(at)
        if part:
            value, now = part
            return (*self._scaled(value, now, token.currency), token.currency)
        if token.kind == "number":
            value, now = token.text, at + 1
        elif token.kind == "word" and token.text == "dozen":
            value, now = "1", at
        elif token.kind == "word":
            if token.text == "one" and self.word(at - 1) in _NOT_A_NUMBER:
                return None
            found = read_number_words(self._words, self._breaks, at)
            if found is None or found.kind == "ordinal":
                return None
            if found.kind == "decade":
                return f"{found.value}s", found.next, ""
            value, now = str(found.value), found.next
        else:
            return None
        value, now = self._with_part(value, now)
        return (*self._scaled(value, now, token.currency), token.currency)

    def _fraction(self, at: int) -> tuple[str, int] | None:
        """ "half of", "a third", "two thirds", "3/4"."""
        token = self.tokens[at]
        if token.kind == "fraction":
            return _quotient(*map(int, token.text.split("/"))), at + 1
        word, following = self.word(at), self.word(at + 1)
        last = at + 1 == len(self.tokens)
        after_article = not last and bool(self.tokens[at + 1].article)
        if word == "half" and following not in ("past", "to"):
            scaled = following in SCALES or following == "dozen"
            alone = last and (not at or self.word(at - 1) in _BEFORE_HALF)
            if alone or following in ("of", "as") or after_article or scaled:
                return "0.5", at + 1
        if word in _PARTS and token.article in ("a", "an") and (last or following == "of"):
            return _quotient(1, _PARTS[word]), at + 1
        value = UNITS.get(word, 0)
        if token.kind == "number" and len(token.text) == 1:
            value = int(token.text)
        if value and not token.currency and following in _PARTS_IN_PLURAL:
            below = _PARTS_IN_PLURAL[following]
            return (_quotient(value, below), at + 2) if value < below else None
        if value == 1 and following in _PARTS:
            rest = self.tokens[at + 2 : at + 3]
            if not rest or rest[0].text == "of" or rest[0].article:
                return _quotient(1, _PARTS[following]), at + 2
        return None

    def _with_part(self, value: str, now: int) -> tuple[str, int]:
        """Add the half of "four and a half" and "4 1/2"."""
        if not value.isdigit() or now >= len(self.tokens):
            return value, now
        part = self.word(now + 1) if self.word(now) == "and" else ""
        if part in ("half", "quarter") and self.tokens[now + 1].article:
            return value + (".5" if part == "half" else ".25"), now + 2
        if self.tokens[now].kind == "fraction":
            rest = _quotient(*map(int, self.tokens[now].text.split("/")))
            if "/" not in rest:
                return value + rest[1:], now + 1
        return value, now

    def _scaled(self, value: str, now: int, currency: str) -> tuple[str, int]:
        """Multiply by the words that follow: "4.2 million", "two dozen", "$5bn"."""
        while "/" not in value and len(value) < _MOST_DIGITS:
            word = self.word(now)
            power = SCALES.get(word) or (9 if word == "bn" else 0)
            if currency and not power:
                power = _SIGN_SCALES.get(word, 0)
            if word == "dozen":
                whole, _, part = value.partition(".")
                scaled = 12 * int(whole + part)
                value = _shifted(str(scaled), -len(part))
            elif power:
                value = _shifted(value, power)
            else:
                break
            now += 1
        return value, now

    def unit(self, at: int, value: str) -> tuple[tuple[str, ...], int] | None:
        """ "km", "square miles", "degrees Celsius", "miles an hour"."""
        word = self.word(at)
        many = value != "1"
        if word in RATES:
            unit, time = RATES[word]
            return (plural(unit) if many else unit, "per", time), at + 1
        if word in ("celsius", "fahrenheit", "centigrade"):
            scale = "celsius" if word == "centigrade" else word
            return (plural("degree") if many else "degree", scale), at + 1
        power = {"square": "square", "sq": "square", "cubic": "cubic", "cu": "cubic"}.get(word, "")
        if power or (word == "us" and NAMES.get(self.word(at + 1)) == "dollar"):
            at, word = at + 1, self.word(at + 1)
        elif word not in NAMES and word[:-1] in NAMES and word[-1:] in POWERS:
            power, word = POWERS[word[-1]], word[:-1]
        unit = NAMES.get(word, "")
        if not unit:
            return None
        shown = (plural(unit) if many else unit,)
        words, now = ((power, *shown) if power else shown), at + 1
        return self._per(words, now)

    def _per(self, words: tuple[str, ...], now: int) -> tuple[tuple[str, ...], int]:
        """Add what stands after a unit: a scale of temperature, or "per hour"."""
        word = self.word(now)
        if words[-1] in ("pound", "pounds") and word == "sterling":
            return self._per(words, now + 1)
        if words[-1] in ("degree", "degrees"):
            scale = {"c": "celsius", "f": "fahrenheit", "centigrade": "celsius"}.get(word, word)
            if scale in ("celsius", "fahrenheit"):
                return (*words, scale), now + 1
        if word == "per" and NAMES.get(self.word(now + 1)) in TIMES:
            return (*words, "per", NAMES[self.word(now + 1)]), now + 2
        if word in TIMES and self.tokens[now].article in ("a", "an"):
            return (*words, "per", word), now + 1
        return words, now

    def ordinal(self, at: int) -> Reading | None:
        """ "third" is "3rd"; after a number, "second" has been read as a unit."""
        if self.tokens[at].kind == "ordinal":
            return (self.tokens[at].text,), at + 1, "ordinal"
        if self.tokens[at].kind != "word":
            return None
        found = read_number_words(self._words, self._breaks, at)
        if found is None or found.kind != "ordinal":
            return None
        return (ordinal(found.value),), found.next, "ordinal"

    def whole(self, at: int) -> tuple[str, int] | None:
        """Return a whole number without currency, and the next index."""
        if at >= len(self.tokens):
            return None
        number = self.number(at)
        if number is None or number[2] or not number[0].isdigit():
            return None
        return number[:2]


def _trimmed(value: str) -> str:
    """Drop the zeros at the end of an amount: "$4.50"; "1.500" may mean 1500 and is left alone."""
    whole, point, part = value.partition(".")
    if not point or (len(part) == 3 and whole != "0"):
        return value
    part = part.rstrip("0")
    return f"{whole}.{part}" if part else whole


def _quotient(above: int, below: int) -> str:
    """Return a fraction as a decimal number if it is a short one."""
    for digits in (1, 2, 3):
        if above * 10**digits % below == 0:
            return _shifted(str(above * 10**digits // below), -digits)
    return f"{above}/{below}"


def _shifted(value: str, power: int) -> str:
    """Multiply a decimal number by a power of ten."""
    whole, _, part = value.partition(".")
    digits, places = whole + part, len(part) - power
    if places <= 0:
        return (digits + "0" * -places).lstrip("0") or "0"
    digits = digits.rjust(places + 1, "0")
    part = digits[-places:].rstrip("0")
    whole = digits[:-places].lstrip("0") or "0"
    return f"{whole}.{part}" if part else whole
