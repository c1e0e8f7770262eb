"""Select the sentences of a passage that share most content words with a statement."""

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
"""The weight of a word that an already selected sentence contains."""

Span = tuple[int, int]


def evidence(passage: str, statement: str, most: int) -> list[Span]:
    """Select the sentences that overlap most with a statement.

    Selection is greedy: each step takes the sentence with the highest sum of inverse sentence
    frequencies of the shared stems. Stems that are already covered count less, so that the sentence
    that introduces a name joins the sentence that calls it "she". If stems of the statement are
    still missing after `most` sentences, more are selected, up to twice as many.

    Args:
        passage: The passage.
        statement: The statement.
        most: The usual number of sentences.

    Returns:
        The character spans of the sentences in text order; all sentences if none shares a stem.

    Examples:
        >>> from qgauge.text.evidence import evidence
        >>> passage = "Marta built a lighthouse. It rained. The lighthouse is red."
        >>> [passage[first:last] for first, last in evidence(passage, "Marta built it.", 1)]
        ['Marta built a lighthouse.']
    """
    spans, stems = _sentences(passage)
    wanted = content_stems(statement)
    within = Counter(word for words in stems for word in words)
    weights = {word: math.log(1 + len(spans) / within[word]) for word in wanted if within[word]}
    covered: set[str] = set()
    chosen: list[int] = []
    while len(chosen) < min(most if weights.keys() <= covered else 2 * most, len(spans)):
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
    """Return the largest share of a text's content stems found in adjacent sentences.

    A question that confuses two things from a passage has all its words in the passage, but not
    close together.

    Args:
        passage: The passage.
        text: The text.
        near: The number of adjacent sentences to look at together.

    Returns:
        The share; 0 if the text has no content words.

    Examples:
        >>> from qgauge.text.evidence import grounded
        >>> grounded("Marta built a lighthouse. It rained.", "Who built the lighthouse?", 1)
        1.0
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


@lru_cache(maxsize=1024)
def content_stems(text: str) -> frozenset[str]:
    """Return the stems of all words except stop words."""
    words = (word.text.lower() for word in ud_words(text))
    return frozenset(
        stem(word) for word in words if word not in STOP_WORDS and any(map(str.isalnum, word))
    )
