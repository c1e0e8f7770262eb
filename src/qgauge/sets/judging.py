"""Judge a set of questions: the flaws of each, and the content that none covers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property

from qgauge.core import BadSetting, Example, Progress, Tools, written
from qgauge.sets.answers import YES_OR_NO, looked_up
from qgauge.sets.balance import Balance, kind_of, kinds, places
from qgauge.sets.documents import Concept, Document, document_of, sentence_asked, text_of
from qgauge.sets.duplicates import SIMILARITY, Pair, Thresholds, duplicates, groups
from qgauge.sets.leaks import Leak, leaks
from qgauge.sets.question import SetQuestion
from qgauge.sets.reading import Readings, read, texts_of
from qgauge.sets.shallow import Copy, copied, is_generic
from qgauge.sets.steps import InProcesses, Steps
from qgauge.sets.words import words_of

ROLES = ("parser", "classifier", "embedder")
"""The roles of the tools that `judge` needs."""


@dataclass(frozen=True)
class SetSettings:
    """Thresholds, above 0 and at most 1. docs/set.md explains how each was chosen.

    Raises:
        BadSetting: If a value is out of range.

    Examples:
        >>> from qgauge.sets import SetSettings
        >>> SetSettings(words=0.7).words
        0.7
    """

    words: float = 0.65
    """Duplicates: Dice of the content words."""
    words_same_answer: float = 0.5
    """Duplicates with the same answer: Dice of the content words."""
    qsts: float = 0.5
    """Duplicates: QSTS in both directions."""
    leak: float = 0.8
    """Leaks: proportion of an answer's content words in one run of the question."""
    shared: float = 0.6
    """Leaks: proportion of the other question's content words that the question shares."""
    copied: float = 0.8
    """Copies: proportion of a question's words in one run of a sentence."""

    def __post_init__(self) -> None:
        for setting in fields(self):
            if not 0 < getattr(self, setting.name) <= 1:
                problem = f"set: {setting.name} must be a number above 0 and at most 1."
                raise BadSetting(problem)

    @property
    def thresholds(self) -> Thresholds:
        """The thresholds for duplicates."""
        return Thresholds(self.words, self.words_same_answer, self.qsts)

    def signature(self, tools: Tools, concepts: str, version: str) -> str:
        """Return the signature: every setting, the tools and the version."""
        pieces = [f"{one.name}:{written(getattr(self, one.name))}" for one in fields(self)]
        pieces.append(f"concepts:{concepts}")
        pieces += [f"{role}:{tools[role].identity}" for role in ROLES]
        return "|".join(["set", *pieces, f"similarity:{SIMILARITY.label()}", f"v:{version}"])


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """The findings about one question. Other questions are referred to by index."""

    question: SetQuestion
    """The question."""
    kind: str
    """The type of answer it asks for."""
    sentence: int | None
    """The sentence of its document that it is about, from 1; None if unknown."""
    generic: bool
    """Whether it could be asked about any text."""
    copy: Copy | None
    """The run of words copied from its document; None if it is short."""
    duplicates: tuple[Pair, ...] = ()
    """The pairs of duplicates that it belongs to."""
    gives_away: tuple[Leak, ...] = ()
    """Answers that it leaks, including its own."""
    given_away_by: tuple[Leak, ...] = ()
    """Other questions that leak its answer."""

    @property
    def own_leak(self) -> Leak | None:
        """The leak of its own answer, if any."""
        return next((leak for leak in self.gives_away if leak.source == leak.target), None)

    @property
    def flawed(self) -> bool:
        """Whether it is flawed in itself, regardless of the rest of the set."""
        return self.generic or self.copy is not None or self.own_leak is not None


@dataclass(frozen=True)
class Covered:
    """A document, and how much of it the questions cover."""

    document: Document
    """The document."""
    questions: tuple[int, ...]
    """The indices of its questions."""
    sentences: frozenset[int]
    """The numbers of the sentences that some question is about."""
    concepts: tuple[bool, ...]
    """For each key concept, whether a question or its answer names it."""

    @property
    def open_sentences(self) -> list[int]:
        """The sentences with content words that no question is about."""
        return [
            number
            for number, words in enumerate(self.document.words, 1)
            if number not in self.sentences and words.content
        ]

    @property
    def open_concepts(self) -> list[Concept]:
        """The key concepts that no question names."""
        pairs = zip(self.document.concepts, self.concepts, strict=True)
        return [concept for concept, is_named in pairs if not is_named]

    @property
    def contentful(self) -> int:
        """The number of sentences with content words."""
        return sum(bool(words.content) for words in self.document.words)


