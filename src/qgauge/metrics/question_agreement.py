"""How a question agrees with a reference: numbers from 0 to 1, all of them 1 for equal texts.

`learned_reference` is fitted on these numbers. Each measures one thing that a question can lose,
add or change, so that more agreement can only raise the score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from math import fsum, sqrt
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz.distance import LCSseq

from qgauge.metrics.answerability import f_score
from qgauge.metrics.dependency_edges import Edges, best_matches, lemma
from qgauge.metrics.facet_match import ByVectors
from qgauge.metrics.facets import ASKS, Facets
from qgauge.metrics.qsts_parts import class_similarity
from qgauge.metrics.question_reading import Reading, is_content
from qgauge.text.ngrams import ngrams, overlap
from qgauge.text.words import QUESTION_WORDS

if TYPE_CHECKING:
    from qgauge.metrics.sacre import Chrf
    from qgauge.tools.roles import Word

    Kept = Sequence[tuple[Word, bool]]

WORDS, NAMES, CONTENT, ASKED = "words", "names", "content", "asked"
MEANING, STRUCTURE, GRAMMAR = "meaning", "structure", "grammar"
"""The parts that the numbers belong to."""

_OBLIQUE = frozenset({"obl", "nmod", "acl", "advcl"})
_CORE = frozenset({"nsubj", "obj", "csubj", "iobj", "ccomp", "xcomp"})
_NEEDS_HEAD = frozenset({"DET", "ADP", "AUX"})
"""Parts of speech that need the word they belong to: "What is the ?"."""
_GROUPS = {"what": "what", "which": "what", "whom": "who", "whose": "who"}
_NEW_QUESTION_WORDS = ("how", "why", "when", "where", "who")
_MOST_WEIGHT = 4.0


def agreement(question: Reading, reference: Reading) -> dict[str, dict[str, float]]:
    """Compare two comparable texts.

    Args:
        question: The question.
        reference: The reference, with at least one word.

    Returns:
        For each part, its numbers by name; the first is the part's headline.
    """
    kept = _kept_words(question, reference)
    return {
        WORDS: _words(question, reference),
        NAMES: _names(question, reference, kept),
        CONTENT: _content(question, reference, kept),
        ASKED: _asked(question, reference),
        MEANING: _meaning(question, reference),
        STRUCTURE: _facets_and_edges(question, reference) | _tree(kept),
        GRAMMAR: _grammar(question, reference),
    }


# ------------------------------------------------------------------ shares


def _share(count: float, whole: float) -> float:
    return count / whole if whole else 1.0


def _both_ways(here: Sequence[Hashable], there: Sequence[Hashable]) -> tuple[float, float]:
    """Return the share of words here that are there, and the share there that are here."""
    shared = overlap(here, there)
    return _share(shared, len(here)), _share(shared, len(there))


def _few(count: float, most: float) -> float:
    """Return 1 for none, 0 for `most` or more."""
    return 1.0 - min(count, most) / most


# ------------------------------------------------------------------ parts


@cache
def _chrf() -> Chrf:
    from qgauge.metrics.sacre import Chrf

    return Chrf(lowercase="on")


def _words(question: Reading, reference: Reading) -> dict[str, float]:
    characters = _chrf().compare(question.text.strip(), [reference.text.strip()]).value
    assert isinstance(characters, float)
    here, there = question.words, reference.words
    shared = LCSseq.similarity(here, there)
    kept, weight_lost = _weighted(reference, question)
    old, weight_added = _weighted(question, reference)
    added = Counter(question.kinds.words[2]) - Counter(reference.kinds.words[2])
    return {
        "characters": 1.0 if here == there else round(characters / 100, 6),
        "order": f_score(_share(shared, len(here)), _share(shared, len(there))),
        "word_pairs": f_score(*_both_ways(ngrams(here, 2), ngrams(there, 2))),
        "words_kept": kept,
        "words_old": old,
        "weight_kept": _few(weight_lost, _MOST_WEIGHT),
        "weight_old": _few(weight_added, _MOST_WEIGHT),
        "not_shorter": min(1.0, _share(len(here), len(there))),
        "not_longer": min(1.0, _share(len(there), len(here))),
        "function_words_old": _few(added.total(), 4),
    }


def _weighted(wanted: Reading, other: Reading) -> tuple[float, float]:
    """Return the share of the wanted weight that the other text has, and the missing weight."""
    weights = {word: wanted.weights[word] * count for word, count in wanted.lemmas.items()}
    missing = fsum(weight for word, weight in weights.items() if word not in other.lemmas)
    whole = fsum(weights.values())
    return 1.0 - missing / whole if whole else 1.0, missing


def _names(question: Reading, reference: Reading, kept: Kept) -> dict[str, float]:
    precision, recall = _both_ways(question.kinds.words[0], reference.kinds.words[0])
    here, there = set(question.names), set(reference.names)
    return {
        "names_kept": recall,
        "names_same": f_score(precision, recall),
        "proper_nouns_kept": _share_kept(kept, lambda word: word.upos == "PROPN"),
        "names_found": _share(sum(name in here for name in reference.names), len(reference.names)),
        "names_old": _share(sum(name in there for name in question.names), len(question.names)),
    }


def _content(question: Reading, reference: Reading, kept: Kept) -> dict[str, float]:
    names, content = 0, 1
    mine, wanted = question.kinds.words, reference.kinds.words
    content_words = [there for word, there in kept if is_content(word)]
    total, left = len(content_words), sum(content_words)
    return {
        "content_kept": _share(left, total),
        "content_words_kept": _both_ways(mine[content], wanted[content])[1],
        "content_and_names_kept": _both_ways(
            mine[names] + mine[content], wanted[names] + wanted[content]
        )[1],
        "nouns_kept": _share_kept(kept, lambda word: word.upos == "NOUN"),
        "verbs_kept": _share_kept(kept, lambda word: word.upos == "VERB"),
        "much_content": 1.0 - 1.0 / total if left < total else 1.0,
        "content_left": 1.0 - 1.0 / (1 + left) if left < total else 1.0,
        "enough_left": 1.0 if question.words == reference.words else 1.0 - 1.0 / (1 + left),
    }


def _asked(question: Reading, reference: Reading) -> dict[str, float]:
    mine, wanted = _question_words(question.words), _question_words(reference.words)
    here, there = (_GROUPS.get(one[0], one[0]) for one in (mine, wanted))
    classes = question.label.probabilities, reference.label.probabilities
    return {
        "class_shared": _shared_chance(*classes),
        "class_same": class_similarity(question.label.name, (reference.label.name,)),
        "group_shared": _shared_chance(*map(_by_group, classes)),
        "question_words_same": f_score(
            *_both_ways(question.kinds.words[3], reference.kinds.words[3])
        ),
        "first_question_word": float(mine[0] == wanted[0]),
        "question_phrase": float(mine == wanted),
        "question_word_kind": float(here == there),
        "question_word_kept": float(wanted[0] not in QUESTION_WORDS or mine[0] in QUESTION_WORDS),
        **{f"not_now_{word}": float(here == there or here != word) for word in _NEW_QUESTION_WORDS},
    }


def _question_words(words: Sequence[str]) -> tuple[str, str]:
    """Return the first question word and the word after it; without one, the first word."""
    for at, word in enumerate(words):
        if word in QUESTION_WORDS:
            return word, words[at + 1] if at + 1 < len(words) else ""
    return (words[0], "") if words else ("", "")


def _by_group(chances: Mapping[str, float]) -> dict[str, float]:
    groups: dict[str, list[float]] = {}
    for name, chance in chances.items():
        groups.setdefault(name.partition(":")[0], []).append(chance)
    return {group: fsum(some) for group, some in groups.items()}


def _shared_chance(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return the overlap of two distributions, exactly 1 for equal ones."""
    apart = fsum(abs(one.get(name, 0.0) - other.get(name, 0.0)) for name in {**one, **other})
    return max(0.0, 1.0 - apart / 2)


