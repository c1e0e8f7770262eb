"""Search a set for pairs of questions that may be duplicates, block by block.

The search is exact: it finds every pair that comparing each question with each other would find.
Only questions that can be duplicates share a key (`key_index`): the same document or the same
answer, and some of their rarest stems. So time and memory grow with the number of questions and
of pairs found, not with the square of the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from qgauge.sets.key_index import (
    SMALL,
    Flags,
    Hashes,
    Ints,
    KeyIndex,
    Members,
    StemLists,
    keys_of,
    mixed,
    spans,
    stem_lists,
)
from qgauge.sets.pairs import (
    LONG_ANSWER,
    REWORDED,
    SAME_ANSWER,
    Answers,
    Pair,
    Thresholds,
    answer_stems,
    is_likely,
    same_answers,
)
from qgauge.sets.prefixes import needed
from qgauge.sets.question import SetQuestion

BLOCK = 250
"""Questions per block."""


class PairSearch:
    """Finds the pairs that are duplicates if QSTS agrees.

    It holds numbers, not questions, so it is small and can be sent to other processes.
    """

    def __init__(self, questions: Sequence[SetQuestion], limits: Thresholds) -> None:
        self._limits = limits
        self._least = min(limits.words, limits.words_same_answer)
        self._lists = stem_lists(_contents(one) for one in questions)
        self._documents = _numbered(one.document for one in questions)
        self._texts = _numbered(one.words.all for one in questions)
        self._answers = _numbered(one.example.answer or "" for one in questions)
        self._given = [*dict.fromkeys(one.example.answer or "" for one in questions)]
        answers = stem_lists(map(sorted, map(answer_stems, self._given)), self._answers)
        self._tells = answers.sizes[self._answers] > 0
        keys = [one for some in self._members(answers) for one in keys_of(self._lists, some)]
        self._index = KeyIndex(len(questions), keys)

    def __len__(self) -> int:
        return len(self._lists)

    def blocks(self) -> range:
        """Return the numbers of the blocks; each has `BLOCK` questions, the last perhaps fewer."""
        return range(-(-len(self) // BLOCK))

    def likely(self, block: int) -> list[Pair]:
        """Return the pairs whose first question is in the block, in order, without QSTS."""
        begin, end = block * BLOCK, min(len(self), (block + 1) * BLOCK)
        found: dict[tuple[int, int], Pair] = {}
        for firsts, seconds in self._index.partners(begin, end):
            for pair in self._similar(firsts, seconds):
                found[pair.first, pair.second] = pair
        return [found[places] for places in sorted(found)]

    def _similar(self, firsts: Ints, seconds: Ints) -> Iterator[Pair]:
        """Yield those pairs that are duplicates if QSTS agrees."""
        sizes = self._lists.sizes
        same_document = self._documents[firsts] == self._documents[seconds]
        total = sizes[firsts] + sizes[seconds]
        # a cheap upper bound of Dice, with a margin for rounding
        possible = 2 * np.minimum(sizes[firsts], sizes[seconds]) >= self._least * total - 1e-6
        possible &= total > 0
        possible &= same_document | (self._tells[firsts] & self._tells[seconds])
        codes = np.unique(firsts[possible] * len(self) + seconds[possible])
        firsts, seconds = np.divmod(codes, len(self))
        words = 2 * self._shared(firsts, seconds) / (sizes[firsts] + sizes[seconds])
        near = words >= self._least
        firsts, seconds = firsts[near], seconds[near]
        same_document = self._documents[firsts] == self._documents[seconds]
        same_text = self._texts[firsts] == self._texts[seconds]
        for first, second, alike, document, text in zip(
            firsts.tolist(),
            seconds.tolist(),
            words[near].tolist(),
            same_document.tolist(),
            same_text.tolist(),
            strict=True,
        ):
            pair = Pair(first, second, alike, self._compared_answers(first, second), text)
            if is_likely(pair, self._limits, same_document=document):
                yield pair

    def _shared(self, firsts: Ints, seconds: Ints) -> Ints:
        """Return how many stems the questions of each pair share."""
        codes = []
        for questions in (firsts, seconds):
            places, stems = self._lists.of(questions)
            codes.append(places << 32 | stems)
        both = np.concatenate(codes)
        both.sort(kind="stable")  # two sorted lists, which a merge sort is quick with
        twice = both[1:][both[1:] == both[:-1]]
        return np.bincount(twice >> 32, minlength=len(firsts))

    def _compared_answers(self, first: int, second: int) -> Answers:
        one, other = int(self._answers[first]), int(self._answers[second])
        if one == other:
            return "same" if self._tells[first] else "unclear"
        return same_answers(self._given[one], self._given[other])

    def _members(self, answers: StemLists) -> Iterator[Members]:
        """Yield the groups that hold every pair of duplicates."""
        every = np.arange(len(self))
        count = np.bincount(self._documents)[self._documents] if len(self) else every
        # in a document with few questions, all are compared
        yield _alike(mixed(1, self._documents), count <= SMALL)
        # questions of a document with the same text are duplicates, whatever their answers
        large = count > SMALL
        yield _alike(mixed(mixed(2, self._documents), self._texts), large)
        # others are if their answers are unclear: one says too little to compare …
        in_document = mixed(3, self._documents)
        yield Members(in_document, every, ~self._tells, self._limits.words).chosen(large)
        # … or they share words
        owners, stems, main = _answer_members(answers, self._answers, _unclear_prefix)
        groups = mixed(mixed(4, self._documents)[owners], stems)
        yield Members(groups, owners, main, self._limits.words).chosen(large[owners])
        # and questions of any document if their answers are the same
        owners, stems, main = _answer_members(answers, self._answers, _same_prefix)
        yield Members(mixed(5, stems), owners, main, self._least)


def _alike(groups: Hashes, some: Flags) -> Members:
    every = np.arange(len(groups))
    return Members(groups, every, np.ones(len(groups), np.bool_), None).chosen(some)


def _same_prefix(size: int) -> int:
    """Return how many of an answer's rarest stems a longer answer must have one of, if the same."""
    return size - needed(size, size, SAME_ANSWER) + 1


def _unclear_prefix(size: int) -> int:
    """Return the same for answers that may be the same: contained, or long and reworded."""
    return 1 if size < LONG_ANSWER else size - needed(size, size, REWORDED) + 1


def _answer_members(
    answers: StemLists, of: Ints, prefix: Callable[[int], int]
) -> tuple[Ints, npt.NDArray[np.int32], Flags]:
    """Return each question with each stem of its answer, and whether the stem is in the prefix.

    The shorter answer of a pair has a stem of its prefix in common with the longer one.
    """
    owners, stems = answers.of(of)
    sizes = answers.sizes[of]
    lengths = np.zeros(int(sizes.max(initial=0)) + 1, np.int64)
    for size in np.unique(sizes[sizes > 0]).tolist():
        lengths[size] = prefix(size)
    return owners, stems, spans(np.zeros(len(sizes), np.int64), sizes) < lengths[sizes][owners]


def _contents(one: SetQuestion) -> Iterable[Hashable]:
    """Return the stems of a question; without any, its words as a whole are one."""
    return dict.fromkeys(one.words.content) or ([one.words.all] if one.words.all else [])


def _numbered(values: Iterable[Hashable]) -> Ints:
    """Return a number for each value, the same for equal ones."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(one, len(numbers)) for one in values], dtype=np.int64)
