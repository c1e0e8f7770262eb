"""Base class for the four criteria for questions under discussion (QUDeval, sec. 3).

A question under discussion is an edge between two sentences of a document: it arises from the
anchor and is answered in the answer sentence. Its reader knows only the context: sentence 1 to the
anchor. Each criterion is a metric whose value is a label.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from qgauge.core import BadSetting, Example, Score, Tools, view
from qgauge.metrics.metric import Metric

LANGUAGE = ("no", "yes")
COMPATIBILITY = ("not_answered", "unfocused", "direct")
GIVENNESS = ("hallucination", "answer_leakage", "no_new_concepts")
RELEVANCE = ("not_grounded", "partially_grounded", "fully_grounded")


@dataclass(frozen=True, slots=True)
class Edge:
    """The parts of an example that the criteria use, without missing sentences."""

    question: str
    anchor: str
    answer: str
    context: tuple[str, ...]
    """Sentence 1 to the anchor."""
    rest: tuple[str, ...]
    """The sentences after the anchor, without the answer sentence."""

    @classmethod
    def of(cls, example: Example) -> Edge:
        anchor, answer = example.anchor, example.answer_sentence
        assert anchor is not None
        assert answer is not None
        sentences = example.sentences
        return cls(
            question=example.question,
            anchor=sentences[anchor - 1],
            answer=sentences[answer - 1],
            context=tuple(one for one in sentences[:anchor] if one),
            rest=tuple(
                one
                for number, one in enumerate(sentences[anchor:], anchor + 1)
                if one and number != answer
            ),
        )


def texts_of(example: Example) -> list[str]:
    """Return the question and the sentences of its document."""
    return [example.question, *(one for one in example.sentences if one)]


@dataclass(frozen=True)
class Method:
    """A method of labelling: the tools it needs, and the function that labels examples."""

    judge: Callable[[Any, Sequence[Example], Tools], list[Score]]
    """Labels complete examples."""
    uses: tuple[str, ...] | Callable[[Any], tuple[str, ...]] = ()
    """Roles of tools, or a function of the metric if they depend on its settings."""
    settings: tuple[str, ...] = ()
    """The metric's settings that this method uses, besides `method`."""
    signature_extras: Callable[[Any], dict[str, str]] = lambda _: {}
    """Inputs besides the settings that affect the label, for the signature."""
    needs: tuple[str, ...] = ()
    """Fields of the example that this method needs, besides those of every edge."""
    merges: Mapping[str, str] = field(default_factory=dict)
    """Labels that this method never gives, and the labels it gives instead."""


@dataclass(frozen=True)
class Criterion(Metric):
    """Base class for metrics that label each edge, by one of several methods."""

    always_needs: ClassVar[tuple[str, ...]] = ("sentences", "anchor", "answer_sentence")
    """Fields that every method needs."""
    methods: ClassVar[Mapping[str, Method]]
    """The methods of this criterion, by the value of the setting `method`."""

    method: str = "embedded"

    @property
    def _method(self) -> Method:
        return self.methods[self.method]

    def __post_init__(self) -> None:
        super().__post_init__()
        heeded = {"method", *self._method.settings}
        for one in fields(self):
            if one.name not in heeded and getattr(self, one.name) != one.default:
                takes = [name for name, way in self.methods.items() if one.name in way.settings]
                raise BadSetting(
                    f"{self.name}: {one.name} can be set only with method="
                    f"{' or method='.join(takes)}, not with method={self.method}."
                )

    @property
    def needs(self) -> tuple[str, ...]:
        return (*self.always_needs, *self._method.needs)

    @property
    def merges(self) -> Mapping[str, str]:
        """Labels that the method never gives, and the labels it gives instead."""
        return self._method.merges

    def roles(self) -> tuple[str, ...]:
        uses = self._method.uses
        return uses(self) if callable(uses) else uses

    def settings(self) -> dict[str, str]:
        heeded = {"method", *self._method.settings}
        given = {name: value for name, value in super().settings().items() if name in heeded}
        return given | self._method.signature_extras(self)

    def input_problem(self, example: Example) -> str:
        for end in self.required_ends():
            number, last = getattr(example, end), len(example.sentences)
            if number is None:
                return f"no {end}"
            if not 1 <= number <= last:
                return f"the {end} is {number}, but the last sentence is {last}"
            if not example.sentences[number - 1].strip():
                return f"the {end} is {number}, but that sentence is missing"
        return ""

    def required_ends(self) -> tuple[str, ...]:
        """Return the ends of the edge that must be sentences of the document."""
        return ("anchor", "answer_sentence")

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        return self._method.judge(self, examples, tools)

    def explanation(self, example: Example, score: Score) -> dict[str, Any]:
        ends = {"anchor": example.anchor, "answer": example.answer_sentence}
        last = len(example.sentences)
        steps = [
            *(
                f"{name} ({number}): {example.sentences[number - 1]}"
                for name, number in ends.items()
                if number is not None and 1 <= number <= last
            ),
            *(f"{titled(name)}: {in_words(value)}" for name, value in score.evidence.items()),
            *(f"{name} = {value:.4f}" for name, value in score.parts.items()),
        ]
        return {"views": [view(steps)]}


_TITLES = {
    "new_words": "words not in the text up to the anchor",
    "why": "why not the label that these words suggest",
    "in_document": "words in the document",
    "in_anchor": "words in the anchor",
    "not_in_anchor": "words not in the anchor",
    "reader": "the reader finds in the answer sentence",
}


def titled(name: str) -> str:
    """Return the name of a piece of evidence in words."""
    return _TITLES.get(name, name.replace("_", " "))


def in_words(value: Any) -> str:
    """Return evidence as one line of text."""
    if isinstance(value, list | tuple):
        return "; ".join(map(in_words, value)) or "none"
    if isinstance(value, Mapping):
        if {*value} == {"word", "first", "in_answer"}:
            return f"{value['word']} ({_place(value['first'], value['in_answer'])})"
        return ", ".join(f"{name} {in_words(one)}" for name, one in value.items())
    return "none" if value is None else str(value)


def _place(first: int | None, in_answer: bool) -> str:
    """Return where the document has a new word."""
    if in_answer:
        return "in the answer sentence"
    return "nowhere in the document" if first is None else f"first in sentence {first}"
