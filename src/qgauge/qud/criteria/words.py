"""Content words, new words and noun phrases of a question under discussion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from qgauge.core import Example
from qgauge.metrics.dependency_edges import is_stop_word, lemma
from qgauge.text.stem import stem
from qgauge.text.words import QUESTION_WORDS, word_set
from qgauge.tools.roles import Parse, Word

Parses = Mapping[str, Parse]

NOUNS = frozenset({"NOUN", "PROPN"})
CONTENT = NOUNS | {"VERB", "ADJ", "ADV", "NUM"}
_HEADS = NOUNS | {"PRON", "NUM"}
MOST_WORDS = 1000
"""Words of a question or a sentence to look at; longer texts are not real sentences."""
PERSONS = frozenset({"PERSON", "PER"})
"""Entity types of person names, as different parsers call them."""
_OUTSIDE = word_set(
    "advcl aux case cc ccomp conj cop csubj discourse mark nsubj obl parataxis punct vocative"
)
"""Relations of a noun's dependents that are not part of its noun phrase."""


@dataclass(frozen=True, slots=True)
class NewWord:
    """A word of the question that is new to the reader, and where the document has it."""

    word: str
    lemma: str
    first: int | None
    """The first sentence after the anchor with it; None if no sentence has it."""
    in_answer: bool

    def as_json(self) -> dict[str, Any]:
        return {"word": self.word, "first": self.first, "in_answer": self.in_answer}


def forms(parse: Parse) -> frozenset[str]:
    """Return all words with their lemmas and stems, in lower case."""
    names = {lemma(word) for word in parse.words}
    return frozenset({word.text.lower() for word in parse.words} | names | set(map(stem, names)))


def among(word: Word, known: Set[str]) -> bool:
    """Return whether the forms contain the word or one with its stem (nation, national)."""
    name = lemma(word)
    return name in known or word.text.lower() in known or stem(name) in known


def content_words(parse: Parse, kinds: Iterable[str] = CONTENT) -> list[Word]:
    """Return the words with these parts of speech that are not stop words."""
    wanted = frozenset(kinds)
    return [
        word for word in parse.words[:MOST_WORDS] if word.upos in wanted and not is_stop_word(word)
    ]


def new_words(example: Example, parses: Parses, words: Sequence[Word]) -> list[NewWord]:
    """Return the words that no sentence up to the anchor has, each lemma once."""
    anchor, answer = example.anchor, example.answer_sentence
    assert anchor is not None
    assert answer is not None
    has = [forms(parses[one]) if one else frozenset() for one in example.sentences]
    known = frozenset[str]().union(*has[:anchor])
    found: dict[str, NewWord] = {}
    for word in words:
        name = lemma(word)
        if name in found or among(word, known):
            continue
        later = enumerate(has[anchor:], anchor + 1)
        first = next((at for at, one in later if among(word, one)), None)
        found[name] = NewWord(word.text, name, first, among(word, has[answer - 1]))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase: the indices of its head and of its words."""

    head: int
    places: tuple[int, ...]


def noun_phrases(parse: Parse) -> list[Phrase]:
    """Return the noun phrases with their modifiers, without question words.

    A phrase that is asked for ("what reason") is skipped: it need not be known.
    """
    words = parse.words[:MOST_WORDS]
    below: list[list[int]] = [[] for _ in words]
    for at, word in enumerate(words):
        if 0 <= word.head != at and word.head < len(words):
            below[word.head].append(at)
    asks = [lemma(word) in QUESTION_WORDS or word.text.lower() in QUESTION_WORDS for word in words]
    found = []
    for at, word in enumerate(words):
        wanted = any(asks[child] and words[child].relation == "det" for child in below[at])
        if word.upos not in _HEADS or asks[at] or wanted:
            continue
        inside = [at]
        queue = [child for child in below[at] if words[child].relation not in _OUTSIDE]
        while queue:
            child = queue.pop()
            if words[child].relation != "punct":
                inside.append(child)
                queue += below[child]
        places = sorted({place for place in inside if not asks[place]})
        found.append(Phrase(at, tuple(places)))
    return found


def longest_phrase(parse: Parse) -> Phrase | None:
    """Return the noun phrase with the most content words, the first of equals; None if none."""

    def content(phrase: Phrase) -> int:
        return sum(not is_stop_word(parse.words[place]) for place in phrase.places)

    with_content = [phrase for phrase in noun_phrases(parse) if content(phrase)]
    return max(with_content, key=content, default=None)
