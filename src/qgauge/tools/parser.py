"""The parser: text in, words with their part of speech and entity out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from qgauge.core import BadSetting, MissingTool, ToolFailed

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
            tried = self._pipeline("Ada Lovelace came to London.")
        except Exception as problem:
            if isinstance(problem, OSError) and not Path(model).exists():
                raise MissingTool(
                    f"spaCy finds no model '{model}'.", f"python -m spacy download {model}"
                ) from None
            raise MissingTool(f"spaCy cannot load '{model}': {problem}") from problem
        if not (tried.has_annotation("POS") or tried.has_annotation("ENT_IOB")):
            raise BadSetting(
                f"The pipeline '{model}' finds neither parts of speech nor entities; "
                "choose one with a tagger or an entity recogniser."
            )
        self._model = model

    def __reduce__(self) -> tuple[Any, ...]:
        # a worker opens the pipeline itself: sending it would be slow and need pickled code
        return SpacyParser, (self._model,)

    @cached_property
    def identity(self) -> str:
        """Name, version, and a hash of all the pipeline's files: it may have been trained anew."""
        about = self._pipeline.meta
        digest = hashlib.sha256()
        for path in sorted(path for path in self._pipeline.path.rglob("*") if path.is_file()):
            digest.update(path.relative_to(self._pipeline.path).as_posix().encode() + b"\0")
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        name = f"{about['lang']}_{about['name']}-{about['version']}"
        return f"spacy-{name}-{digest.hexdigest()[:8]}"

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        longest = max(map(len, texts), default=0)
        if longest > self._pipeline.max_length:
            raise ToolFailed(
                f"a text has {longest:,} characters; spaCy takes up to "
                f"{self._pipeline.max_length:,}."
            )
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
