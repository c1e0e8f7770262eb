"""Misstating changes of one phrase: a name, a number, a predicate, an owner, a superlative."""

from __future__ import annotations

import re
from functools import lru_cache
from random import Random

from qgauge.models import word_vectors
from qgauge.models.vectors import cosine
from training.misstated.edits import Change, change, children, inflected, replaced, verb_tag
from training.misstated.items import Item
from training.misstated.material import NUMBER, YEAR
from training.misstated.word_lists import INSERTED, NOT_LIMITED, PEOPLE, SUPERLATIVES
from training.reader.number_forms import ONES, ORDINALS, ordinal
from training.reader.wrong_answers import changed_number
from training.unlabelled_pairs.question_rules import lemma
from training.unlabelled_pairs.tagger import word_set
from training.unlabelled_pairs.thesaurus import Thesaurus

SPELT = ONES[2:21]
ORDINAL = list(ORDINALS)
NEAR, TOO_NEAR = 0.22, 0.55
"""Cosines of a passage word that may replace a word of the question: related, no synonym."""
THESAURUS = Thesaurus()
LIGHT = word_set(
    """do have be call name use make take get give become happen mean ask say tell go come want know
    start begin feel see think try let put kind type thing number person people year time part way
    name word term many much other same different new old such own large big small important main
    place day century group area"""
)


def name(item: Item, rng: Random) -> Change | None:
    """Replace a name, or a character of a tale, by another one of the passage."""
    options = []
    for places in item.names:
        if is_owner(item, places[-1]) or part_of_name(item, places):
            continue
        old = " ".join(item.words[i].text for i in places)
        kind = item.words[places[0]].entity
        found = item.other_names(kind, old)
        if not found and rng.random() < 0.12:
            far = [n for n, k in item.far_names if k == kind and not item.asked_in(n)]
            found = [n for n in far if n.lower() not in item.material.low]
        found = [n for n in found if article_fits(item, places, n)]
        if found:
            options.append((places, rng.choice(found)))
    for i, word in enumerate(item.words):
        low = word.text.lower()
        free = i not in item.focus and not is_owner(item, i)
        if low in PEOPLE and free and word.upos == "NOUN" and "compound" not in word.relation:
            found = item.other_characters(low)
            if found and not children(item.words, i, "compound", "nmod", "acl", "amod"):
                options.append(([i], rng.choice(found)))
    if not options:
        return None
    places, new = rng.choice(options)
    return change(item.words, item.text, places, new)


def part_of_name(item: Item, places: list[int]) -> bool:
    """Return whether a longer name goes on after or before these words."""
    sides = [i for i in (places[0] - 1, places[-1] + 1) if 0 < i < len(item.words)]
    return any(item.words[i].text[:1].isupper() and item.words[i].upos == "PROPN" for i in sides)


def article_fits(item: Item, places: list[int], new: str) -> bool:
    """Return whether the passage writes the new name with "the" if the question does."""
    before = item.words[places[0] - 1].text.lower() if places[0] else ""
    return (before == "the") == (f"the {new.lower()}" in item.material.low)


def is_owner(item: Item, at: int) -> bool:
    return item.words[at].relation == "nmod:poss"


def number(item: Item, rng: Random) -> Change | None:
    """Replace a number by another one of the same shape, mostly from the passage."""
    spots = []
    for i, word in enumerate(item.words):
        low = word.text.lower()
        if i in item.focus and word.upos != "NUM":
            continue
        new = ""
        if NUMBER.fullmatch(word.text):
            new = _other_number(item, word.text, rng)
        elif low in SPELT and word.upos == "NUM":
            here = [w for w in SPELT if w != low and re.search(rf"\b{w}\b", item.material.low)]
            new = rng.choice(here) if here and rng.random() < 0.7 else rng.choice(SPELT[:8])
        elif low in ORDINAL[1:]:
            new = rng.choice([o for o in ORDINAL[: ORDINAL.index(low) + 3] if o != low])
        elif found := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", low):
            value = int(found[1])
            new = ordinal(max(1, value + rng.choice([-2, -1, 1, 2])))
        elif found := re.fullmatch(r"(1[0-9]\d|20[0-2])0s", low):
            new = f"{int(found[1]) + rng.choice([-3, -2, -1, 1, 2])}0s"
        if new and new.lower() != low and not item.asked_in(new):
            if item.material.supported(new, item.without(word.text)):
                continue
            spots.append((i, new))
    if not spots:
        return None
    i, new = rng.choice(spots)
    return change(item.words, item.text, [i], new)


def _other_number(item: Item, old: str, rng: Random) -> str:
    year = bool(YEAR.fullmatch(old))
    same = [
        n
        for n in item.material.numbers
        if n != old
        and bool(YEAR.fullmatch(n)) == year
        and abs(len(n) - len(old)) < 2
        and not item.asked_in(n)
    ]
    if same and rng.random() < 0.8:
        return rng.choice(same)
    return changed_number(old, rng)


@lru_cache(maxsize=400_000)
def _likeness(one: str, two: str) -> float:
    vectors = word_vectors()
    a, b = vectors.vector(one), vectors.vector(two)
    return 0.0 if a is None or b is None else cosine(a, b)


