"""Find the gap that wh-movement left behind: the place of the answer in the statement."""

from __future__ import annotations

from qgauge.statements.question_parts import QuestionParts
from qgauge.statements.sentence import Sentence
from qgauge.statements.verbs import AUXILIARY
from qgauge.text.words import word_set

_SAYING = word_set(
    "think say believe suppose claim know feel argue suggest hope report propose state guess expect"
)
_BE = ("be", "been", "being")
_TOGETHER = frozenset({"combine", "join", "unite", "react", "work", "mix", "come", "go", "return"})
_NOT_BEFORE_NOUN = frozenset({"", "ADP", "SCONJ", "PUNCT", "ADV", "CCONJ", "VERB", "AUX", "PART"})
_FIXED = (
    *(("close",), ("up", "close"), ("close", "up"), ("from", "up", "close"), ("from", "afar")),
    *(("over", "and", "over"), ("on", "and", "off"), ("back", "and", "forth")),
)
"""Adverbials that parsers take for particles or prepositions; the object comes before them."""
_TIME = word_set(
    "year years day days week weeks month months century morning evening night afternoon summer "
    "winter spring autumn time moment decade today yesterday tomorrow monday tuesday wednesday "
    "thursday friday saturday sunday"
)


def main_verb(parts: QuestionParts) -> int:
    """Return the index of the main verb after the subject, or of the first word there."""
    sentence = parts.sentence
    for at in range(parts.rest, len(sentence)):
        word = sentence.low[at]
        if sentence.is_verb(at) or word in _BE:
            if word not in (*_BE, "have") or not sentence.is_verb(at + 1):
                return at
        elif sentence.upos(at) not in ("ADV", "PUNCT", "PART"):
            break
    return min(parts.rest, len(sentence) - 1)


def stranded(parts: QuestionParts) -> int:
    """Return the index after a stranded preposition (`What is it made of?`), or -1."""
    sentence = parts.sentence
    for at in range(parts.rest, len(sentence)):
        likely = sentence.upos(at) == "ADP" or sentence.low[at] in ("of", "with", "from", "for")
        if not likely or sentence.relation(at) == "compound" or _is_fixed(sentence, at):
            continue  # a particle: "turn on"
        if at + 1 == len(sentence):
            return at + 1
        ours = parts.wh[0] <= sentence.words[at].head < parts.wh[1]
        alone = sentence.relation(at) in ("obl", "advmod", "xcomp", "nmod") and not any(
            one > at for one in sentence.children(at)
        )
        if sentence.upos(at + 1) == "ADP" and at + 2 == len(sentence):
            return at + 2  # "out of"
        if (ours or alone) and sentence.upos(at + 1) in _NOT_BEFORE_NOUN:
            return at + 1
    return -1


def _is_fixed(sentence: Sentence, at: int) -> bool:
    """Return whether a fixed adverbial such as `up close` covers the word."""
    starts = (one for one in range(max(at - 2, 0), at + 1) if not sentence.is_verb(one))
    return any(
        sentence.low[start : start + len(fixed)] == fixed and at < start + len(fixed)
        for start in starts
        for fixed in _FIXED
    )


def object_gap(parts: QuestionParts) -> int:
    """Return the index of the object gap."""
    sentence = parts.sentence
    verb = main_verb(parts)
    if sentence.lemma(verb) == "take" and sentence.low[parts.subject[0]] == "it":
        # Before the infinitive: "How long does it take a snail to cross the road?"
        places = range(verb + 1, len(sentence))
        return next((n for n in places if sentence.low[n] in ("to", "for")), len(sentence))
    at = stranded(parts)
    if at >= 0:
        return at
    if sentence.low[len(sentence) - 1] in ("is", "was", "are", "were", "be", "become"):
        return len(sentence)  # predicate gap: "What did they believe it was?"
    if sentence.lemma(verb) in _SAYING and _clause_follows(sentence, verb + 1):
        return verb + 1
    governor = _governor(parts)
    if _purpose_lacks_object(sentence, verb):
        return len(sentence)
    verb = governor if governor > verb else _deepest(sentence, verb)
    return _after(sentence, verb)


def _purpose_lacks_object(sentence: Sentence, verb: int) -> bool:
    """Return whether a final infinitive lacks its object: `What do they join to form?`"""
    last = len(sentence) - 1
    if last - verb < 2 or sentence.upos(last) != "VERB" or sentence.low[last - 2] == "order":
        return False
    if sentence.low[last - 1] != "to":
        return sentence.lemma(verb) == "be" and sentence.low[last].endswith("ing")
    return _has_object(sentence, verb) or sentence.lemma(verb) in _TOGETHER


def _has_object(sentence: Sentence, verb: int) -> bool:
    """Return whether an object follows the verb."""
    return any(one > verb for one in sentence.children(verb, "obj"))


def _clause_follows(sentence: Sentence, at: int) -> bool:
    """Return whether a clause that lacks its subject starts here: `think is best`."""
    clausal = sentence.relation(at) in ("ccomp", "xcomp", "parataxis")
    return sentence.low[at] in AUXILIARY or (sentence.upos(at) == "VERB" and clausal)


def _governor(parts: QuestionParts) -> int:
    """Return the verb after the subject that governs the wh-phrase in the tree, or -1."""
    sentence = parts.sentence
    for at in range(*parts.wh):
        head = sentence.words[at].head
        verbal = head >= parts.rest and sentence.upos(head) == "VERB"
        if verbal and sentence.relation(head) in ("root", "xcomp", "ccomp", "conj"):
            return head
    return -1


def _deepest(sentence: Sentence, verb: int) -> int:
    """Return the last verb without an object in a chain such as `want to buy`."""
    while True:
        below = [
            one
            for one in sentence.children(verb, "xcomp")
            if one > verb and sentence.upos(one) == "VERB"
        ]
        if not below or _has_object(sentence, below[0]):
            return verb
        verb = below[0]


def _after(sentence: Sentence, verb: int) -> int:
    """Return the index after a verb, its particle and its existing objects."""
    at = verb + 1
    if _is_fixed(sentence, at):
        return at  # "see up close"
    if at < len(sentence) and sentence.relation(at) == "compound":
        at += 1
    for one in sentence.children(verb, "obj", "iobj"):
        if one >= at:
            first, last = sentence.run(one, at, len(sentence))
            if first == at:
                at = last
    return at


def adjunct_gap(
    parts: QuestionParts, *, before_clauses: bool = False, before_times: bool = False
) -> int:
    """Return the place of an adjunct: the end, or before a final adverbial clause or time."""
    sentence, size = parts.sentence, len(parts.sentence)
    verb = main_verb(parts)
    for at in range(verb + 1, size):
        head, relation = sentence.words[at].head, sentence.relation(at)
        if before_clauses and relation == "advcl" and head <= verb + 1:
            first, last = sentence.run(at, verb + 1, size)
            if last == size and sentence.low[first] not in ("to", "by"):
                return before_commas(sentence, first)
        if before_times and relation == "obl" and head == verb:
            timed = sentence.words[at].entity == "DATE" or sentence.low[at] in _TIME
            first, last = sentence.run(at, verb + 1, size)
            if timed and last == size:
                return before_commas(sentence, first)
    return size


def before_commas(sentence: Sentence, at: int) -> int:
    """Move an index before any commas that precede it."""
    while at > 0 and sentence.low[at - 1] == ",":
        at -= 1
    return at
