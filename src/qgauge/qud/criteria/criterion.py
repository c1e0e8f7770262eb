"""What the four criteria for questions under discussion share (QUDeval, Wu et al. 2023, sec. 3).

A question under discussion is an edge between two sentences of a document: it comes up at the
anchor and is answered in the answer sentence. All that its reader knows is the context, sentence 1
to the anchor. Each criterion is a metric whose value is a label.
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
    """An example as the criteria see it; sentences that the document lacks are left out."""

    question: str
    anchor: str
    answer: str
    context: tuple[str, ...]
    """Sentence 1 to the anchor."""
    rest: tuple[str, ...]
    """What comes after the anchor, less the answer sentence."""

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
    """The question and the sentences of its document."""
    return [example.question, *(one for one in example.sentences if one)]


@dataclass(frozen=True)
class Method:
    """A way to come to a label: the tools it takes, and what it makes of complete examples."""

    judge: Callable[[Any, Sequence[Example], Tools], list[Score]]
    uses: tuple[str, ...] | Callable[[Any], tuple[str, ...]] = ()
    """Roles of tools; a function of the metric where its settings decide."""
    settings: tuple[str, ...] = ()
    """The metric's settings that this way heeds, besides `method`."""
    signature_extras: Callable[[Any], dict[str, str]] = lambda _: {}
    """For the signature, what took effect besides the settings as they were given."""
    needs: tuple[str, ...] = ()
    """Fields of the example that this way needs besides those of every edge."""
    merges: Mapping[str, str] = field(default_factory=dict)
    """Labels that this way never gives, and the ones it gives in their place."""


@dataclass(frozen=True)
class Criterion(Metric):
    """A label for each edge, by one of several methods."""

    always_needs: ClassVar[tuple[str, ...]] = ("sentences", "anchor", "answer_sentence")
    """What it needs whatever the method."""
    methods: ClassVar[Mapping[str, Method]]
    """The ways to judge this criterion, by the names they are asked for with."""

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
                    f"{self.name}: {one.name} goes with method={' or method='.join(takes)}, not "
                    f"with method={self.method}."
                )

    @property
    def needs(self) -> tuple[str, ...]:
        return (*self.always_needs, *self._method.needs)

    @property
    def merges(self) -> Mapping[str, str]:
        """Labels that the method does not tell from others: people's stand for those others."""
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
                return f"the {end} is {number}, and that sentence is missing"
        return ""

    def required_ends(self) -> tuple[str, ...]:
        """Which of the edge's ends must be sentences of the document."""
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
            *(f"{name}: {in_words(value)}" for name, value in score.evidence.items()),
            *(f"{name} = {value:.4f}" for name, value in score.parts.items()),
        ]
        return {"views": [view(steps)]}


def in_words(value: Any) -> str:
    """Evidence in a line of words."""
    if isinstance(value, list | tuple):
        return "; ".join(map(in_words, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {in_words(one)}" for name, one in value.items())
    return "none" if value is None else str(value)
