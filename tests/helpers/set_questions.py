"""A hand-made set of questions."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.hand_made_tools import TOOLS, ChainParser
from qgauge.core import Example
from qgauge.sets.answers import looked_up
from qgauge.sets.question import SetQuestion
from qgauge.sets.words import words_of
from qgauge.tools.roles import Parse


def asked(question: str, answer: str = "", document: str = "") -> SetQuestion:
    (label,) = TOOLS["classifier"].classify([question])  # type: ignore[attr-defined]
    example = Example(question, question, answer=answer or None)
    words, why_not = looked_up(answer)
    return SetQuestion(example, words_of(question), words, label.name, document, why_not)


def parses(questions: Sequence[SetQuestion]) -> dict[str, Parse]:
    texts = [one.example.question for one in questions]
    return dict(zip(texts, ChainParser().parse(texts), strict=True))
