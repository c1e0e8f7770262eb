"""Sorting the words of a question into names, content, function and question words."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from qgauge.text.ptb import bleu_words_of, cased_words
from qgauge.text.words import FUNCTION_WORDS, MOVIE_RELATIONS, QUESTION_WORDS, TAKES_NEXT_WORD

KINDS = ("name", "content", "function", "question")


@dataclass(frozen=True, slots=True)
class WordKinds:
    """The words of each kind, in lower case, and whether the kind counts as present."""

    words: Sequence[list[str]]
    present: Sequence[bool]
    lowered: list[str] | None = None
    """All PTB words in lower case and in order, where the kinds were found on these."""

    def __bool__(self) -> bool:
        return any(self.present)


def sort_words(
    words: Sequence[str], relations: bool = False, names: Set[str] | None = None
) -> WordKinds:
    """Each PTB word has one kind: question word first, then function word, name, content.

    Names are the capitalised words, or the ones given (as a parser found them). With
    `relations` only words that name a movie relation are content.
    """
    name: list[str] = []
    content: list[str] = []
    function: list[str] = []
    question: list[str] = []
    lowered = [word.lower() for word in words]
    joins_question = False
    for word, lower in zip(words, lowered, strict=True):
        if lower in QUESTION_WORDS:
            question.append(lower)
            joins_question = lower in TAKES_NEXT_WORD
            continue
        if joins_question:
            question.append(lower)
            joins_question = False
        elif lower in FUNCTION_WORDS:
            function.append(lower)
        elif word in names if names is not None else word[0].isupper():
            name.append(lower)
        elif not relations or any(stem in lower for stem in MOVIE_RELATIONS):
            content.append(lower)
    kinds = (name, content, function, question)
    return WordKinds(kinds, tuple(map(bool, kinds)), lowered)


def sort_words_as_released(
    chunks: list[str], relations: bool, names: Set[str] | None = None
) -> WordKinds:
    """The released script's kinds: found on white-space words, each kind by a rule of its own.

    A word can so have two kinds ("Is" at the start is a name and a function word) or none, and
    a lone "?" makes content present without giving it a word. Kept as it is: parity needs it.
    """
    question = _released_question_words(chunks)
    question_words = set(question)
    named = [
        chunk[0].isupper() if names is None else any(word in names for word in cased_words(chunk))
        for chunk in chunks
    ]
    # a capital says nothing in a question word that begins the question
    start = 1 if names is None and chunks and chunks[0].lower() in QUESTION_WORDS else 0
    name = [chunk for chunk, is_name in zip(chunks[start:], named[start:], strict=True) if is_name]
    function = [chunk for chunk in chunks if chunk.lower() in FUNCTION_WORDS]
    if relations:
        content = [chunk for chunk in chunks for stem in MOVIE_RELATIONS if stem in chunk]
    else:
        content = [
            chunk
            for chunk, is_name in zip(chunks, named, strict=True)
            if chunk not in question_words and not is_name and chunk.lower() not in FUNCTION_WORDS
        ]
    kinds = (name, content, function, question)
    return WordKinds(tuple(map(bleu_words_of, kinds)), tuple(map(bool, kinds)))


def _released_question_words(chunks: list[str]) -> list[str]:
    found = []
    for at, chunk in enumerate(chunks):
        lower = chunk.lower()
        if lower in QUESTION_WORDS and chunk in (lower, lower.capitalize()):
            found.append(chunk)
            if lower in TAKES_NEXT_WORD:
                found.extend(chunks[at + 1 : at + 2])
    return found