def predicate(item: Item, rng: Random) -> Change | None:
    """Replace a verb, noun or adjective by its opposite or by a related word of the passage."""
    if len(item.words) < 6:
        return None
    spots = [
        i
        for i, w in enumerate(item.words)
        if w.upos in ("VERB", "NOUN", "ADJ")
        and i not in item.focus
        and not w.entity
        and w.lemma not in LIGHT
        and w.text.lower() not in SUPERLATIVES
        and w.text.islower()
        and "'" not in w.text
    ]
    rng.shuffle(spots)
    spots.sort(key=lambda i: item.words[i].upos != "VERB" and rng.random() < 0.4)
    for i in spots:
        for new in _other_words(item, i, rng):
            word = item.words[i]
            if not item.asked_in(new) and not item.material.supported(new, item.without(word.text)):
                return change(item.words, item.text, [i], new)
    return None


def _other_words(item: Item, at: int, rng: Random) -> list[str]:
    """Return replacements of a word in its form, the preferred ones first."""
    word, low = item.words[at], item.words[at].text.lower()
    tag = {"ADJ": "JJ", "NOUN": "NNS" if word.lemma != low else "NN"}.get(word.upos, "")
    if word.upos == "VERB":
        tag = verb_tag(item.words, at)
    opposite = [o for o in THESAURUS.opposite(low, tag) if o.isalpha()]
    if word.upos == "VERB":
        opposite = [inflected(lemma(o), tag) for o in opposite]
        needs = bool(children(item.words, at, "obj")) or tag == "VBN"
        bare = not needs
        near = [
            (inflected(v, tag), _likeness(word.lemma, v))
            for v, object_ in item.material.verbs.items()
            if v not in LIGHT and v != word.lemma and (object_ if needs else bare)
        ]
    else:
        near = [(n, _likeness(low, n)) for n in item.material.nouns.get(tag, []) if n not in LIGHT]
    scored = sorted(((c, n) for n, c in near if NEAR < c < TOO_NEAR), reverse=True)
    related = [n for _, n in scored[:3]]
    rng.shuffle(related)
    return [*opposite, *related] if rng.random() < 0.45 else [*related, *opposite]


def owner(item: Item, rng: Random) -> Change | None:
    """Replace the owner in "X's Y", "his Y" or "the Y of X" by another one of the passage."""
    options: list[tuple[list[int], str]] = []
    for places in item.names:
        last = item.words[places[-1]]
        heads = children(item.words, places[-1], "case")
        of = any(item.words[i].text.lower() == "of" for i in heads) and last.relation == "nmod"
        if last.relation == "nmod:poss" or (of and rng.random() < 0.5):
            old = " ".join(item.words[i].text for i in places)
            found = item.other_names(last.entity, old)
            options += [(places, rng.choice(found))] if found else []
    for i, word in enumerate(item.words):
        low = word.text.lower()
        if word.relation != "nmod:poss" or i in item.focus:
            continue
        if low in PEOPLE and not children(item.words, i, "compound", "amod", "nmod"):
            found = item.other_characters(low)
            options += [([i], rng.choice(found))] if found else []
        elif low in ("his", "her", "its", "their"):
            people = item.other_names("PER" if low != "its" else "ORG", low)
            found = [f"{n}'s" for n in people]
            found += [f"the {c}'s" for c in item.other_characters(low)] if low != "its" else []
            options += [([i], rng.choice(found))] if found else []
    if not options:
        return None
    places, new = rng.choice(options)
    return change(item.words, item.text, places, new)


def superlative(item: Item, rng: Random) -> Change | None:
    """Reverse a superlative, or limit a noun to the first, the only, the current one."""
    spots = [
        i
        for i, w in enumerate(item.words)
        if w.text.lower() in SUPERLATIVES
        and w.upos in ("ADJ", "ADV")
        and i and item.words[i - 1].text.lower() not in ("how", "at", "more", "most", "no", "any")
        and not item.words[i].entity
        and not (w.text.lower() == "most" and item.words[w.head].upos == "NOUN")
    ]  # fmt: skip
    if spots and rng.random() < 0.85:
        i = rng.choice(spots)
        new = rng.choice(SUPERLATIVES[item.words[i].text.lower()])
        if not item.material.supported(new, item.without(item.words[i].text)):
            return change(item.words, item.text, [i], new)
    return _limited(item, rng)


def _limited(item: Item, rng: Random) -> Change | None:
    """Insert a limiting word after "the" and before a single noun."""
    spots = []
    for i, word in enumerate(item.words[:-1]):
        noun = item.words[i + 1]
        if word.text.lower() != "the" or noun.upos != "NOUN" or noun.lemma != noun.text.lower():
            continue
        if noun.lemma in NOT_LIMITED or noun.relation in ("compound", "nmod:poss") or noun.entity:
            continue
        person = noun.lemma in PEOPLE
        if item.tale and not person:
            continue
        group = "tale" if item.tale else "person" if person else "thing"
        options = [w for w in INSERTED[group] if f"{w} {noun.text}" not in item.material.low]
        if any(re.search(rf"\b{w}\b", item.text.lower()) for w in INSERTED["thing"]):
            continue
        usual = [w for w in options if not w.endswith("est") or item.tale]
        here = [w for w in options if re.search(rf"\b{w}\b", item.material.low)]
        if usual:
            spots.append((i, rng.choice(here if here and rng.random() < 0.7 else usual)))
    if not spots:
        return None
    i, new = rng.choice(spots)
    old = f"the {item.words[i + 1].text}"
    if new == "current" and re.match(r"(Who|What) (was|were) the ", item.text):
        return Change(re.sub(r"^(Who|What) (was|were) the ", r"\1 is the current ", item.text))
    text = replaced(item.text, item.words[i].end, item.words[i].end, f" {new}")
    return Change(text, old, f"the {new} {item.words[i + 1].text}")
