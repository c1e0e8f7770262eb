"""Forms: the fields of an answer, from which its JSON schema and its strict reader both come."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from qgauge.tools.judge.verdict import Ask, FailureReason, Message, Unreadable

Filled = dict[str, Any]
"""A form as the model filled it in: for each field a text, a whole number or one of its labels."""


@dataclass(frozen=True, slots=True)
class Text:
    """Free text."""

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def words(self) -> str:
        return '"…"'

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise ValueError("must be a text")
        return value.strip()


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from low to high."""

    low: int
    high: int

    def schema(self) -> dict[str, Any]:
        # bounds are not understood by every server that takes a schema; a list of values is
        return {"type": "integer", "enum": list(range(self.low, self.high + 1))}

    def words(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def read(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise ValueError(f"must be {self.words()}")
        if not self.low <= value <= self.high:
            raise ValueError(f"must be {self.words()}")
        return int(value)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these labels."""

    labels: tuple[str, ...]

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.labels)}

    def words(self) -> str:
        return "one of " + ", ".join(json.dumps(label, ensure_ascii=False) for label in self.labels)

    def read(self, value: object) -> str:
        if isinstance(value, str):
            for label in self.labels:
                if value.strip().casefold() == label.casefold():
                    return label
        raise ValueError(f"must be {self.words()}")


Field = Text | Whole | OneOf


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of an answer, in the order in which they are filled in."""

    fields: Mapping[str, Field]

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {name: field.schema() for name, field in self.fields.items()},
            "required": list(self.fields),
            "additionalProperties": False,
        }

    def words(self) -> str:
        """The shape of the answer, for the prompt: not every server can be held to a schema."""
        return (
            "{" + ", ".join(f'"{name}": {field.words()}' for name, field in self.fields.items())
        ) + "}"

    def read(self, reply: str) -> Filled:
        """What was filled in; anything but exactly these fields is unreadable."""
        found = only_object(reply)
        missing = [name for name in self.fields if name not in found]
        extra = [name for name in found if name not in self.fields]
        if missing or extra:
            wrong = [f"it lacks {', '.join(missing)}"] if missing else []
            wrong += [f"it has {', '.join(extra)[:100]} besides"] if extra else []
            raise Unreadable(
                f"the JSON object is wrong: {' and '.join(wrong)}", FailureReason.misshapen
            )
        filled = {}
        for name, field in self.fields.items():
            try:
                filled[name] = field.read(found[name])
            except (ValueError, OverflowError) as problem:
                raise Unreadable(f'"{name}" {problem}', FailureReason.misshapen) from None
        return filled

    def ask(self, *messages: Message, about: str = "", sample: int = 0) -> Ask[Filled]:
        """The question that has this form for an answer."""
        return Ask(tuple(messages), self.read, self.schema(), about, sample)


def only_object(reply: str) -> Filled:
    """The one JSON object in a reply; with none, or with two, it cannot be told what is meant."""
    # models that think aloud put their thoughts before the answer, in a block of their own
    text = re.sub(r"\A\s*<think>.*?</think>", "", reply, count=1, flags=re.DOTALL)
    start = text.find("{")
    if start < 0:
        raise Unreadable("there is no JSON object in it")
    try:
        found, end = _DECODER.raw_decode(text, start)
    except _Duplicate as problem:
        raise Unreadable(str(problem), FailureReason.misshapen) from None
    except (ValueError, RecursionError):
        raise Unreadable("the JSON in it is broken or cut off") from None
    if set(text[end:]) & set("{}"):
        raise Unreadable("there is more than one JSON object in it")
    assert isinstance(found, dict)
    return found


class _Duplicate(ValueError):
    pass


def _once(pairs: list[tuple[str, Any]]) -> Filled:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise _Duplicate("a field of the JSON object is there twice")
    return made


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