@dataclass(frozen=True)
class QuestionSet:
    """The questions of one system, judged together."""

    questions: tuple[JudgedQuestion, ...]
    """The findings about each question."""
    documents: tuple[Covered, ...]
    """The coverage of each document."""
    pairs: tuple[Pair, ...]
    """Pairs of duplicates."""
    leaks: tuple[Leak, ...]
    """Answer leaks."""
    unscored: Mapping[str, int] = field(default_factory=dict)
    """Why similar pairs have no QSTS, with counts."""

    @cached_property
    def groups(self) -> list[list[int]]:
        """Groups of duplicates, as indices."""
        return groups(self.pairs)

    def pairs_of(self, group: Iterable[int]) -> Iterator[Pair]:
        """Yield the pairs of a group of duplicates, in order."""
        for at in sorted(group):
            yield from (pair for pair in self.questions[at].duplicates if pair.first == at)

    @cached_property
    def not_looked_up(self) -> dict[str, int]:
        """Why answers are not looked for in texts, with counts."""
        return dict(Counter(filter(None, (one.question.not_looked_up for one in self.questions))))

    @cached_property
    def kinds(self) -> Balance:
        """The balance over answer types."""
        return kinds([one.kind for one in self.questions])

    @cached_property
    def places(self) -> Balance:
        """The balance over the thirds of documents with at least three sentences."""
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
    comparing: Progress | None = None,
) -> dict[str, QuestionSet]:
    """Judge the questions of each system as one set.

    Args:
        examples: The questions, with their documents in `passage` or `sentences`.
        tools: The parser, classifier and embedder by role.
        settings: The thresholds.
        concepts: Key concepts that people marked, by the text of the document. Documents without
            a question count as well then. By default, noun phrases that a document mentions twice
            are its key concepts.
        workers: The number of processes.
        progress: Called with the number of texts read; each distinct question and document is one.
        comparing: Called with the number of questions compared with the others, after that.

    Returns:
        The judged set of each system.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.sets import judge
        >>> from qgauge.tools import open_tool
        >>> tools = {role: open_tool(role) for role in ("parser", "classifier", "embedder")}
        >>> text = "Ada built the mill. The mill burned in 1901."
        >>> asked = ["Who built the mill?", "Who built the mill ?"]
        >>> rows = [Example(str(at), one, passage=text) for at, one in enumerate(asked)]
        >>> found = judge(rows, tools)[""]
        >>> found.groups, found.documents[0].open_sentences
        ([[0, 1]], [2])
    """
    texts = texts_of(examples, concepts or ())
    steps = InProcesses(workers)
    readings = read(texts, tools, steps, progress=progress)
    return judge_read(
        examples, readings, tools, steps, settings, concepts=concepts, progress=comparing
    )


def judge_read(
    examples: Sequence[Example],
    readings: Readings,
    tools: Tools,
    steps: Steps,
    settings: SetSettings | None = None,
    *,
    concepts: Mapping[str, Sequence[Concept]] | None = None,
    progress: Progress | None = None,
) -> dict[str, QuestionSet]:
    """Judge questions whose texts have been read. `progress` counts the questions compared."""
    settings = settings or SetSettings()
    sets: dict[str, list[Example]] = {}
    for example in examples:
        sets.setdefault(example.system, []).append(example)
    documents = _documents(examples, readings, concepts)
    found = {}
    for system, rows in sets.items():
        questions = [_set_question(one, readings.labels[one.question]) for one in rows]
        pairs, unscored = duplicates(
            questions,
            readings.parses,
            tools,
            settings.thresholds,
            steps,
            progress=progress,
        )
        found[system] = _judged(
            questions, documents, pairs, unscored, settings, everywhere=concepts is not None
        )
    return found


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
    questions: Sequence[SetQuestion],
    documents: Mapping[str, Document],
    pairs: Sequence[Pair],
    unscored: Mapping[str, int],
    settings: SetSettings,
    *,
    everywhere: bool,
) -> QuestionSet:
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


def _set_question(example: Example, label: str) -> SetQuestion:
    answer, why_not = looked_up(example.answer or "")
    asked = words_of(example.question)
    return SetQuestion(example, asked, answer, label, text_of(example), why_not)


def _question(
    question: SetQuestion, document: Document | None, settings: SetSettings
) -> JudgedQuestion:
    sentence, copy = None, None
    if document is not None:
        sentence = sentence_asked(document, question.example, question.words, question.answer)
        copy = copied(question.words, document.words)
    return JudgedQuestion(
        question,
        kind=kind_of(
            question.words,
            question.label,
            answered_yes_or_no=question.not_looked_up == YES_OR_NO,
        ),
        sentence=sentence,
        generic=is_generic(question.words),
        copy=copy if copy is not None and copy.share >= settings.copied else None,
    )


def _linked(
    questions: Sequence[JudgedQuestion], pairs: Sequence[Pair], leaks: Sequence[Leak]
) -> tuple[JudgedQuestion, ...]:
    """Attach the pairs and leaks to the questions that they involve."""
    duplicates: defaultdict[int, list[Pair]] = defaultdict(list)
    gives_away: defaultdict[int, list[Leak]] = defaultdict(list)
    given_away_by: defaultdict[int, list[Leak]] = defaultdict(list)
    for pair in pairs:
        duplicates[pair.first].append(pair)
        duplicates[pair.second].append(pair)
    for leak in leaks:
        gives_away[leak.source].append(leak)
        if leak.target != leak.source:
            given_away_by[leak.target].append(leak)
    return tuple(
        JudgedQuestion(
            one.question,
            one.kind,
            one.sentence,
            one.generic,
            one.copy,
            tuple(duplicates.get(at, ())),
            tuple(gives_away.get(at, ())),
            tuple(given_away_by.get(at, ())),
        )
        for at, one in enumerate(questions)
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
