"""Changes of a question that keep its meaning."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from training.misstated.edits import (
    Change,
    change,
    children,
    finite,
    inflected,
    lower_first,
    span,
    subtree,
    tidied,
    verb_tag,
)
from training.misstated.items import Item
from training.misstated.merges import choice, contrast, rightly_merged
from training.misstated.word_lists import SYNONYMS
from training.reader.number_forms import other_forms
from training.unlabelled_pairs.tagger import word_set

NO_NOUN = (
    r"(?!is\b|was\b|are\b|were\b|did\b|does\b|do\b|has\b|had\b|have\b|can\b|could\b|would\b|will\b|if\b|of\b|\w+ed\b|"
    r"made\b|caused\b|'s)"
)
WHAT_NOUN = re.compile(
    rf"^What {NO_NOUN}(?=[a-z]+ (?:\w+ )?(?:is|was|did|are|were|does|do|has|had) )"
)
CONTRACTED = (
    (r"\b(did|does|do|was|were|is|are|has|had|could|would) not\b", r"\1n't"),
    (r"^(What|Who|Where|How) is\b", r"\1's"),
    (r"\bcannot\b", "can't"),
    (r"^(What|Who|Where|How)'s\b(?! \w+(?:ed|en)\b)", r"\1 is"),
    (r"\b(did|does|do|was|were|is|are|has|had|could|would)n't (\w+) ", r"\1 \2 not "),
)
YEARS = (
    (r"^In what year ", "When "),
    (r"^In which year ", "In what year "),
    (r"^What year ", "In what year "),
    (r"^In what year ", "In which year "),
    (r"^For what reason ", "Why "),
    (r"^What is the name of the (?:person|man|woman) who ", "Who "),
    (r"^Who (?=\w+ed\b)", "Which person "),
    (r"^Why (?=did|was|were|is|do|does)", "For what reason "),
    (r"^How (?=did|was|were|do|does)", "In what way "),
)


NO_PASSIVE = word_set("have get become be suffer comprise like lack leave")


def surface(text: str, rng: Random) -> str:
    """Change the form of any question, true or not: small letters, contractions, wh-words."""
    ways: list[Callable[[], str]] = [
        lambda: text.lower(),
        lambda: text[:1].lower() + text[1:].rstrip("?"),
        lambda: _first(text, CONTRACTED),
        lambda: WHAT_NOUN.sub("Which ", text),
        lambda: re.sub(r"^Which (?=[a-z])", "What ", text),
        lambda: _first(text, YEARS),
    ]  # fmt: skip
    rng.shuffle(ways)
    return next((new for way in ways if (new := way()) != text), text)


def _first(text: str, rules: tuple[tuple[str, str], ...]) -> str:
    return next((re.sub(p, n, text, count=1) for p, n in rules if re.search(p, text)), text)


def synonym(item: Item, rng: Random) -> Change | None:
    """Replace one word by a synonym."""
    spots = [
        i
        for i, w in enumerate(item.words)
        if w.text in SYNONYMS and not w.entity and w.relation not in ("fixed", "compound")
    ]
    if not spots:
        return None
    i = rng.choice(spots)
    return change(item.words, item.text, [i], rng.choice(SYNONYMS[item.words[i].text]))


def number_words(item: Item, rng: Random) -> Change | None:
    """Write a number in another form."""
    if re.search(r"[A-Z]\w* \d|\bseason|section|\d,? [A-Z]", item.text):
        return None
    forms = other_forms(item.text) if re.search(r"\d|\b(two|three|four|five)\b", item.text) else []
    return Change(rng.choice(forms)) if forms else None


def name_form(item: Item, _rng: Random) -> Change | None:
    """Shorten a person's name to the last name, or give the full name of the passage."""
    passage = item.question.passage
    if re.search(r"\bnames?\b", item.text):
        return None
    for places in item.names:
        if item.words[places[0]].entity != "PER":
            continue
        old = " ".join(item.words[i].text for i in places)
        last = item.words[places[-1]].text
        if len(places) > 1 and old in passage and last.isalpha() and len(last) > 3:
            return change(item.words, item.text, places, last)
        if len(places) == 1 and (found := re.search(rf"\b[A-Z][a-z]+ {re.escape(old)}\b", passage)):
            full = found[0]
            if (full, "PER") in item.material.names:
                return change(item.words, item.text, places, full)
    return None


