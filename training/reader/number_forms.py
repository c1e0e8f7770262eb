"""The same number in digits and in words."""

from __future__ import annotations

import re

ONES: list[str] = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
)
TENS: list[str] = re.findall(
    r"\w+", "zero ten twenty thirty forty fifty sixty seventy eighty ninety"
)
ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "eleventh": 11,
    "twelfth": 12,
}
_VALUES = {word: value for value, word in enumerate(ONES)} | {
    word: 10 * value for value, word in enumerate(TENS) if value > 1
}
_SPELT = re.compile(
    rf"\b(?:(?:{'|'.join(TENS[2:])})(?:[- ](?:{'|'.join(ONES[1:10])}))?|{'|'.join(ONES[1:])})\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"(?<![\w.,$£€])(?:\d{1,3}(?:,\d{3})+|\d+)(?![\w%]|[.,]\d)")


def spelt(number: int) -> str:
    """A number below a million in words."""
    if number < 20:
        return ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS[tens] + (f"-{ONES[ones]}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{ONES[hundreds]} hundred" + (f" and {spelt(rest)}" if rest else "")
    thousands, rest = divmod(number, 1000)
    return f"{spelt(thousands)} thousand" + (f" {spelt(rest)}" if rest else "")


def ordinal(number: int) -> str:
    """A number as 1st, 2nd, 3rd."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 14 else ending}"


def other_forms(text: str) -> list[str]:
    """The text with its numbers written in another way, one form each."""
    forms = []
    found = _DIGITS.search(text)
    if found:
        digits = found[0].replace(",", "")
        value = int(digits)
        year = len(digits) == 4 and "," not in found[0] and 1000 <= value < 2100
        if not year and value < 1_000_000:
            words = spelt(value)
            forms.append(text[: found.start()] + words + text[found.end() :])
        if not year and value > 999:
            grouped = digits if "," in found[0] else f"{value:,}"
            forms.append(text[: found.start()] + grouped + text[found.end() :])
    found = _SPELT.search(text)
    if found and not re.match(r"[- ](hundred|thousand|million)", text[found.end() :]):
        value = sum(_VALUES[word] for word in re.split("[- ]", found[0].lower()))
        forms.append(text[: found.start()] + str(value) + text[found.end() :])
    if re.search(r"\d ?%", text):
        forms.append(re.sub(r"(\d) ?%", r"\1 percent", text))
        forms.append(re.sub(r"(\d) ?%", r"\1 per cent", text))
    elif re.search(r"\d per ?cent\b", text):
        forms.append(re.sub(r"(\d) per ?cent\b", r"\1%", text))
    for word, value in ORDINALS.items():
        if re.search(rf"\b{word}\b", text, re.IGNORECASE):
            forms.append(re.sub(rf"\b{word}\b", ordinal(value), text, flags=re.IGNORECASE))
        elif re.search(rf"\b{ordinal(value)}\b", text):
            forms.append(re.sub(rf"\b{ordinal(value)}\b", word, text))
    return [form for form in dict.fromkeys(forms) if form != text]
