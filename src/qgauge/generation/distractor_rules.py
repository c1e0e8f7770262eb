"""Which candidates may be wrong answers to a question, by rules, and in which form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from qgauge.generation.answer_places import AnswerPlaces
from qgauge.generation.answer_shape import AnswerShape, answer_shape, fits, like
from qgauge.generation.near_values import near_values, plausible_beside, with_number_of
from qgauge.generation.quiz_item import QuizItem
from qgauge.text.answer_forms import compare_answers, normal_words
from qgauge.text.runs import contains

MOST_SHARED = 0.5
"""The largest share of words (F1) that two options may have in common."""
_MOST_ASKED = 0.6
"""The largest share of the longer words of a clause that the question may contain."""
_VALUE = re.compile(r"(?:\w+ ){0,2}<")
"""The shape of an answer that is a value, such as "on Thursdays", whatever its type."""
_NO_VALUES = ("who", "why")
"""Kinds of questions that do not ask for values."""
_RELATED = {
    "person": ("name",),
    "organisation": ("name",),
    "location": ("name",),
    "name": ("person", "organisation", "location"),
    "date": ("time",),
    "time": ("date",),
}
"""Types that the same thing may get."""


@dataclass(frozen=True, slots=True)
class Option:
    """A possible distractor."""

    text: str
    plausible: float
    """How well it fits; the larger the better."""
    passages: tuple[str, ...] = ()
    """Further passages that may say that it is right."""
    made_up: bool = False
    """Whether it is a value that the text does not give in this form."""


@dataclass(frozen=True)
class Candidate:
    """A possible answer of the text, where it stands first in its passage."""

    type: str
    text: str
    places: AnswerPlaces
    spans: tuple[tuple[int, int], ...]
    """Its places in the passage; at least one."""

    @cached_property
    def shape(self) -> AnswerShape:
        """Its form."""
        return answer_shape(self.text, self.places.parse, self.spans[0][0])

    @cached_property
    def is_fragment(self) -> bool:
        """Whether it is a part of a longer name or noun phrase."""
        return self.places.is_fragment(self.spans[0])


class RightAnswer:
    """The answer of an item, and the rules that wrong answers to it must pass."""

    def __init__(self, item: QuizItem, places: AnswerPlaces, type: str) -> None:
        self._item, self._places, self.type = item, places, type
        spans = places.spans(item.answer)
        own = (item.start, item.end)
        self._span = own if own in spans or not spans else spans[0]
        self.shape: AnswerShape = answer_shape(item.answer, places.parse, self._span[0])
        self._question = normal_words(item.question)
        self._is_fragment = places.is_fragment(self._span)

    @property
    def types(self) -> tuple[str, ...]:
        """The types of candidates that can be a distractor."""
        recast = {"because": ("clause",), "to": ("action",)}.get(self.shape.opening, ())
        return (self.type, *_RELATED.get(self.type, ()), *recast)

    def options(self, one: Candidate) -> Iterator[Option]:
        """Yield a candidate in the forms that may be a distractor; nothing if it cannot be one."""
        here = one.places is self._places
        if here and any(self._places.shares_fate(self._span, span) for span in one.spans):
            return
        further = () if here else (one.places.passage,)
        for shown, bonus, made_up in self._forms(one):
            if self._is_open(shown):
                yield Option(shown, here + bonus, further, made_up)

    def made_up(self) -> list[Option]:
        """Return near values, if the answer is a number, a date or a time."""
        typed = self.type in ("number", "date", "time")
        if not typed and (self._item.kind in _NO_VALUES or not _VALUE.match(self.shape.value)):
            return []
        values = near_values(self._item.answer, self._item.question)
        return [Option(value, 0.0, made_up=True) for value in values if self._is_open(value)]

    def _forms(self, one: Candidate) -> Iterator[tuple[str, float, bool]]:
        """Yield the forms of a candidate, how plausible each is, and whether it is made up."""
        answer, same = self._item.answer, one.type == self.type
        if same or one.type in _RELATED.get(self.type, ()):
            shape = one.shape
            shown = like(one.text, shape, answer, self.shape)
            if shown != one.text:
                shape = replace(shape, article=answer_shape(shown).article)
            fragment = one.is_fragment and not self._is_fragment
            if fits(self.shape, shape) and not fragment and plausible_beside(answer, one.text):
                yield shown, 0.5 * same, False
        if same and self.type == "number" and (shown := with_number_of(answer, one.text)):
            yield shown, 0.0, True
        if recast := self._recast(one):
            yield recast, 0.0, False

    def _recast(self, one: Candidate) -> str:
        """Turn another clause into a reason, or another action into a purpose; else empty."""
        opening, made = self.shape.opening, ""
        if opening == "because" and one.type == "clause":
            first = one.text[:1] if one.shape.starts_with_name else one.text[:1].lower()
            whole = not one.shape.opening and not one.shape.joined
            made = f"because {first}{one.text[1:]}" if whole else ""
        elif opening == "to" and one.type == "action":
            base = one.places.base_form(one.spans[0])
            made = f"to {base}" if base else ""
        shape = answer_shape(made)
        if not fits(replace(self.shape, plural=None, tense="", named=shape.named), shape):
            return ""
        return made[0].upper() + made[1:] if self._item.answer[:1].isupper() else made

    def _is_open(self, text: str) -> bool:
        """Return whether a text is neither a form of the answer nor given away by the question."""
        words = normal_words(text)
        if not words or contains(self._question, words):
            return False
        match = compare_answers(self._item.answer, text)
        if match.same or match.contained:
            return False
        if not self.shape.value and match.f1 > MOST_SHARED:
            return False
        long = [word for word in words if len(word) > 3]
        asked = sum(word in self._question for word in long)
        if asked > 1 and asked > _MOST_ASKED * len(long):
            return False
        names = re.findall(r"(?<![.!?] )(?<!^)\b[A-Z]\w+|^[A-Z]\w+", text)
        known = set(re.findall(r"\w+", self._item.question))
        return not (self.shape.named and known.intersection(names))
