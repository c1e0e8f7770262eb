"""Questions that merge two facts of a passage: wrongly, or, for true records, rightly."""

from __future__ import annotations

import re
from random import Random

from training.misstated.edits import Change, children, span, subtree, tidied, verb_tag
from training.misstated.items import Item
from training.misstated.material import overlap, stems
from training.misstated.word_lists import COMPARED, PEOPLE

MOST_WORDS = 28


def merged(item: Item, rng: Random) -> Change | None:
    """Add a phrase or clause of another question of the passage that belongs to another fact."""
    mates = list(item.mates)
    rng.shuffle(mates)
    ways = [_with_phrase, _with_clause, _with_clause]
    rng.shuffle(ways)
    for mate in mates[:6]:
        for way in ways:
            if made := way(item, mate):
                return made
    return None


def rightly_merged(item: Item, _rng: Random) -> Change | None:
    """Add a clause of another question whose answer is the last noun phrase of this one."""
    if item.question.source == "qamr":
        return None
    for mate in item.mates:
        if made := _with_clause(item, mate, right=True):
            return made
    return None


def _short(text: str) -> Change | None:
    return Change(tidied(text)) if len(text.split()) <= MOST_WORDS else None


def _elsewhere(item: Item, phrase: str) -> bool:
    """Return whether no sentence about this question also has the words of the phrase."""
    mine = stems(phrase)
    home = item.material.best(item.text + " " + item.question.answer)
    if not mine or len(mine & item.material.stems[home]) > 0.5 * len(mine):
        return False
    return not item.material.supported(phrase, item.text)


def _with_phrase(item: Item, mate: Item) -> Change | None:
    """Append "in 1990" or "at the University" from the end of another question."""
    last = len(mate.words) - 2
    for i in children(mate.words, mate.root, "obl"):
        places = subtree(mate.words, i)
        cases = children(mate.words, i, "case")
        if not cases or set(places) & mate.focus or places[-1] != last or len(places) < 2:
            continue
        start, end = span(mate.words, places)
        phrase = mate.text[start:end]
        first = mate.words[places[0]].text.lower()
        own = {w.text.lower() for w in item.words}
        if start < 0 or first in own or overlap(phrase, item.text) or first in ("to", "of", "by"):
            continue
        if not re.search(r"[A-Z\d]", phrase) or not _open_end(item) or not _elsewhere(item, phrase):
            continue
        if re.match(r"(When|In what year|What year|In which year|Where)", item.text):
            continue
        if any(overlap(phrase, a) for a in item.question.answers):
            continue
        return _short(f"{item.text.rstrip('?')} {phrase}?")
    return None


def _open_end(item: Item) -> bool:
    """Return whether a phrase can follow the last word: it is no preposition and no quotation."""
    return len(item.words) > 2 and item.words[-2].upos in ("VERB", "NOUN", "PROPN", "ADJ", "NUM")


def clause_of(mate: Item) -> tuple[str, bool]:
    """Return what follows the asked subject of a question, and whether that is a person."""
    words, verb = mate.words, mate.root
    head = verb if words[verb].upos == "VERB" else -1
    subjects = [i for i in children(words, verb, "nsubj") if i in mate.focus]
    if not subjects or head < 0 or children(words, verb, "conj", "advcl"):
        return "", False
    places = subtree(words, subjects[0])
    if places[0] != 0 or places[-1] >= verb or places[-1] > 3:
        return "", False
    helpers = [words[i].text.lower() for i in children(words, verb, "aux")]
    if not helpers and verb_tag(words, verb) not in ("VBD",):
        return "", False
    if helpers and helpers[0] not in ("was", "had", "could", "would"):
        return "", False
    rest = mate.text[words[places[-1]].end :].strip(" ?")
    person = words[0].text == "Who" or words[subjects[0]].lemma in PEOPLE
    return (rest if 3 <= len(rest.split()) <= 12 else ""), person


def _with_clause(item: Item, mate: Item, right: bool = False) -> Change | None:
    """Append a relative clause to the last noun phrase."""
    rest, person = clause_of(mate)
    if not rest or len(item.words) < 4 or not item.text.endswith("?"):
        return None
    head = item.words[-2]
    place = len(item.words) - 2
    if head.upos not in ("NOUN", "PROPN") or place in item.focus or head.entity == "DATE":
        return None
    plural = head.upos == "NOUN" and head.lemma != head.text.lower()
    named = head.upos == "PROPN"
    is_person = head.entity == "PER" or head.lemma.lower() in PEOPLE
    if is_person != person or plural or (named and head.entity not in ("PER", "LOC", "ORG")):
        return None
    phrase = _last_phrase(item)
    same = any(stems(a) and stems(a) <= stems(phrase) for a in mate.question.answers)
    if right:
        if not same or overlap(rest, item.question.answer):
            return None
    elif (
        same
        or any(overlap(phrase, a) for a in mate.question.answers)
        or overlap(rest, phrase)
        or not _elsewhere(item, rest)
    ):
        return None
    link = ", who" if named and person else ", which" if named else " who" if person else " that"
    return _short(f"{item.text.rstrip('?')}{link} {rest}?")


def _last_phrase(item: Item) -> str:
    places = [i for i in subtree(item.words, len(item.words) - 2) if i < len(item.words) - 1]
    start, end = span(item.words, places)
    return item.text[start:end] if start >= 0 else item.words[-2].text


def comparison(item: Item, rng: Random) -> Change | None:
    """Ask which of two names is older or larger where the passage compares nothing."""
    if re.search(r"\bthan\b|\b\w+er and \w+er\b", item.material.low):
        return None
    for kind in rng.sample(sorted(COMPARED), len(COMPARED)):
        names = [n for n, k in item.material.names if k == kind]
        pairs = [(a, b) for a in names for b in names if a != b and not overlap(a, b)]
        if pairs:
            a, b = rng.choice(pairs)
            how = rng.choice(COMPARED[kind])
            wh = "Who" if kind == "PER" else "Which"
            return Change(f"{wh} {rng.choice(('is', 'was'))} {how}, {a} or {b}?")
    return None


def choice(item: Item, rng: Random) -> Change | None:
    """Name the answer and another name at the end of a true question: "…, X or Y?"."""
    answer = item.question.answer
    kind = next((k for n, k in item.material.names if n == answer), "")
    others = [n for n, k in item.material.names if k == kind and not item.asked_in(n)]
    if not kind or not others or not re.match(r"(Who|Which|What) \w+ ", item.text):
        return None
    pair = [answer, rng.choice(others)]
    rng.shuffle(pair)
    return Change(f"{item.text.rstrip('?')}, {pair[0]} or {pair[1]}?")


def contrast(item: Item, rng: Random) -> Change | None:
    """Deny another name in a true question: "Who, and not X, built the tower?"."""
    answer = item.question.answer
    kind = next((k for n, k in item.material.names if n == answer), "")
    others = [n for n, k in item.material.names if k == kind and not item.asked_in(n)]
    subjects = [i for i in children(item.words, item.root, "nsubj") if i in item.focus]
    if not kind or not others or not subjects:
        return None
    places = subtree(item.words, subjects[0])
    start, end = span(item.words, places)
    if start != 0 or len(places) > 3:
        return None
    link = rng.choice(("and not", "not", "rather than"))
    text = f"{item.text[:end]}, {link} {rng.choice(others)},{item.text[end:]}"
    return Change(text)
