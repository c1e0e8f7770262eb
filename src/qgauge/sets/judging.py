"""A set of questions looked at as a whole: what is wrong with each, and what nobody asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from qgauge.core import BadSetting, Example, Progress, Tools, written
from qgauge.sets.balance import Balance, kind_of, kinds, places
from qgauge.sets.documents import Concept, Document, document_of, sentence_asked, text_of
from qgauge.sets.duplicates import SIMILARITY, Pair, Thresholds, duplicates, groups
from qgauge.sets.leaks import Leak, leaks
from qgauge.sets.question import SetQuestion
from qgauge.sets.reading import Readings, read, texts_of
from qgauge.sets.shallow import Copy, copied, is_generic
from qgauge.sets.words import words_of

ROLES = ("parser", "classifier", "embedder")
"""The tools it takes."""


@dataclass(frozen=True)
class SetSettings:
    """From where on something counts. docs/set.md says what each was chosen by."""

    words: float = 0.65
    """Duplicates: Dice of the content words."""
    words_same_answer: float = 0.5
    """The same where both questions have one answer."""
    qsts: float = 0.5
    """Duplicates: QSTS in both directions."""
    leak: float = 0.8
    """Share of an answer's content words said in one run."""
    shared: float = 0.6
    """Share of another question's content words that go with its answer."""
    copied: float = 0.8
    """Share of a question's words taken from a sentence in one run."""

    def __post_init__(self) -> None:
        for setting in fields(self):
            if not 0 < getattr(self, setting.name) <= 1:
                raise BadSetting(f"set: {setting.name} is a number above 0, up to 1.")

    @property
    def thresholds(self) -> Thresholds:
        return Thresholds(self.words, self.words_same_answer, self.qsts)

    def signature(self, tools: Tools, concepts: str, version: str) -> str:
        pieces = [f"{one.name}:{written(getattr(self, one.name))}" for one in fields(self)]
        pieces.append(f"concepts:{concepts}")
        pieces += [f"{role}:{tools[role].identity}" for role in ROLES]
        return "|".join(["set", *pieces, f"similarity:{SIMILARITY.label()}", f"v:{version}"])


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """What was found about one question; others are named by their places in the set."""

    question: SetQuestion
    kind: str
    """What it asks for."""
    sentence: int | None
    """Of its document, from 1; None without one, or where nothing tells."""
    generic: bool
    copy: Copy | None
    """None if too little is copied."""
    duplicates: tuple[Pair, ...] = ()
    gives_away: tuple[Leak, ...] = ()
    """Answers it gives away, its own among them."""
    given_away_by: tuple[Leak, ...] = ()
    """Other questions that give its answer away."""

    @property
    def own_leak(self) -> Leak | None:
        return next((leak for leak in self.gives_away if leak.source == leak.target), None)

    @property
    def flawed(self) -> bool:
        """Whether it is bad by itself, whatever else is in the set."""
        return self.generic or self.copy is not None or self.own_leak is not None


@dataclass(frozen=True)
class Covered:
    """A document, and what of it is asked about."""

    document: Document
    questions: tuple[int, ...]
    sentences: frozenset[int]
    """Numbers of the sentences that some question is about."""
    concepts: tuple[bool, ...]
    """For each concept, whether a question or its answer names it."""

    @property
    def open_sentences(self) -> list[int]:
        """Those with content that no question is about."""
        return [
            number
            for number, words in enumerate(self.document.words, 1)
            if number not in self.sentences and words.content
        ]

    @property
    def open_concepts(self) -> list[Concept]:
        pairs = zip(self.document.concepts, self.concepts, strict=True)
        return [concept for concept, is_named in pairs if not is_named]

    @property
    def contentful(self) -> int:
        return sum(bool(words.content) for words in self.document.words)


@dataclass(frozen=True)
class QuestionSet:
    """The questions of one system, judged together."""

    questions: tuple[JudgedQuestion, ...]
    documents: tuple[Covered, ...]
    pairs: tuple[Pair, ...]
    leaks: tuple[Leak, ...]
    unscored: Mapping[str, int] = field(default_factory=dict)
    """Why pairs with enough words in common could not be compared by QSTS."""

    @cached_property
    def groups(self) -> list[list[int]]:
        """Duplicates, put together."""
        return groups(self.pairs)

    @cached_property
    def kinds(self) -> Balance:
        return kinds([one.kind for one in self.questions])

    @cached_property
    def places(self) -> Balance:
        """Of the answers, in documents of three sentences or more."""
        asked = []
        for covered in self.documents:
            size = len(covered.document.sentences)
            known = [self.questions[at].sentence for at in covered.questions]
            asked += [(number, size) for number in known if number is not None and size >= 3]
        return places(asked)