def asked_last(item: Item, _rng: Random) -> Change | None:
    """Turn "In which year was X built?" into "X was built in which year?"."""
    words, verb = item.words, item.root
    helpers, subjects = children(words, verb, "aux"), children(words, verb, "nsubj")
    if words[verb].upos != "VERB" or not helpers or len(subjects) != 1:
        return None
    subject = subtree(words, subjects[0])
    helper = words[helpers[0]]
    start, end = span(words, subject)
    if start < 0 or set(subject) & item.focus or subject[0] != helpers[0] + 1 or helpers[0] > 5:
        return None
    if helpers[0] - 1 not in item.focus and 0 not in item.focus:
        return None
    if children(words, verb, "xcomp", "ccomp", "iobj") or len(children(words, verb, "obj")) > 1:
        return None
    objects = [i for i in children(words, verb, "obj") if i in item.focus]
    asked = item.text[: helper.start].strip(" ,")
    asked = asked[:1].lower() + asked[1:]
    rest = item.text[end : words[verb].start].strip()
    after = item.text[words[verb].end :].rstrip("?").strip()
    if helper.lemma == "do":
        middle = f"{rest} {finite(words[verb].lemma, helper.text)}"
    else:
        middle = f"{helper.text} {rest} {words[verb].text}"
    if asked.startswith(("why", "how")) or (after and re.search(r"\b(to|by|from|with)$", after)):
        return None
    if not objects and children(words, verb, "advcl"):
        return None
    if not objects and not re.match(r"(when|where|in|on|at|during|what year)\b", asked):
        return None
    tail = f"{asked} {after}" if objects else f"{after} {asked}"
    return Change(tidied(f"{item.text[start:end]} {middle} {tail}?"))


def phrase_first(item: Item, _rng: Random) -> Change | None:
    """Turn "Who built X in 1990?" into "In 1990, who built X?", or the reverse."""
    front = re.match(r"((?:In|During|After|Before|On|At|Since) [^,?]{2,40}), (\w.*)\?$", item.text)
    if front and front[2].split()[0].lower() in ("who", "what", "which", "when", "where", "how"):
        phrase = lower_first(front[1], item.words[0])
        return Change(tidied(f"{front[2]} {phrase}?"))
    for i in children(item.words, item.root, "obl"):
        places = subtree(item.words, i)
        start, end = span(item.words, places)
        first = item.words[places[0]].text.lower()
        if start < 0 or places[-1] != len(item.words) - 2 or set(places) & item.focus:
            continue
        timed = first in ("in", "on", "at") and item.words[i].entity in ("DATE", "LOC", "TIME")
        if (timed or first in ("during", "after", "before", "since")) and start > 12:
            rest = item.text[:start].strip()
            asked = rest[:1].lower() + rest[1:]
            return Change(tidied(f"{item.text[start:end]}, {asked}?"))
    return None


def without_adjunct(item: Item, _rng: Random) -> Change | None:
    """Drop a last phrase of time or place."""
    for i in children(item.words, item.root, "obl"):
        places = subtree(item.words, i)
        start, _ = span(item.words, places)
        first = item.words[places[0]].text.lower()
        timed = first in ("in", "during", "on", "at", "since") and item.words[i].entity
        if start > 0 and timed and places[-1] == len(item.words) - 2 and start > 24:
            if set(places) & item.focus or item.words[places[0] - 1].upos == "VERB":
                continue
            return Change(tidied(item.text[:start] + "?"))
    return None


def passive(item: Item, rng: Random) -> Change | None:
    """Turn "Who built X?" into "Who was X built by?" or "By whom was X built?"."""
    words, verb = item.words, item.root
    objects = children(words, verb, "obj")
    if not re.match(r"Who \w+ ", item.text) or verb != 1 or not objects:
        return None
    if children(words, verb, "aux", "xcomp", "ccomp", "iobj", "conj", "advcl", "compound"):
        return None
    places = subtree(words, objects[0])
    start, end = span(words, places)
    head = words[objects[0]]
    if start < 0 or places[0] != 2 or head.upos not in ("NOUN", "PROPN"):
        return None
    if verb_tag(words, verb) != "VBD" or words[verb].lemma in NO_PASSIVE:
        return None
    many = head.upos == "NOUN" and head.lemma != head.text.lower()
    be = "were" if many or children(words, objects[0], "conj") else "was"
    done = inflected(words[verb].lemma, "VBN")
    rest = item.text[end:].rstrip("?").strip()
    if rng.random() < 0.5:
        return Change(tidied(f"By whom {be} {item.text[start:end]} {done} {rest}?"))
    return Change(tidied(f"Who {be} {item.text[start:end]} {done} by {rest}?"))


PARAPHRASES: dict[str, Callable[[Item, Random], Change | None]] = {
    "synonym": synonym,
    "number words": number_words,
    "name form": name_form,
    "asked last": asked_last,
    "phrase first": phrase_first,
    "without adjunct": without_adjunct,
    "passive": passive,
    "rightly merged": rightly_merged,
    "choice": choice,
    "contrast": contrast,
}
