"""Forms: the fields of an answer, which define both its JSON schema and its strict reader."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from qgauge.tools.judge.verdict import Ask, FailureReason, Message, Unreadable

Filled = dict[str, Any]
"""A form filled in by the model: for each field a text, a whole number, one of its labels
or a list of texts."""


# The problems that `read` reports are shown to the model when it is asked again: they are part of
# that prompt.


@dataclass(frozen=True, slots=True)
class Text:
    """A field of free text.

    Examples:
        >>> Text().read(" It is clear. ")
        'It is clear.'
    """

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the field."""
        return {"type": "string"}

    def words(self) -> str:
        """Return the description of the field for the prompt."""
        return '"…"'

    def read(self, value: object) -> str:
        """Return the text without surrounding white space.

        Args:
            value: The value in the parsed JSON of the reply.

        Returns:
            The text.

        Raises:
            ValueError: The value is not a string.
        """
        if not isinstance(value, str):
            raise ValueError("must be a text")
        return value.strip()


@dataclass(frozen=True, slots=True)
class Whole:
    """A field for a whole number.

    Attributes:
        low: The smallest allowed number.
        high: The largest allowed number.

    Examples:
        >>> Whole(1, 5).read(3.0)
        3
        >>> Whole(1, 5).words()
        'a whole number from 1 to 5'
    """

    low: int
    high: int

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the field."""
        # more servers understand a list of values than bounds
        return {"type": "integer", "enum": list(range(self.low, self.high + 1))}

    def words(self) -> str:
        """Return the description of the field for the prompt."""
        return f"a whole number from {self.low} to {self.high}"

    def read(self, value: object) -> int:
        """Return the number.

        Args:
            value: The value in the parsed JSON of the reply; 3.0 counts as 3.

        Returns:
            The number.

        Raises:
            ValueError: The value is not a whole number from `low` to `high`.
        """
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise ValueError(f"must be {self.words()}")
        if not self.low <= value <= self.high:
            raise ValueError(f"must be {self.words()}")
        return int(value)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A field for one of several labels.

    Attributes:
        labels: The allowed labels. Case does not matter in a reply.

    Examples:
        >>> OneOf(("yes", "no")).read("Yes")
        'yes'
    """

    labels: tuple[str, ...]

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the field."""
        return {"type": "string", "enum": list(self.labels)}

    def words(self) -> str:
        """Return the description of the field for the prompt."""
        return "one of " + ", ".join(json.dumps(label, ensure_ascii=False) for label in self.labels)

    def read(self, value: object) -> str:
        """Return the label.

        Args:
            value: The value in the parsed JSON of the reply.

        Returns:
            The label as written in `labels`.

        Raises:
            ValueError: The value is not one of the labels.
        """
        if isinstance(value, str):
            for label in self.labels:
                if value.strip().casefold() == label.casefold():
                    return label
        raise ValueError(f"must be {self.words()}")


@dataclass(frozen=True, slots=True)
class Texts:
    """A field for a list of texts.

    Attributes:
        most: The maximum number of texts. A reply with more is cut, not refused: the first ones
            are what was asked for.

    Examples:
        >>> Texts(2).read([" Who came? ", "Why?", "When?"])
        ['Who came?', 'Why?']
        >>> Texts(2).words()
        'a list of up to 2 texts'
    """

    most: int

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the field."""
        # without a maximum, a model that is held to the schema may go on until it is cut off
        return {"type": "array", "items": {"type": "string"}, "maxItems": self.most}

    def words(self) -> str:
        """Return the description of the field for the prompt."""
        return f"a list of up to {self.most} texts"

    def read(self, value: object) -> list[str]:
        """Return the first `most` texts without surrounding white space.

        Args:
            value: The value in the parsed JSON of the reply.

        Returns:
            The texts.

        Raises:
            ValueError: The value is not a list of strings.
        """
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise ValueError(f"must be {self.words()}")
        return [one.strip() for one in value[: self.most]]


Field = Text | Whole | OneOf | Texts


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of an answer, from which the schema, the prompt and the reader are made.

    Attributes:
        fields: The fields by name, in the order in which the model fills them in. Put a reason
            before the verdict, so that the model thinks before it decides.

    Examples:
        >>> form = Form({"reason": Text(), "score": Whole(1, 3)})
        >>> print(form.words())
        {"reason": "…", "score": a whole number from 1 to 3}
        >>> form.read('{"reason": "a word is missing", "score": 2}')
        {'reason': 'a word is missing', 'score': 2}
    """

    fields: Mapping[str, Field]

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the answer."""
        return {
            "type": "object",
            "properties": {name: field.schema() for name, field in self.fields.items()},
            "required": list(self.fields),
            "additionalProperties": False,
        }

    def words(self) -> str:
        """Return the form of the answer for the prompt; not every server enforces a schema."""
        return (
            "{" + ", ".join(f'"{name}": {field.words()}' for name, field in self.fields.items())
        ) + "}"

    def read(self, reply: str) -> Filled:
        """Read a reply strictly.

        Args:
            reply: The text of the model. There may be other text around its one JSON object.

        Returns:
            The value of each field by name.

        Raises:
            Unreadable: There is not exactly one JSON object, or it does not have exactly these
                fields with allowed values.
        """
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
        """Make a question whose answer has this form.

        Args:
            *messages: The chat so far. Say in the last one what the reply must look like (`words`).
            about: A label for people: what is judged, and in which row.
            sample: Number of the repeat, from 0.

        Returns:
            The question, for `ask` of a judge.

        Examples:
            >>> form = Form({"label": OneOf(("clear", "vague"))})
            >>> text = f"Is 'Who?' clear? Reply with {form.words()}"
            >>> ask = form.ask(Message("user", text), about="clarity of row 1")
            >>> ask.read('{"label": "vague"}')
            {'label': 'vague'}
        """
        return Ask(tuple(messages), self.read, self.schema(), about, sample)


def only_object(reply: str) -> Filled:
    """Return the only JSON object in a reply; none, or more than one, is unreadable."""
    # reasoning models put their thoughts before the answer, in a block marked <think>
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
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
