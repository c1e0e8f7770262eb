"""Entities: names from the tags of the model, dates and numbers from rules.

The rules turn a sentence into a string of codes, one letter per word (`D` for a number that may be
a day, `M` for a month), and match regular expressions against it. Types follow OntoNotes: a
period of a day or longer is a DATE, a shorter one a TIME, and an age is a DATE.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from qgauge.tools.embedded.rounding import softmax
from qgauge.tools.roles import Entity, Word

# ---------------------------------------------------------------------- names


def named_entities(scores: npt.NDArray[np.floating], labels: Sequence[str]) -> list[Entity]:
    """Decode the entities from BIO tag logits.

    B, I or O is decided for each word with the probabilities of all types summed. The type is then
    decided over all words of the entity. An entity that begins with an I tag is accepted.

    Args:
        scores: Logits, one row per word and one column per tag.
        labels: The tags, such as `B-PER`.
    """
    chances = softmax(scores)
    kinds = list(dict.fromkeys(label[2:] for label in labels if label != "O"))
    columns = {label: chances[:, at] for at, label in enumerate(labels)}
    begins = sum(columns[f"B-{kind}"] for kind in kinds)
    inside = sum(columns[f"I-{kind}"] for kind in kinds)
    marks = np.stack([columns["O"], begins, inside]).argmax(axis=0).tolist()
    evidence = np.log(
        np.stack([columns[f"B-{kind}"] + columns[f"I-{kind}"] for kind in kinds]) + 1e-30
    )
    found: list[Entity] = []
    first = -1
    for at, mark in enumerate([*marks, 0]):
        if first >= 0 and mark < 2:
            kind = kinds[int(evidence[:, first:at].sum(axis=1).argmax())]
            found.append(Entity(first, at, kind))
            first = -1
        if mark and first < 0:
            first = at
    return found


# ---------------------------------------------------------------------- codes of words


def _by_word(**words: str) -> dict[str, str]:
    """Return the code of each word, given the words of each code."""
    return {word: code for code, row in words.items() for word in row.split()}


_SMALL = (
    "zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
_DAY_ORDINALS = (
    "first third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth"
)
_UNITS = (
    "km kms kilometer kilometers kilometre kilometres meter meters metre metres cm centimeter "
    "centimeters centimetre centimetres mm millimeter millimeters millimetre millimetres mile "
    "miles mi foot feet ft inch inches yard yards yd acre acres hectare hectares ha kg kgs "
    "kilogram kilograms kilo kilos gram grams mg milligram milligrams ton tons tonne tonnes ounce "
    "ounces oz pound pounds lb lbs liter liters litre litres ml gallon gallons pint pints quart "
    "quarts barrel barrels degree degrees ° mph kph knot knots watt watts kw kilowatt kilowatts mw "
    "megawatt megawatts volt volts hertz hz khz mhz ghz byte bytes kb mb gb tb megabyte megabytes "
    "gigabyte gigabytes calorie calories kcal joule joules light-year light-years lightyears"
)
_CODES = {
    **_by_word(
        w=_SMALL,
        v="hundred hundreds thousand thousands million millions billion billions trillion "
        "trillions dozen dozens",
        o=_DAY_ORDINALS,
        O="fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth thousandth "
        "millionth",
        F="half halves thirds quarter quarters fourths fifths sixths eighths tenths",
        M="january february april june july august september october november december",
        K="monday tuesday wednesday thursday friday saturday sunday",
        T="day days week weeks weekend weekends month months year years decade decades",
        t="hour hours hr hrs minute minutes min mins seconds sec secs milliseconds",
        Q="century centuries millennium millennia",
        S="twenties thirties forties fifties sixties seventies eighties nineties",
        E="spring summer autumn fall winter",
        R="today yesterday tomorrow nowadays",
        Z="noon midnight tonight",
        z="morning afternoon evening night",
        U=_UNITS,
        j="square cubic sq",
        J="celsius fahrenheit kelvin centigrade",
        C="dollar dollars euro euros cents penny pennies pence yen yuan rupee rupees peso "
        "pesos franc francs ruble rubles usd eur gbp jpy inr bucks",
        A="am pm a.m. p.m. a.m p.m o'clock o’clock",
        B="bc bce b.c. a.d. b.c.e. c.e. b.c a.d",
        p="early late mid",
        L="last next past previous coming following this",
        G="ago earlier later",
        P="per",
        i="in since during until till by before after from around circa about for on throughout",
        a="a an",
        h="the",
        f="of",
        n="and",
        r="or",
        k="to through thru",
        q="old",
    ),
    **dict.fromkeys("-–—", "-"),
    **dict.fromkeys("$£€¥₹₽¢", "$"),
    **dict.fromkeys(("%", "percent", "pct"), "%"),
    ",": ",",
    "/": "/",
}
_SPECIAL = _by_word(
    x="one second may march jan jan. feb feb. mar mar. apr apr. jun jun. jul jul. aug aug. sep "
    "sep. sept sept. oct oct. nov nov. dec dec. mon mon. tue tue. tues tues. wed wed. thu thu. "
    "thur thur. thurs thurs. fri fri. sat sat. sun sun. m g l c f h s ad ce cent us"
)
"""Words that are dates or numbers only in some contexts."""
_SURELY_BEFORE_YEARS = ("in", "since", "during")
_MAYBE_BEFORE_YEARS = ("until", "till", "by", "from", "before", "after", "year", "circa")
_COUNTING = frozenset("NYyDwv")

_INTEGER = re.compile(r"\d{1,4}")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th)|\d{1,3}(?:,?\d{3})*(?:st|nd|rd|th)")
_FORMS = {
    "N": re.compile(r"[+-]?(?:\d+|\d{1,3}(?:,\d{2,3})+)(?:\.\d+)?|[+-]?\.\d+|\d*[½⅓⅔¼¾⅛]"),
    "H": re.compile(r"(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?"),
    "S": re.compile(r"(?:(?:early|mid|late)-)?(?:1\d\d0|20\d0|['’]?[1-9]0)['’]?s"),
    "X": re.compile(r"\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}([/-])\d{1,2}\2\d{1,2}"),
}
"""Codes of numbers, times of day, decades and full dates."""
_MID_MONTH = re.compile(r"(?:early|mid|late)-(\w{3,9})")


def _plain_code(word: str) -> str:
    """Return the code of a word regardless of context; `x` if the rules do not use the word."""
    if word in _CODES:
        return _CODES[word]
    if _INTEGER.fullmatch(word):
        value = int(word)
        if len(word) == 4:
            return "Y" if 1500 <= value < 2100 else "y" if 1000 <= value < 1500 else "N"
        return "D" if 1 <= value <= 31 else "N"
    if ordinal := _ORDINAL.fullmatch(word):
        return "o" if ordinal[1] and 1 <= int(ordinal[1]) <= 31 else "O"
    for code, form in _FORMS.items():
        if form.fullmatch(word):
            return code
    if (mid := _MID_MONTH.fullmatch(word)) and (
        _CODES.get(mid[1]) == "M" or mid[1] in ("may", "march")
    ):
        return "M"
    return "x"


def _special_code(at: int, words: Sequence[Word], form: str, codes: Sequence[str]) -> str:
    """Return the code of a word that is a date or a number only in some contexts."""
    word = words[at]
    earlier = codes[at - 2] if at > 1 else " "
    before = codes[at - 1] if at else " "
    after = "".join(codes[at + 1 : at + 3]).ljust(2)
    counted = before in _COUNTING
    match form.rstrip("."):
        case "one":
            # "the one who", "no one": not a number
            return "w" if word.upos == "NUM" or before == "-" or after[0] in "vTtUC%" else "x"
        case "second":
            if counted or (before == "-" and earlier in _COUNTING) or before + after[0] == "aG":
                return "t"
            return "o" if word.upos in ("ADJ", "ADV") or before == "h" else "x"
        case "cent":
            return "%" if before == "P" else "C"
        case "us":
            return "$" if after[0] == "$" and not word.text.islower() else "x"
        case "ad" | "ce":
            return "x" if word.text.islower() else "B"
        case "h" | "s":
            return "t" if before == "/" else "x"
        case "c" | "f":
            return "J" if before == "U" and words[at - 1].text == "°" else "x"
        case "m" if earlier == "$":
            return "v"
        case "m" | "g" | "l":
            attached = at > 0 and words[at - 1].end == word.start
            return "U" if counted and (attached or word.upos == "NOUN") else "x"
        case "mon" | "tue" | "tues" | "wed" | "thu" | "thur" | "thurs" | "fri" | "sat" | "sun":
            dated = after[0] in "DoM" or (after[0] == "," and after[1] in "DoM")
            return "K" if dated or before in "MH" else "x"
    return "M" if _is_month(word, form, before, earlier, after) else "x"


def _is_month(word: Word, form: str, before: str, earlier: str, after: str) -> bool:
    if word.upos in ("AUX", "VERB") and not (before == "i" or after[1] in "Y,"):
        return False
    numbered = after[0] in "DoYy" or before in "Do" or (before == "f" and earlier == "o")
    if numbered or form.endswith("."):
        return True
    if form in ("may", "march"):
        introduced = before in "ifp" or (before == "L" and word.upos != "AUX")
        return introduced or (word.upos == "PROPN" and not word.text.islower())
    return before in "ifpL" and not word.text.islower()


# ---------------------------------------------------------------------- patterns

_COUNT = r"(?:[NYyD](?:/[NYyD])?v*|(?:w|a?v)(?:(?:(?<=v)n|-)?[wv])*)"
_COUNTS = rf"{_COUNT}(?:[-kr]{_COUNT})?"
_DAY = r"(?:[Do]|w-o)"
_DAYS = rf"{_DAY}(?:[-k]{_DAY})?"
_YEAR = r"[Yy]B?"

_PATTERNS = [
    (kind, re.compile(pattern))
    for kind, patterns in {
        "MONEY": (rf"\$+{_COUNT}(?:[-kr]\$*{_COUNT})?C?", rf"{_COUNTS}-?[C$]"),
        "PERCENT": (rf"{_COUNTS}-?P?%",),
        "DATE": (
            "X",
            rf"(?:K,?)?Mh?{_DAYS}(?:,?{_YEAR})?",
            rf"(?:K,?)?h?{_DAYS}f?M(?:,?{_YEAR})?",
            rf"p?M[,f]?{_YEAR}(?:[-k]M?,?{_YEAR})?",
            rf"h?p?Ef?{_YEAR}",
            r"p?M(?:[-k]M)?",
            r"K(?:[-k]K)?",
            r"R",
            r"h?p?-?[Oo](?:[nk][Oo])?-?QB?",
            r"h?p?-?S(?:[nk]S)?",
            r"(?:p-?)?Y(?:[-k](?:Y|D|N))?B?",
            r"[NYyD]B|B[NYyD]",
            r"h?L[TKMEQ]",
            rf"h?L{_COUNTS}T",
            rf"{_COUNTS}-?[TQ](?:-?q|G)?",
            r"a[TQ]G",
        ),
        "TIME": (
            r"H(?:[-k]H)?A?",
            r"[DNw](?:[-k][DNw])?A",
            r"Z",
            r"[LKR]z",
            rf"{_COUNTS}-?tG?",
            r"atG",
        ),
        "QUANTITY": (rf"{_COUNTS}-?j?U(?:J|[P/][UTt])?",),
        "ORDINAL": (r"(?:w-)?[Oo]",),
        "NUMBER": (rf"{_COUNT}-?F", _COUNTS),
    }.items()
    for pattern in patterns
]
_VALUES = frozenset("NYyDwvoOMKTtQSEXRHAZC$%")
_PART_OF_VALUES = _VALUES | frozenset("-,/nkhfpLGqBj")


def with_values(words: Sequence[Word], named: Sequence[Entity]) -> list[Entity]:
    """Add the dates, times, numbers and amounts of a sentence to its named entities.

    Entities never overlap. A name takes precedence, unless all of its words are numbers or dates.

    Args:
        words: The words of the sentence.
        named: Its named entities.

    Returns:
        All entities, in order.
    """
    codes = _codes_of(words)
    in_doubt = [entity for entity in named if _is_value(codes, entity)]
    sure = [entity for entity in named if entity not in in_doubt]
    for entity in sure:
        size = entity.last - entity.first
        codes = codes[: entity.first] + "#" * size + codes[entity.last :]
    found = list(_values(codes))
    covered = {at for entity in found for at in range(entity.first, entity.last)}
    left = [entity for entity in in_doubt if covered.isdisjoint(range(entity.first, entity.last))]
    return sorted([*sure, *left, *found], key=lambda entity: entity.first)


def _is_value(codes: str, entity: Entity) -> bool:
    inside = codes[entity.first : entity.last]
    if inside == "M" and entity.kind == "PER":  # June and April are also given names
        return False
    return _PART_OF_VALUES.issuperset(inside) and not _VALUES.isdisjoint(inside)


def _values(codes: str) -> Iterator[Entity]:
    """Yield the longest match at each word, from left to right."""
    at = 0
    while at < len(codes):
        size, kind = 0, ""
        if codes[at] not in "x#":
            for each, pattern in _PATTERNS:
                match = pattern.match(codes, at)
                if match and match.end() - at > size:
                    size, kind = match.end() - at, each
        if size:
            yield Entity(at, at + size, kind)
        at += size or 1


def _codes_of(words: Sequence[Word]) -> str:
    forms = [word.text.lower().replace("’", "'") for word in words]
    codes = [_plain_code(form) for form in forms]
    special = [at for at, form in enumerate(forms) if form in _SPECIAL]
    for at in special * 2:  # twice, because they depend on each other: "Sat, May 3"
        codes[at] = _special_code(at, words, forms[at], codes)
    for at, code in enumerate(codes):
        if code in "Yy":
            codes[at] = _year_code(at, words, forms, code)
        elif code in "DN" and _ends_a_name(words[max(0, at - 2) : at + 1], codes[at - 2 : at]):
            codes[at] = "x"
    return "".join(codes)


def _ends_a_name(words: Sequence[Word], codes_before: Sequence[str]) -> bool:
    """Return whether the last word is the number of a name such as F-16 or Covid-19."""
    return codes_before == ["x", "-"] and all(one.end == two.start for one, two in pairwise(words))


def _year_code(at: int, words: Sequence[Word], forms: Sequence[str], code: str) -> str:
    """Return the code of a four-digit number.

    "1969 people" is not a year. Numbers before 1500 are years only after a word such as "in".
    """
    before = forms[at - 1] if at else ""
    following = at + 1
    if following < len(words) and words[following].upos == "ADJ":
        following += 1
    counts = following < len(words) and _is_plural(words[following])
    if counts and before not in _SURELY_BEFORE_YEARS:
        return "N"
    introduced = before in _SURELY_BEFORE_YEARS + _MAYBE_BEFORE_YEARS
    return "Y" if code == "Y" or introduced else "y"


def _is_plural(word: Word) -> bool:
    form = word.text.lower()
    return word.upos == "NOUN" and (form == "people" or word.lemma not in ("", form))
