"""How probable it is that a question has a facet: by word vectors, or by the entailer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from qgauge.metrics import facets
from qgauge.metrics.facets import Facet, Facets

if TYPE_CHECKING:
    from qgauge.tools.embedder import Embedder
    from qgauge.tools.entailer import Entailer

OTHER_RELATION = 0.75
"""What two words are worth that are related, but in another way."""

Pair = tuple[Facets, Facets]
"""The facets that are looked for, and those of the text in which."""


@dataclass(frozen=True, slots=True)
class Match:
    """A facet, the one nearest to it on the other side, and the probability that it holds there."""

    facet: Facet
    nearest: Facet | None
    probability: float
    statement: str = ""
    """What the entailer was asked."""


class Judge(Protocol):
    """Says of each facet how probable it is on the other side."""

    def matches(self, wanted: Facets, given: Facets) -> list[Match]: ...


class Lexical:
    """By words: of two facets, the mean of how close the words at either end are."""

    def __init__(self, pairs: Iterable[Pair], embedder: Embedder) -> None:
        asked: dict[tuple[str, str], None] = {}
        for wanted, given in pairs:
            exact = wanted.exact | given.exact
            here = [word for word in wanted.words if word not in exact]
            there = [word for word in given.words if word not in exact]
            asked.update(dict.fromkeys((a, b) for a in here for b in there if a != b))
        found = embedder.similarity(list(asked))
        self._close = {
            words: max(0.0, cosine or 0.0) for words, cosine in zip(asked, found, strict=True)
        }

    def matches(self, wanted: Facets, given: Facets) -> list[Match]:
        known = set(given.facets)
        exact = wanted.exact | given.exact
        return [
            Match(facet, facet, 1.0) if facet in known else self._best(facet, given, exact)
            for facet in wanted.facets
        ]

    def _best(self, facet: Facet, given: Facets, exact: frozenset[str]) -> Match:
        best = Match(facet, None, 0.0)
        for other in given.facets:
            probability = self._closeness(facet, other, exact)
            if probability > best.probability:
                best = Match(facet, other, probability)
        return best

    def _closeness(self, facet: Facet, other: Facet, exact: frozenset[str]) -> float:
        def close(one: str, two: str) -> float:
            if one == two:
                return 1.0
            return 0.0 if one in exact or two in exact else self._close[one, two]

        a, b, c, d = facet.head, facet.dependent, other.head, other.dependent
        if not b:  # a word alone may stand in any relation
            return max(close(a, c), close(a, d) if d else 0.0)
        if not d:
            return OTHER_RELATION * max(close(a, c), close(b, c)) / 2
        straight = (close(a, c) + close(b, d)) / 2
        crossed = (close(a, d) + close(b, c)) / 2
        same = 1.0 if facet.relation == other.relation else OTHER_RELATION
        return max(straight * same, crossed * OTHER_RELATION)


class Entailed:
    """By the entailer: does the facet, as a statement, follow from those of the other side?

    A facet that is there need not be asked about, and one with a name, a number or a question
    word that is not there does not follow.
    """

    def __init__(self, pairs: Iterable[Pair], entailer: Entailer) -> None:
        asked: dict[tuple[str, str], None] = {}
        for wanted, given in pairs:
            premise = as_text(given)
            asked.update(dict.fromkeys((premise, statement(f)) for f in _open(wanted, given)))
        found = entailer.entail(list(asked))
        self._probability = {
            pair: min(1.0, max(0.0, judged.entailment))
            for pair, judged in zip(asked, found, strict=True)
        }

    def matches(self, wanted: Facets, given: Facets) -> list[Match]:
        known, premise = set(given.facets), as_text(given)
        to_judge = set(_open(wanted, given))
        made = []
        for facet in wanted.facets:
            said, probability = "", float(facet in known)
            if facet in to_judge:
                said = statement(facet)
                probability = self._probability[premise, said]
            made.append(Match(facet, _nearest(facet, given), probability, said))
        return made


def _open(wanted: Facets, given: Facets) -> list[Facet]:
    """The facets the entailer decides about."""
    if not given.facets:
        return []
    known, mentioned = set(given.facets), given.words
    missing = {word for word in wanted.exact if word not in mentioned}
    return [
        facet
        for facet in wanted.facets
        if facet not in known and facet.head not in missing and facet.dependent not in missing
    ]


def _nearest(facet: Facet, given: Facets) -> Facet | None:
    """The facet of the other side that has most in common with this one, to show; None if none."""
    if facet in given.facets:
        return facet
    ends = {facet.head, facet.dependent} - {""}

    def shared(other: Facet) -> tuple[int, bool]:
        return len(ends & {other.head, other.dependent}), facet.relation == other.relation

    best = max(given.facets, key=shared, default=None)
    return best if best is not None and shared(best)[0] else None


# -------------------------------------------------------------------- statements

_INDEFINITE = {
    "who": "someone",
    "what": "something",
    "when": "some time",
    "where": "some place",
    "why": "some reason",
    "how": "some way",
}
"""What a question takes for granted: it asks who did it, so someone did it."""


def as_text(given: Facets) -> str:
    """All facets as statements, whatever their order: what a question says without asking."""
    return " ".join(map(statement, sorted(given.facets)))


def statement(facet: Facet) -> str:
    """A facet as a short sentence."""
    head, other = (_INDEFINITE.get(word, word) for word in (facet.head, facet.dependent))
    relation = facet.relation
    if relation == facets.AGENT:
        text = f"{other} {_inflected(head, 'VBZ')}"
    elif relation == facets.THEME:
        text = f"{other} is {_inflected(head, 'VBN')}"
    elif relation == facets.OF:
        text = f"the {head} of {other}"
    elif relation == facets.WHICH:
        text = f"there is some {head}"
    elif relation == facets.ALONE:
        text = f"there is {head}"
    elif relation == facets.NOT:
        text = f"not {head}"
    else:
        between = {facets.BE: "is", facets.NAME: "", facets.MANNER: "", facets.COMPLEMENT: ""}
        text = " ".join(filter(None, (head, between.get(relation, relation), other)))
    return f"{text[0].upper()}{text[1:]}."


def _inflected(verb: str, tag: str) -> str:
    from lemminflect import getInflection

    forms = getInflection(verb, tag)
    return str(forms[0]) if forms else verb
