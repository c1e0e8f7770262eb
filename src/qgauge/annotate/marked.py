"""Spans that several people marked in one text, grouped into concepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from qgauge.annotate.tasks import Task
from qgauge.concepts import ConceptSettings, Document, Lexicon, Snippet, adjudicate

SETTINGS = ConceptSettings()


@dataclass(frozen=True, slots=True)
class MarkedConcept:
    """Similar spans, marked by one or more people."""

    start: int
    end: int
    """The place of the most typical span."""
    kinds: Mapping[str, str]
    """What each person who marked it called it, such as `vital`."""
    places: tuple[tuple[int, int], ...] = ()
    """The places of all its spans, in text order."""

    def agreed(self, people: int) -> float:
        """Return the largest share of people who marked it in the same way."""
        return Counter(self.kinds.values()).most_common(1)[0][1] / people


def text_of(task: Task) -> str:
    """Return the text in which spans are marked."""
    return str(task.content.get("text") or task.content.get("passage") or "")


@lru_cache(maxsize=2000)
def lexicon_of(text: str) -> Lexicon:
    """Return the content words of a text. Pages ask for those of the same texts again and again."""
    return Lexicon(text, SETTINGS.compare)


def snippets(spans: Sequence[Mapping[str, Any]], source: str) -> tuple[Snippet, ...]:
    """Return spans as snippets in text order, without duplicates."""
    places = sorted({(one["start"], one["end"]) for one in spans})
    return tuple(Snippet((place,), source) for place in places)


def document_of(task: Task, marked: Mapping[str, Sequence[Mapping[str, Any]]]) -> Document:
    """Return a task as a document of `qgauge concepts`."""
    by_name = {name: snippets(spans, name) for name, spans in marked.items()}
    return Document(task.key, text_of(task), by_name)


def concepts_in(
    task: Task, marked: Mapping[str, Sequence[Mapping[str, Any]]]
) -> list[MarkedConcept]:
    """Return the concepts that people marked in a task, in text order.

    Spans without a content word are left out, as in `qgauge concepts`.
    """
    kinds = {
        (name, one["start"], one["end"]): str(one.get("kind") or "")
        for name, spans in marked.items()
        for one in spans
    }
    gold = adjudicate(document_of(task, marked), lexicon_of(text_of(task)), SETTINGS)
    found = []
    for concept in gold.concepts:
        said: dict[str, str] = {}
        for snippet in concept.snippets:
            ((start, end),) = snippet.fragments
            said.setdefault(snippet.source, kinds[snippet.source, start, end])
        ((start, end),) = concept.face.fragments
        places = tuple(sorted({one.fragments[0] for one in concept.snippets}))
        found.append(MarkedConcept(start, end, said, places))
    return found
