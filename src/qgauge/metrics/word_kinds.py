"""Sort the words of a question into names, content, function and question words."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from qgauge.text.ptb import bleu_words_of, cased_words
from qgauge.text.words import FUNCTION_WORDS, MOVIE_RELATIONS, QUESTION_WORDS, TAKES_NEXT_WORD

KINDS = ("name", "content", "function", "question")


@dataclass(frozen=True, slots=True)
class WordKinds:
    """The words of a text by kind, in lower case."""

    words: Sequence[list[str]]
    """The words of each kind, in the order of `KINDS`."""
    present: Sequence[bool]
    """Whether each kind counts as present."""
    lowered: list[str] | None = None
    """All PTB tokens in lower case, if the kinds were determined on these."""

    def __bool__(self) -> bool:
        return any(self.present)


def sort_words(
    words: Sequence[str], relations: bool = False, names: Set[str] | None = None
) -> WordKinds:
    """Assign each PTB token one kind, trying question word, function word, name and content.

    Args:
        words: PTB tokens with their capitals.
        relations: Whether only words that name a movie relation are content words.
        names: Names found by a parser; None to recognise names by their capital letter.

    Returns:
        The words by kind.
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
    """Assign kinds as the released script does: on whitespace tokens, with one rule per kind.

    As a result, a word can have two kinds (an initial "Is" is a name and a function word) or none,
    and a separate "?" makes content present without adding a word. Parity needs these quirks.
    """
    question = _released_question_words(chunks)
    question_words = set(question)
    named = [
        chunk[0].isupper() if names is None else any(word in names for word in cased_words(chunk))
        for chunk in chunks
    ]
    # an initial question word is capitalised anyway, so its capital does not make it a name
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
