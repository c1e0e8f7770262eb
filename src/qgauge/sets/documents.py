"""The documents that questions are about: their sentences and key concepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log

from qgauge.core import Example
from qgauge.sets.headings import Stretch, headings
from qgauge.sets.words import Words, words_of
from qgauge.text.runs import contains
from qgauge.text.sentences import LIST_MARKER
from qgauge.tools.roles import Parse, Word

_NOUNS = frozenset({"NOUN", "PROPN"})
_INSIDE = frozenset({"compound", "flat", "amod", "nummod", "goeswith"})
"""Relations of modifiers that belong to the noun they precede."""


@dataclass(frozen=True, slots=True)
class Concept:
    """A key concept of a document."""

    text: str
    """The words that name it."""
    stems: frozenset[str]
    """The stems of its content words."""
    mentions: int
    """How often the document mentions it; 0 if people marked the concept."""


@dataclass(frozen=True)
class Document:
    """A text with its sentences and key concepts."""

    text: str
    """The whole text."""
    sentences: tuple[str, ...]
    """Its sentences."""
    words: tuple[Words, ...]
    """The words of each sentence."""
    concepts: tuple[Concept, ...] = ()
    """Its key concepts."""
    weights: dict[str, float] = field(default_factory=dict)
    """Inverse sentence frequency of each stem."""


def text_of(example: Example) -> str:
    """Return the document of a row: its passage, or its sentences joined."""
    return example.passage or "\n".join(example.sentences)


def document_of(
    text: str,
    parse: Parse,
    sentences: Sequence[str] = (),
    concepts: Sequence[Concept] | None = None,
) -> Document:
    """Build a document from its parse.

    `sentences` are those of the row, if it has any; otherwise they come from the parse, without
    headings. Without `concepts`, the noun phrases that the text mentions twice are the key
    concepts.
    """
    shown = tuple(sentences) or _sentences(text, parse)
    words = tuple(words_of(_without_marker(one)) for one in shown)
    having = Counter(stem for one in words for stem in one.stems)
    weights = {stem: log(1 + len(words) / count) for stem, count in having.items()}
    found = key_concepts(text, parse) if concepts is None else tuple(concepts)
    return Document(text, shown, words, found, weights)


def _sentences(text: str, parse: Parse) -> tuple[str, ...]:
    by_number: dict[int, list[Word]] = {}
    for word in parse.words:
        by_number.setdefault(word.sentence, []).append(word)
    found = [Stretch(words[0].start, words[-1].end, words) for words in by_number.values()]
    above = headings(text, found)
    return tuple(text[one.start : one.end] for at, one in enumerate(found) if at not in above)


def _without_marker(sentence: str) -> str:
    """Return a sentence without its list number, so that "2" is not found in "2. The storm"."""
    marker = LIST_MARKER.match(sentence)
    return sentence[marker.end() :] if marker else sentence


def key_concepts(text: str, parse: Parse, least: int = 2) -> tuple[Concept, ...]:
    """Return the noun phrases with at least `least` mentions, in order of first mention."""
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
    """Return the spans of nouns with their modifiers: "granite islet" in "the granite islet"."""
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
    """Return whether the word before a phrase modifies one of its words."""
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
    """Return the number, from 1, of the sentence that a question is about; None if unknown.

    It is the sentence with the answer. If several have it, or there is no answer, it is the one
    that shares most content with the question, weighted by inverse sentence frequency.
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
        # sorted, so that rounding is the same in every process
        return sum(document.weights[stem] for stem in sorted(shared)), -place

    return closeness


def _having(document: Document, text: str | None, answer: Words) -> list[int]:
    """Return the sentences with the answer: verbatim, or else with all its content words."""
    if not text or not answer.all:
        return []
    literal = [
        place for place, words in enumerate(document.words) if contains(words.all, answer.all)
    ]
    if literal or not answer.stems:
        return literal
    return [at for at, words in enumerate(document.words) if answer.stems <= words.stems]
