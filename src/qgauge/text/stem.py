"""English Snowball stems as in METEOR 1.5, cached because stemming is slow.

snowballstemmer is pinned below version 3: 2.x gives the same stems as METEOR, 3.x changed the
algorithm (the stem of "organized" was "organ" and became "organiz").
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable

from qgauge.text.memo import Memo

_LONGEST_WORD = 200  # stemming takes quadratic time
_stemming = threading.Lock()  # the stemmer keeps its state in fields, so it is not thread-safe


def stem(word: str) -> str:
    """Return the stem of a lower-cased word; words over 200 characters are returned unchanged."""
    return _STEMS[word]


def _stem(word: str) -> str:
    if len(word) > _LONGEST_WORD:
        return word
    with _stemming:
        return str(_snowball()(word))


_STEMS = Memo(_stem)


@functools.cache
def _snowball() -> Callable[[str], object]:
    """Return the stemmer, imported on first use because the package loads thirty languages."""
    # Do not use snowballstemmer.stemmer("english"): if PyStemmer is installed, that delegates to
    # it, and its algorithm may be newer.
    from snowballstemmer.english_stemmer import EnglishStemmer

    stem_word: Callable[[str], object] = EnglishStemmer().stemWord
    return stem_word
