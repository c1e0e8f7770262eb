"""Misstating changes of the clause: its negation, its tense, and who does what to whom."""

from __future__ import annotations

import re
from random import Random

from training.misstated.edits import (
    Change,
    children,
    finite,
    lower_first,
    replaced,
    span,
    subtree,
    tidied,
    verb_tag,
)
from training.misstated.items import Item
from training.misstated.material import NAMED
from training.misstated.word_lists import CAUSES, NO_ROLES, PEOPLE, SYMMETRIC

SHORT = {"did": "didn't", "does": "doesn't", "do": "don't", "was": "wasn't", "were": "weren't",
         "is": "isn't", "are": "aren't", "has": "hasn't", "had": "hadn't", "have": "haven't",
         "could": "couldn't", "would": "wouldn't", "can": "can't", "will": "won't"}  # fmt: skip
WHOLE = {"ca": "can", "wo": "will"}
DENIALS = ("not", "n't", "n’t", "never")
DO = {"VBD": "did", "VBZ": "does", "VB": "do"}


def negation(item: Item, rng: Random) -> Change | None:
    """Negate the main verb, or remove its negation."""
    denied = [i for i, w in enumerate(item.words) if w.text.lower() in DENIALS]
    if denied:
        return _affirmed(item, denied[0])
    words, verb = item.words, item.root
    if words[verb].upos != "VERB":
        return _copula_negated(item)
    helpers = children(words, verb, "aux")
    subjects = children(words, verb, "nsubj", "csubj")
    if not subjects or children(words, verb, "conj"):
        return None
    asked = bool(set(subtree(words, subjects[0])) & item.focus)
    word = words[verb]
    if word.lemma == "be":
        return None
    if not helpers:
        tag = verb_tag(words, verb)
        if not asked or tag not in DO or subjects[0] > verb:
            return None
        denial = f"{DO[tag]} not" if rng.random() < 0.6 else SHORT[DO[tag]]
        return Change(replaced(item.text, word.start, word.end, f"{denial} {word.lemma}"))
    first = words[helpers[0]]
    if asked or subjects[0] < helpers[0]:
        return Change(replaced(item.text, first.end, first.end, " not"))
    if rng.random() < 0.45 and first.text.lower() in SHORT:
        short = SHORT[first.text.lower()]
        return Change(replaced(item.text, first.start, first.end, short))
    places = [i for i in (*helpers[1:], verb) if i > subjects[0]]
    at = words[min(places)].start if places else -1
    if (
        at < 0
        or not words[min(places)].text.islower()
        or min(places) <= max(subtree(words, subjects[0]))
    ):
        return None
    denial = "never " if rng.random() < 0.2 else "not "
    return Change(replaced(item.text, at, at, denial))


def _affirmed(item: Item, at: int) -> Change | None:
    """Remove a denial, with the space before it."""
    word, before = item.words[at], item.words[at - 1]
    if word.text.lower().startswith("n") and word.start == before.end and at:
        whole = WHOLE.get(before.text.lower(), before.text)
        return Change(replaced(item.text, before.start, word.end, whole))
    after = item.text[word.end :].strip().split(" ")[0].lower()
    if after in ("only", "yet", "just", "until") or (word.text.lower() == "never" and at < 2):
        return None
    return Change(replaced(item.text, word.start, word.end, ""))


def _copula_negated(item: Item) -> Change | None:
    """Negate "which country is a member": the wh-phrase is the subject of is or was."""
    copulas = children(item.words, item.root, "cop")
    subjects = children(item.words, item.root, "nsubj")
    if not copulas or not subjects or item.root in item.focus:
        return None
    if not set(subtree(item.words, subjects[0])) & item.focus or subjects[0] > copulas[0]:
        return None
    end = item.words[copulas[0]].end
    return Change(replaced(item.text, end, end, " not"))


def tense(item: Item, _rng: Random) -> Change | None:
    """Ask about the future what the passage says of the past, or the reverse."""
    if item.tale or re.search(r"\b(will|would|plan|future)", item.material.low):
        will = re.match(r"(Who|What|When|Where|Why|How) will (?!be\b|have\b)", item.text)
        return Change(item.text.replace("will", "did", 1)) if will else None
    words, verb = item.words, item.root
    helpers = children(words, verb, "aux")
    subjects = children(words, verb, "nsubj")
    if words[verb].upos != "VERB" or not subjects or len(helpers) > 1:
        return None
    if not helpers:
        wh = set(subtree(words, subjects[0])) & item.focus
        if verb_tag(words, verb) != "VBD" or not wh:
            return None
        new = f"will {words[verb].lemma}"
        return Change(replaced(item.text, words[verb].start, words[verb].end, new))
    helper = words[helpers[0]]
    if helper.text.lower() == "did":
        return Change(replaced(item.text, helper.start, helper.end, "will"))
    if helper.text.lower() in ("was", "were") and verb_tag(words, verb) == "VBN":
        text = replaced(item.text, words[verb].start, words[verb].start, "be ")
        return Change(replaced(text, helper.start, helper.end, "will"))
    return None


