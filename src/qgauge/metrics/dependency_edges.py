"""Dependency edges, and the most similar edge of another text (Gollapalli and Ng 2022, sec. 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from math import fsum, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from qgauge.text.words import STOP_WORDS

if TYPE_CHECKING:
    from qgauge.tools.roles import Parse, Word

ROOT = "ROOT"
"""Head of a sentence's root. Lemmas are in lower case, so none can be equal to it."""

_AUTHORS = {"det", "expl", "goeswith", "possessive", "preconj", "predet", "prep", "punct", "ref"}
LEFT_OUT: dict[str, Set[str]] = {
    "authors": _AUTHORS,
    "ud": _AUTHORS | {"case", "det:predet", "cc:preconj"},
}
"""Relations to skip: the published list, and its counterpart in Universal Dependencies."""

_GRID = 2.0**26
"""Unit vectors are rounded to multiples of 1/_GRID. Their products and sums are then integers below
2**53, so cosines are identical however BLAS splits the matrix product."""
_MOST_PAIRS = 1 << 20
"""Pairs of edges compared at a time."""
_ALL = slice(None)
_FEW_PAIRS = 1 << 14
"""Up to this many pairs, comparing all of them is faster than grouping edges by relation."""

Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


class Edge(NamedTuple):
    """A dependency edge between two lemmas. Names match only themselves."""

    dependent: str
    relation: str
    head: str
    dependent_is_name: bool
    head_is_name: bool

    def __str__(self) -> str:
        return f"{self.relation}({self.head}, {self.dependent})"


def lemma(word: Word) -> str:
    """Return the lower-case lemma, or the word itself if it has none."""
    return (word.lemma or word.text).lower()


def is_stop_word(word: Word) -> bool:
    return word.text.lower() in STOP_WORDS or lemma(word) in STOP_WORDS


def content_edges(parse: Parse, left_out: Set[str]) -> list[Edge]:
    """Return the edges between content words, including the edges to sentence roots.

    Args:
        parse: A parsed text.
        left_out: Relations to skip.

    Returns:
        The edges in the order of their dependents.
    """
    found = []
    words = parse.words
    stopped = [word.upos == "PUNCT" or is_stop_word(word) for word in words]
    for at, word in enumerate(words):
        is_root = word.head < 0
        relation = "root" if is_root else word.relation
        if stopped[at] or relation in left_out or (not is_root and stopped[word.head]):
            continue
        found.append(
            Edge(
                lemma(word),
                relation,
                ROOT if is_root else lemma(words[word.head]),
                word.upos == "PROPN",
                not is_root and words[word.head].upos == "PROPN",
            )
        )
    return found


class Meanings:
    """Word similarity: 1 for identical words, else the cosine of their vectors, at least 0.

    A word without a vector is similar to itself only.
    """

    def __init__(
        self, words: Iterable[str], vector: Callable[[str], Numbers | None] = lambda _: None
    ) -> None:
        self.place = {word: at for at, word in enumerate(dict.fromkeys((ROOT, *words)))}
        self.relations: dict[str, int] = {}
        """The number assigned to each relation seen so far."""
        known = {at: vector(word) for word, at in self.place.items() if word != ROOT}
        rows = {at: row for at, row in known.items() if row is not None}
        size = len(next(iter(rows.values()))) if rows else 1
        self._units = np.zeros((len(self.place), size))
        for at, row in rows.items():
            length = sqrt(fsum((row * row).tolist()))
            if length:
                self._units[at] = np.rint(row / length * _GRID)

    def similarity(self, first: Places, second: Places) -> Numbers:
        """Return the similarity matrix of two arrays of word indices."""
        cosines = (self._units[first] @ self._units[second].T) / (_GRID * _GRID)
        np.clip(cosines, 0.0, 1.0, out=cosines)
        cosines[self.same(first, second)] = 1.0
        return cosines

    @staticmethod
    def same(first: Places, second: Places) -> npt.NDArray[np.bool_]:
        return np.equal(first[:, None], second[None, :])


