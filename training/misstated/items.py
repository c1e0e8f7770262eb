"""A question with its parse, its passage's material, and the other questions of the passage."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from qgauge.tools.roles import Parse, Word
from training.misstated import edits
from training.misstated.material import Material, name_spans, overlap
from training.misstated.word_lists import PEOPLE
from training.reader.records import Question


@dataclass
class Item:
    """Everything that a change needs to know about one question."""

    question: Question
    parse: Parse
    material: Material
    mates: list[Item] = field(default_factory=list, repr=False)
    far_names: list[tuple[str, str]] = field(default_factory=list, repr=False)
    """Names of other passages, for the rare change to one of them."""

    @property
    def text(self) -> str:
        return self.question.text

    @property
    def words(self) -> tuple[Word, ...]:
        return self.parse.words

    @cached_property
    def focus(self) -> set[int]:
        return edits.focus(self.words)

    @cached_property
    def root(self) -> int:
        return edits.root(self.words)

    @cached_property
    def names(self) -> list[list[int]]:
        """The places of the names that are not asked for."""
        return [p for p in name_spans(self.parse) if not set(p) & self.focus]

    @cached_property
    def tale(self) -> bool:
        return self.question.source == "fairytaleqa"

    def without(self, phrase: str) -> str:
        return self.text.replace(phrase, " ")

    def asked_in(self, phrase: str) -> bool:
        """Return whether a phrase shares words with the question or the answers."""
        return any(overlap(phrase, other) for other in (self.text, *self.question.answers))

    def other_names(self, kind: str, old: str) -> list[str]:
        """Names of a type that stand in the passage and would make the question wrong."""
        return [
            name
            for name, other in self.material.names
            if other == kind
            and not self.asked_in(name)
            and not self.coordinated(name, old)
            and not self.material.supported(name, self.without(old))
        ]

    def other_characters(self, old: str) -> list[str]:
        """Characters of the passage other than this one, which the question does not mention."""
        return [
            noun
            for noun in self.material.nouns["NN"]
            if noun in PEOPLE
            and noun != old.lower()
            and not self.asked_in(noun)
            and not self.material.supported(noun, self.without(old))
        ]

    def coordinated(self, one: str, two: str) -> bool:
        """Return whether the passage joins two phrases: what holds for one may hold for both."""
        low, one, two = self.material.low, one.lower(), two.lower()
        joins = (" and ", ", ", " or ", " & ", " (", ", and ", " and the ")
        return any(f"{a}{j}{b}" in low for j in joins for a, b in ((one, two), (two, one)))
