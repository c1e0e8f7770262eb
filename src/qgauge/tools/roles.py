"""Interfaces of the language tools and the records they return. Importing this loads no model.

A tool is any object with the methods of its role and an `identity`. A tool must be deterministic:
it returns the same output for a text no matter which other texts are in the call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from qgauge.core import BadSetting
from qgauge.core.suggestions import no_such

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from qgauge.models.vectors import Vector


def role_title(role: str) -> str:
    """Return the name of a role for messages.

    Args:
        role: A role, such as `"grammarian"`.

    Returns:
        The plain English name; the role itself if it has no other name.

    Examples:
        >>> role_title("grammarian"), role_title("parser")
        ('grammar checker', 'parser')
    """
    return {"grammarian": "grammar checker", "entailer": "inference model"}.get(role, role)


class Tool(Protocol):
    """Base protocol of all language tools."""

    @property
    def identity(self) -> str:
        """Engine, model and version, such as `"embedded@afa93a56"`.

        The identity is part of every signature and of the cache key. It must change whenever the
        tool's output could change.
        """


_NOT_NAMES = frozenset(
    {"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL", "NUMBER"}
)
"""Entity types that are values, not names."""


# ------------------------------------------------------------------ parser


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a parsed text. Fields that a parser does not support keep their defaults."""

    text: str
    """The word as written in the text."""
    start: int
    """Character offset of the word in the text."""
    end: int
    """Character offset after the word."""
    upos: str = ""
    """Universal part-of-speech tag, such as `"NOUN"`."""
    entity: str = ""
    """Type of the entity that the word is part of, such as `"PER"`; empty if none."""
    lemma: str = ""
    """The lemma."""
    head: int = -1
    """Index in `Parse.words` of the syntactic head; -1 for a root, or if there is no tree."""
    relation: str = ""
    """Dependency relation to the head, such as `"nsubj"`."""
    sentence: int = 0
    """Number of the sentence, from 0."""

    @property
    def is_name(self) -> bool:
        """Whether the word is a proper noun or part of a named entity.

        Dates, numbers and amounts are entities but not names.

        Examples:
            >>> Word("Paris", 0, 5, upos="PROPN").is_name
            True
            >>> Word("1889", 0, 4, upos="NUM", entity="DATE").is_name
            False
        """
        return self.upos == "PROPN" or bool(self.entity and self.entity not in _NOT_NAMES)


@dataclass(frozen=True, slots=True)
class Entity:
    """A named entity, date, number or amount."""

    first: int
    """Index in `Parse.words` of the first word."""
    last: int
    """Index after the last word."""
    kind: str
    """Entity type, such as `"PER"` or `"DATE"`."""


@dataclass(frozen=True, slots=True)
class Parse:
    """The parse of one text.

    `Word.entity` holds the type only; `entities` also separates adjacent entities of one type.
    """

    words: tuple[Word, ...]
    """The words of all sentences, in order."""
    entities: tuple[Entity, ...] = ()
    """The entities, in order, without overlaps."""


class Parser(Tool, Protocol):
    """Splits texts into words and sentences and parses them.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> parse = open_tool("parser").parse(["Who built the Eiffel Tower?"])[0]
        >>> [(word.text, word.relation) for word in parse.words if word.upos == "PROPN"]
        [('Eiffel', 'compound'), ('Tower', 'obj')]
        >>> parse.entities
        (Entity(first=3, last=5, kind='LOC'),)
    """

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """Parse texts.

        Args:
            texts: The texts, of any length.

        Returns:
            One parse per text, in order. The same text always gives the same parse.
        """


# ------------------------------------------------------------------ classifier


@dataclass(frozen=True, slots=True)
class Label:
    """The class of a question: the kind of answer it asks for."""

    name: str
    """The most probable class, such as `"HUM:ind"` (an individual)."""
    probabilities: Mapping[str, float]
    """The probability of every class."""

    @property
    def coarse(self) -> str:
        """The coarse class: the part of `name` before the colon.

        Examples:
            >>> Label("HUM:ind", {"HUM:ind": 1.0}).coarse
            'HUM'
        """
        return self.name.partition(":")[0]


