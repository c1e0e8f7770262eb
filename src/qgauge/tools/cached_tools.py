"""Cached tools: each role in front of any engine, which is asked once about each text."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import astuple
from functools import cache
from importlib.metadata import version
from typing import Any, TypeVar

from qgauge import __version__
from qgauge.core import BadSetting
from qgauge.tools import roles
from qgauge.tools.cache import Cache

_FORMAT = 1
_EMBEDDED = ("lemminflect", "onnxruntime", "tokenizers")
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode

Input = TypeVar("Input", bound=str | tuple[str, ...])
Record = TypeVar("Record")


def compute_once(
    cache: Cache | None,
    identity: str,
    method: str,
    inputs: Sequence[Input],
    compute: Callable[[list[Input]], Sequence[Record]],
    dump: Callable[[Record], object],
    load: Callable[[Any], Record],
    at_once: int = 1_000,
) -> list[Record]:
    """One record per input, in order; `compute` sees each input once, and only if it is not known.

    It gets what is missing in one list, or in several of `at_once`, each of which is stored before
    the next begins. `dump` makes of a record what JSON can hold and `load` makes a record of that.
    Numbers come back to the last bit if they are int or float: convert others (float32) with
    `float()`; NaN and infinity are refused with a ValueError. Whoever changes what a method
    returns changes its name as well, such as `parse/2`.
    """
    distinct = list(dict.fromkeys(inputs))
    keys = {each: key(identity, method, each) for each in distinct if cache is not None}
    known = cache.get(list(keys.values())) if cache is not None else {}
    records: dict[Input, Record] = {}
    for each in keys:
        if keys[each] in known:
            # it may be written by a dump that load does not know
            with suppress(Exception):
                records[each] = load(json.loads(known[keys[each]]))
    if unreadable := len(known) - len(records):
        # not removed: another version may know how to read what perhaps was paid for
        message = "%d remembered results of %s cannot be read and are computed anew."
        logging.getLogger("qgauge").warning(message, unreadable, identity)
    missing = [each for each in distinct if each not in records]
    for start in range(0, len(missing), at_once):
        part = missing[start : start + at_once]
        texts = [_encode(dump(record)) for record in compute(part)]
        pairs = list(zip(part, texts, strict=True))
        if cache is not None:
            cache.put(identity, {keys[each]: text for each, text in pairs})
        # by way of its text even now, so that a record is the same whether cached or not
        records.update((each, load(json.loads(text))) for each, text in pairs)
    return [records[each] for each in inputs]


def key(identity: str, method: str, input: str | tuple[str, ...]) -> bytes:
    """Where the answer is kept. The input itself is not."""
    # JSON keeps the pieces apart; with its escapes, two surrogates would look like one character
    question = _encode([_FORMAT, identity, method, input])
    return hashlib.sha256(question.encode("utf-8", "surrogatepass")).digest()


@cache
def _versions(libraries: tuple[str, ...]) -> str:
    """Of all that has a part in a result: another version may say something else."""
    return "|".join([__version__, *(f"{name} {version(name)}" for name in libraries)])


class CachedTool:
    """Base class for cached tools. An embedder, encoder or judge has no cache of this kind."""

    def __init__(self, engine: Any, cache: Cache | None) -> None:
        self._engine, self._cache = engine, cache

    @property
    def identity(self) -> str:
        return str(self._engine.identity)

    def _once(
        self,
        method: str,
        inputs: Sequence[Input],
        compute: Callable[[list[Input]], Sequence[Record]],
        load: Callable[[Any], Record],
        dump: Callable[[Any], object] = astuple,
    ) -> list[Record]:
        libraries = getattr(self._engine, "libraries", _EMBEDDED)
        who = f"{self.identity}|{_versions(libraries)}"
        return compute_once(self._cache, who, method, inputs, compute, dump, load)


class CachedParser(CachedTool):
    _engine: roles.Parser

    def parse(self, texts: Sequence[str]) -> list[roles.Parse]:
        return self._once("parse", texts, self._engine.parse, _load_parse, _dump_parse)


def _dump_parse(parse: roles.Parse) -> object:
    """Column by column: short, and quick to read."""
    words = [list(column) for column in zip(*map(astuple, parse.words), strict=True)]
    return words, [astuple(entity) for entity in parse.entities]


def _load_parse(kept: Any) -> roles.Parse:
    words, entities = kept
    return roles.Parse(
        tuple(roles.Word(*row) for row in zip(*words, strict=True)),
        tuple(roles.Entity(*entity) for entity in entities),
    )


class CachedClassifier(CachedTool):
    _engine: roles.Classifier

    def classify(self, texts: Sequence[str]) -> list[roles.Label]:
        return self._once(
            "classify",
            texts,
            self._engine.classify,
            lambda kept: roles.Label(*kept),
            lambda label: (label.name, dict(label.probabilities)),
        )


class CachedGrammarian(CachedTool):
    _engine: roles.Grammarian

    def check(self, texts: Sequence[str], suggest: bool = False) -> list[roles.Grammar]:
        return self._once(
            "check and suggest" if suggest else "check",
            texts,
            lambda missing: self._engine.check(missing, suggest),
            lambda kept: roles.Grammar(
                tuple(roles.GrammarError(*error) for error in kept[0]), kept[1]
            ),
            lambda found: ([astuple(error) for error in found.errors], found.wellformed),
        )


class CachedReader(CachedTool):
    _engine: roles.Reader

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[roles.Answer]:
        return self._once("answer", pairs, self._engine.answer, lambda kept: roles.Answer(*kept))

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[roles.Weighed]:
        weigh = getattr(self._engine, "weigh", None)
        if weigh is None:
            raise BadSetting(
                f"The reader {self.identity} does not say how probable a given answer is; "
                "choose formula=document, which does not ask for it."
            )
        return self._once(
            "weigh", triples, weigh, lambda kept: roles.Weighed(roles.Answer(*kept[0]), *kept[1:])
        )


class CachedComparer(CachedTool):
    _engine: roles.Comparer

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return self._once("compare", pairs, self._engine.compare, float, float)


class CachedEntailer(CachedTool):
    _engine: roles.Entailer

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[roles.Entailment]:
        return self._once(
            "entail", pairs, self._engine.entail, lambda kept: roles.Entailment(*kept)
        )
