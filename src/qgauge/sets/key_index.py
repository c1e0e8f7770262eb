"""An index of keys: which questions have a key in common.

A key is a number made of a group (a document, or a stem of an answer) and of some of the rarest
stems of a question. Questions of a small group have the group itself as their key. Keys are hashes:
two may collide, which costs time but no correctness, because every pair found is compared later.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from qgauge.sets.prefixes import Prefix, prefixes

Ints = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]

SMALL = 32
"""In groups of at most this many questions, every pair is compared."""
MOST_KEYS = 1 << 24
"""Keys sorted at a time; it bounds memory and does not affect results."""
MOST_FOUND = 1 << 20
"""Partners returned at a time; it bounds memory and does not affect results."""


@dataclass(frozen=True)
class StemLists:
    """Lists of stems, each from rare to frequent; a stem is a number that grows with frequency."""

    ends: Ints
    """List `n` is `stems[ends[n]:ends[n + 1]]`."""
    stems: npt.NDArray[np.int32]

    @cached_property
    def sizes(self) -> Ints:
        return np.diff(self.ends)

    def __len__(self) -> int:
        return len(self.ends) - 1

    def of(self, lists: Ints) -> tuple[Ints, npt.NDArray[np.int32]]:
        """Return the stems of these lists, each with the place of its list among them."""
        sizes = self.sizes[lists]
        return np.repeat(np.arange(len(lists)), sizes), self.stems[spans(self.ends[lists], sizes)]


def stem_lists(contents: Iterable[Iterable[Hashable]], used: Ints | None = None) -> StemLists:
    """Return the stems of each text as numbers, from rare to frequent.

    `used` says, for each question, which text it has; a stem counts once for each question.
    """
    numbers: dict[Hashable, int] = {}
    stems, sizes = array("i"), array("i")
    for content in contents:
        before = len(stems)
        stems.extend(numbers.setdefault(stem, len(numbers)) for stem in content)
        sizes.append(len(stems) - before)
    flat, lengths = np.array(stems, np.int32), np.array(sizes, np.int64)
    texts = np.repeat(np.arange(len(lengths)), lengths)
    weights = None if used is None else np.bincount(used, minlength=len(lengths))[texts]
    counts = np.bincount(flat, weights, minlength=len(numbers))
    ranks = np.empty(len(numbers), np.int32)
    ranks[np.argsort(counts, kind="stable")] = np.arange(len(numbers), dtype=np.int32)
    flat = ranks[flat]
    flat = flat[np.lexsort((flat, texts))]
    return StemLists(np.concatenate([[0], np.cumsum(lengths)]), flat)


@dataclass(frozen=True)
class Members:
    """Questions in groups. Two questions of a group are paired if at least one is a main member."""

    groups: Hashes
    questions: Ints
    main: Flags
    least: float | None
    """The minimum Dice of a pair; None to pair all."""

    def chosen(self, some: Flags) -> Members:
        return Members(self.groups[some], self.questions[some], self.main[some], self.least)


def spans(starts: Ints, sizes: Ints) -> Ints:
    """Return the numbers of all spans, one after the other.

    Examples:
        >>> import numpy as np
        >>> from qgauge.sets.key_index import spans
        >>> spans(np.array([5, 0]), np.array([2, 3])).tolist()
        [5, 6, 0, 1, 2]
    """
    before = np.cumsum(sizes) - sizes
    return np.repeat(starts - before, sizes) + np.arange(int(sizes.sum()))


def mixed(first: npt.ArrayLike, second: npt.ArrayLike) -> Hashes:
    """Return a hash of two numbers, for arrays of them (the finaliser of SplitMix64)."""
    one = np.asarray(first).astype(np.uint64)
    found = one * np.uint64(0x9E3779B97F4A7C15) + np.asarray(second).astype(np.uint64)
    found ^= found >> np.uint64(30)
    found *= np.uint64(0xBF58476D1CE4E5B9)
    found ^= found >> np.uint64(27)
    found *= np.uint64(0x94D049BB133111EB)
    return np.asarray(found ^ (found >> np.uint64(31)), dtype=np.uint64)


@dataclass(frozen=True)
class Keys:
    """Keys of the same form, of members that have equally many."""

    members: Members
    each: int
    """Keys of each member."""
    made: Callable[[Members], Hashes]
    """Returns the keys of members as a matrix with one row each."""

    def __len__(self) -> int:
        return len(self.members.questions) * self.each

    def parts(self) -> Iterator[tuple[Hashes, Members]]:
        step = max(1, MOST_FOUND // self.each)
        for start in range(0, len(self.members.questions), step):
            some = slice(start, start + step)
            all_ = self.members
            part = Members(all_.groups[some], all_.questions[some], all_.main[some], all_.least)
            yield self.made(part), part


class KeyIndex:
    """Finds the questions that share a key with a question and come after it."""

    def __init__(self, questions: int, keys: Sequence[Keys]) -> None:
        bits = max(1, questions.bit_length()) + 1
        parts = -(-sum(map(len, keys)) // MOST_KEYS)
        sorted_ = [_shared(_packed(keys, bits, part, parts), bits) for part in range(parts)]
        self._arrange(np.concatenate([np.zeros(0, np.uint64), *sorted_]), questions, bits)

    def partners(self, begin: int, end: int) -> Iterator[tuple[Ints, Ints]]:
        """Yield questions from `begin` to `end` with later ones, in parts; a pair may repeat."""
        low, high = int(self._first[begin]), int(self._first[end])
        while low < high:
            sizes = self._sizes[low:high]
            some = max(1, int(np.searchsorted(np.cumsum(sizes), MOST_FOUND, side="right")))
            sizes = sizes[:some].astype(np.int64)
            starts = self._starts[low : low + some].astype(np.int64)
            firsts = np.repeat(self._owners[low : low + some].astype(np.int64), sizes)
            yield firsts, self._partners[spans(starts, sizes)].astype(np.int64)
            low += some

    def _arrange(self, packed: Hashes, asked: int, bits: int) -> None:
        """Store, for each question and key, where its partners are: those after it, by number.

        The partners of a main member are all that come after it; those of others, main members.
        """
        count = len(packed)
        small: type[np.signedinteger[Any]] = np.int32 if 2 * count < 1 << 31 else np.int64
        main = (packed & np.uint64(1)).astype(np.bool_)
        questions = ((packed & np.uint64((1 << bits) - 1)) >> np.uint64(1)).astype(np.int32)
        ends = _run_ends(packed >> np.uint64(bits), small)
        del packed
        mains_before = np.concatenate([np.zeros(1, small), np.cumsum(main, dtype=small)])
        starts = np.where(main, np.arange(1, count + 1, dtype=small), mains_before[:-1] + count)
        sizes = np.where(main, ends, mains_before[ends] + count) - starts
        del ends, mains_before
        used = np.flatnonzero(sizes > 0).astype(small)
        used = used[np.argsort(questions[used], kind="stable")]
        self._partners = np.concatenate([questions, questions[main]])
        self._owners, self._starts, self._sizes = questions[used], starts[used], sizes[used]
        self._first = np.searchsorted(self._owners, np.arange(asked + 1))


def keys_of(lists: StemLists, members: Members) -> Iterator[Keys]:
    """Yield the keys by which similar questions of a group find each other."""
    groups, of, counts = np.unique(members.groups, return_inverse=True, return_counts=True)
    has_main = np.bincount(of, weights=members.main, minlength=len(groups)) > 0
    useful = ((counts > 1) & has_main)[of]
    small = (counts <= SMALL)[of] | (members.least is None)
    yield Keys(members.chosen(useful & small), 1, lambda some: some.groups[:, None])
    if members.least is None:
        return
    largest = int(lists.sizes.max(initial=0))
    detailed = members.chosen(useful & ~small)
    sizes = lists.sizes[detailed.questions]
    for size in np.unique(sizes[sizes > 0]).tolist():
        of_size = detailed.chosen(sizes == size)
        for prefix in prefixes(size, members.least, largest):
            yield prefix_keys(lists, of_size, prefix)


def prefix_keys(lists: StemLists, members: Members, prefix: Prefix, skipped: int = 0) -> Keys:
    """Return the keys of members: every choice of so many of their rarest stems.

    The stems of question `n` are list `n + skipped`.
    """
    chosen = np.array([*combinations(range(prefix.length), prefix.together)])

    def made(some: Members) -> Hashes:
        starts = lists.ends[some.questions + skipped][:, None]
        stems = lists.stems[starts + np.arange(prefix.length)]
        keys = mixed(some.groups, prefix.shared)[:, None]
        for column in chosen.T:
            keys = mixed(keys, stems[:, column])
        return keys

    return Keys(members, len(chosen), made)


def _packed(keys: Sequence[Keys], bits: int, part: int, parts: int) -> Hashes:
    """Return the keys of one part, sorted: the key, then the question, then whether it is main."""
    found = [np.zeros(0, np.uint64)]
    for some in keys:
        for made, members in some.parts():
            own = members.questions.astype(np.uint64) << np.uint64(1)
            own |= members.main.astype(np.uint64)
            all_ = ((made >> np.uint64(bits) << np.uint64(bits)) | own[:, None]).ravel()
            if parts > 1:
                # not the lowest bits, which are the question, nor a part that sorting relies on
                all_ = all_[(all_ >> np.uint64(bits)) % np.uint64(parts) == part]
            found.append(all_)
    packed = np.concatenate(found)
    packed.sort()
    return packed


def _shared(packed: Hashes, bits: int) -> Hashes:
    """Return the keys that two questions have, of which one is a main member."""
    if not len(packed):
        return packed
    keys = packed >> np.uint64(bits)
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    sizes = np.diff(np.concatenate([starts, [len(keys)]]))
    mains = np.add.reduceat((packed & np.uint64(1)).astype(np.int64), starts)
    return packed[np.repeat((sizes > 1) & (mains > 0), sizes)]


def _run_ends(keys: Hashes, small: type[np.signedinteger[Any]]) -> npt.NDArray[Any]:
    """Return, for each key of a sorted list, where the run of its equals ends."""
    last = np.flatnonzero(np.concatenate([keys[1:] != keys[:-1], np.ones(len(keys[:1]), np.bool_)]))
    ends = (last + 1).astype(small)
    return np.repeat(ends, np.diff(np.concatenate([np.zeros(1, small), ends])))
