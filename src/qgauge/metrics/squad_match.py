"""Answers beside each other, as SQuAD's measure compares them (Rajpurkar et al. 2016)."""

from __future__ import annotations

import re
import string
from collections import Counter

from qgauge.core import Example
from qgauge.text.runs import contains
from qgauge.text.words import STOP_WORDS

_PUNCTUATION = str.maketrans("", "", string.punctuation + "“”‘’–—…")
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
POLAR = ("yes", "no")


def normal_words(text: str) -> list[str]:
    """Lower case, without punctuation and articles."""
    return _ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split()


def gold_answers(example: Example) -> tuple[str, ...]:
    """The expected answer, and those that the row's list of answers has beside it."""
    more = example.meta.get("answers")
    if isinstance(more, dict):  # as SQuAD's files have them
        more = more.get("text")
    texts = [example.answer, *(more if isinstance(more, list) else [])]
    return tuple(dict.fromkeys(text for text in texts if isinstance(text, str) and text.strip()))


def span_match(predicted: str, gold: str) -> float:
    """1 for the same words, .8 where one answer contains the other, else 0."""
    one, other = normal_words(predicted), normal_words(gold)
    if one == other:
        return 1.0 if one else 0.0
    shorter, longer = sorted((one, other), key=len)
    return 0.8 if contains(longer, shorter) else 0.0


def token_f1(predicted: str, gold: str) -> float:
    """Words in common, as the harmonic mean of precision and recall."""
    one, other = Counter(normal_words(predicted)), Counter(normal_words(gold))
    shared = (one & other).total()
    return 2 * shared / (one.total() + other.total()) if shared else 0.0


def is_polar(gold: str) -> bool:
    """Whether an answer is a plain yes or no."""
    return normal_words(gold) in (["yes"], ["no"])


def gives_away(question: str, gold: str) -> bool:
    """Whether a question says its own answer, and not as one of several to choose from."""
    words, wanted = normal_words(question), normal_words(gold)
    if "or" in words or not any(word not in STOP_WORDS for word in wanted):
        return False
    return contains(words, wanted)
