"""Estimate the probability that a text has a facet, from word vectors or an inference model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from qgauge.metrics import facets
from qgauge.metrics.dependency_edges import Meanings
from qgauge.metrics.facets import Facet, Facets

if TYPE_CHECKING:
    from qgauge.tools.roles import Entailment

Numbers = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_AT_ONCE = 1 << 18
"""Pairs of facets compared at a time."""
OTHER_RELATION = 0.75
"""Factor for two words that are related, but by a different relation."""


@dataclass(frozen=True, slots=True)
class Match:
    """A facet, the closest facet of the other text, and the probability that it holds there."""

    facet: Facet
    nearest: Facet | None
    probability: float
    statement: str = ""
    """The statement given to the inference model."""


class FacetMatcher(Protocol):
    """Estimates how probable each facet of one text is in another."""

    def matches(self, wanted: Facets, other_side: Facets) -> list[Match]:
        """Return one match per wanted facet, in order."""
        ...


class ByVectors:
    """Matcher by word vectors: the mean similarity of the words at both ends of two facets."""

    def __init__(self, meanings: Meanings) -> None:
        self._meanings = meanings

    def matches(self, wanted: Facets, other_side: Facets) -> list[Match]:
        if not wanted.facets or not other_side.facets:
            return [Match(facet, None, 0.0) for facet in wanted.facets]
        known = set(other_side.facets)
        found = {facet: Match(facet, facet, 1.0) for facet in wanted.facets if facet in known}
        new = [facet for facet in wanted.facets if facet not in known]
        if not new:
            return list(found.values())
        close = self._closeness(wanted, other_side)
        there = _Places.of(other_side.facets, other_side)
        step = max(1, _AT_ONCE // len(other_side.facets))
        for start in range(0, len(new), step):
            part = slice(start, start + step)
            chances = _probabilities(_Places.of(new[part], wanted), there, close)
            best = chances.argmax(axis=1)
            values = chances[np.arange(len(best)), best]
            for facet, value, place in zip(new[part], values.tolist(), best.tolist(), strict=True):
                found[facet] = Match(facet, other_side.facets[place] if value > 0 else None, value)
        return [found[facet] for facet in wanted.facets]

    def _closeness(self, wanted: Facets, other_side: Facets) -> Numbers:
        """Return the word similarities between both texts; exact words match themselves only.

        The last row and the last column are zero; they represent a missing word.
        """
        here, there = list(wanted.words), list(other_side.words)
        rows, columns = (
            np.array([self._meanings.place[word] for word in words]) for words in (here, there)
        )
        exact = wanted.exact | other_side.exact
        either = np.logical_or.outer(
            [word in exact for word in here], [word in exact for word in there]
        )
        cosines = self._meanings.similarity(rows, columns)
        close = np.zeros((len(here) + 1, len(there) + 1))
        close[:-1, :-1] = np.where(either, self._meanings.same(rows, columns), cosines)
        return close


@dataclass(frozen=True, slots=True)
class _Places:
    """Facets as arrays: their relations and the indices of their words."""

    relations: npt.NDArray[np.str_]
    heads: Integers
    dependents: Integers
    alone: npt.NDArray[np.bool_]
    """Whether there is no dependent; its index is then that of a missing word."""

    @classmethod
    def of(cls, facets: Sequence[Facet], among: Facets) -> _Places:
        place = {word: at for at, word in enumerate(among.words)}
        nothing = len(place)
        return cls(
            np.array([facet.relation for facet in facets], dtype=np.str_),
            np.array([place[facet.head] for facet in facets], dtype=np.int64),
            np.array([place.get(facet.dependent, nothing) for facet in facets], dtype=np.int64),
            np.array([not facet.dependent for facet in facets], dtype=np.bool_),
        )


def _probabilities(here: _Places, there: _Places, close: Numbers) -> Numbers:
    """Return the probability of each facet here, given each facet there."""
    heads, dependents = close[here.heads], close[here.dependents]
    head_head, head_dependent = heads[:, there.heads], heads[:, there.dependents]
    dependent_head, dependent_dependent = (
        dependents[:, there.heads],
        dependents[:, there.dependents],
    )
    same = np.where(here.relations[:, None] == there.relations, 1.0, OTHER_RELATION)
    straight = (head_head + dependent_dependent) / 2
    crossed = (head_dependent + dependent_head) / 2
    found = np.maximum(straight * same, crossed * OTHER_RELATION)
    if there.alone.any():
        by_one = OTHER_RELATION * np.maximum(head_head, dependent_head) / 2
        found = np.where(there.alone, by_one, found)
    if here.alone.any():  # a single word matches in any relation
        by_any = np.maximum(head_head, head_dependent)
        found = np.where(here.alone[:, None], by_any, found)
    return np.asarray(found)


class ByEntailer:
    """Matcher by the inference model: does a facet, as a statement, follow from the other text?

    A facet that occurs in the other text is certain. A facet with a name, a number or a question
    word that the other text lacks does not follow. The model judges the rest.
    """

    def __init__(self, judged: Mapping[tuple[str, str], Entailment]) -> None:
        self._judged = judged
        """Judgements on all pairs of `open_pairs`."""

    def matches(self, wanted: Facets, other_side: Facets) -> list[Match]:
        known, premise = set(other_side.facets), as_text(other_side)
        to_judge = set(_open(wanted, other_side))
        matches = []
        for facet in wanted.facets:
            text, probability = "", float(facet in known)
            if facet in to_judge:
                text = statement(facet)
                probability = min(1.0, max(0.0, self._judged[premise, text].entailment))
            matches.append(Match(facet, _nearest(facet, other_side), probability, text))
        return matches


def open_pairs(wanted: Facets, other_side: Facets) -> Iterator[tuple[str, str]]:
    """Yield the pairs to judge: the other text's statements as premise, and one statement."""
    if still_open := _open(wanted, other_side):
        premise = as_text(other_side)
        for facet in still_open:
            yield premise, statement(facet)


