"""The behaviour suite's cases: one TOML file per capability, each with its texts.

A text has cases of up to three kinds beneath it:

    [[texts]]
    text = "Ada fed the goats."
    reader = [{ question = "Who fed the goats?", answers = ["Ada"] }]
    inference = [{ hypothesis = "The goats fed Ada.", labels = ["contradiction"] }]
    verifier = [{ question = "What did Ada feed?", answer = "goats", right = true }]

A reader case without answers cannot be answered from its text. An inference case may accept
several labels.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

FOLDER = Path(__file__).parent / "cases"
LABELS = ("entailment", "neutral", "contradiction")


@dataclass(frozen=True)
class ReaderCase:
    """A question to a text, with the answers that count as right."""

    role: ClassVar[str] = "reader"
    passage: str
    question: str
    answers: tuple[str, ...]
    """The accepted answers; empty if the passage does not answer the question."""


@dataclass(frozen=True)
class InferenceCase:
    """A premise and a hypothesis, with the labels that count as right."""

    role: ClassVar[str] = "entailer"
    premise: str
    hypothesis: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class VerifierCase:
    """A question, an answer and a passage, and whether the passage supports the answer."""

    role: ClassVar[str] = "verifier"
    passage: str
    question: str
    answer: str
    right: bool


Case = ReaderCase | InferenceCase | VerifierCase
KINDS: Mapping[str, type[Case]] = {
    "reader": ReaderCase,
    "inference": InferenceCase,
    "verifier": VerifierCase,
}


def kind(case: Case) -> str:
    """Return the kind of a case, as its file names it."""
    return next(name for name, one in KINDS.items() if isinstance(case, one))


@dataclass(frozen=True)
class Capability:
    """One thing that the tools should be able to do, with the cases that test it."""

    name: str
    """The name of its file, without the ending."""
    about: str
    """What is tested, in a sentence."""
    cases: tuple[Case, ...]


def read_capability(path: Path) -> Capability:
    """Read one file of cases.

    Raises:
        ValueError: If the file has other fields or values than the format allows.
    """
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    if set(table) != {"about", "texts"}:
        raise ValueError(f"{path.name} must have 'about' and 'texts', and nothing else")
    cases = [case for entry in table["texts"] for case in _cases(entry, path.name)]
    return Capability(path.stem, table["about"], tuple(cases))


def read_capabilities(folder: Path = FOLDER) -> list[Capability]:
    """Read all files of a folder, in the order of their names."""
    return [read_capability(path) for path in sorted(folder.glob("*.toml"))]


def _cases(entry: dict[str, Any], file: str) -> list[Case]:
    text = entry.get("text")
    if not isinstance(text, str) or not text or not set(entry) <= {"text", *KINDS}:
        raise ValueError(f"{file}: a text must have a 'text' and cases of the kinds {list(KINDS)}")
    made: list[Case] = []
    for name in KINDS:
        for row in entry.get(name, []):
            try:
                made.append(_case(name, text, **row))
            except (TypeError, ValueError) as problem:
                raise ValueError(f"{file}: bad {name} case {row}: {problem}") from problem
    if not made:
        raise ValueError(f"{file}: no cases for the text {text[:60]!r}")
    return made


def _case(name: str, text: str, **row: Any) -> Case:
    texts = [value for value in row.values() if isinstance(value, str)]
    if not all(one.strip() for one in texts):
        raise ValueError("a field is empty")
    if name == "reader":
        return ReaderCase(text, answers=tuple(row.pop("answers")), **row)
    if name == "inference":
        labels = tuple(row.pop("labels"))
        if not labels or not set(labels) <= set(LABELS):
            raise ValueError(f"the labels must be some of {LABELS}")
        return InferenceCase(text, labels=labels, **row)
    if not isinstance(row.get("right"), bool):
        raise ValueError("'right' must be true or false")
    return VerifierCase(text, **row)
