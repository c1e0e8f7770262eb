"""Rubrics: small TOML files that describe a property for a language model to judge."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from qgauge import prompts
from qgauge.core import BadInput, BadSetting, Example
from qgauge.core.damaged_files import fault_text
from qgauge.core.suggestions import did_you_mean

SHIPPED = prompts.FOLDER / "rubrics"
MOST_BYTES = 100_000
MOST_STEPS = 101
"""Maximum number of steps of a scale; the schema sent to the server lists each of them."""

_KEYS = ("name", "about", "fields", "scale", "labels", "instructions", "meaning")


@dataclass(frozen=True, slots=True)
class Rubric:
    """A property to judge: the texts to show, and the possible verdicts with their meanings."""

    name: str
    """Name of the property."""
    about: str
    """What is judged, in one line that starts with "whether", "how" or "what"."""
    fields: tuple[str, ...]
    """Fields of the example to show."""
    scale: tuple[int, int] | None
    """Lowest and highest number; None if the verdict is a label."""
    labels: tuple[str, ...]
    """Labels, from worst to best if they are ordered; empty if the verdict is a number."""
    instructions: str
    """Instructions for the judge."""
    meaning: Mapping[str, str]
    """Meanings of numbers or labels; not all need one."""
    digest: str
    """Hash of the file, for signatures."""

    def texts(self, example: Example) -> dict[str, str]:
        """Return the texts of an example to show, by name of field."""
        return {field: SHOWN[field](example) for field in self.fields}

    @property
    def verdicts(self) -> tuple[float | str, ...]:
        """All possible verdicts, from worst to best."""
        if self.scale is None:
            return self.labels
        return tuple(map(float, range(self.scale[0], self.scale[1] + 1)))

    @property
    def needs(self) -> tuple[str, ...]:
        """Fields of `Example` that must not be empty, besides the question."""
        numbered = {"anchor", "answer_sentence"} & set(self.fields)
        return tuple(dict.fromkeys([*self.fields[1:], *(["sentences"] if numbered else [])]))


def _numbered(example: Example) -> str:
    return "\n".join(f"({at}) {text}" for at, text in enumerate(example.sentences, start=1))


def _sentence(example: Example, number: int | None) -> str:
    if number is None or not 1 <= number <= len(example.sentences):
        return ""
    return example.sentences[number - 1]


SHOWN: dict[str, Callable[[Example], str]] = {
    "question": lambda example: example.question,
    "passage": lambda example: example.passage or "",
    "answer": lambda example: example.answer or "",
    "references": lambda example: "\n".join(example.references),
    "sentences": _numbered,
    "anchor": lambda example: _sentence(example, example.anchor),
    "answer_sentence": lambda example: _sentence(example, example.answer_sentence),
}
"""Fields that a rubric can show, with functions that return their text.

`anchor` and `answer_sentence` are sentence numbers; the sentences themselves are shown.
"""


def shipped() -> list[str]:
    """Return the names of the rubrics that come with qgauge."""
    return sorted(file.stem for file in SHIPPED.glob("*.toml"))


def read_rubric(name: str) -> Rubric:
    """Read a rubric.

    Args:
        name: Name of a rubric that comes with qgauge, or path of a rubric file.

    Returns:
        The rubric.

    Raises:
        BadSetting: There is no such rubric.
        BadInput: The file cannot be read or is invalid.
    """
    if name in shipped():
        file = SHIPPED / f"{name}.toml"
    elif name.endswith(".toml") or os.sep in name:
        file = Path(name)
    else:
        names = shipped()
        hint = did_you_mean(name, names)
        raise BadSetting(
            f"There is no rubric '{name}'.{hint} Choose one of {', '.join(names)}, or give a file, "
            "FILE.toml."
        )
    try:
        data = file.read_bytes()[: MOST_BYTES + 1]
    except OSError as problem:
        raise BadInput(f"the file cannot be read: {fault_text(problem)}", file=str(file)) from None
    return parse_rubric(data, str(file))


def parse_rubric(data: bytes, file: str) -> Rubric:
    """Return the rubric in the bytes of a file; raise BadInput, with its name, if it is invalid."""
    if len(data) > MOST_BYTES:
        raise BadInput(f"not a rubric: the file is larger than {MOST_BYTES:,} bytes", file=file)
    try:
        found = tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadInput(f"not valid TOML: {problem}", file=file) from None
    for key in found:
        if key not in _KEYS:
            known = f"{did_you_mean(key, _KEYS)} The fields of a rubric are {', '.join(_KEYS)}"
            raise BadInput(f"there is no such field.{known}", file=file, field=key)
    check = _Check(found, file)
    scale, labels = check.scale(), check.labels()
    if (scale is None) == (not labels):
        raise BadInput("give either a scale or labels", file=file, field="scale")
    return Rubric(
        name=check.text("name"),
        about=check.text("about"),
        fields=check.fields(),
        scale=scale,
        labels=labels,
        instructions=check.text("instructions"),
        meaning=check.meaning(scale, labels),
        digest=sha256(data).hexdigest()[:8],
    )


class _Check:
    """Reads and validates the fields of a rubric; errors name the file and the field."""

    def __init__(self, found: Mapping[str, Any], file: str) -> None:
        self._found, self._file = found, file

    def text(self, field: str) -> str:
        value = self._found.get(field)
        if not isinstance(value, str) or not value.strip():
            raise self._bad(field, "must be a non-empty string")
        return value.strip()

    def fields(self) -> tuple[str, ...]:
        value = self._found.get("fields")
        if not isinstance(value, list) or not value or value[0] != "question":
            raise self._bad("fields", 'must be a list that starts with "question"')
        for field in value:
            if not isinstance(field, str) or field not in SHOWN:
                raise self._bad("fields", f"{field!r} is not one of {', '.join(SHOWN)}")
        if len(set(value)) < len(value):
            raise self._bad("fields", "lists a field twice")
        return tuple(value)

    def scale(self) -> tuple[int, int] | None:
        value = self._found.get("scale")
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != 2 or {type(one) for one in value} != {int}:
            raise self._bad("scale", "must be two whole numbers, such as [1, 5]")
        low, high = value
        if not 0 < high - low < MOST_STEPS:
            raise self._bad(
                "scale",
                f"the second number must be larger than the first, by less than {MOST_STEPS}",
            )
        return low, high

    def labels(self) -> tuple[str, ...]:
        value = self._found.get("labels", [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._bad("labels", "must be a list of strings")
        if value and (len({one.casefold() for one in value}) < max(2, len(value)) or "" in value):
            raise self._bad("labels", "must be two or more different, non-empty strings")
        return tuple(value)

    def meaning(self, scale: tuple[int, int] | None, labels: tuple[str, ...]) -> dict[str, str]:
        value = self._found.get("meaning", {})
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            raise self._bad("meaning", "must be a table of strings")
        steps = range(scale[0], scale[1] + 1) if scale else ()
        known = labels or tuple(map(str, steps))
        for verdict in value:
            if verdict not in known:
                raise self._bad("meaning", f"'{verdict}' is not a verdict of this rubric")
        return {verdict: value[verdict] for verdict in known if verdict in value}

    def _bad(self, field: str, problem: str) -> BadInput:
        return BadInput(problem, file=self._file, field=field)