class Classifier(Tool, Protocol):
    """Classifies questions by the kind of answer they ask for.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> open_tool("classifier").classify(["Who wrote Hamlet?"])[0].name
        'HUM:ind'
    """

    def classify(self, texts: Sequence[str]) -> list[Label]:
        """Classify questions.

        Args:
            texts: The questions.

        Returns:
            One label per question, in order.
        """


# ------------------------------------------------------------------ grammarian


@dataclass(frozen=True, slots=True)
class GrammarError:
    """A grammar error."""

    start: int
    """Character offset of the error in the text."""
    end: int
    """Character offset after the error."""
    kind: str
    """Type of error, such as `"agreement"`; the names depend on the engine."""
    probability: float
    """Probability that this is an error, from 0 to 1."""
    suggestion: str | None = None
    """Replacement for `text[start:end]`; empty to delete it, None if there is no suggestion."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The result of a grammar check of one text."""

    errors: tuple[GrammarError, ...]
    """The errors, in order."""
    wellformed: float | None
    """Probability that people call the text a well-formed question; None if not supported."""


class Grammarian(Tool, Protocol):
    """Finds grammar errors: the grammar checker.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> checker = open_tool("grammarian")
        >>> checked = checker.check(["How many book did he read?"], suggest=True)[0]
        >>> [(error.kind, error.suggestion) for error in checked.errors]
        [('noun_number', 'books')]
    """

    def check(self, texts: Sequence[str], suggest: bool = False) -> list[Grammar]:
        """Check texts for grammar errors.

        Args:
            texts: The texts.
            suggest: Whether to look for corrections as well, which takes longer.

        Returns:
            One result per text, in order.
        """


# ------------------------------------------------------------------ reader


@dataclass(frozen=True, slots=True)
class Answer:
    """The most probable answer in a passage.

    If the passage or the question has no words, `text` is empty and `no_answer` is 1.
    """

    text: str
    """The answer, a span of the passage. Given even if "no answer" is more probable."""
    start: int
    """Character offset of the answer in the passage."""
    end: int
    """Character offset after the answer."""
    confidence: float
    """Probability of this span."""
    no_answer: float
    """Probability that the passage does not answer the question."""
    misstated: float | None = None
    """Probability that the question misstates the passage; None if not supported."""
    elsewhere: float | None = None
    """Probability that the question is about another text; None if not supported."""


MOST_SURPRISE = 50.0
"""Surprise, in nats, of an answer that shares no word with the passage."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The reader's own answer, and the probability it gives to another answer."""

    own: Answer
    """The reader's own answer."""
    surprise: float
    """-ln of the probability of the other answer, in nats.

    Taken at the span where this is smallest. A span that shares only some words with the answer
    also counts, with a penalty.
    """
    start: int = 0
    """Character offset in the passage of that span."""
    end: int = 0
    """Character offset after that span."""


class Reader(Tool, Protocol):
    """Finds the answer to a question in a passage.

    A reader may also have a method `weigh(triples)`. It takes (question, passage, answer) triples
    and returns one `Weighed` per triple, in order.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> reader = open_tool("reader")
        >>> passage = "Hamlet was written by William Shakespeare around 1600."
        >>> reader.answer([("Who wrote Hamlet?", passage)])[0].text
        'William Shakespeare'
        >>> probable, impossible = reader.weigh(
        ...     [("Who wrote Hamlet?", passage, name) for name in ("Shakespeare", "Bacon")]
        ... )
        >>> probable.surprise < impossible.surprise == MOST_SURPRISE
        True
    """

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        """Answer questions from passages.

        Args:
            pairs: (question, passage) pairs. Passages may be of any length and are read in full.

        Returns:
            One answer per pair, in order.
        """


# ------------------------------------------------------------------ entailer


@dataclass(frozen=True, slots=True)
class Entailment:
    """Natural language inference (NLI) probabilities for one pair; they sum to 1."""

    entailment: float
    """Probability that the hypothesis follows from the premise."""
    neutral: float
    """Probability of neither entailment nor contradiction."""
    contradiction: float
    """Probability that the hypothesis contradicts the premise."""
    start: int = 0
    """Character offset of the part of the premise that decided."""
    end: int = 0
    """Character offset after that part."""


