"""Information status of a question's mentions: old, mediated or new (Markert et al. 2012).

No classifier is trained. A mention is old or mediated if its head or name matches the context, if
a word vector of the context is close (synonyms and bridging: "the film" after "the director"), or
if its modifier is known ("the company's chairman" after "the company").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from qgauge.core import Example
from qgauge.metrics.dependency_edges import is_stop_word, lemma
from qgauge.qud.criteria.words import Parses, among, content_words, forms, noun_phrases
from qgauge.tools.roles import Word

CLOSE = 0.55
"""Minimum cosine for a word to be inferable from another; tuned on QUDeval's training essays."""

Vectors = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Mention:
    """A noun phrase of the question with its information status."""

    text: str
    head: str
    status: str
    by: str
    """Why it is known; empty if it is new."""
    content: tuple[Word, ...]
    """The content words."""

    def as_json(self) -> dict[str, Any]:
        return {"text": self.text, "status": self.status, "by": self.by or None}


def mentions(example: Example, parses: Parses, vector: Vectors) -> list[Mention]:
    """Return the question's noun phrases, nested ones included, with their status."""
    assert example.anchor is not None
    context = [parses[one] for one in example.sentences[: example.anchor] if one]
    known = frozenset[str]().union(*map(forms, context))
    nouns = dict.fromkeys(
        lemma(word) for parse in context for word in content_words(parse, ("NOUN", "PROPN", "VERB"))
    )
    words = parses[example.question].words
    found = []
    for phrase in noun_phrases(parses[example.question]):
        head, inside = words[phrase.head], [words[at] for at in phrase.places]
        content = tuple(word for word in inside if not is_stop_word(word))
        status, by = _status(head, content, known, list(nouns), vector)
        text = " ".join(word.text for word in inside)
        found.append(Mention(text, head.text, status, by, content))
    return found


def _status(
    head: Word, content: tuple[Word, ...], known: frozenset[str], nouns: list[str], vector: Vectors
) -> tuple[str, str]:
    name = lemma(head)
    if head.upos == "PRON" or not content:
        return "old", "refers back"
    if among(head, known):
        return "old", name
    if head.is_name and any(among(word, known) for word in content if word.is_name):
        return "old", "part of the name"
    for word in content:
        if word is not head and word.upos in ("NOUN", "PROPN") and among(word, known):
            return "mediated", lemma(word)
    close = _closest(name, nouns, vector)
    return ("mediated", close) if close else ("new", "")


def _closest(name: str, nouns: list[str], vector: Vectors) -> str:
    """Return the context word with the highest cosine, or '' if none reaches CLOSE."""
    mine = vector(name)
    best, nearest = CLOSE, ""
    for noun in nouns if mine is not None else ():
        theirs = vector(noun)
        if theirs is None:
            continue
        lengths = sqrt(float(mine @ mine) * float(theirs @ theirs))
        cosine = float(mine @ theirs) / lengths if lengths else 0.0
        if cosine >= best and (cosine > best or not nearest):
            best, nearest = cosine, noun
    return nearest
