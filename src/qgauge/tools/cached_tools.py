"""Wrappers that cache the results of an engine, so that it sees each text only once."""

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
from qgauge.tools.recent import Recent

_FORMAT = 1
_ANSWER = "answer/2"
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
    """Return one record per input, in order, and compute only those that are not in the cache.

    Numbers survive the cache exactly if they are int or float; convert others (float32) with
    `float()`.

    Args:
        cache: The cache, or None to compute each distinct input once.
        identity: Identity of the tool, part of the cache key.
        method: Name of the method, part of the cache key. Rename it, for example to `parse/2`,
            when the method's return value changes.
        inputs: The inputs; duplicates are computed once.
        compute: Returns one record per input, in order.
        dump: Converts a record to JSON data.
        load: Converts JSON data back to a record.
        at_once: Batch size of `compute`. Each batch is stored before the next is computed.

    Returns:
        One record per input.

    Raises:
        ValueError: If a record holds NaN or infinity.
    """
    distinct = list(dict.fromkeys(inputs))
    keys = {each: key(identity, method, each) for each in distinct if cache is not None}
    known = cache.get(list(keys.values())) if cache is not None else {}
    records: dict[Input, Record] = {}
    for each in keys:
        if keys[each] in known:
            # another version may have written it in a format that `load` does not know
            with suppress(Exception):
                records[each] = load(json.loads(known[keys[each]]))
    if unreadable := len(known) - len(records):
        # kept, because another version may be able to read them and they may have cost money
        message = "Recomputing %d cached %s of %s that cannot be read."
        results = "result" if unreadable == 1 else "results"
        logging.getLogger("qgauge").warning(message, unreadable, results, identity)
    missing = [each for each in distinct if each not in records]
    for start in range(0, len(missing), at_once):
        part = missing[start : start + at_once]
        texts = [_encode(dump(record)) for record in compute(part)]
        pairs = list(zip(part, texts, strict=True))
        if cache is not None:
            cache.put(identity, {keys[each]: text for each, text in pairs})
        # go through JSON even for new records, so that they are the same whether cached or not
        records.update((each, load(json.loads(text))) for each, text in pairs)
    return [records[each] for each in inputs]


def key(identity: str, method: str, input: str | tuple[str, ...]) -> bytes:
    """Return the cache key of an input: a digest, so that the text itself is not stored."""
    # JSON keeps the parts apart. ensure_ascii is off because its escapes would make two lone
    # surrogates look like one character.
    question = _encode([_FORMAT, identity, method, input])
    return hashlib.sha256(question.encode("utf-8", "surrogatepass")).digest()


@cache
def _versions(libraries: tuple[str, ...]) -> str:
    """Return the versions of all libraries that affect a result."""
    return "|".join([__version__, *(f"{name} {version(name)}" for name in libraries)])


class CachedTool:
    """Base class for cached tools. Embedders, encoders and judges are not cached this way.

    Without a cache, the latest results are kept in memory, so that the metrics of a run that ask
    the same question about the same rows cost one answer.
    """

    letters = 1 << 22
    """Letters of the inputs whose results are kept in memory: more than a batch of long rows."""

    def __init__(self, engine: Any, cache: Cache | None) -> None:
        self._engine, self._cache = engine, cache
        self._recent = Recent(self.letters)

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
        if self._cache is not None:
            return compute_once(self._cache, who, method, inputs, compute, dump, load)
        records = {each: self._recent.get(method, each) for each in dict.fromkeys(inputs)}
        missing = [each for each, record in records.items() if record is None]
        for each, record in zip(
            missing, compute_once(None, who, method, missing, compute, dump, load), strict=True
        ):
            records[each] = record
            self._recent.put(method, each, record)
        return [records[each] for each in inputs]


class CachedParser(CachedTool):
    """A cached parser."""

    _engine: roles.Parser
    letters = 1 << 19  # a parse takes 100 times as much memory as its text

    def parse(self, texts: Sequence[str]) -> list[roles.Parse]:
        return self._once("parse", texts, self._engine.parse, load_parse, dump_parse)


def dump_parse(parse: roles.Parse) -> object:
    """Return the parse column by column, which is short and fast to load."""
    words = [list(column) for column in zip(*map(astuple, parse.words), strict=True)]
    return words, [astuple(entity) for entity in parse.entities]


def load_parse(kept: Any) -> roles.Parse:
    """Return the parse that `dump_parse` was called on, also after a way through JSON."""
    words, entities = kept
    return roles.Parse(
        tuple(roles.Word(*row) for row in zip(*words, strict=True)),
        tuple(roles.Entity(*entity) for entity in entities),
    )


class CachedClassifier(CachedTool):
    """A cached classifier."""

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
    """A cached grammar checker. Results with and without suggestions are separate entries."""

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
    """A cached reader."""

    _engine: roles.Reader

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[roles.Answer]:
        return self._once(_ANSWER, pairs, self._engine.answer, lambda kept: roles.Answer(*kept))

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[roles.Weighed]:
        """Weigh given answers; raise `BadSetting` if the engine cannot."""
        weigh = getattr(self._engine, "weigh", None)
        if weigh is None:
            raise BadSetting(
                f"The reader {self.identity} cannot tell how probable a given answer is. "
                "Use formula=document, which does not need this."
            )
        found = self._once(
            "weigh/2", triples, weigh, lambda kept: roles.Weighed(roles.Answer(*kept[0]), *kept[1:])
        )
        if self._cache is None:
            for (question, passage, _), one in zip(triples, found, strict=True):
                self._recent.put(_ANSWER, (question, passage), one.own)
        return found


class CachedComparer(CachedTool):
    """A cached comparer."""

    _engine: roles.Comparer

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return self._once("compare", pairs, self._engine.compare, float, float)


class CachedEntailer(CachedTool):
    """A cached inference model."""

    _engine: roles.Entailer

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[roles.Entailment]:
        return self._once(
            "entail", pairs, self._engine.entail, lambda kept: roles.Entailment(*kept)
        )


class CachedVerifier(CachedTool):
    """A cached verifier."""

    _engine: roles.Verifier

    def verify(self, triples: Sequence[tuple[str, str, str]]) -> list[roles.Verification]:
        return self._once(
            "verify", triples, self._engine.verify, lambda kept: roles.Verification(*kept)
        )


class CachedRater(CachedTool):
    """A cached rater."""

    _engine: roles.Rater

    def rate(self, triples: Sequence[tuple[str, str, str]]) -> list[float]:
        return self._once("rate", triples, self._engine.rate, float, float)
