"""The texts that questions are about: their sentences, and the concepts a question should be on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log

from qgauge.core import Example
from qgauge.sets.words import Words, words_of
from qgauge.text.runs import contains
from qgauge.tools.roles import Parse, Word

_NOUNS = frozenset({"NOUN", "PROPN"})
_INSIDE = frozenset({"compound", "flat", "amod", "nummod", "goeswith"})
"""Relations of words that belong to the noun they stand before."""


@dataclass(frozen=True, slots=True)
class Concept:
    """Something a text is about."""

    text: str
    stems: frozenset[str]
    mentions: int
    """How often the text names it; 0 where people said that it matters."""


@dataclass(frozen=True)
class Document:
    """A text with its sentences and key concepts."""

    text: str
    sentences: tuple[str, ...]
    words: tuple[Words, ...]
    """Of each sentence."""
    concepts: tuple[Concept, ...] = ()
    weights: dict[str, float] = field(default_factory=dict)
    """How much a stem says about which sentence is meant: the rarer, the more."""


def text_of(example: Example) -> str:
    """The document of a row: its passage, or its sentences as one text."""
    return example.passage or "\n".join(example.sentences)


def document_of(
    text: str,
    parse: Parse,
    sentences: Sequence[str] = (),
    concepts: Sequence[Concept] | None = None,
) -> Document:
    """A document from its parse; without given concepts, what it names twice is key.

    `sentences` are the row's own, where it has them.
    """
    shown = tuple(sentences) or _sentences(text, parse)
    words = tuple(map(words_of, shown))
    having = Counter(stem for one in words for stem in one.stems)
    weights = {stem: log(1 + len(words) / count) for stem, count in having.items()}
    found = key_concepts(text, parse) if concepts is None else tuple(concepts)
    return Document(text, shown, words, found, weights)


def _sentences(text: str, parse: Parse) -> tuple[str, ...]:
    ends: dict[int, tuple[int, int]] = {}
    for word in parse.words:
        start, _ = ends.get(word.sentence, (word.start, 0))
        ends[word.sentence] = start, word.end
    return tuple(text[start:end] for start, end in ends.values())


def key_concepts(text: str, parse: Parse, least: int = 2) -> tuple[Concept, ...]:
    """The noun phrases that a text names at least twice, in the order of their first mention."""
    mentions: dict[tuple[str, ...], list[str]] = {}
    for first, beyond in _phrases(parse.words):
        said = text[parse.words[first].start : parse.words[beyond - 1].end]
        if stems := words_of(said).content:
            mentions.setdefault(stems, []).append(said)
    return tuple(
        Concept(said[0], frozenset(stems), len(said))
        for stems, said in mentions.items()
        if len(said) >= least
    )


def _phrases(words: Sequence[Word]) -> list[tuple[int, int]]:
    """Nouns with what belongs to them: "the granite islet" gives "granite islet"."""
    found = []
    for at, word in enumerate(words):
        if word.upos not in _NOUNS or (_inside(word) and words[word.head].upos in _NOUNS):
            continue
        first, beyond = at, at + 1
        while first > 0 and _belongs(words, first - 1, first, at):
            first -= 1
        while beyond < len(words) and _inside(words[beyond]) and words[beyond].head == at:
            beyond += 1
        found.append((first, beyond))
    return found


def _inside(word: Word) -> bool:
    return word.relation.partition(":")[0] in ("compound", "flat")


def _belongs(words: Sequence[Word], place: int, first: int, noun: int) -> bool:
    """Whether the word before a phrase is of it: it hangs on one of its words."""
    word = words[place]
    return (
        word.relation.partition(":")[0] in _INSIDE
        and word.upos in _NOUNS | {"ADJ"}
        and first <= word.head <= noun
        and word.sentence == words[noun].sentence
    )


# -------------------------------------------------------------------- which sentence is asked about


def sentence_asked(
    document: Document, example: Example, question: Words, answer: Words
) -> int | None:
    """The number of the sentence a question is about, from 1; None where nothing tells.

    The one with the answer; of several, or without an answer, the one that shares most with the
    question, a word counting the more, the fewer sentences have it.
    """
    given = example.answer_sentence
    if given is not None and 1 <= given <= len(document.sentences):
        return given
    places = range(len(document.sentences))
    with_answer = _having(document, example.answer, answer)
    best = max(with_answer or places, key=_closeness(document, question), default=None)
    if best is None or (not with_answer and not question.stems & document.words[best].stems):
        return None
    return best + 1


def _closeness(document: Document, question: Words) -> Callable[[int], tuple[float, int]]:
    def closeness(place: int) -> tuple[float, int]:
        shared = question.stems & document.words[place].stems
        # in the order of the alphabet, so that the sum is the same in every process
        return sum(document.weights[stem] for stem in sorted(shared)), -place

    return closeness


def _having(document: Document, text: str | None, answer: Words) -> list[int]:
    """The sentences with the answer: word for word, or else with all its content words."""
    if not text or not answer.all:
        return []
    literal = [
        place for place, words in enumerate(document.words) if contains(words.all, answer.all)
    ]
    if literal or not answer.stems:
        return literal
    return [at for at, words in enumerate(document.words) if answer.stems <= words.stems]