def _open(wanted: Facets, other_side: Facets) -> list[Facet]:
    """Return the facets that the inference model has to judge."""
    if not other_side.facets:
        return []
    known, mentioned = set(other_side.facets), other_side.words
    missing = {word for word in wanted.exact if word not in mentioned}
    return [
        facet
        for facet in wanted.facets
        if facet not in known and facet.head not in missing and facet.dependent not in missing
    ]


def _nearest(facet: Facet, other_side: Facets) -> Facet | None:
    """Return the facet of the other text that shares most with this one, for display; or None."""
    if facet in other_side.facets:
        return facet
    ends = {facet.head, facet.dependent} - {""}

    def shared(other: Facet) -> tuple[int, bool]:
        return len(ends & {other.head, other.dependent}), facet.relation == other.relation

    best = max(other_side.facets, key=shared, default=None)
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
"""Presuppositions of question words: "Who built it?" presupposes that someone built it."""


def as_text(some: Facets) -> str:
    """Write all facets as statements, in a canonical order."""
    return " ".join(map(statement, sorted(some.facets)))


@lru_cache(maxsize=1 << 16)
def statement(facet: Facet) -> str:
    """Write a facet as a short sentence."""
    head, other = (_INDEFINITE.get(word, word) for word in (facet.head, facet.dependent))
    relation = facet.relation
    fixed = {
        facets.OF: f"the {head} of {other}",
        facets.WHICH: f"there is some {head}",
        facets.ALONE: f"there is {head}",
        facets.NOT: f"not {head}",
    }
    if relation == facets.AGENT:
        text = f"{other} {_inflected(head, 'VBZ')}"
    elif relation == facets.THEME:
        text = f"{other} is {_inflected(head, 'VBN')}"
    else:
        between = {facets.BE: "is", facets.NAME: "", facets.MANNER: "", facets.COMPLEMENT: ""}
        joined = " ".join(filter(None, (head, between.get(relation, relation), other)))
        text = fixed.get(relation, joined)
    return f"{text[0].upper()}{text[1:]}."


def _inflected(verb: str, tag: str) -> str:
    from lemminflect import getInflection

    forms = getInflection(verb, tag)
    return str(forms[0]) if forms else verb
