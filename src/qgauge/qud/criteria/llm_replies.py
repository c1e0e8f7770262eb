"""Reading what a model replies: the form it was to fill, or a verdict in words of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.tools.judge import Filled, Form, OneOf, Unreadable, Whole


@dataclass(frozen=True, slots=True)
class Lenient:
    """Reads a form; failing that, a reply with just one verdict where a verdict stands.

    Models that are not held to a schema say "Verdict: **partially grounded**." or "Score: 85/100"
    all the same. What else the form asks for is then empty. (A class, as a function inside another
    cannot be sent to the process that asks.)
    """

    form: Form
    field: str

    def __call__(self, reply: str) -> Filled:
        try:
            return self.form.read(reply)
        except Unreadable as problem:
            field = self.form.fields[self.field]
            text = re.sub(r"\A\s*<think>.*?</think>", "", reply, count=1, flags=re.DOTALL)
            found: set[Any] = set()
            if isinstance(field, OneOf):
                found = _labels(field.labels, text)
            elif isinstance(field, Whole):
                found = _numbers(text)
            if len(found) != 1:
                raise problem from None
            try:
                verdict = field.read(found.pop())
            except ValueError:
                raise problem from None
            return {**dict.fromkeys(self.form.fields, ""), self.field: verdict}


_NUMBER = r"(?<![-.\d])(\d{1,6})(?![.,]?\d)(?:\s*(?:/|out of)\s*100)?+"
_MARKS = r"\"'`*_“”‘’"
_OPEN, _SHUT = rf"[\s{_MARKS}\[({{<]*", rf"[\s{_MARKS}\])}}>]*"
_CLOSE = rf"{_SHUT}(?:[.,;:!)\n}}-]|$|\s(?:or|and)\b)"
_ANNOUNCED = (
    r"(?:label|verdict|answer|result|option|choice|category|score|rating|sentence|number)"
    r"\W{0,6}(?:is|would be)?"
)
_OR = r"(?:/|&|\band\b|\bor\b(?:\s+\w{1,20}){0,2}?)"
# a dash on the next line begins an item of a list
_UP_TO = rf"(?:[^\S\n]|[{_MARKS}\])}}>])*[-–—~,]"


def _labels(labels: Sequence[str], text: str) -> set[str]:
    """The labels that stand as a verdict; none where another is said to do as well."""
    found = {label for label in labels if _stands(_spelled(label), text)}
    for label in found:
        others = "|".join(_spelled(other) for other in labels if other != label)
        if _with_another(_spelled(label), rf"{_SHUT}{_OR}", rf"(?:{others})\b", text):
            return set()
    return found


def _numbers(text: str) -> set[int]:
    """The numbers that stand as a verdict; none for a range, a choice or the items of a list."""
    if _with_another(_NUMBER, rf"(?:{_SHUT}{_OR}|{_UP_TO})", r"\d", text):
        return set()
    found = {int(one) for one in _stands(_NUMBER, text)}
    alone = re.fullmatch(rf"{_OPEN}{_NUMBER}{_SHUT}(?:[.!]{_SHUT})?", text, re.IGNORECASE)
    # a sentence as it was shown, with its number
    shown = re.fullmatch(r"\s*\(\d{1,6}\) (?:(?!\(\d+\))[^\n])*+\s*", text)
    announced = re.search(rf"\b{_ANNOUNCED}{_OPEN}{_NUMBER}{_CLOSE}", text, re.IGNORECASE)
    return found if alone or shown or announced else set()


def _spelled(label: str) -> str:
    return "(" + r"[\s_-]+".join(map(re.escape, label.split("_"))) + ")"


def _stands(verdict: str, text: str) -> list[str]:
    """What stands alone, at the beginning, or after a word that announces it, of this pattern."""
    first = re.match(rf"{_OPEN}{verdict}{_CLOSE}", text, re.IGNORECASE)
    announced = re.findall(rf"\b{_ANNOUNCED}{_OPEN}{verdict}{_CLOSE}", text, re.IGNORECASE)
    return [*([first[1]] if first else []), *announced]


def _with_another(verdict: str, joint: str, other: str, text: str) -> bool:
    """Whether such a verdict is joined to another, which has its announcement or not."""
    pattern = rf"(?:\A|\b{_ANNOUNCED}){_OPEN}{verdict}{joint}{_OPEN}(?:{_ANNOUNCED}{_OPEN})?{other}"
    return re.search(pattern, text, re.IGNORECASE) is not None
