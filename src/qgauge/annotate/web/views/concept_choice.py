"""Choose among the spans that raters marked: one decision per concept, starting from the votes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.http import QueryDict

from qgauge.annotate.answers import MOST_SPANS
from qgauge.annotate.marked import MarkedConcept, concepts_in, text_of
from qgauge.annotate.scheme import Field
from qgauge.annotate.tasks import Task

NONE = "none"
_VALUE = re.compile(r"(\d{1,9})-(\d{1,9}) (.+)", re.DOTALL)
Marked = Mapping[str, Sequence[Mapping[str, Any]]]
"""By letter of the rater, the spans."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One place of a concept."""

    text: str
    marked_by: str
    """Who marked exactly this, and as what: "A vital, C optional"."""
    options: tuple[tuple[str, str, bool], ...]
    """By kind: the value of the input, the label, and whether it is chosen."""


@dataclass(frozen=True, slots=True)
class ConceptView:
    """Similar spans, of which at most one is chosen."""

    number: int
    input: str
    text: str
    votes: str
    """How many said what: "2 vital, 1 optional, 1 none"."""
    places: tuple[PlaceView, ...]
    chosen_none: bool


@dataclass(frozen=True, slots=True)
class MarkedPiece:
    """Part of a text that the same raters marked."""

    text: str
    raters: int
    numbers: str
    """The numbers of the concepts that end here."""


@dataclass(frozen=True, slots=True)
class ConceptForm:
    """The text with all marks, and the concepts to decide on."""

    field: Field
    none: str
    pieces: tuple[MarkedPiece, ...]
    concepts: tuple[ConceptView, ...]


def concept_form(
    field: Field,
    task: Task,
    marked: Marked,
    chosen: Sequence[Mapping[str, Any]] | None,
) -> ConceptForm:
    """Return the form.

    Args:
        field: A field of spans.
        task: The task.
        marked: What the raters marked, by letter.
        chosen: The spans chosen before; None to start from the votes.
    """
    kept = None
    if chosen is not None:
        kept = {(one["start"], one["end"]): str(one["kind"]) for one in chosen}
    concepts = _all_concepts(task, marked, kept or {})
    views = [
        _view(field, task, marked, concept, number, kept)
        for number, concept in enumerate(concepts, 1)
    ]
    return ConceptForm(field, NONE, _pieces(text_of(task), marked, concepts), tuple(views))


def chosen_spans(field: Field, sent: QueryDict) -> list[dict[str, Any]]:
    """Return the spans that the form sent, for `check_answer` to check."""
    kinds = {str(choice.value): choice.value for choice in field.choices}
    found = []
    for number in range(1, MOST_SPANS + 1):
        name = _input(field, number)
        if name not in sent:
            break
        match = _VALUE.fullmatch(sent[name])
        if match is not None:
            start, end, kind = match.groups()
            found.append({"start": int(start), "end": int(end), "kind": kinds.get(kind, kind)})
    return found


def _input(field: Field, number: int) -> str:
    return f"concept.{field.name}.{number}"


def _all_concepts(
    task: Task, marked: Marked, kept: Mapping[tuple[int, int], str]
) -> list[MarkedConcept]:
    """Return the concepts in text order.

    A span without a content word is a concept of its own, and so is one that was chosen before
    and that nobody marks any more.
    """
    found = concepts_in(task, marked)
    grouped = {place for concept in found for place in concept.places}
    alone: dict[tuple[int, int], dict[str, str]] = {}
    for name, spans in marked.items():
        for one in spans:
            place = one["start"], one["end"]
            if place not in grouped:
                alone.setdefault(place, {})[name] = str(one["kind"])
    for place in kept:
        if place not in grouped:
            alone.setdefault(place, {})
    found += [MarkedConcept(*place, said, (place,)) for place, said in alone.items()]
    return sorted(found, key=lambda one: (one.start, one.end))


def _view(
    field: Field,
    task: Task,
    marked: Marked,
    concept: MarkedConcept,
    number: int,
    kept: Mapping[tuple[int, int], str] | None,
) -> ConceptView:
    votes = Counter(concept.kinds.values())
    votes[NONE] = len(marked) - len(concept.kinds)
    if kept is None:
        pick = _voted(field, marked, concept, votes)
    else:
        pick = next(((place, kept[place]) for place in concept.places if place in kept), None)
    text = text_of(task)
    order = [str(choice.value) for choice in field.choices] + [NONE]
    return ConceptView(
        number,
        _input(field, number),
        " ".join(text[concept.start : concept.end].split()),
        ", ".join(f"{votes[kind]} {kind}" for kind in order if votes[kind]),
        tuple(_place_view(field, text, marked, place, pick) for place in concept.places),
        pick is None,
    )


def _voted(
    field: Field, marked: Marked, concept: MarkedConcept, votes: Counter[str]
) -> tuple[tuple[int, int], str] | None:
    """Return the place and the kind with most votes; of kinds with as many, the first."""
    kinds = [str(choice.value) for choice in field.choices]
    kind = max([*kinds, NONE], key=lambda one: votes[one])  # the first of several maxima
    if kind == NONE:
        return None
    marks = [
        ((one["start"], one["end"]), str(one["kind"])) for spans in marked.values() for one in spans
    ]
    counts, alike = Counter(place for place, _ in marks), Counter(marks)
    typical = (concept.start, concept.end)
    place = max(concept.places, key=lambda one: (alike[one, kind], counts[one], one == typical))
    return place, kind


def _place_view(
    field: Field,
    text: str,
    marked: Marked,
    place: tuple[int, int],
    pick: tuple[tuple[int, int], str] | None,
) -> PlaceView:
    start, end = place
    said = [
        f"{name} {one['kind']}"
        for name, spans in marked.items()
        for one in spans
        if (one["start"], one["end"]) == place
    ]
    return PlaceView(
        " ".join(text[start:end].split()),
        ", ".join(said),
        tuple(
            (
                f"{start}-{end} {choice.value}",
                choice.label,
                pick == (place, str(choice.value)),
            )
            for choice in field.choices
        ),
    )


def _pieces(
    text: str, marked: Marked, concepts: Sequence[MarkedConcept]
) -> tuple[MarkedPiece, ...]:
    """Cut the text wherever a span begins or ends, and put numbers where concepts end."""
    spans = [(name, one["start"], one["end"]) for name, marks in marked.items() for one in marks]
    cuts = sorted({0, len(text), *(at for _, start, end in spans for at in (start, end))})
    return tuple(
        MarkedPiece(
            text[start:end],
            len({name for name, begin, stop in spans if begin <= start < stop}),
            ", ".join(str(at) for at, one in enumerate(concepts, 1) if one.end == end),
        )
        for start, end in pairwise(cuts)
    )
