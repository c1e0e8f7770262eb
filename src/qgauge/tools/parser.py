"""The parser: text in, words with their part of speech and entity out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

_NOT_NAMES = frozenset(
    {"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL", "NUMBER"}
)
"""Entities that are values: they are looked up, but they name nothing."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word at its place in the text; what a parser does not give is empty.

    `head` is the place of the head among the words of the text, -1 for the root of a sentence and
    where a parser gives no trees; `sentence` is the number of the sentence, from 0.
    """

    text: str
    start: int
    end: int
    upos: str = ""
    entity: str = ""
    lemma: str = ""
    head: int = -1
    relation: str = ""
    sentence: int = 0

    @property
    def is_name(self) -> bool:
        """A proper noun, or a part of an entity that names something."""
        return self.upos == "PROPN" or bool(self.entity and self.entity not in _NOT_NAMES)


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity: places of its first word and of the one after its last, and its kind."""

    first: int
    last: int
    kind: str


@dataclass(frozen=True, slots=True)
class Parse:
    """The words of one text, in order, and its entities.

    A word says which kind of entity it is in; `entities` also tells neighbours of a kind apart.
    """

    words: tuple[Word, ...]
    entities: tuple[Entity, ...] = ()


class Parser(Protocol):
    """Anything that parses. `identity` goes into signatures: engine, model, version."""

    @property
    def identity(self) -> str: ...

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """One parse per text, in order; the same text always gives the same parse."""
