"""Parse a model's reply: the requested form, or a verdict in free text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qgauge.tools.judge import Filled, Form, OneOf, Unreadable, Whole


@dataclass(frozen=True, slots=True)
class Lenient:
    """Reads a form; failing that, a reply with exactly one verdict.

    Models without an enforced schema often reply "Verdict: **partially grounded**." or
    "Score: 85/100". The other fields of the form are empty then. This is a class because nested
    functions cannot be pickled for the worker process.
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
# a dash on the next line starts a list item, so it must not match
_UP_TO = rf"(?:[^\S\n]|[{_MARKS}\])}}>])*[-–—~,]"


def _labels(labels: Sequence[str], text: str) -> set[str]:
    """Return the labels given as a verdict; none if the reply offers an alternative."""
    found = {label for label in labels if _stands(_spelled(label), text)}
    for label in found:
        others = "|".join(_spelled(other) for other in labels if other != label)
        if _with_another(_spelled(label), rf"{_SHUT}{_OR}", rf"(?:{others})\b", text):
            return set()
    return found


def _numbers(text: str) -> set[int]:
    """Return the numbers given as a verdict; none for a range, a choice or a list."""
    if _with_another(_NUMBER, rf"(?:{_SHUT}{_OR}|{_UP_TO})", r"\d", text):
        return set()
    found = {int(one) for one in _stands(_NUMBER, text)}
    alone = re.fullmatch(rf"{_OPEN}{_NUMBER}{_SHUT}(?:[.!]{_SHUT})?", text, re.IGNORECASE)
    # a numbered sentence copied from the prompt
    shown = re.fullmatch(r"\s*\(\d{1,6}\) (?:(?!\(\d+\))[^\n])*+\s*", text)
    announced = re.search(rf"\b{_ANNOUNCED}{_OPEN}{_NUMBER}{_CLOSE}", text, re.IGNORECASE)
    return found if alone or shown or announced else set()


def _spelled(label: str) -> str:
    return "(" + r"[\s_-]+".join(map(re.escape, label.split("_"))) + ")"


def _stands(verdict: str, text: str) -> list[str]:
    """Return the verdicts at the start of the reply, or after a word such as "verdict"."""
    first = re.match(rf"{_OPEN}{verdict}{_CLOSE}", text, re.IGNORECASE)
    announced = re.findall(rf"\b{_ANNOUNCED}{_OPEN}{verdict}{_CLOSE}", text, re.IGNORECASE)
    return [*([first[1]] if first else []), *announced]


def _with_another(verdict: str, joint: str, other: str, text: str) -> bool:
    """Return whether a verdict is joined to another one."""
    pattern = rf"(?:\A|\b{_ANNOUNCED}){_OPEN}{verdict}{joint}{_OPEN}(?:{_ANNOUNCED}{_OPEN})?{other}"
    return re.search(pattern, text, re.IGNORECASE) is not None
