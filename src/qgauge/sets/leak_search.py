"""Find the questions that have enough words of an answer and of the question that it answers.

A source has a part of the stems of an answer and a part of the other stems of its question. So it
has one of a few of the rarest stems of each, and two of a few of the rarest stems of both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil

from qgauge.sets.prefixes import LONG, Prefix

MANY = 1000
"""Questions of a document from which pairs of stems are looked up instead of single stems: making
an index of them pays only then."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a question must have to give away the answer to another."""

    question: int
    answer: frozenset[str]
    rest: frozenset[str]
    """The stems of the target that are not in its answer."""
    of_answer: float
    """How many stems of the answer a source must have; may be a fraction."""
    of_rest: float

    @property
    def prefix(self) -> int:
        """The number of rarest stems of both of which a source has two."""
        needed = _whole(self.of_answer) + _whole(self.of_rest)
        return len(self.answer) + len(self.rest) - needed + 2


def _whole(needed: float) -> int:
    # rounded down a little: a stem too many costs time, a stem too few a leak
    return max(1, ceil(needed - 1e-6))


def sources(
    targets: Sequence[Target], stems: Mapping[int, frozenset[str]]
) -> Iterator[tuple[Target, int]]:
    """Yield targets with questions that may give away their answers: all of them, and some others.

    `stems` has the stems of each question of the document.
    """
    if not targets:
        return
    if len(stems) < MANY:
        yield from _by_stems(targets, stems)
        return
    short = {at: some for at, some in stems.items() if len(some) <= LONG}
    long = {at: some for at, some in stems.items() if len(some) > LONG}
    yield from _by_stems(targets, long)
    yield from _by_stems([one for one in targets if one.prefix > LONG], short)
    yield from _by_pairs([one for one in targets if one.prefix <= LONG], short)


def _by_stems(
    targets: Sequence[Target], stems: Mapping[int, frozenset[str]]
) -> Iterator[tuple[Target, int]]:
    having: dict[str, list[int]] = {}
    for at, some in stems.items():
        for stem in some:
            having.setdefault(stem, []).append(at)
    for target in targets:
        lists = min(
            _having_one(target.answer, target.of_answer, having),
            _having_one(target.rest, target.of_rest, having),
            key=lambda lists: sum(map(len, lists)),
        )
        yield from ((target, source) for source in {*chain(*lists)})


def _having_one(
    stems: frozenset[str], needed: float, having: Mapping[str, list[int]]
) -> list[list[int]]:
    """Return the questions with one of the rarest stems, as far as they can have enough of all."""
    lists = sorted((having.get(stem, []) for stem in stems), key=len)
    return lists[: len(stems) - _whole(needed) + 1]


def _by_pairs(
    targets: Sequence[Target], stems: Mapping[int, frozenset[str]]
) -> Iterator[tuple[Target, int]]:
    """Look up two stems at a time. The questions are numbered anew: first sources, then targets."""
    import numpy as np

    from qgauge.sets.key_index import KeyIndex, Members, prefix_keys, stem_lists

    asked = [*stems]
    lists = stem_lists(map(sorted, [*stems.values(), *(one.answer | one.rest for one in targets)]))
    lengths = lists.sizes.copy()
    lengths[len(asked) :] = [one.prefix for one in targets]
    every = np.arange(len(lists))
    members = Members(np.zeros(len(lists), np.uint64), every, every >= len(asked), None)
    keys = [
        prefix_keys(lists, members.chosen(lengths == length), Prefix(0, length, 2))
        for length in np.unique(lengths[lengths > 1]).tolist()
    ]
    index = KeyIndex(len(lists), keys)
    # targets have the higher numbers, so they are found as the later partners of sources
    for at, source in enumerate(asked):
        for _, found in index.partners(at, at + 1):
            for number in np.unique(found).tolist():
                yield targets[number - len(asked)], source