class Entailer(Tool, Protocol):
    """Judges whether a text follows from another: the natural language inference (NLI) model.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> pair = ("Hamlet was written by Shakespeare.", "Shakespeare wrote Hamlet.")
        >>> open_tool("entailer").entail([pair])[0].entailment > 0.9
        True
    """

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """Judge whether hypotheses follow from premises.

        Args:
            pairs: (premise, hypothesis) pairs. Premises may be of any length and are read in full.

        Returns:
            One judgement per pair, in order.
        """


# ------------------------------------------------------------------ verifier


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether an answer to a question is right, given a passage."""

    right: float
    """Probability that the answer is right."""
    start: int = 0
    """Character offset in the passage of the place that the judgement rests on."""
    end: int = 0
    """Character offset after that place."""


class Verifier(Tool, Protocol):
    """Judges whether an answer to a question is right, given a passage.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> triple = ("Who built the mill?", "Anna", "Anna built the mill. Tom sold it.")
        >>> open_tool("verifier").verify([triple])[0].right > 0.5
        True
    """

    def verify(self, triples: Sequence[tuple[str, str, str]]) -> list[Verification]:
        """Judge answers.

        Args:
            triples: (question, answer, passage) triples. Passages may be of any length and are
                read in full.

        Returns:
            One judgement per triple, in order.
        """


# ------------------------------------------------------------------ rater


class Rater(Tool, Protocol):
    """Rates whether a teacher could use a question with its answer as they are.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> passage = "Anna Brook built the mill in 1902. Tom Hale sold it ten years later."
        >>> good = ("Who built the mill?", "Anna Brook", passage)
        >>> bad = ("Who mill the built in sold?", "ten", passage)
        >>> rated = open_tool("rater").rate([good, bad])
        >>> rated[0] > rated[1]
        True
    """

    def rate(self, triples: Sequence[tuple[str, str, str]]) -> list[float]:
        """Rate questions.

        Args:
            triples: (question, answer, passage) triples. Passages may be of any length and are
                read in full.

        Returns:
            For each triple, in order, the probability that the question is usable.
        """


# ------------------------------------------------------------------ embedder


class Embedder(Tool, Protocol):
    """Holds word vectors and compares texts with them.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> embedder = open_tool("embedder")
        >>> [near, far] = embedder.similarity([("king", "queen"), ("king", "bicycle")])
        >>> near > far
        True
        >>> embedder.similarity([("king", "xqzt")])
        [None]
    """

    def vector(self, word: str) -> Vector | None:
        """Return the vector of a word.

        Args:
            word: The word.

        Returns:
            The vector, or None if the word is unknown.
        """

    def similarity(self, pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        """Compare texts by the cosine of their average word vectors.

        Args:
            pairs: Pairs of texts.

        Returns:
            One cosine per pair, in order; None if a text has no known word.
        """


# ------------------------------------------------------------------ encoder


@dataclass(frozen=True, slots=True)
class Encoding:
    """A text as contextual token vectors."""

    pieces: tuple[str, ...]
    """The tokens, in order, including special tokens."""
    vectors: npt.NDArray[np.float64]
    """One row per token."""
    signs: tuple[bool, ...]
    """Whether each token is a special token, such as `[CLS]`."""


class Encoder(Tool, Protocol):
    """Gives contextual token vectors. No encoder is embedded; use `hf:MODEL`.

    Examples:
        A toy encoder with one layer, in which the vector of a token is its length:

        >>> import numpy as np
        >>> class LengthEncoder:
        ...     identity = "length-1"
        ...     usual_layer = 1
        ...     def pieces(self, texts):
        ...         return [tuple(text.split()) for text in texts]
        ...     def encode(self, texts, layer):
        ...         return [
        ...             Encoding(one, np.array([[float(len(x))] for x in one]), (False,) * len(one))
        ...             for one in self.pieces(texts)
        ...         ]
        >>> encoder: Encoder = LengthEncoder()
        >>> encoder.encode(["Who wrote it?"], encoder.usual_layer)[0].vectors.tolist()
        [[3.0], [5.0], [3.0]]
    """

    @property
    def usual_layer(self) -> int:
        """The layer that correlates best with human ratings if known, else the last layer."""

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """Tokenise texts.

        Args:
            texts: The texts.

        Returns:
            The tokens of each text, in order, including special tokens.
        """

    def encode(self, texts: Sequence[str], layer: int) -> list[Encoding]:
        """Encode texts.

        Args:
            texts: The texts.
            layer: The layer to take the vectors from; layer 0 is the input embeddings.

        Returns:
            One encoding per text, in order.
        """


# ------------------------------------------------------------------ comparer


class Comparer(Tool, Protocol):
    """Rates a text against a reference. No comparer is embedded; use `hf:MODEL`.

    Examples:
        A toy comparer that counts shared words:

        >>> class SharedWords:
        ...     identity = "shared-words-1"
        ...     def compare(self, pairs):
        ...         return [float(len(set(a.split()) & set(b.split()))) for a, b in pairs]
        >>> comparer: Comparer = SharedWords()
        >>> comparer.compare([("Who wrote it ?", "Who sang it ?")])
        [3.0]
    """

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Rate texts.

        Args:
            pairs: (reference, text) pairs.

        Returns:
            One rating per pair, in order; higher is better.
        """


