"""The sentences of a passage that have most to say about a statement, by the words they share."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from qgauge.text.sentences import sentence_spans
from qgauge.text.stem import stem
from qgauge.text.ud import ud_words
from qgauge.text.words import STOP_WORDS

AGAIN = 0.3
"""What a word is worth that a sentence chosen before has already."""

Span = tuple[int, int]


def evidence(passage: str, statement: str, most: int) -> list[Span]:
    """Places of up to `most` sentences, in order; all where none shares a word.

    One after the other, that sentence is taken which has most of the statement's words, rare ones
    above all, and above all words that are not covered yet: one sentence may name somebody whom
    another calls "she".
    """
    spans, stems = _sentences(passage)
    wanted = content_stems(statement)
    within = Counter(word for words in stems for word in words)
    weights = {word: math.log(1 + len(spans) / within[word]) for word in wanted if within[word]}
    covered: set[str] = set()
    chosen: list[int] = []
    while len(chosen) < min(most, len(spans)):
        gains = [
            sum(weights[word] * (AGAIN if word in covered else 1.0) for word in sorted(shared))
            for shared in (weights.keys() & words for words in stems)
        ]
        best = max((at for at in range(len(spans)) if at not in chosen), key=gains.__getitem__)
        if gains[best] <= 0:
            break
        chosen.append(best)
        covered |= stems[best]
    return [spans[at] for at in sorted(chosen)] or list(spans)


def grounded(passage: str, text: str, near: int) -> float:
    """The largest share of the text's content words that so many neighbouring sentences have.

    A question that mixes up what a passage says of two things has its words, but in no one place.
    0 where the text has no content words: nothing ties it to the passage.
    """
    spans, stems = _sentences(passage)
    wanted = content_stems(text)
    if not wanted or not spans:
        return 0.0
    places = range(max(1, len(spans) - near + 1))
    most = max(len(wanted & frozenset[str]().union(*stems[at : at + near])) for at in places)
    return most / len(wanted)


@lru_cache(maxsize=1024)
def _sentences(passage: str) -> tuple[Sequence[Span], Sequence[frozenset[str]]]:
    spans = tuple(sentence_spans(passage))
    return spans, tuple(content_stems(passage[first:last]) for first, last in spans)


def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that are no stop words."""
    words = (word.text.lower() for word in ud_words(text))
    return frozenset(
        stem(word) for word in words if word not in STOP_WORDS and any(map(str.isalnum, word))
    )
