"""The roles of language tools: what each is asked, and what it gives. No model is needed here.

A tool is anything with the methods of its role. Its `identity` goes into signatures: engine, model,
version. The same text always gets the same answer, whatever else is asked with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from qgauge.models.vectors import Vector


class Tool(Protocol):
    """What every tool has."""

    @property
    def identity(self) -> str: ...


_NOT_NAMES = frozenset(
    {"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL", "NUMBER"}
)
"""Entities that are values: they are looked up, but they name nothing."""


# ------------------------------------------------------------------ parser


@dataclass(frozen=True, slots=True)
class Word:
    """A word at its place in the text; what a parser does not give is empty.

    `head` is the place of the head among the words of the text, -1 for the root of a sentence and
    where a parser gives no trees; `sentence` is the number of the sentence, from 0.
    """

    text: str
    start: int
    end: int
    upos: str = ""
    entity: str = ""
    lemma: str = ""
    head: int = -1
    relation: str = ""
    sentence: int = 0

    @property
    def is_name(self) -> bool:
        """A proper noun, or a part of an entity that names something."""
        return self.upos == "PROPN" or bool(self.entity and self.entity not in _NOT_NAMES)


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity: places of its first word and of the one after its last, and its kind."""

    first: int
    last: int
    kind: str


@dataclass(frozen=True, slots=True)
class Parse:
    """The words of one text, in order, and its entities.

    A word says which kind of entity it is in; `entities` also tells neighbours of a kind apart.
    """

    words: tuple[Word, ...]
    entities: tuple[Entity, ...] = ()


class Parser(Tool, Protocol):
    """Anything that parses."""

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """One parse per text, in order; the same text always gives the same parse."""


# ------------------------------------------------------------------ classifier


@dataclass(frozen=True, slots=True)
class Label:
    """The class of a question, such as `HUM:ind`, and the probability of every class."""

    name: str
    probabilities: Mapping[str, float]

    @property
    def coarse(self) -> str:
        """The class above it, such as `HUM`."""
        return self.name.partition(":")[0]


class Classifier(Tool, Protocol):
    """Anything that classifies questions."""

    def classify(self, texts: Sequence[str]) -> list[Label]:
        """One label per text, in order."""


# ------------------------------------------------------------------ grammarian


@dataclass(frozen=True, slots=True)
class GrammarError:
    """A place in the text, the kind of error there, how sure, and a better wording if known.

    An empty suggestion is to leave the words out; None is to have none.
    """

    start: int
    end: int
    kind: str
    probability: float
    suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Grammar:
    """The errors of a text in order, and the chance that people find it a well-formed question.

    The chance is None where an engine looks for errors only.
    """

    errors: tuple[GrammarError, ...]
    wellformed: float | None


class Grammarian(Tool, Protocol):
    """Anything that finds grammar errors."""

    def check(self, texts: Sequence[str], suggest: bool = False) -> list[Grammar]:
        """What there is to say about each text, in order; with better wordings if asked for."""


# ------------------------------------------------------------------ reader


@dataclass(frozen=True, slots=True)
class Answer:
    """The best answer, with its place in the passage.

    `confidence` is the probability of this span, `no_answer` that the passage holds none. Where
    a passage or a question has no words, `text` is empty and `no_answer` is 1.
    """

    text: str
    start: int
    end: int
    confidence: float
    no_answer: float


MOST_SURPRISE = 50.0
"""In nats: what an answer has of which the passage has no word."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the reader answers itself, and how much the answer of someone else surprises it.

    The surprise is -ln of the probability of that answer, in nats, at the place (`start` to `end`)
    where it is most probable; the reader may take a few words more or less there, which costs.
    """

    own: Answer
    surprise: float
    start: int = 0
    end: int = 0


class Reader(Tool, Protocol):
    """Anything that answers questions from passages.

    It may also have `weigh(triples)`, one `Weighed` for each (question, passage, answer), in order:
    how probable an answer is that it is given.
    """

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        """The answer for each (question, passage), in order. No passage is cut."""


# ------------------------------------------------------------------ entailer


@dataclass(frozen=True, slots=True)
class Entailment:
    """Three probabilities that sum to one, and the part of the premise they were read from."""

    entailment: float
    neutral: float
    contradiction: float
    start: int = 0
    end: int = 0


class Entailer(Tool, Protocol):
    """Anything that judges what follows."""

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """The judgement on each (premise, hypothesis), in order. No premise is cut."""


# ------------------------------------------------------------------ embedder


class Embedder(Tool, Protocol):
    """Anything with word vectors."""

    def vector(self, word: str) -> Vector | None:
        """The vector of a word, None for one it does not know."""

    def similarity(self, pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        """The cosine of each pair of texts, None where one of them has no known word."""


# ------------------------------------------------------------------ encoder


@dataclass(frozen=True, slots=True)
class Encoding:
    """Pieces of a text in order, each with its vector; signs the model adds are pieces, too."""

    pieces: tuple[str, ...]
    vectors: npt.NDArray[np.float64]
    signs: tuple[bool, ...]


class Encoder(Tool, Protocol):
    """Anything that gives vectors in context."""

    @property
    def usual_layer(self) -> int:
        """The layer that follows people best, where that is known; else the last."""

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """The pieces of each text, in order, with the signs."""

    def encode(self, texts: Sequence[str], layer: int) -> list[Encoding]:
        """Each text in vectors of this layer, in order; layer 0 knows nothing of the context."""


# ------------------------------------------------------------------ comparer


class Comparer(Tool, Protocol):
    """Anything that rates a text beside its reference."""

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The rating of each (reference, text), in order: higher is better."""