# ------------------------------------------------------------------ generator

QUESTION_KINDS = (
    "who",
    "what",
    "which",
    "when",
    "where",
    "why",
    "how",
    "how many",
)
"""The kinds of generated questions. `how many` includes "how much", "how long" and the like, that
is, "how" with an adjective or adverb."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a passage to ask about: the answer of the question to generate.

    Raises:
        BadSetting: The answer or the anchor is not inside the passage.

    Examples:
        >>> Place("Ada built the bridge in 1889.", 24, 28, "when").answer
        '1889'
    """

    passage: str
    """The text that the question is about."""
    start: int
    """Character offset of the answer in the passage."""
    end: int
    """Character offset after the answer."""
    kind: str = ""
    """The kind of question, one of `QUESTION_KINDS`; empty for any."""
    anchor: tuple[int, int] | None = None
    """Character offsets of the sentence that raises the question, for questions under discussion.
    The answer is then a whole later sentence, which the question must not give away."""

    def __post_init__(self) -> None:
        spans = [("answer", (self.start, self.end)), ("anchor", self.anchor)]
        for name, span in spans:
            if span and not 0 <= span[0] < span[1] <= len(self.passage):
                raise BadSetting(f"the {name} {span} is not inside the passage.")
        if self.kind and self.kind not in QUESTION_KINDS:
            raise BadSetting(no_such("There is no kind of question", self.kind, QUESTION_KINDS))

    @property
    def answer(self) -> str:
        """The text of the answer."""
        return self.passage[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated question."""

    question: str
    """The text, on one line."""
    score: float
    """How likely the generator finds it: the mean log-probability of its tokens, at most 0. An
    engine without probabilities gives -1, -2, … in its own order. Scores of different engines
    cannot be compared."""


class Generator(Tool, Protocol):
    """Writes questions about given places of passages.

    Examples:
        A toy generator:

        >>> class OneQuestion:
        ...     identity = "one-question-1"
        ...     def generate(self, places, count=8, seed=None):
        ...         return [[Generated("Who built it?", -1.0)] for _ in places]
        >>> generator: Generator = OneQuestion()
        >>> generator.generate([Place("Ada built it.", 0, 3)])[0][0].question
        'Who built it?'
    """

    def generate(
        self, places: Sequence[Place], count: int = 8, seed: int | None = None
    ) -> list[list[Generated]]:
        """Generate questions.

        Args:
            places: What to ask about.
            count: Maximum number of questions per place.
            seed: Without a seed, the most likely questions (a beam search); with one, questions
                sampled at random, the same for the same seed.

        Returns:
            For each place up to `count` distinct questions, the likeliest first; possibly none.
            An engine that fails at one place returns none for it, logs the reason as a warning,
            and still returns the questions of the other places.
        """


@runtime_checkable
class QuickGenerator(Generator, Protocol):
    """A generator that also has questions that cost next to nothing, by rules for example.

    A quiz without a seed first asks for these, about many more places, and calls `generate` only
    if too few of them are good.
    """

    def at_once(self, places: Sequence[Place], count: int = 8) -> list[list[Generated]]:
        """Return such questions.

        Args:
            places: What to ask about; the questions may be of any kind.
            count: Maximum number of questions per place.

        Returns:
            For each place up to `count` distinct questions, the likeliest first; possibly none.
        """