def role(item: Item, _rng: Random) -> Change | None:
    """Exchange who does it and to whom it is done."""
    words, verb = item.words, item.root
    if words[verb].upos != "VERB" or words[verb].lemma in SYMMETRIC | NO_ROLES:
        return None
    return _swapped(item) or _object_asked(item) or _subject_asked(item)


def _kind(item: Item, at: int) -> str:
    """Return PER for people and animals, or the type of another name."""
    word = item.words[at]
    if word.lemma.lower() in PEOPLE:
        return "PER"
    return word.entity if word.entity in NAMED else ""


def _swapped(item: Item) -> Change | None:
    """Exchange the subject and the object, or the place from and the place to."""
    words, verb = item.words, item.root
    if re.search(r"\b(according|with|between|and)\b", item.text):
        return None
    subjects = [i for i in children(words, verb, "nsubj") if i not in item.focus]
    others = [i for i in children(words, verb, "obj", "obl", "iobj") if i not in item.focus]
    pairs = [(a, b) for a in subjects for b in others]
    pairs += [(a, b) for a in others for b in others if a < b]
    for a, b in pairs:
        if not _kind(item, a) or _kind(item, a) != _kind(item, b):
            continue
        one, two = _phrase(item, a), _phrase(item, b)
        (s, e), (t, f) = sorted((span(words, one), span(words, two)))
        if s < 0 or e > t or item.coordinated(item.text[s:e], item.text[t:f]):
            continue
        text = item.text
        return Change(tidied(text[:s] + text[t:f] + text[e:t] + text[s:e] + text[f:]))
    return None


def _phrase(item: Item, at: int) -> list[int]:
    """Return the noun phrase without its preposition."""
    cases = set(children(item.words, at, "case"))
    return [i for i in subtree(item.words, at) if i not in cases]


def _object_asked(item: Item) -> Change | None:
    """Turn "Who killed X?" into "Who did X kill?"."""
    words, verb = item.words, item.root
    subjects, objects = children(words, verb, "nsubj"), children(words, verb, "obj")
    if not re.match(r"(Who|What) \w+ ", item.text) or subjects != [0] or verb != 1 or not objects:
        return None
    places = subtree(words, objects[0])
    start, end = span(words, places)
    wh, kind = words[0].text, _kind(item, objects[0])
    fits = kind in NAMED if wh == "Who" else kind != "PER" and words[verb].lemma in CAUSES
    if not fits or places[0] != 2 or start < 0 or words[objects[0]].upos == "PRON":
        return None
    tag = verb_tag(words, verb)
    if tag not in DO or children(words, verb, "xcomp", "ccomp"):
        return None
    plural = words[objects[0]].upos == "NOUN" and words[objects[0]].lemma != words[objects[0]].text
    do = "do" if plural and tag == "VBZ" else DO[tag]
    middle = f"{wh} {do} {item.text[start:end]} {words[verb].lemma}"
    return Change(tidied(middle + item.text[end:]))


def _subject_asked(item: Item) -> Change | None:
    """Turn "Who did X kill?" into "Who killed X?"."""
    words, verb = item.words, item.root
    subjects, objects = children(words, verb, "nsubj"), children(words, verb, "obj")
    wh = words[0].text.replace("Whom", "Who")
    people = any(_kind(item, i) == "PER" for i in subjects)
    if wh == "What" and (people or words[verb].lemma not in CAUSES):
        return None
    if not re.match(r"(Whom?|What) (did|does|do) ", item.text) or objects != [0] or not subjects:
        return None
    places = subtree(words, subjects[0])
    start, end = span(words, places)
    if start < 0 or places[0] != 2 or verb != places[-1] + 1 or words[subjects[0]].upos == "PRON":
        return None
    after = words[verb + 1].text if verb + 1 < len(words) else "?"
    if children(words, verb, "xcomp", "ccomp", "compound") or after.lower() in ("to", "about"):
        return None
    done = finite(words[verb].lemma, words[1].text)
    subject = lower_first(item.text[start:end], words[places[0]])
    return Change(tidied(f"{wh} {done} {subject}{item.text[words[verb].end :]}"))
