"""Compose a question: question words, inverted verbs, and what remains of the clause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from qgauge.text import inflection
from qgauge.tools.embedded.question_rules.answer import Asked
from qgauge.tools.embedded.question_rules.clause import Clause
from qgauge.tools.embedded.question_rules.pronouns import Referents
from qgauge.tools.embedded.question_rules.pruning import is_cut_short, is_kept, lowered, set_off
from qgauge.tools.embedded.question_rules.question_words import Item, Wh, is_time_phrase
from qgauge.tools.embedded.question_rules.tree import Tree
from qgauge.tools.embedded.question_rules.verb_forms import (
    base_form,
    do_form,
    full_auxiliary,
    singular,
)
from qgauge.tools.embedded.question_rules.voices import active_verbs
from qgauge.tools.embedded.question_rules.word_lists import (
    EMPTY_HEADS,
    NEEDING_COMPLEMENTS,
    PLACE_NOUNS,
    PLACING,
    SPEAKING,
)

_COMMA = re.compile(r",(?!\d)")
"""A comma that is not part of a number."""
_OWNERS = frozenset({"his", "her"})
_MOST_WORDS, _FEWEST_WORDS = 18, 4
_MOST_WORDS_WITH_STRANDED = 13
"""More words before a preposition at the end are hard to read."""


def compose(tree: Tree, clause: Clause, asked: Asked, wh: Wh) -> str:
    """Return the question, or "" if it would be wrong or unclear."""
    gap = set(tree.below(asked.phrase)) if asked.role not in ("action", "predicate") else set()
    if asked.role == "predicate":
        gap = set(clause.predicate)
    elif asked.role == "measure":
        gap |= {clause.head}
    if any(_lacks_comma(tree, words) for words in (clause.subject_words, *clause.after)):
        return ""
    referents = Referents(tree, clause)
    by_agent = asked.role == "oblique" and [tree.lows[one] for one in wh.stranded] == ["by"]
    active = active_verbs(tree, clause) if by_agent else []
    if active:  # "Who built the tower?" rather than "Who was the tower built by?"
        wh = replace(wh, stranded=())
    parts = _parts(tree, clause, asked, wh, gap, active)
    if parts is None:
        return ""
    begin, phrases = parts
    clear = [p for p in phrases if not p[1] or _text(tree, p[0], referents)]
    if any(p not in clear and p[0][0] == clause.head + 1 for p in phrases):
        return ""  # "knocked at her door" needs its door
    if len(clear) < len(phrases) and tree.lemma(clause.head) in PLACING:
        return ""  # "put a bag" of "put a bag over them"
    if _is_incomplete(tree, clause, gap) or _is_part_of_place(tree, asked, wh):
        return ""
    perfect = clause.verbs and tree.lows[clause.verbs[0]] in ("has", "have")
    if perfect and wh.words == ("when",):
        return ""  # "When has she promised a reward?"
    if asked.role == "action" and not (clear and _acts(tree, clause)):
        return ""  # "What did the badger do?" has many answers
    verb = tree.heads[asked.phrase]
    kept = {one for words, _ in phrases for one in words}
    if asked.role in ("object", "oblique") and not kept.isdisjoint(tree.kids(verb, "conj")):
        return ""  # "What does she plan to repair, and open a café?"
    while True:
        items = [*begin, *(one for words, _ in clear for one in words)]
        text = _text(tree, items, referents)
        words = text.split()
        their = "their" in words and wh.words == ("what",)
        if asked.role == "subject" and (their or not _OWNERS.isdisjoint(words)):
            return ""  # "Who looked at his face?", "What builds their nests there?"
        size = len(words)
        if any(one == other for one, other in pairwise(words)):
            return ""  # "walk down to to beg"
        if asked.role != "subject" and words.count("as") > 1:
            return ""  # "as fast at sea as a train"
        if _is_odd(text):
            return ""
        if is_cut_short(tree, [one for one in items if isinstance(one, int)], gap):
            return ""
        if size <= (_MOST_WORDS_WITH_STRANDED if wh.stranded else _MOST_WORDS):
            return text[:1].upper() + text[1:] + "?" if size >= _FEWEST_WORDS else ""
        extra = next((at for at in reversed(range(len(clear))) if clear[at][1]), -1)
        if extra < 0:
            return ""
        del clear[extra]


_Phrases = list[tuple[list[Item], bool]]


def _parts(
    tree: Tree, clause: Clause, asked: Asked, wh: Wh, gap: set[int], active: list[str]
) -> tuple[list[Item], _Phrases] | None:
    """Return the beginning of a question, and the phrases after it with whether each can go."""
    inside = not gap.isdisjoint(clause.predicate) or not gap.isdisjoint(clause.middle)
    if inside and asked.role not in ("predicate", "measure"):
        return None
    subject: list[Item] = list(clause.subject_words)
    if clause.is_relative and subject and tree.lows[clause.subject_words[0]] in ("a", "an"):
        subject[0] = "the"
    if clause.is_imperative:
        negated = [one for one in clause.verbs if tree.lows[one] == "not"]
        done: list[Item] = ["do"] if asked.role == "action" else list(clause.predicate)
        begin: list[Item] = [*wh.words, "should", "you", *negated, *done]
    elif clause.is_inverted and asked.role != "subject":
        return None
    elif asked.role == "subject":
        if _is_class(tree, clause) or _is_narrowed(tree, clause.head):
            return None
        if tree.lemma(clause.head) == "include":
            return None  # "Who includes Ada Lund and Bo Strand?" notable people
        verbs = _agreeing(tree, clause, plural=wh.plural)
        begin = [*wh.words, *verbs]
    else:
        if tree.upos(clause.subject_words[0]) == "ADP" or tree.lows[
            clause.subject_words[0]
        ].endswith("ly"):
            return None  # the sentence began elsewhere: "Slowly two eyes rose"
        if _is_narrowed(tree, clause.subject) and (
            _is_general(tree, clause) or _is_planned(tree, clause.subject)
        ):
            return None  # "kernels that have dried out remain", "plans to demolish it were dropped"
        if clause.is_doubled or clause.subject in gap or tree.lows[clause.subject] in EMPTY_HEADS:
            return None
        indefinite = tree.lows[min(gap, default=0)] in ("a", "an")
        known = tree.upos(clause.subject) == "PROPN" or tree.kids(clause.subject, "nmod")
        if asked.role == "predicate" and indefinite and not known:
            return None
        if asked.role == "predicate" and tree.lows[clause.subject_words[0]] in ("a", "an"):
            return None  # "What is a refrigerator?"
        inverted = _inverted(tree, clause, asked)
        if active:
            begin = [*wh.words, *active[:-1], *clause.middle, active[-1], *subject]
        elif inverted is None:
            return None
        else:
            begin = [*wh.words, inverted[0], *subject, *inverted[1]]
    phrases: _Phrases = []
    if asked.role == "action":
        fronted = [(list[Item](words), True) for words in clause.fronted]
        return begin, fronted
    if wh.stranded and any(wh.stranded[0] in words for words in clause.fronted):
        return None  # "What does it reach 2,140 metres at?"
    said = tree.kids(clause.head, "ccomp")
    # "Who ruled that the tank was unsafe after years of hearings?" would be ambiguous
    ordered = [*clause.after, *([] if said else clause.fronted)]
    agent = [words for words in ordered if wh.stranded and wh.stranded[0] in words]
    if agent and tree.lows[wh.stranded[0]] == "by":  # "founded by in 1412", not "in 1412 by"
        times = [words for words in ordered if is_time_phrase(tree, words)]
        ordered = [words for words in clause.after if words[0] not in clause.adjuncts]
        ordered += [*agent, *times]
    for words in ordered:
        if clause.head < asked.phrase < words[0] and asked.role in ("reason", "purpose", "manner"):
            continue
        left: list[Item] = [one for one in words if one not in gap or one in wh.stranded]
        if left:
            if wh.kind == "when" and is_time_phrase(tree, words):
                continue
            whole = len(left) == len(words)
            phrases.append((left, words[0] in clause.adjuncts and whole))
    return begin, phrases


def _is_narrowed(tree: Tree, noun: int) -> bool:
    """Return whether a clause that says which one is meant is left out of a question."""
    nominal = tree.upos(noun) in ("NOUN", "PROPN")
    clauses = [one for one in tree.kids(noun, "acl") if not is_kept(tree, one)]
    return nominal and any(not set_off(tree, one) for one in clauses)


def _is_planned(tree: Tree, noun: int) -> bool:
    """Return whether an infinitive says what a noun is: "plans to demolish the cinema"."""
    marks = [mark for one in tree.kids(noun, "acl") for mark in tree.kids(one, "mark")]
    return any(tree.lows[mark] == "to" for mark in marks)


def _is_incomplete(tree: Tree, clause: Clause, gap: set[int]) -> bool:
    """Return whether a verb has lost what it needs: "prevented him" of "prevented him from …"."""
    head = clause.head
    glued = head + 1 < len(tree.words) and tree.words[head + 1].start == tree.words[head].end
    if glued and tree.words[head + 1].text[0].isalpha():
        return True  # the parser cut a word in two
    kept = {one for words in clause.after for one in words} | gap
    if tree.lemma(head) in SPEAKING:
        return kept.isdisjoint(tree.kids(head, "obj", "ccomp", "xcomp"))
    if tree.lemma(head) == "tell" and not gap.isdisjoint(tree.kids(head, "obj", "iobj")):
        return kept.isdisjoint(tree.kids(head, "ccomp", "xcomp"))  # "Who did she tell?"
    if tree.lemma(head) not in NEEDING_COMPLEMENTS:
        return False
    kept |= set(clause.predicate)
    complements = [one for one in tree.kids(head, "xcomp", "ccomp", "advcl") if one > head]
    return any(one not in kept for one in complements)


def _is_part_of_place(tree: Tree, asked: Asked, wh: Wh) -> bool:
    """Return whether a place follows another: "hangs in the church at Hollmere"."""
    before = tree.below(asked.phrase)[0] - 1
    if wh.kind != "where" or before < 0 or tree.upos(before) not in ("NOUN", "PROPN"):
        return False
    located = tree.words[before].entity in ("LOC", "GPE", "FAC")
    return before > asked.predicate and (located or tree.lemma(before) in PLACE_NOUNS)


def _lacks_comma(tree: Tree, words: list[int]) -> bool:
    """Return whether a comma inside a phrase is left out: "1.4 million euros, a sum"."""
    return any(
        other == one + 2 and tree.words[one + 1].text == "," and tree.plain(one) != "amod"
        for one, other in pairwise(words)
    )


def _is_odd(text: str) -> bool:
    """Return whether a question has "any", "the day before", or a comma outside a list."""
    words = text.split()
    if "any" in words or words[-1:] in (["before"], ["after"]):
        return True
    return bool(_COMMA.search(text)) and "and" not in words and "or" not in words


def _is_general(tree: Tree, clause: Clause) -> bool:
    """Return whether a clause is about any such thing: in the present, without an article."""
    present = tree.lows[clause.finite] in inflection.forms(tree.lemma(clause.finite), "VBZ")
    present = present or tree.lows[clause.finite] == tree.lemma(clause.finite)
    articles = [tree.lows[one] for one in tree.kids(clause.subject, "det", "nummod")]
    return present and articles in ([], ["a"], ["an"])


def _acts(tree: Tree, clause: Clause) -> bool:
    return clause.is_imperative or tree.is_person(clause.subject)


def _is_class(tree: Tree, clause: Clause) -> bool:
    """Return whether the predicate is a class: "What is a mountain route?" asks for its meaning."""
    if not any(tree.plain(one) == "cop" for one in clause.verbs):
        return False
    nominal = tree.upos(clause.head) not in ("VERB", "AUX", "ADJ", "ADV") and not tree.kids(
        clause.head, "case"
    )
    if nominal and tree.upos(clause.subject) != "PROPN":
        return True  # "What was 4 May 1966?"
    lows = {tree.lows[one] for one in tree.kids(clause.head, "det", "amod")}
    return nominal and not lows & {"the", "first"} and not tree.kids(clause.head, "nmod:poss")


def _agreeing(tree: Tree, clause: Clause, *, plural: bool) -> list[Item]:
    """Return the verbs after a question word that is the subject."""
    verbs: list[Item] = sorted([*clause.verbs, *clause.middle, *clause.predicate])
    at = clause.finite
    low = full_auxiliary(tree.lows[at]) if clause.verbs else tree.lows[at]
    if not plural:
        low = singular(low, tree.lemma(at), auxiliary=bool(clause.verbs))
    if low != tree.lows[at]:
        verbs = [low if one == at else one for one in verbs]
    return verbs


def _inverted(tree: Tree, clause: Clause, asked: Asked) -> tuple[Item, list[Item]] | None:
    """Return the verb in front of the subject and those after it."""
    action = asked.role == "action"
    bare = asked.role in ("action", "predicate", "measure")
    rest: list[Item] = [] if bare else list(clause.predicate)
    if clause.verbs:
        first, *others = clause.verbs
        auxiliary = full_auxiliary(tree.lows[first])
        if not auxiliary:
            return None
        if others and tree.lows[others[0]] == "n't":
            after = sorted([*others[1:], *clause.middle])
            return f"{tree.words[first].text.lower()}n't", [*after, *rest]
        if action:
            modal = auxiliary not in ("is", "are", "was", "were", "has", "have", "had", "been")
            return (auxiliary, [*others, "do"]) if modal and not others else None
        return auxiliary, [*sorted([*others, *clause.middle]), *rest]
    low = tree.lows[clause.head]
    base = base_form(low, tree.lemma(clause.head))
    do = do_form(low, base, plural=tree.is_plural(clause.subject)) if base else ""
    if not do:
        return None
    if action:
        return do, ["do"]
    return do, [*clause.middle, base, *rest[1:]]


def _text(tree: Tree, items: Sequence[Item], referents: Referents) -> str:
    """Return the words joined as in the text, or "" if one of them is unclear."""
    text, last = "", -2
    for item in items:
        if isinstance(item, str):
            word, glued = item, False
        else:
            found = referents.text(item)
            if found is None:
                return ""
            source = tree.words[item]
            word = lowered(tree, item) if found == source.text else found
            follows = item > 0 and tree.words[item - 1].end == source.start
            glued = (follows and (last == item - 1)) or (
                source.text in (",", "'s", "’s", "n't") and bool(text)
            )
        text += word if glued or not text else f" {word}"
        last = item if isinstance(item, int) else -2
    return text.strip(" ,;:-")
