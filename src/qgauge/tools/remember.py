"""Remembering: a tool is asked once about each text, in this run and in those to come."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from qgauge.tools.cache import Cache

_FORMAT = 1
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode

Input = TypeVar("Input", bound=str | tuple[str, ...])
Record = TypeVar("Record")


def remember(
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
    records: dict[Input, Record] = {}
    keys: dict[Input, bytes] = {}
    if cache is not None:
        keys = {each: key(identity, method, each) for each in distinct}
        known = cache.get(list(keys.values()))
        unreadable = 0
        for each in distinct:
            text = known.get(keys[each])
            if text is not None:
                try:
                    records[each] = load(json.loads(text))
                except Exception:  # noqa: BLE001 - it was written by a dump that load does not know
                    unreadable += 1
        if unreadable:
            # not removed: another version may know how to read what perhaps was paid for
            logging.getLogger("qgauge").warning(
                "%d remembered results of %s cannot be read and are computed anew.",
                unreadable,
                identity,
            )
    missing = [each for each in distinct if each not in records]
    for start in range(0, len(missing), at_once):
        part = missing[start : start + at_once]
        texts = [_encode(dump(record)) for record in compute(part)]
        pairs = list(zip(part, texts, strict=True))
        if cache is not None:
            cache.put(identity, {keys[each]: text for each, text in pairs})
        # by way of its text even now, so that a record is the same whether remembered or not
        records.update((each, load(json.loads(text))) for each, text in pairs)
    return [records[each] for each in inputs]


def key(identity: str, method: str, input: str | tuple[str, ...]) -> bytes:
    """Where the answer is kept. The input itself is not."""
    # JSON keeps the pieces apart; with its escapes, two surrogates would look like one character
    asked = _encode([_FORMAT, identity, method, input])
    return hashlib.sha256(asked.encode("utf-8", "surrogatepass")).digest()
