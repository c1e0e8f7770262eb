"""Split an answer into words and numbers, as a comparison of answers needs them."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qgauge.text.number_words import NUMBER_WORDS, ordinal
from qgauge.text.units import CURRENCIES, NAMES, POWERS, RATES
from qgauge.text.words import word_set

ARTICLES = frozenset({"a", "an", "the"})
_MONTH_NAMES = (
    "january february march april may june july august september october november december"
)
MONTHS = tuple(_MONTH_NAMES.split())

_DASHES = "‐‑‒–—―−"
_SAME_SIGN = str.maketrans(dict.fromkeys(_DASHES, "-") | dict.fromkeys("‘’‛`´′", "'"))
_PUNCTUATION = str.maketrans("", "", string.punctuation + "“”„«»…¿¡")
_DIGITS_GROUPED = re.compile(r"(?<=[0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))")
_SIGN_APART = re.compile(r"(?<![^\s(])([$£€¥₹])[^\S\n](?=[0-9])")
_CHUNK = re.compile(r"\S+")
_RUN = re.compile(r"\S+|\s+")
_BEFORE = string.punctuation.translate(str.maketrans("", "", "$-+.")) + "“”„«»…¿¡"
_AFTER = string.punctuation.translate(str.maketrans("", "", "$%")) + "“”„«»…"
_NUMERIC = re.compile(
    r"([-+]?)(us\$|[$£€¥₹]?)([-+]?)([0-9]+(?:[.,][0-9]+)*|\.[0-9]+)?([¼½¾⅓⅔⅛]?)(.*)", re.DOTALL
)
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_PLAIN = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_SLASHED = re.compile(r"([0-9]{1,2})/([0-9]{1,2})(?:/([0-9]{4}))?")
_CLOCK = re.compile(r"([0-9]{1,2}):([0-5][0-9])")
_RANGE_END = re.compile(r"-([0-9]+(?:[.,][0-9]+)*)(%?)")
_SIGNS = {"¼": "1/4", "½": "1/2", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "⅛": "1/8"}
_SINGLE_SIGNS = {"&": "and", "%": "percent"}
_POSSESSIVE = re.compile(r"(?<=\w)'s(?=\W*$)")
_CONTRACTED = word_set("it he she that there here what who where when how why let")
"""Words whose 's is a verb."""
_SUFFIXES = frozenset({*NAMES, *RATES, "am", "pm", "bc", "bce", "ad", "ce", "bn", "mn", "tn", "k"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word or number of an answer."""

    text: str
    """The word in lower case without punctuation, or the number with a decimal point only."""
    start: int
    end: int
    kind: str = "word"
    """`"word"`, `"number"`, `"ordinal"`, `"fraction"`, `"clock"` or `"kept"` (left alone)."""
    currency: str = ""
    """The currency whose sign stands before a number."""
    breaks: bool = False
    """Whether punctuation stands before it."""
    article: str = ""
    """The article that stood before it."""


def prepare(text: str) -> tuple[str, Sequence[int]]:
    """Use composed letters, one kind of dash and apostrophe, and no space inside a number.

    Returns:
        The prepared text, and the offset of each of its characters in the text.
    """
    places: Sequence[int] = range(len(text))
    if not unicodedata.is_normalized("NFC", text):
        text, places = _composed(text)
    text = text.translate(_SAME_SIGN)
    for pattern in (_DIGITS_GROUPED, _SIGN_APART):
        gone = {found.end() - 1 for found in pattern.finditer(text)}
        if gone:
            kept = [at for at in range(len(text)) if at not in gone]
            text, places = "".join(text[at] for at in kept), [places[at] for at in kept]
    return text, places


def _composed(text: str) -> tuple[str, list[int]]:
    """Compose letters; where that changes the length of a run, all its offsets are the first."""
    parts: list[str] = []
    places: list[int] = []
    for run in _RUN.finditer(text):
        part = unicodedata.normalize("NFC", run[0])
        parts.append(part)
        same = len(part) == len(run[0])
        places += range(*run.span()) if same else [run.start()] * len(part)
    return "".join(parts), places


def tokens_of(text: str) -> list[Token]:
    """Split a prepared text into words and numbers, without articles and punctuation."""
    tokens: list[Token] = []
    breaks, article = False, ""
    for chunk in _CHUNK.finditer(text):
        low = chunk[0].lower()
        for kind, word, currency in _parts(low):
            if word in ARTICLES:
                article = word
                continue
            span = (chunk.start(), chunk.end())
            tokens.append(Token(word, *span, kind, currency, breaks, article))
            breaks, article = False, ""
        breaks = breaks or low[-1] in ",;:.!?)" or not low.translate(_PUNCTUATION)
    return tokens


_Part = tuple[str, str, str]
"""Kind, text and currency of a token."""


def _parts(chunk: str) -> Iterator[_Part]:
    """Split one chunk of text without space."""
    if chunk.isalpha():
        yield _word(chunk)
        return
    if chunk in _SINGLE_SIGNS:
        yield _word(_SINGLE_SIGNS[chunk])
        return
    inner = chunk.lstrip(_BEFORE).rstrip(_AFTER)
    if inner in ("°c", "°f"):
        yield from (_word("degrees"), _word(inner[1]))
        return
    if inner in RATES and "/" in inner:
        unit, time = RATES[inner]
        yield from (_word(unit), _word("per"), _word(time))
        return
    pieces = inner.split("-")
    if len(pieces) > 1 and _starts_number(pieces[0], pieces[1]):
        for piece in pieces:
            yield from _parts(piece) if piece else ()
        return
    bare = chunk.translate(_PUNCTUATION)
    numeric = _numeric(inner) or _numeric(bare)
    if numeric:
        yield from numeric
        return
    possessive = _POSSESSIVE.search(chunk)
    if possessive and chunk[: possessive.start()].strip(_BEFORE) not in _CONTRACTED:
        bare = chunk[: possessive.start()].translate(_PUNCTUATION)
    elif chunk == "'s":
        return
    if bare:
        yield _word(bare)


def _word(text: str) -> _Part:
    return "word", text, ""


def _starts_number(first: str, second: str) -> bool:
    """Return whether a hyphenated word is a number: "twenty-five", "half-million"."""
    return first in NUMBER_WORDS or (first == "half" and second in NUMBER_WORDS)


def _numeric(chunk: str) -> list[_Part] | None:
    """Split a chunk that starts with digits; None if it is something else, as "2pac" is."""
    iso = _ISO.fullmatch(chunk)
    if iso:
        return _date(iso[1], iso[2], iso[3])
    found = _NUMERIC.fullmatch(chunk)
    if found is None or not (found[4] or found[5]):
        return None
    sign, currency, inner_sign, digits, fraction, rest = found.groups()
    rest = str(rest)
    parts = [_word("minus")] if "-" in (sign, inner_sign) else []
    if digits and not fraction and rest[:1] in ("/", ":"):
        return _pair(f"{digits}{rest}")
    if digits:
        kind, value = _value(str(digits))
        parts.append((kind, value, NAMES.get(currency or "", "")))
    if fraction:
        parts.append(("fraction", _SIGNS[fraction], "" if digits else NAMES.get(currency, "")))
    if not rest:
        return parts
    more = _after_number(parts[-1], rest)
    return None if more is None else [*parts[:-1], *more]


def _value(digits: str) -> tuple[str, str]:
    """A number without separators of thousands; the forms that may mean two things are kept."""
    if digits[0] == ".":
        return "number", f"0{digits}"
    if _GROUPED.fullmatch(digits):
        return "number", digits.replace(",", "")
    return ("number" if _PLAIN.fullmatch(digits) else "kept"), digits


def _after_number(number: _Part, rest: str) -> list[_Part] | None:
    """What stands after a number without space: "th", "%", "km", "-year-old"."""
    kind, value, _ = number
    whole = value.isdigit()
    if rest == "%":
        return [number, _word("percent")]
    if rest in CURRENCIES:
        return [(kind, value, NAMES[rest])]
    if whole and rest in ("st", "nd", "rd", "th"):
        return [("ordinal", ordinal(value), "")]
    if whole and value[-1] == "0" and len(value) in (2, 4) and rest in ("s", "'s"):
        return [("kept", f"{value}s", "")]
    end = _RANGE_END.fullmatch(rest)
    if end:
        return _range(number, end[1], end[2])
    suffix, hyphen, tail = rest.partition("-")
    if hyphen:
        pieces = [piece for piece in tail.split("-") if piece]
        first = _after_number(number, suffix) if suffix else [number]
        if first is None or any(piece[0].isdigit() for piece in pieces):
            return None  # a telephone number, or a name
        return [*first, *(part for piece in pieces for part in _parts(piece))]
    if rest[0] in "°º":
        scale = rest[1:].translate(_PUNCTUATION)
        parts = [number, _word("degrees")]
        return [*parts, _word(scale)] if scale in ("c", "f") else None if scale else parts
    suffix = rest if rest in RATES else rest.translate(_PUNCTUATION)
    if suffix in _SUFFIXES or (suffix[:-1] in NAMES and suffix[-1:] in POWERS):
        return [number, _word(suffix)]
    return None


def _range(number: _Part, end: str, percent: str) -> list[_Part]:
    """The two ends of "1939-45"."""
    first = number[1]
    if len(first) == 4 and len(end) == 2 and first.isdigit() and end.isdigit() and end > first[2:]:
        end = first[:2] + end
    kind, value = _value(end)
    parts = [(number[0], first, ""), _word("to"), (kind, value, number[2])]
    return [*parts, _word("percent")] if percent else parts


def _pair(chunk: str) -> list[_Part] | None:
    """Two numbers with a slash or colon: a fraction, a date or a time of day."""
    slashed = _SLASHED.fullmatch(chunk)
    if slashed:
        one, other = int(slashed[1]), int(slashed[2])
        if slashed[3]:
            if one > 12 and 0 < other <= 12 and one <= 31:
                return _date(slashed[3], slashed[2], slashed[1])
            if other > 12 and 0 < one <= 12 and other <= 31:
                return _date(slashed[3], slashed[1], slashed[2])
        elif 0 < one < other <= 10 and slashed[1][0] != "0":
            return [("fraction", chunk, "")]
        return [("kept", chunk, "")]
    clock = _CLOCK.match(chunk)
    if clock is None:
        return [("kept", chunk, "")] if re.fullmatch(r"[0-9/:]+", chunk) else None
    rest = chunk[clock.end() :].translate(_PUNCTUATION)
    if int(clock[1]) > 23 or rest not in ("", "am", "pm"):
        return [("kept", chunk, "")] if re.fullmatch(r"[0-9/:]+", chunk) else None
    time = ("clock", f"{int(clock[1])}:{clock[2]}", "")
    return [time, _word(rest)] if rest else [time]


def _date(year: str, month: str, day: str) -> list[_Part] | None:
    if not 0 < int(month) <= 12 or not 0 < int(day) <= 31:
        return None
    number = ("number", str(int(day)), "")
    return [number, _word(MONTHS[int(month) - 1]), ("number", year, "")]