def _meaning(question: Reading, reference: Reading) -> dict[str, float]:
    return {
        "text_similarity": _cosine(question, reference),
        "meaning_kept": _similar(reference, question),
        "meaning_old": _similar(question, reference),
    }


def _cosine(question: Reading, reference: Reading) -> float:
    one, two = question.total, reference.total
    if question.words == reference.words:
        return 1.0
    if one is None or two is None:
        return 0.0
    lengths = sqrt(fsum((one * one).tolist())) * sqrt(fsum((two * two).tolist()))
    return max(0.0, min(1.0, fsum((one * two).tolist()) / lengths)) if lengths else 0.0


def _similar(wanted: Reading, other: Reading) -> float:
    """Return the mean similarity of the wanted words to the closest other word, by weight."""
    if not wanted.lemmas or not other.lemmas:
        return float(not wanted.lemmas)
    meanings = wanted.edges.meanings
    rows, columns = (
        np.array([meanings.place[word] for word in one.lemmas]) for one in (wanted, other)
    )
    best = meanings.similarity(rows, columns).max(axis=1).tolist()
    weights = [wanted.weights[word] * count for word, count in wanted.lemmas.items()]
    apart = fsum(weight * (1.0 - close) for weight, close in zip(weights, best, strict=True))
    whole = fsum(weights)
    return 1.0 - apart / whole if whole else 1.0


