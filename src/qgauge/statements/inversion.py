"""Find the subject in subject-auxiliary inversion, by the parse or else by word classes."""

from __future__ import annotations

from qgauge.statements.sentence import Sentence
from qgauge.statements.verbs import AUXILIARY, BE, DO, HAVE, MODAL, NEGATION, can_be
from qgauge.text.words import word_set

PRONOUNS = word_set("he she it they we i you there this that these")
HEDGES = word_set("most likely best probably also not least usually first")
"""Adverbs that may come between auxiliary and verb, whatever their tag."""


def is_auxiliary(sentence: Sentence, at: int) -> bool:
    """Return whether the word is an auxiliary, not a possessive `'s`."""
    return sentence.low[at] in AUXILIARY and sentence.upos(at) != "PART"


def past_hedges(sentence: Sentence, at: int) -> int:
    """Return the index of the first word from `at` on that is not an adverb."""
    while at < len(sentence) - 1 and (sentence.upos(at) == "ADV" or sentence.low[at] in HEDGES):
        if sentence.low[at] in AUXILIARY:
            break
        at += 1
    return at


def subject_after(
    sentence: Sentence, at: int, auxiliary: int, first: int
) -> tuple[tuple[int, int] | None, bool]:
    """Return the span of the subject after an auxiliary, or None, and whether it is certain."""
    low = sentence.low
    if first >= len(sentence):
        return None, True
    verb = low[auxiliary]
    if low[first] == "there" and verb in BE:
        return (first, first + 1), True
    found = _subject_by_tree(sentence, first)
    if found and sentence.low[found[1] - 1] in ("'s", "'"):
        found = None  # only the possessor: "Harvard's rival"
    if found and _predicate_fits(sentence, verb, found[1]):
        return found, True
    if verb in BE or verb == "s":
        return _subject_of_be(sentence, at, first, found)
    begins = past_hedges(sentence, first)
    if verb in HAVE or (sentence.is_verb(begins) and can_be(low[begins], "VB")):
        return None, True  # "Who had players sent off?": the wh-word is the subject
    return _subject_by_words(sentence, first), False


def _subject_by_tree(sentence: Sentence, first: int) -> tuple[int, int] | None:
    """Return a contiguous subject of the parse that starts at `first`."""
    for at in range(first, len(sentence)):
        if sentence.relation(at) not in ("nsubj", "csubj", "expl"):
            continue
        head = sentence.words[at].head
        last = head if head > at else len(sentence)
        start, end = sentence.run(at, first, last)
        if start == first:
            while end - 1 > at and (
                sentence.upos(end - 1) == "ADV" or sentence.low[end - 1] == ","
            ):
                end -= 1
            if sentence.low[end] == "," and "," in sentence.low[start:end]:
                end += 1  # include the closing comma: "buses, such as these,"
            return start, end
        if start > first + 1:
            return None
    return None


def _predicate_fits(sentence: Sentence, verb: str, rest: int) -> bool:
    """Return whether the verb form after the subject fits the auxiliary."""
    while sentence.upos(rest) in ("ADV", "PUNCT") or sentence.low[rest] in NEGATION:
        rest += 1
    following = sentence.low[rest]
    if verb in DO or (verb in MODAL and verb != "'d"):
        return sentence.is_verb(rest) or can_be(following, "VB")
    if verb in HAVE:
        return following in ("been", "got") or can_be(following, "VBN")
    return True


def _subject_of_be(
    sentence: Sentence, at: int, first: int, found: tuple[int, int] | None
) -> tuple[tuple[int, int] | None, bool]:
    """Return the noun phrase after a form of be, or None if a predicate follows."""
    if found:
        return found, True
    while sentence.upos(first) == "ADV":
        first += 1
    upos = sentence.upos(first)
    if upos in ("VERB", "AUX", "ADP", "SCONJ", "PART", ""):
        return None, True
    if upos == "ADJ" and not _noun_follows(sentence, first):
        return None, True
    wh = at >= 0 and sentence.low[at] in ("what", "who", "which", "whose", "how")
    if wh and _is_subject(sentence, at):
        # "What is the capital?": in the parse the noun phrase is the predicate of the wh-word
        head = next((h for h in [at, *sentence.ancestors(at)] if sentence.words[h].head == -1), -1)
        if head >= first:
            return (first, len(sentence)), True
    verbs = any(sentence.is_verb(one) for one in range(first, len(sentence)))
    if not verbs and sentence.upos(len(sentence) - 1) in ("NOUN", "PROPN", "PRON", "NUM"):
        return (first, len(sentence)), False
    return None, False


def _is_subject(sentence: Sentence, at: int) -> bool:
    """Return whether the parse makes the wh-word or its phrase the subject."""
    chain = [at, *sentence.ancestors(at)]
    return any(sentence.relation(one) == "nsubj" for one in chain[:3])


def _noun_follows(sentence: Sentence, at: int) -> bool:
    """Return whether adjectives from `at` on are followed by a noun."""
    while sentence.upos(at) in ("ADJ", "ADV", "NUM", "CCONJ"):
        at += 1
    return sentence.upos(at) in ("NOUN", "PROPN")


def _subject_by_words(sentence: Sentence, first: int) -> tuple[int, int] | None:
    """Return the noun phrase before the first word that can be a base form."""
    low = sentence.low
    for at in range(first + 1, len(sentence)):
        nominal = sentence.upos(at - 1) in ("DET", "ADP", "ADJ") and low[at - 1] not in PRONOUNS
        if nominal or low[at - 1] == "-":
            continue  # inside a noun phrase: "Who has three-legged chairs?"
        if can_be(low[at], "VB") and sentence.is_verb(at):
            end = at
            while end > first + 1 and sentence.upos(end - 1) == "ADV":
                end -= 1
            return first, end
    if low[first] in PRONOUNS and can_be(low[first + 1], "VB"):
        return first, first + 1
    return None
