"""Run the tools on the texts of a set; every distinct question and document is read once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from qgauge.core import Example, Progress, Tools
from qgauge.sets.documents import text_of
from qgauge.sets.steps import Steps, TextReading
from qgauge.tools.asking import ask
from qgauge.tools.roles import Parse


@dataclass(frozen=True)
class Texts:
    """The distinct texts of a set, each with the id of a row that has it."""

    questions: dict[str, str]
    documents: dict[str, str]

    def __len__(self) -> int:
        return len(self.questions | self.documents)


@dataclass(frozen=True)
class Readings:
    """The parses of all texts, and the class of each question."""

    parses: Mapping[str, Parse]
    labels: Mapping[str, str]


def texts_of(examples: Sequence[Example], more: Iterable[str] = ()) -> Texts:
    """Return the texts of these examples, with more documents added."""
    questions: dict[str, str] = {}
    documents: dict[str, str] = {}
    for one in examples:
        questions.setdefault(one.question, one.id)
        documents.setdefault(text_of(one), one.id)
    for at, text in enumerate(more, 1):
        documents.setdefault(text, f"document {at}")
    documents.pop("", None)
    return Texts(questions, documents)


def read(texts: Texts, tools: Tools, steps: Steps, *, progress: Progress | None = None) -> Readings:
    """Parse every question and document, and classify every question."""
    rows = [Example(id, text) for text, id in (texts.documents | texts.questions).items()]
    work = _ReadingWork(tools, frozenset(texts.questions))
    parses, labels = {}, {}
    for row, (parse, label) in steps.read(rows, work, progress):
        if parse is not None:
            parses[row.question] = parse
        if label is not None:
            labels[row.question] = label
    return Readings(parses, labels)


@dataclass(frozen=True)
class _ReadingWork:
    tools: Tools
    questions: frozenset[str]

    def __call__(self, batch: list[Example]) -> list[TextReading]:
        parses = ask(
            "parser", self.tools["parser"].parse, batch, lambda one: filter(None, [one.question])
        )
        questions = [one for one in batch if one.question in self.questions]
        classes = ask(
            "classifier", self.tools["classifier"].classify, questions, lambda one: [one.question]
        )
        return [
            (
                parses.get(one.question),
                classes[one.question].name if one.question in classes else None,
            )
            for one in batch
        ]
