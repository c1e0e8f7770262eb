"""English Snowball stems as METEOR 1.5 has them, kept in memory because stemming is slow.

snowballstemmer 2.x gives the stems of METEOR's own stemmer; 3.x changed the algorithm
("organized" was "organ" and became "organiz"), so the package is held below 3.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable

from qgauge.text.memo import Memo

_LONGEST_WORD = 200  # the stemmer's time grows with the square of the length
_stemming = threading.Lock()  # a stemmer works on one word at a time, in its own fields


def stem(word: str) -> str:
    """The stem of a lower-cased word; a word of more than 200 characters is its own stem."""
    return _STEMS[word]


def _stem(word: str) -> str:
    if len(word) > _LONGEST_WORD:
        return word
    with _stemming:
        return str(_snowball()(word))


_STEMS = Memo(_stem)


@functools.cache
def _snowball() -> Callable[[str], object]:
    """The stemmer, imported at first use: the package brings thirty languages with it."""
    # Not snowballstemmer.stemmer("english"): that hands the work to PyStemmer, whose algorithm
    # may be a newer one, wherever PyStemmer happens to be installed.
    from snowballstemmer.english_stemmer import EnglishStemmer

    stem_word: Callable[[str], object] = EnglishStemmer().stemWord
    return stem_word
