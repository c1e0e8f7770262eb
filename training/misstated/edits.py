"""Edits of a parsed question: spans, subtrees, word forms, and the joins after a replacement."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lemminflect import getInflection

from qgauge.tools.roles import Word
from training.unlabelled_pairs.tagger import word_set

Words = Sequence[Word]
WH = word_set("what which who whom whose when where why how")


@dataclass(frozen=True)
class Change:
    """A new question, and the phrase that was replaced, if the change is only that."""

    text: str
    old: str = ""
    new: str = ""


def children(words: Words, head: int, *relations: str) -> list[int]:
    """Return the dependents of a word, with one of the relations if any are given."""
    return [
        i
        for i, w in enumerate(words)
        if w.head == head and (not relations or w.relation.split(":")[0] in relations)
    ]


def subtree(words: Words, head: int) -> list[int]:
    """Return the places of a word and all that depends on it, in order."""
    found, new = {head}, [head]
    while new:
        at = new.pop()
        more = [i for i, w in enumerate(words) if w.head == at and i not in found]
        found.update(more)
        new += more
    return sorted(found)


def span(words: Words, places: Sequence[int]) -> tuple[int, int]:
    """Return the first and last character of adjacent words, or (-1, -1) if there is a gap."""
    places = sorted(places)
    if not places or places[-1] - places[0] + 1 != len(places):
        return -1, -1
    return words[places[0]].start, words[places[-1]].end


def root(words: Words) -> int:
    return next((i for i, w in enumerate(words) if w.head < 0), 0)


def focus(words: Words) -> set[int]:
    """Return the places of the wh-phrase, and of the noun that "What is the …" asks for."""
    found: set[int] = set()
    for i, word in enumerate(words):
        if word.text.lower() not in WH:
            continue
        found.add(i)
        if word.head >= 0 and (
            word.relation in ("det", "amod", "nmod:poss") or words[word.head].upos in ("ADJ", "ADV")
        ):
            found.add(word.head)
            if words[word.head].relation in ("amod", "nummod") and words[word.head].head >= 0:
                found.add(words[word.head].head)
        if word.relation == "root" or word.head < 0:
            found.update(children(words, i, "nsubj"))
        break
    for i, word in enumerate(words):
        if word.head in found and word.relation in ("compound", "fixed"):
            found.add(i)
    return found


def replaced(text: str, start: int, end: int, new: str) -> str:
    """Replace a span, and fix a/an, capitals and spaces."""
    old = text[start:end]
    if old[:1].isupper() and start == 0:
        new = new[:1].upper() + new[1:]
    before = text[:start]
    if new:
        before = re.sub(r"\b([Aa])n? $", lambda m: m[1] + _n(new) + " ", before)
    return tidied(before + new + text[end:])


def _n(word: str) -> str:
    low = word.lower()
    vowel = low[:1] in "aeiou" and not re.match(r"uni|use|usu|eur|one\b|once", low)
    return "n" if vowel or re.match(r"hour|honest|honou?r|heir", low) else ""


def tidied(text: str) -> str:
    """Fix spaces and the capital at the start."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" (?=[?,.;])", "", text)
    text = re.sub(r",+(?=[?,])", "", text)
    return text[:1].upper() + text[1:]


def change(words: Words, text: str, places: Sequence[int], new: str) -> Change | None:
    """Replace adjacent words by a phrase; None if they are not adjacent."""
    start, end = span(words, places)
    if start < 0 or text[start:end].lower() == new.lower():
        return None
    return Change(replaced(text, start, end, new), text[start:end], new)


def verb_tag(words: Words, at: int) -> str:
    """Return the form of a verb: VB, VBD, VBN, VBG or VBZ."""
    word = words[at]
    low = word.text.lower()
    helpers = {words[i].lemma for i in children(words, at, "aux")}
    if low.endswith("ing") and word.lemma != low:
        return "VBG"
    past, part = inflected(word.lemma, "VBD"), inflected(word.lemma, "VBN")
    if low in (past, part) and low != word.lemma:
        done = helpers & {"be", "have"} or word.relation in ("acl", "amod") or low != past
        return "VBN" if done else "VBD"
    if low == inflected(word.lemma, "VBZ"):
        return "VBZ"
    if low == word.lemma and helpers & {"be", "have"} and low == part:
        return "VBN"
    return "VB"


def inflected(lemma: str, tag: str) -> str:
    """Return a form of a lemma, or the lemma itself."""
    forms = getInflection(lemma, tag)
    return forms[0] if forms else lemma


def finite(lemma: str, helper: str) -> str:
    """Return the finite form that replaces do, does or did with a plain verb."""
    tag = {"did": "VBD", "does": "VBZ"}.get(helper.lower(), "VB")
    return inflected(lemma, tag)


def lower_first(phrase: str, word: Word) -> str:
    """Put a phrase in the middle of a sentence: its first letter is small unless it is a name."""
    if word.upos == "PROPN" or word.entity in ("PER", "LOC", "ORG", "MISC") or word.text == "I":
        return phrase
    return phrase if phrase[1:2].isupper() else phrase[:1].lower() + phrase[1:]