def _facets_and_edges(question: Reading, reference: Reading) -> dict[str, float]:
    matcher = ByVectors(question.edges.meanings)
    here, there = question.facets, reference.facets
    recall, precision = _facets(matcher, there, here), _facets(matcher, here, there)
    asked = _facets(matcher, _asking(there), here), _facets(matcher, _asking(here), there)
    return {
        "facets_same": f_score(precision, recall),
        "facets_kept": recall,
        "facets_old": precision,
        "asked_facets": f_score(*asked),
        "edges_kept": _edges(reference.edges, question.edges),
        "edges_old": _edges(question.edges, reference.edges),
    }


def _tree(kept: Kept) -> dict[str, float]:
    """Return what is left of the reference's tree."""
    content = [there for word, there in kept if is_content(word)]
    dangling = sum(
        there and word.upos in _NEEDS_HEAD and word.head >= 0 and not kept[word.head][1]
        for word, there in kept
    )
    return {
        "root_kept": _share_kept(kept, lambda word: word.head < 0),
        "core_kept": _share_kept(kept, lambda word: _base(word) in _CORE),
        "obliques_kept": _share_kept(kept, lambda word: _base(word) in _OBLIQUE),
        "end_kept": float(content[-1]) if content else 1.0,
        "nothing_dangles": _few(dangling, 3),
    }


def _base(word: Word) -> str:
    return word.relation.partition(":")[0]


def _facets(matcher: ByVectors, wanted: Facets, other: Facets) -> float:
    found = matcher.matches(wanted, other)
    return _share(fsum(match.probability for match in found), len(found))


def _asking(some: Facets) -> Facets:
    """Return the facets that contain a question word."""
    asking = [one for one in some.facets if {one.head, one.dependent} & ASKS.keys()]
    return Facets(tuple(asking), some.exact)


def _edges(wanted: Edges, other: Edges) -> float:
    match = best_matches(wanted, other)
    found = zip(wanted.counts, match.similarity, strict=True)
    return _share(fsum(count * similar for count, similar in found), sum(wanted.counts))


def _grammar(question: Reading, reference: Reading) -> dict[str, float]:
    changed = question.words != reference.words
    return {
        "grammar_kept": 1.0 - max(0.0, reference.wellformed - question.wellformed),
        "wellformed": question.wellformed if changed else 1.0,
    }


# ------------------------------------------------------------------ words of the reference


def _kept_words(question: Reading, reference: Reading) -> Kept:
    """Return each word of the reference, and whether the question has its lemma, each used once."""
    left = Counter(lemma(word) for word in question.parsed)
    found = []
    for word in reference.parsed:
        key = lemma(word)
        there = left[key] > 0
        left[key] -= there
        found.append((word, there))
    return found


def _share_kept(kept: Kept, which: Callable[[Word], bool]) -> float:
    chosen = [there for word, there in kept if which(word)]
    return _share(sum(chosen), len(chosen))
