"""The parser: text in, words with their part of speech and entity out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from qgauge.core import BadSetting, MissingTool

INSTALL_SPACY = "pip install 'qgauge[spacy]'"

_NOT_NAMES = frozenset(
    {"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL", "NUMBER"}
)
"""Entities that are values: they are looked up, but they name nothing."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word at its place in the text; tags a parser does not give are empty."""

    text: str
    start: int
    end: int
    upos: str = ""
    entity: str = ""

    @property
    def is_name(self) -> bool:
        """A proper noun, or a part of an entity that names something."""
        return self.upos == "PROPN" or bool(self.entity and self.entity not in _NOT_NAMES)


@dataclass(frozen=True, slots=True)
class Parse:
    """The words of one text, in order."""

    words: tuple[Word, ...]


class Parser(Protocol):
    """Anything that parses. `identity` goes into signatures: engine, model, version."""

    @property
    def identity(self) -> str: ...

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """One parse per text, in order; the same text always gives the same parse."""


class SpacyParser:
    """Any spaCy pipeline on this machine, by package name or folder."""

    def __init__(self, model: str) -> None:
        try:
            import spacy
        except ImportError:
            raise MissingTool("The engine spacy is not installed.", INSTALL_SPACY) from None
        try:
            self._pipeline: Any = spacy.load(model)
        except OSError:
            raise MissingTool(
                f"spaCy finds no model '{model}'.", f"python -m spacy download {model}"
            ) from None
        self._model = model

    def __reduce__(self) -> tuple[Any, ...]:
        # a worker opens the pipeline itself: sending it would be slow and need pickled code
        return SpacyParser, (self._model,)

    @property
    def identity(self) -> str:
        about = self._pipeline.meta
        return f"spacy-{about['lang']}_{about['name']}-{about['version']}"

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        return [
            Parse(
                tuple(
                    Word(
                        token.text,
                        token.idx,
                        token.idx + len(token.text),
                        token.pos_,
                        token.ent_type_,
                    )
                    for token in document
                    if not token.is_space
                )
            )
            for document in self._pipeline.pipe(texts)
        ]


def open_parser(engine: str) -> Parser:
    """The parser for a choice such as `spacy:en_core_web_sm`."""
    name, _, model = engine.partition(":")
    if name == "spacy" and model:
        return SpacyParser(model)
    raise BadSetting(
        f"There is no parser '{engine}'. Choose spacy:MODEL, with MODEL a package or folder."
    )
