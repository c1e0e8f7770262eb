"""The questions of a set with their words, and a search for questions that share words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qgauge.core import Example
from qgauge.sets.words import Words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_BLOCK = 512
"""Questions per block of the search; it affects memory, not results."""


@dataclass(frozen=True, slots=True)
class SetQuestion:
    """A question with its words, the words of its answer, its class and its document."""

    example: Example
    words: Words
    answer: Words
    """The words of the answer to look for in texts; empty if there are none."""
    label: str
    document: str
    """The text that the question is about; "" if the row has none."""
    not_looked_up: str = ""
    """Why the answer is not looked for in texts; "" if it is, or if there is no answer."""

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the question and its answer."""
        return self.words.stems | self.answer.stems


def sharing(
    first: Sequence[frozenset[str]], second: Sequence[frozenset[str]]
) -> Iterator[tuple[int, npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Yield, for each of the first sets, the second sets that share stems with it, with counts.

    A sparse matrix product finds every pair that shares a stem and computes no others.
    """
    import numpy as np

    places = {stem: at for at, stem in enumerate(dict.fromkeys(s for one in second for s in one))}
    columns = _incidence(second, places).T.tocsc()
    for start in range(0, len(first), _BLOCK):
        block = first[start : start + _BLOCK]
        counts = (_incidence(block, places) @ columns).tocsr()
        counts.sort_indices()
        for at in range(len(block)):
            begin, end = counts.indptr[at], counts.indptr[at + 1]
            found = counts.indices[begin:end].astype(np.int64)
            yield start + at, found, counts.data[begin:end]


def _incidence(sets: Sequence[frozenset[str]], places: dict[str, int]) -> Any:
    """Return the incidence matrix: one row per set, one column per stem."""
    import numpy as np
    from scipy.sparse import csr_array

    rows, columns = [], []
    for at, stems in enumerate(sets):
        known = [places[stem] for stem in stems if stem in places]
        rows += [at] * len(known)
        columns += known
    ones = np.ones(len(rows), dtype=np.int64)
    return csr_array((ones, (rows, columns)), shape=(len(sets), max(1, len(places))))
