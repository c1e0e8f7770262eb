"""Comparison of answers as in the SQuAD evaluation (Rajpurkar et al. 2016)."""

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
    """Return the words in lower case, without punctuation and articles."""
    return _ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split()


def gold_answers(example: Example) -> tuple[str, ...]:
    """Return the expected answer, and further ones from the column `answers`."""
    more = example.meta.get("answers")
    if isinstance(more, dict):  # the format of SQuAD files
        more = more.get("text")
    texts = [example.answer, *(more if isinstance(more, list) else [])]
    return tuple(dict.fromkeys(text for text in texts if isinstance(text, str) and text.strip()))


def span_match(predicted: str, gold: str) -> float:
    """Return 1 for the same words, .8 if one answer contains the other, else 0."""
    one, other = normal_words(predicted), normal_words(gold)
    if one == other:
        return 1.0 if one else 0.0
    shorter, longer = sorted((one, other), key=len)
    return 0.8 if contains(longer, shorter) else 0.0


def token_f1(predicted: str, gold: str) -> float:
    """Return the F1 of the words in common."""
    one, other = Counter(normal_words(predicted)), Counter(normal_words(gold))
    shared = (one & other).total()
    return 2 * shared / (one.total() + other.total()) if shared else 0.0


def is_polar(gold: str) -> bool:
    """Return whether an answer is just "yes" or "no"."""
    return normal_words(gold) in (["yes"], ["no"])


def gives_away(question: str, gold: str) -> bool:
    """Return whether a question contains its answer, and not as one of several alternatives."""
    words, wanted = normal_words(question), normal_words(gold)
    if "or" in words or not any(word not in STOP_WORDS for word in wanted):
        return False
    return contains(words, wanted)