@dataclass(frozen=True)
class Edges:
    """The distinct edges of a text, their counts, and the similarities of their words."""

    different: tuple[Edge, ...]
    counts: tuple[int, ...]
    meanings: Meanings

    @classmethod
    def of(cls, edges: Sequence[Edge], meanings: Meanings) -> Edges:
        counted = Counter(edges)
        return cls(tuple(counted), tuple(counted.values()), meanings)

    @cached_property
    def dependents(self) -> Places:
        return self._places(edge.dependent for edge in self.different)

    @cached_property
    def heads(self) -> Places:
        return self._places(edge.head for edge in self.different)

    @cached_property
    def relations(self) -> Places:
        known = self.meanings.relations
        numbers = [known.setdefault(edge.relation, len(known)) for edge in self.different]
        return np.array(numbers, dtype=np.int64)

    @cached_property
    def names(self) -> npt.NDArray[np.bool_]:
        """Two flags per edge: whether its dependent and its head are names."""
        flags = [(edge.dependent_is_name, edge.head_is_name) for edge in self.different]
        return np.array(flags, dtype=np.bool_).reshape(-1, 2)

    def _places(self, words: Iterable[str]) -> Places:
        place = self.meanings.place
        return np.array([place[word] for word in words], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Match:
    """For each wanted edge, the similarity and the index of its best match; -1 for no match."""

    similarity: tuple[float, ...]
    place: tuple[int, ...]


def best_matches(wanted: Edges, there: Edges) -> Match:
    """Find the most similar edge for each wanted edge (esim in the paper); the first on a tie."""
    rows, columns = len(wanted.different), len(there.different)
    similarity, place = np.zeros(rows), np.full(rows, -1)
    if 0 < rows * columns <= _FEW_PAIRS:
        similarity, best = _best(_similarities(wanted, _ALL, there, _ALL))
        place = np.where(similarity > 0, best, -1)
    elif rows and columns:
        # edges with different relations have similarity 0
        for relation in np.intersect1d(wanted.relations, there.relations).tolist():
            mine = np.flatnonzero(wanted.relations == relation)
            others = np.flatnonzero(there.relations == relation)
            step = max(1, _MOST_PAIRS // len(others))
            for start in range(0, len(mine), step):
                part = mine[start : start + step]
                values, best = _best(_similarities(wanted, part, there, others))
                similarity[part], place[part] = values, np.where(values > 0, others[best], -1)
    return Match(tuple(similarity.tolist()), tuple(place.tolist()))


def _best(found: Numbers) -> tuple[Numbers, Places]:
    """Return the maximum of each row and the index of its first occurrence."""
    best = found.argmax(axis=1)
    return found[np.arange(len(best)), best], best


def pairs_to_compare(wanted: Edges, there: Edges) -> int:
    """Return how many pairs of edges `best_matches` compares."""
    relations = wanted.relations, there.relations
    known = len(wanted.meanings.relations)
    first, second = (np.bincount(one, minlength=known) for one in relations)
    return int(first @ second)


def _similarities(
    wanted: Edges, mine: Places | slice, there: Edges, others: Places | slice
) -> Numbers:
    """Return the similarities of some wanted edges to some edges of the other text.

    The similarity is 0 if the relations differ, else the mean over both ends. If an end is a name,
    it must match exactly, and the similarity is that of the other end. This equals the product of
    the ends, because a name has similarity 0 or 1.
    """
    meanings = wanted.meanings
    names = wanted.names[mine]
    ends = []
    for at, (here, beside) in enumerate(
        (
            (wanted.dependents[mine], there.dependents[others]),
            (wanted.heads[mine], there.heads[others]),
        )
    ):
        end = meanings.similarity(here, beside)
        end[names[:, at]] = meanings.same(here[names[:, at]], beside)
        ends.append(end)
    first, second = ends
    has_name = names[:, 0] | names[:, 1]
    found: Numbers = np.where(has_name[:, None], first * second, (first + second) / 2)
    found[~meanings.same(wanted.relations[mine], there.relations[others])] = 0.0
    return found
