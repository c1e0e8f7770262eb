"""Which concepts are vital: those that enough annotators marked, or those people decided on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import fsum
from typing import Literal, get_args

from qgauge.concepts.documents import VITAL, Document, Snippet, Snippets
from qgauge.concepts.words import Compare, Lexicon, Words
from qgauge.core.errors import BadSetting
from qgauge.core.settings import check_choice, written

Similarity = Literal["dice", "jaccard", "overlap"]
MAJORITY = "majority"


@dataclass(frozen=True)
class ConceptSettings:
    """How words are compared, and when a concept is vital."""

    compare: Compare = "words"
    similarity: Similarity = "dice"
    threshold: float = 0.5
    """Snippets at least this similar are of one concept."""
    vital: str | int = MAJORITY
    """Annotators it takes to make a concept vital; `majority` is more than half of them."""
    merge: Literal["on", "off"] = "on"
    """`on`: a concept counts once, as the snippet most like the others; `off`: every snippet."""

    def __post_init__(self) -> None:
        for name, kind in (("compare", Compare), ("similarity", Similarity)):
            check_choice("concepts", name, getattr(self, name), get_args(kind))
        check_choice("concepts", "merge", self.merge, ("on", "off"))
        if not 0 < self.threshold <= 1:
            raise BadSetting("concepts: threshold is a number above 0, up to 1.")
        number = isinstance(self.vital, int) and not isinstance(self.vital, bool)
        if self.vital != MAJORITY and not (number and int(self.vital) >= 1):
            raise BadSetting(f"concepts: vital is '{MAJORITY}' or a number of annotators from 1.")

    def pieces(self) -> list[str]:
        """Every setting, as signatures have it."""
        return [f"{one.name}:{written(getattr(self, one.name))}" for one in fields(self)]


@dataclass(frozen=True, slots=True)
class Concept:
    """Snippets that mean the same, and the one that stands for them."""

    snippets: Snippets
    face: Snippet
    annotators: tuple[str, ...]
    vital: bool


@dataclass(frozen=True, slots=True)
class Gold:
    """What a document's systems are measured against."""

    concepts: tuple[Concept, ...]
    wordless: Snippets = ()
    """Snippets without a content word: the formulas cannot use them, so they are left out."""
    given: bool = False
    """Decided by people, not counted here."""
    needed: int = 0
    """Annotators it took."""

    @property
    def vital(self) -> list[Concept]:
        return [concept for concept in self.concepts if concept.vital]


def similar(first: Words, second: Words, measure: Similarity) -> float:
    """Shared content words over the mean, the union, or the smaller of two sets; none is empty."""
    shared = len(first & second)
    if measure == "dice":
        return 2 * shared / (len(first) + len(second))
    if measure == "jaccard":
        return shared / len(first | second)
    return shared / min(len(first), len(second))


def adjudicate(document: Document, lexicon: Lexicon, settings: ConceptSettings) -> Gold:
    """The concepts of a document, in the order of the text."""
    if document.adjudicated is not None:
        return _as_given(document, lexicon)
    everything = sorted(one for marked in document.annotators.values() for one in marked)
    snippets = [one for one in everything if lexicon.of(one)]
    wordless = tuple(one for one in everything if not lexicon.of(one))
    needed = settings.vital
    if isinstance(needed, str):
        needed = len(document.annotators) // 2 + 1
    close = _closeness(snippets, lexicon, settings)
    if settings.merge == "on":
        groups = _connected(close, settings.threshold)
        counted = [(group, group) for group in groups]
    else:
        alike = [
            [other for other, value in enumerate(line) if value >= settings.threshold]
            for line in close
        ]
        counted = [([at], alike[at]) for at in range(len(snippets))]
    concepts = []
    for members, backing in counted:
        annotators = tuple(sorted({snippets[at].source for at in backing}))
        face = max(members, key=lambda at: _typical(at, members, close, snippets, lexicon))
        own = tuple(snippets[at] for at in members)
        concepts.append(Concept(own, snippets[face], annotators, len(annotators) >= needed))
    return Gold(tuple(concepts), wordless, needed=needed)


def _as_given(document: Document, lexicon: Lexicon) -> Gold:
    decided = document.adjudicated or {}
    snippets = sorted(one for verdict in decided.values() for one in verdict)
    concepts = tuple(
        Concept((one,), one, (), one.source == VITAL) for one in snippets if lexicon.of(one)
    )
    return Gold(concepts, tuple(one for one in snippets if not lexicon.of(one)), given=True)


def _closeness(
    snippets: Sequence[Snippet], lexicon: Lexicon, settings: ConceptSettings
) -> list[list[float]]:
    sets = [lexicon.of(one) for one in snippets]
    return [[similar(one, other, settings.similarity) for other in sets] for one in sets]


def _typical(
    at: int,
    members: Sequence[int],
    close: list[list[float]],
    snippets: Sequence[Snippet],
    lexicon: Lexicon,
) -> tuple[float, int, int]:
    """How well a snippet stands for its group: most like the others; of equals the one with fewer
    words, which is what two annotators agree on; then the first.
    """
    return fsum(close[at][other] for other in members), -len(lexicon.of(snippets[at])), -at


def _connected(close: list[list[float]], threshold: float) -> list[list[int]]:
    """Groups in which each is similar to another; the same whatever the order of annotators."""
    groups, seen = [], set[int]()
    for start in range(len(close)):
        if start in seen:
            continue
        group, waiting = {start}, [start]
        while waiting:
            line = close[waiting.pop()]
            near = {at for at, value in enumerate(line) if value >= threshold} - group
            group |= near
            waiting += near
        seen |= group
        groups.append(sorted(group))
    return groups
