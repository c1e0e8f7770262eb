"""Candidate answers with labels: which of them people asked about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from qgauge.generation.answer_candidate import Candidate
from qgauge.generation.answer_candidates import candidates
from qgauge.generation.answer_features import PassageFacts, features
from qgauge.generation.answer_tree import AnswerTree
from training.answer_finder.passages import HumanAnswer, Passage
from training.misstated.parses import parse_all

CLOSE = 0.8
"""Token F1 from which a candidate counts as the human answer if none equals it."""
_ARTICLES = frozenset({"a", "an", "the"})


@dataclass
class Labelled:
    """The candidates of a passage, their features, and what people asked about."""

    passage: Passage
    tree: AnswerTree
    candidates: list[Candidate]
    features: list[dict[str, float]]
    asked: list[bool]
    """Whether people asked about each candidate."""
    found: list[str]
    """For each human answer whether a candidate is `exact`, `close` or `missing`."""

    def span(self, at: int) -> tuple[int, int]:
        """Return the character offsets of a candidate."""
        one, words = self.candidates[at], self.tree.words
        return words[one.first].start, words[one.last - 1].end

    def text(self, at: int) -> str:
        start, end = self.span(at)
        return self.passage.text[start:end]


def label_all(passages: Sequence[Passage]) -> list[Labelled]:
    """Return the labelled candidates of passages; parses are kept in the cache of tools."""
    parses = parse_all(one.text for one in passages)
    return [label(one, AnswerTree(parses[one.text])) for one in passages]


def label(passage: Passage, tree: AnswerTree) -> Labelled:
    """Return the labelled candidates of one passage.

    A human answer belongs to the candidate that equals it, apart from articles, case and
    punctuation, else to the closest one if their token F1 is at least `CLOSE`.
    """
    found = candidates(passage.text, tree)
    facts = PassageFacts(tree, found)
    made = Labelled(passage, tree, found, [features(one, facts) for one in found], [], [])
    made.asked = [False] * len(found)
    words = [tokens(made.text(at)) for at in range(len(found))]
    for answer in passage.answers:
        at, quality = match(answer, made, words)
        made.found.append(quality)
        if at >= 0:
            made.asked[at] = True
    return made


def match(answer: HumanAnswer, made: Labelled, words: Sequence[list[str]]) -> tuple[int, str]:
    """Return the candidate of a human answer, -1 if there is none, and how well it fits."""
    inside = [at for at in range(len(words)) if _overlaps(answer, made.span(at))]
    best, at = 0.0, -1
    for text in answer.texts[:1] if answer.start >= 0 else answer.texts:
        wanted = tokens(text)
        for one in inside:
            f1 = token_f1(wanted, words[one])
            if f1 > best:
                best, at = f1, one
    if best < CLOSE:
        return -1, "missing"
    return at, "exact" if best == 1 else "close"


def _overlaps(answer: HumanAnswer, span: tuple[int, int]) -> bool:
    return answer.start < 0 or (span[0] < answer.end and answer.start < span[1])


def tokens(text: str) -> list[str]:
    """Return the words of an answer in lower case, without articles and punctuation.

    Examples:
        >>> tokens("The King's horse.")
        ['king', 's', 'horse']
    """
    return [word for word in re.findall(r"\w+", text.lower()) if word not in _ARTICLES]


def token_f1(wanted: Sequence[str], given: Sequence[str]) -> float:
    """Return the F1 of two lists of words, in which repeated words count.

    Examples:
        >>> token_f1(["red", "barn"], ["old", "red", "barn"])
        0.8
    """
    shared = sum((Counter(wanted) & Counter(given)).values())
    return 2 * shared / (len(wanted) + len(given)) if shared else 0.0
