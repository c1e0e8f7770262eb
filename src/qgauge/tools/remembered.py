"""Tools that remember: each role in front of any engine, with what it said before in the cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from functools import cache
from importlib.metadata import version
from typing import Any

from qgauge import __version__
from qgauge.core import BadSetting
from qgauge.tools.cache import Cache
from qgauge.tools.classifier import Classifier, Label
from qgauge.tools.comparer import Comparer
from qgauge.tools.entailer import Entailer, Entailment
from qgauge.tools.grammarian import Grammar, GrammarError, Grammarian
from qgauge.tools.parser import Entity, Parse, Parser, Word
from qgauge.tools.reader import Answer, Reader, Weighed
from qgauge.tools.remember import remember

_EMBEDDED = ("lemminflect", "onnxruntime", "tokenizers")


@cache
def _versions(libraries: tuple[str, ...]) -> str:
    """Of all that has a part in a result: another version may say something else."""
    return "|".join([__version__, *(f"{name} {version(name)}" for name in libraries)])


class _Remembered:
    """What they share."""

    def __init__(self, engine: Any, cache: Cache | None) -> None:
        self._engine, self._cache = engine, cache

    @property
    def identity(self) -> str:
        return str(self._engine.identity)

    @property
    def _key(self) -> str:
        libraries = getattr(self._engine, "libraries", _EMBEDDED)
        return f"{self.identity}|{_versions(libraries)}"


class RememberedParser(_Remembered):
    """A parser that parses each text once."""

    _engine: Parser

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        return remember(self._cache, self._key, "parse", texts, self._engine.parse, _dump, _load)


def _dump(parse: Parse) -> object:
    """Column by column: short, and quick to read."""
    words = [list(column) for column in zip(*map(astuple, parse.words), strict=True)]
    return words, [astuple(entity) for entity in parse.entities]


def _load(kept: Any) -> Parse:
    words, entities = kept
    return Parse(
        tuple(Word(*row) for row in zip(*words, strict=True)),
        tuple(Entity(*entity) for entity in entities),
    )


class RememberedClassifier(_Remembered):
    """A classifier that classifies each text once."""

    _engine: Classifier

    def classify(self, texts: Sequence[str]) -> list[Label]:
        return remember(
            self._cache,
            self._key,
            "classify",
            texts,
            self._engine.classify,
            lambda label: (label.name, dict(label.probabilities)),
            lambda kept: Label(*kept),
        )


class RememberedGrammarian(_Remembered):
    """A grammarian that checks each text once."""

    _engine: Grammarian

    def check(self, texts: Sequence[str], suggest: bool = False) -> list[Grammar]:
        return remember(
            self._cache,
            self._key,
            "check and suggest" if suggest else "check",
            texts,
            lambda missing: self._engine.check(missing, suggest),
            lambda found: ([astuple(error) for error in found.errors], found.wellformed),
            lambda kept: Grammar(tuple(GrammarError(*error) for error in kept[0]), kept[1]),
        )


class RememberedReader(_Remembered):
    """A reader that answers each question about a passage once."""

    _engine: Reader

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        return remember(
            self._cache,
            self._key,
            "answer",
            pairs,
            self._engine.answer,
            astuple,
            lambda kept: Answer(*kept),
        )

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        weigh = getattr(self._engine, "weigh", None)
        if weigh is None:
            raise BadSetting(
                f"The reader {self.identity} does not say how probable a given answer is; "
                "choose formula=document, which does not ask for it."
            )
        return remember(
            self._cache,
            self._key,
            "weigh",
            triples,
            weigh,
            astuple,
            lambda kept: Weighed(Answer(*kept[0]), *kept[1:]),
        )


class RememberedComparer(_Remembered):
    """A comparer that rates each pair once."""

    _engine: Comparer

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return remember(
            self._cache, self._key, "compare", pairs, self._engine.compare, float, float
        )


class RememberedEntailer(_Remembered):
    """An entailer that judges each pair once."""

    _engine: Entailer

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        return remember(
            self._cache,
            self._key,
            "entail",
            pairs,
            self._engine.entail,
            astuple,
            lambda kept: Entailment(*kept),
        )
