"""Words and phrases of a question under discussion: which are new to the reader, which matter."""

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
"""Of a question or a sentence; what is longer is none, and the first words will do."""
PERSONS = frozenset({"PERSON", "PER"})
"""What parsers call the names of people."""
_OUTSIDE = word_set(
    "advcl aux case cc ccomp conj cop csubj discourse mark nsubj obl parataxis punct vocative"
)
"""Relations that lead out of a noun phrase when they hang on its head."""


@dataclass(frozen=True, slots=True)
class NewWord:
    """A word of the question that the reader has not met, and where the document has it."""

    word: str
    lemma: str
    first: int | None
    """The first sentence after the anchor with it; None where the document never has it."""
    in_answer: bool

    def as_json(self) -> dict[str, Any]:
        return {"word": self.word, "first": self.first, "in_answer": self.in_answer}


def forms(parse: Parse) -> frozenset[str]:
    """Every word as it stands, as its lemma and as its stem, in lower case."""
    names = {lemma(word) for word in parse.words}
    return frozenset({word.text.lower() for word in parse.words} | names | set(map(stem, names)))


def among(word: Word, known: Set[str]) -> bool:
    """Whether these forms have the word, be it as another word of its stem (nation, national)."""
    name = lemma(word)
    return name in known or word.text.lower() in known or stem(name) in known


def content_words(parse: Parse, kinds: Iterable[str] = CONTENT) -> list[Word]:
    """Words of these kinds that mean something by themselves, as far as a text is looked at."""
    wanted = frozenset(kinds)
    return [
        word for word in parse.words[:MOST_WORDS] if word.upos in wanted and not is_stop_word(word)
    ]


def new_words(example: Example, parses: Parses, words: Sequence[Word]) -> list[NewWord]:
    """Those of the words, by lemma and each once, that no sentence up to the anchor has."""
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
    """A noun phrase: the places of its words in the question, and of its head."""

    head: int
    places: tuple[int, ...]


def noun_phrases(parse: Parse) -> list[Phrase]:
    """The noun phrases, with all that belongs to their nouns; question words are no part of one.

    One whose noun is what is asked for ("what reason") is left out: nobody expects it to be known.
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
    """The noun phrase with the most words of content, the first of equals; None without any."""

    def content(phrase: Phrase) -> int:
        return sum(not is_stop_word(parse.words[place]) for place in phrase.places)

    with_content = [phrase for phrase in noun_phrases(parse) if content(phrase)]
    return max(with_content, key=content, default=None)