def judge(
    examples: Sequence[Example],
    tools: Tools,
    settings: SetSettings | None = None,
    *,
    concepts: Mapping[str, Sequence[Concept]] | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> dict[str, QuestionSet]:
    """Every system's questions as a set of their own, by its name.

    `concepts` are the key concepts of documents by their text, where people chose them; a document
    that no question is about is then known as well. Without, what a document names twice is key.
    `progress` is told of the texts read: each different question and document.
    """
    settings = settings or SetSettings()
    texts = texts_of(examples, concepts or ())
    readings = read(texts, tools, workers=workers, progress=progress)
    sets: dict[str, list[Example]] = {}
    for example in examples:
        sets.setdefault(example.system, []).append(example)
    documents = _documents(examples, readings, concepts)
    return {
        system: _judged(rows, documents, readings, tools, settings, everywhere=concepts is not None)
        for system, rows in sets.items()
    }


def _documents(
    examples: Sequence[Example],
    readings: Readings,
    concepts: Mapping[str, Sequence[Concept]] | None,
) -> dict[str, Document]:
    own = {text_of(one): one.sentences for one in examples if not one.passage}
    texts = dict.fromkeys([*map(text_of, examples), *(concepts or ())])
    return {
        text: document_of(
            text,
            readings.parses[text],
            own.get(text, ()),
            None if concepts is None else concepts.get(text, ()),
        )
        for text in texts
        if text
    }


def _judged(
    examples: Sequence[Example],
    documents: Mapping[str, Document],
    readings: Readings,
    tools: Tools,
    settings: SetSettings,
    *,
    everywhere: bool,
) -> QuestionSet:
    questions = [
        SetQuestion(
            one,
            words_of(one.question),
            words_of(one.answer or ""),
            readings.labels[one.question],
            text_of(one),
        )
        for one in examples
    ]
    pairs, unscored = duplicates(questions, readings.parses, tools, settings.thresholds)
    same = {(pair.first, pair.second) for pair in pairs}
    found = [
        leak
        for leak in leaks(questions, settings.leak, settings.shared)
        if (min(leak.source, leak.target), max(leak.source, leak.target)) not in same
    ]
    single = [_question(one, documents.get(one.document), settings) for one in questions]
    judged = _linked(single, pairs, found)
    about: dict[str, list[int]] = {text: [] for text in documents if everywhere}
    for at, one in enumerate(questions):
        if one.document:
            about.setdefault(one.document, []).append(at)
    covered = tuple(_covered(documents[text], mine, judged) for text, mine in about.items())
    return QuestionSet(judged, covered, tuple(pairs), tuple(found), unscored)


def _question(
    question: SetQuestion, document: Document | None, settings: SetSettings
) -> JudgedQuestion:
    sentence, copy = None, None
    if document is not None:
        sentence = sentence_asked(document, question.example, question.words, question.answer)
        copy = copied(question.words, document.words)
    return JudgedQuestion(
        question,
        kind=kind_of(question.words, question.label),
        sentence=sentence,
        generic=is_generic(question.words),
        copy=copy if copy is not None and copy.share >= settings.copied else None,
    )


def _linked(
    questions: Sequence[JudgedQuestion], pairs: Sequence[Pair], leaks: Sequence[Leak]
) -> tuple[JudgedQuestion, ...]:
    """Each question with the pairs and leaks it has a part in."""
    parts: list[dict[str, list[Any]]] = [
        {"duplicates": [], "gives_away": [], "given_away_by": []} for _ in questions
    ]
    for pair in pairs:
        parts[pair.first]["duplicates"].append(pair)
        parts[pair.second]["duplicates"].append(pair)
    for leak in leaks:
        parts[leak.source]["gives_away"].append(leak)
        if leak.target != leak.source:
            parts[leak.target]["given_away_by"].append(leak)
    return tuple(
        JudgedQuestion(
            one.question,
            one.kind,
            one.sentence,
            one.generic,
            one.copy,
            *(tuple(part[name]) for name in ("duplicates", "gives_away", "given_away_by")),
        )
        for one, part in zip(questions, parts, strict=True)
    )


def _covered(
    document: Document, about: Sequence[int], questions: Sequence[JudgedQuestion]
) -> Covered:
    said = [questions[at].question.stems for at in about]
    return Covered(
        document,
        tuple(about),
        frozenset(number for at in about if (number := questions[at].sentence) is not None),
        tuple(any(concept.stems <= one for one in said) for concept in document.concepts),
    )
