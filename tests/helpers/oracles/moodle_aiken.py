"""Reads Aiken by the rules of Moodle's `qformat_aiken`, written from those rules alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TRIMMED = " \t\n\r\0\x0b"


@dataclass
class AikenQuestion:
    """A question with its options and the index of the right one."""

    text: str
    options: list[str] = field(default_factory=list)
    right: int = -1


def read_aiken(content: str) -> list[AikenQuestion]:
    """Return the questions of a file; raises ValueError where the importer would fail."""
    questions = []
    question: AikenQuestion | None = None
    for line in re.split("[\r\n]", content):
        line = line.strip(_TRIMMED)
        if len(line.encode()) < 2:
            continue
        if re.match(r"[A-Z][).]", line):
            if question is None:
                raise ValueError(f"an option without a question: {line}")
            question.options.append(line[2:].strip(_TRIMMED))
        elif line.startswith("ANSWER:"):
            if question is None or len(question.options) < 2:
                raise ValueError(f"a key without options: {line}")
            question.right = ord(line[7:].strip(_TRIMMED)[0]) - ord("A")
            if not 0 <= question.right < len(question.options):
                raise ValueError(f"no such option: {line}")
            questions.append(question)
            question = None
        elif question is not None:
            raise ValueError(f"a question without a key before: {line}")
        else:
            question = AikenQuestion(line)
    if question is not None:
        raise ValueError("the last question has no key")
    return questions
