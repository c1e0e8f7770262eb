"""Adjudicate concepts: one is vital if enough annotators marked it, or if people chose it."""

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
    """How words are compared, and when a concept is vital.

    Raises:
        BadSetting: If a value is not allowed.

    Examples:
        >>> from qgauge.concepts import ConceptSettings
        >>> ConceptSettings(compare="stems", vital=2).pieces()
        ['compare:stems', 'similarity:dice', 'threshold:0.5', 'vital:2', 'merge:on']
    """

    compare: Compare = "words"
    """`words`, `stems` or `places`; see `Lexicon`."""
    similarity: Similarity = "dice"
    """Similarity of two snippets: `dice`, `jaccard` or `overlap`, over content words."""
    threshold: float = 0.5
    """Snippets at least this similar belong to one concept."""
    vital: str | int = MAJORITY
    """Annotators needed to make a concept vital; `majority` is more than half of them."""
    merge: Literal["on", "off"] = "on"
    """`on`: a concept counts once, as its most typical snippet; `off`: every snippet counts."""

    def __post_init__(self) -> None:
        for name, kind in (("compare", Compare), ("similarity", Similarity)):
            check_choice("concepts", name, getattr(self, name), get_args(kind))
        check_choice("concepts", "merge", self.merge, ("on", "off"))
        if not 0 < self.threshold <= 1:
            raise BadSetting("concepts: threshold must be a number above 0 and at most 1.")
        number = isinstance(self.vital, int) and not isinstance(self.vital, bool)
        if self.vital != MAJORITY and not (number and int(self.vital) >= 1):
            raise BadSetting(f"concepts: vital must be '{MAJORITY}' or a number from 1.")

    def pieces(self) -> list[str]:
        """Return every setting in the form used in signatures."""
        return [f"{one.name}:{written(getattr(self, one.name))}" for one in fields(self)]


@dataclass(frozen=True, slots=True)
class Concept:
    """Snippets with the same meaning."""

    snippets: Snippets
    """The snippets."""
    face: Snippet
    """The most typical snippet, which represents the concept."""
    annotators: tuple[str, ...]
    """The annotators who marked it."""
    vital: bool
    """Whether it is vital."""


@dataclass(frozen=True, slots=True)
class Gold:
    """The adjudicated concepts against which a document's systems are scored."""

    concepts: tuple[Concept, ...]
    """All concepts, vital and optional, in text order."""
    wordless: Snippets = ()
    """Snippets without a content word, which are skipped: the formulas would divide by zero."""
    given: bool = False
    """Whether people adjudicated; otherwise annotators were counted."""
    needed: int = 0
    """Annotators needed to make a concept vital."""

    @property
    def vital(self) -> list[Concept]:
        """The vital concepts."""
        return [concept for concept in self.concepts if concept.vital]


def similar(first: Words, second: Words, measure: Similarity) -> float:
    """Return the shared content words over the mean, the union or the smaller of two sets.

    Neither set may be empty.
    """
    shared = len(first & second)
    if measure == "dice":
        return 2 * shared / (len(first) + len(second))
    if measure == "jaccard":
        return shared / len(first | second)
    return shared / min(len(first), len(second))


def adjudicate(document: Document, lexicon: Lexicon, settings: ConceptSettings) -> Gold:
    """Find the concepts of a document, and which of them are vital.

    Args:
        document: The document. Its own adjudication is used unchanged if it has one.
        lexicon: Its content words.
        settings: How snippets are compared, and when a concept is vital.

    Returns:
        The concepts, in text order.

    Examples:
        >>> from qgauge.concepts import ConceptSettings, Lexicon, adjudicate, document
        >>> spans = {"ann": [[0, 9]], "bob": [[0, 9], [18, 25]]}
        >>> one = document({"text": "Acid rain damages forests.", "annotators": spans})
        >>> gold = adjudicate(one, Lexicon(one.text, "words"), ConceptSettings())
        >>> [(concept.face.text(one.text), concept.vital) for concept in gold.concepts]
        [('Acid rain', True), ('forests', False)]
    """
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
    """Return the sort key for the most typical snippet of a group.

    It is the most similar to the others; among equals, the one with the fewest words, on which
    annotators are likelier to agree, and then the first.
    """
    return fsum(close[at][other] for other in members), -len(lexicon.of(snippets[at])), -at


def _connected(close: list[list[float]], threshold: float) -> list[list[int]]:
    """Return the connected components of similar snippets; annotator order does not matter."""
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
