"""Numeric features of a pair of sentences: may the first raise the question the second answers?

They cover distance and position, shared words and names, where the words of the answer sentence
were introduced and last mentioned, similarity, how the answer sentence begins, and the form of both
sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

from qgauge.metrics.dependency_edges import is_stop_word, lemma
from qgauge.qud.criteria.tool_outputs import Text, cosine, nearness, weight
from qgauge.qud.criteria.words import NOUNS
from qgauge.text.words import word_set
from qgauge.tools.roles import Word

DIGITS = 6
"""Features are rounded, so that a machine's summation order cannot change an anchor."""
REACH = 24
"""Candidates for an anchor: this many sentences before the answer sentence, and the first."""

Features = dict[str, float]

_PRONOUNS = word_set("he she it they his her its their him them this that these those such")
_CONTRASTS = word_set("but however yet still although though despite instead nevertheless while")
_ADDITIONS = word_set("and also moreover besides furthermore meanwhile another other others too")
_RESULTS = word_set("so thus therefore hence as because since")
_SAYING = word_set("say tell add ask call note argue warn explain write claim believe think")


@dataclass(frozen=True)
class Sentence:
    """A sentence of an article with its analysis."""

    number: int
    text: str
    analysis: Text

    @cached_property
    def words(self) -> dict[str, Word]:
        """The content words by lemma."""
        return {lemma(word): word for word in self.analysis.content}

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, word in self.words.items() if word.is_name)

    @cached_property
    def subjects(self) -> frozenset[str]:
        return frozenset(
            lemma(word)
            for word in self.analysis.content
            if word.relation.startswith("nsubj") and not is_stop_word(word)
        )

    @cached_property
    def opening(self) -> frozenset[str]:
        """The first three words in lower case."""
        return frozenset(self.analysis.words[:3])

    @property
    def says(self) -> bool:
        return any(lemma(word) in _SAYING for word in self.analysis.parse.words)

    @property
    def opens_with_pronoun(self) -> bool:
        first = self.analysis.words[:1]
        return bool(first) and first[0] in _PRONOUNS


class Mentions:
    """Where the words of an article are mentioned, up to the sentence read last."""

    def __init__(self) -> None:
        self.first: dict[str, int] = {}
        self.last: dict[str, int] = {}
        self.times: dict[str, int] = {}

    def read(self, sentence: Sentence) -> None:
        """Add the words of the next sentence."""
        for name in sentence.words:
            self.first.setdefault(name, sentence.number)
            self.last[name] = sentence.number
            self.times[name] = self.times.get(name, 0) + 1


def candidates(read: Sequence[Sentence]) -> list[tuple[int, Sentence]]:
    """Return the sentences that may be the anchor of the next one, each with its distance.

    These are the first sentence and the last ones.
    """
    last = list(enumerate(reversed(read[-REACH:]), 1))
    far = [(len(read), read[0])] if len(read) > REACH else []
    return [*far, *reversed(last)]


def anchor_features(
    read: Sequence[Sentence], answer: Sentence, mentions: Mentions
) -> list[Features]:
    """Return the features of each candidate.

    Args:
        read: The sentences before the answer sentence.
        answer: The answer sentence.
        mentions: The words of the sentences before the answer sentence.

    Returns:
        The features of the sentences that `candidates(read)` returns, in order.
    """
    found = [
        place_features(distance, one.number)
        | _opening(distance, answer)
        | _form(one, answer)
        | _shared_words(one, answer, mentions)
        | _similarity(one, answer)
        for distance, one in candidates(read)
    ]
    for name in ("shared_weight", "similarity", "near"):
        highest = max(one[name] for one in found)
        for one in found:
            one[f"{name}_best"] = float(one[name] == highest > 0)
    return [{name: round(float(value), DIGITS) for name, value in one.items()} for one in found]


def place_features(distance: int, number: int) -> Features:
    """Return where a candidate is: its distance from the answer sentence, and its number."""
    return {
        "previous": distance == 1,
        "two_before": distance == 2,
        "distance": log(distance),
        "first": number == 1,
        "second": number == 2,
        "position": log(number),
        "first_late": (number == 1) * log(distance),
        "previous_late": (distance == 1) * log(number),
    }


def _opening(distance: int, answer: Sentence) -> Features:
    """Return whether the candidate is the previous sentence, by how the answer sentence begins."""
    previous, opening = distance == 1, answer.opening
    return {
        "previous_if_pronoun": previous and answer.opens_with_pronoun,
        "previous_if_contrast": previous and bool(opening & _CONTRASTS),
        "previous_if_addition": previous and bool(opening & _ADDITIONS),
        "previous_if_result": previous and bool(opening & _RESULTS),
        "previous_if_names": previous and bool(answer.names),
    }


def _form(anchor: Sentence, answer: Sentence) -> Features:
    return {
        "is_question": anchor.text.rstrip().endswith("?"),
        "anchor_length": log(1 + len(anchor.analysis.words)),
        "both_say": anchor.says and answer.says,
        "anchor_pronoun": anchor.opens_with_pronoun,
        "anchor_contrast": bool(anchor.opening & _CONTRASTS),
    }


def _shared_words(anchor: Sentence, answer: Sentence, mentions: Mentions) -> Features:
    """Return what both sentences mention, and what of it the candidate said first or last."""
    shared = [name for name in answer.words if name in anchor.words]
    vectors = answer.analysis.vectors
    weights = {name: weight(answer.words[name], vectors) for name in shared}
    rare = {name: weights[name] / mentions.times[name] for name in shared}
    whole = sum(weight(word, vectors) for word in answer.words.values()) or 1.0
    return {
        "shared": len(shared),
        "shared_weight": sum(weights.values()),
        "shared_share": sum(weights.values()) / whole,
        "shared_rare": sum(rare.values()),
        "shared_names": len(anchor.names & answer.names),
        "shared_nouns": sum(answer.words[name].upos in NOUNS for name in shared),
        "shared_subject": bool(anchor.subjects & answer.subjects),
        "introduced": sum(weights[name] for name in shared if _is(mentions.first, name, anchor)),
        "last_mentioned": sum(weights[name] for name in shared if _is(mentions.last, name, anchor)),
        "only_mentioned": sum(weights[name] for name in shared if mentions.times[name] == 1),
        "subject_of_answer": bool(answer.subjects & anchor.words.keys()),
        "subject_of_anchor": bool(anchor.subjects & answer.words.keys()),
    }


def _is(mentioned: Mapping[str, int], name: str, sentence: Sentence) -> bool:
    return mentioned[name] == sentence.number


def _similarity(anchor: Sentence, answer: Sentence) -> Features:
    nouns = [word for word in answer.words.values() if word.upos in NOUNS]
    verbs = [word for word in answer.words.values() if word.upos == "VERB"]
    return {
        "similarity": cosine(anchor.analysis, answer.analysis),
        "near": _mean_nearness(list(answer.words.values()), anchor),
        "near_nouns": _mean_nearness(nouns, anchor),
        "near_verbs": _mean_nearness(verbs, anchor),
        "anchor_near": _mean_nearness(list(anchor.words.values()), answer),
    }


def _mean_nearness(words: Sequence[Word], there: Sentence) -> float:
    near = [nearness(word, [there.analysis]) for word in words]
    return sum(near) / len(near) if near else 0.0
