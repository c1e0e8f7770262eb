"""English Snowball stems as METEOR 1.5 has them, kept in memory because stemming is slow.

snowballstemmer 2.x gives the stems of METEOR's own stemmer; 3.x changed the algorithm
("organized" was "organ" and became "organiz"), so the package is held below 3.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable

_KEPT_STEMS = 1 << 16
_LONGEST_WORD = 200  # the stemmer's time grows with the square of the length

_stems: dict[str, str] = {}
_learning = threading.Lock()  # a stemmer works on one word at a time, in its own fields


def stem(word: str) -> str:
    """The stem of a lower-cased word; a word of more than 200 characters is its own stem."""
    known = _stems.get(word)
    return _learn(word) if known is None else known


def _learn(word: str) -> str:
    """Stem a word not seen lately, and keep the answer while there is room for it."""
    if len(word) > _LONGEST_WORD:
        return word
    with _learning:
        stemmed = str(_snowball()(word))
        if len(_stems) >= _KEPT_STEMS:
            _stems.clear()
        _stems[word] = stemmed
    return stemmed


@functools.cache
def _snowball() -> Callable[[str], object]:
    """The stemmer, imported at first use: the package brings thirty languages with it."""
    # Not snowballstemmer.stemmer("english"): that hands the work to PyStemmer, whose algorithm
    # may be a newer one, wherever PyStemmer happens to be installed.
    from snowballstemmer.english_stemmer import EnglishStemmer

    stem_word: Callable[[str], object] = EnglishStemmer().stemWord
    return stem_word
