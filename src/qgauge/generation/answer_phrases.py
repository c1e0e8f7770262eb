"""Names, dates, numbers, noun phrases and prepositional phrases that may be answers."""

from __future__ import annotations

from collections.abc import Iterator

from qgauge.generation.answer_candidate import Candidate
from qgauge.generation.answer_tree import AnswerTree
from qgauge.generation.answer_words import (
    DURATIONS,
    LIGHT_ADJECTIVES,
    LIGHT_NOUNS,
    MANNER_CASES,
    NOT_PLACES,
    PLACE_CASES,
    REASON_CASES,
    SPEAKING,
    TIME_CASES,
    TIME_NOUNS,
)
from qgauge.text.noun_classes import is_person_noun

_ENTITY_TYPES = {
    "PER": "person",
    "PERSON": "person",
    "ORG": "organisation",
    "NORP": "name",
    "LOC": "location",
    "GPE": "location",
    "FAC": "location",
    "DATE": "date",
    "TIME": "time",
    "CARDINAL": "number",
    "ORDINAL": "number",
    "QUANTITY": "number",
    "MONEY": "number",
    "PERCENT": "number",
    "NUMBER": "number",
}
"""Types of answers by types of entities; all others are `name`."""
_NAME_TYPES = frozenset({"person", "organisation", "location", "name"})
_BEFORE = frozenset(
    {"det", "amod", "compound", "nummod", "flat", "nmod:poss", "advmod", "det:predet", "goeswith"}
    | {"nmod:desc", "nmod:unmarked", "nmod:npmod", "punct"}
)
"""Relations of the words before a noun that are part of its phrase."""
_AFTER = frozenset(
    {"flat", "compound", "nummod", "nmod", "amod", "acl", "acl:relcl", "conj", "fixed", "goeswith"}
    | {"nmod:unmarked", "nmod:npmod", "nmod:desc", "advmod", "appos"}
)
_TIGHT = frozenset({"flat", "compound", "nummod", "fixed", "goeswith", "nmod:unmarked"})
"""Relations after a noun without which the phrase is not complete."""
_MOST_FORMS = 4
_NOMINAL = frozenset({"NOUN", "PROPN", "NUM", "SYM", "X"})
_ADJUNCTS = frozenset({"obl", "nmod"})


def phrase_candidates(tree: AnswerTree) -> Iterator[Candidate]:
    """Yield names, dates, numbers, noun phrases, prepositional phrases and states."""
    for number, entity in enumerate(tree.entities):
        if 0 <= entity.first < entity.last <= len(tree):
            head = _entity_head(tree, entity.first, entity.last)
            kind = _entity_type(tree, number, head)
            if _is_common_noun(tree, head, kind):
                continue
            yield Candidate(entity.first, entity.last, head, kind, "entity")
    for at in range(len(tree)):
        if tree.upos(at) in _NOMINAL or _is_adjective_as_noun(tree, at):
            yield from _noun_phrases(tree, at)
        elif tree.upos(at) == "ADJ" and (tree.kids(at, "cop") or tree.relation(at) == "xcomp"):
            yield from _states(tree, at)
        elif _is_manner_adverb(tree, at):
            yield Candidate(tree.left[at], tree.right[at], at, "manner", "adverb")


def _is_common_noun(tree: AnswerTree, head: int, kind: str) -> bool:
    """Return whether a word that was taken for a name is a common noun: `river`."""
    alone = tree.upos(head) == "NOUN" or tree.relation(head) not in ("flat", "compound")
    return kind in _NAME_TYPES and alone and tree.words[head].text.islower()


def _is_manner_adverb(tree: AnswerTree, at: int) -> bool:
    if tree.upos(at) != "ADV" or not tree.lows[at].endswith("ly") or len(tree.lows[at]) < 5:
        return False
    return tree.relation(at) == "advmod" and tree.upos(tree.heads[at]) == "VERB"


def _entity_head(tree: AnswerTree, first: int, last: int) -> int:
    """Return the word of an entity whose head is outside it; the last if there are several."""
    outer = [at for at in range(first, last) if not first <= tree.heads[at] < last]
    return outer[-1] if outer else last - 1


def _entity_type(tree: AnswerTree, number: int, head: int) -> str:
    entity = tree.entities[number]
    kind = _ENTITY_TYPES.get(entity.kind, "name")
    inside = range(entity.first, entity.last)
    if kind in ("date", "time") and tree.lemmas[head] in DURATIONS:
        counted = any(tree.upos(at) == "NUM" for at in inside)
        return "number" if counted else kind
    return kind


def _is_adjective_as_noun(tree: AnswerTree, at: int) -> bool:
    """Return whether an adjective is the head of a phrase: `the poor`."""
    relation = tree.plain_relation(at)
    nominal = relation in ("nsubj", "obj", "obl", "nmod", "iobj", "appos")
    return tree.upos(at) == "ADJ" and nominal and bool(tree.kids(at, "det"))


# ------------------------------------------------------------------ noun phrases


def _noun_phrases(tree: AnswerTree, at: int) -> Iterator[Candidate]:
    """Yield a noun phrase without and with what follows the noun, and with its preposition."""
    if tree.upos(at) == "NUM" and tree.relation(at) == "nummod":
        if tree.words[at].entity in ("", "CARDINAL"):
            yield Candidate(_start(tree, at), tree.right[at], at, "number", "figure")
        return
    if tree.relation(at) in ("compound", "flat", "fixed", "goeswith", "case", "cc"):
        return
    if _is_light(tree, at):
        return
    start = _start(tree, at)
    kind = _noun_type(tree, at, start)
    adjunct = adjunct_type(tree, at)
    cases = [one for one in tree.kids(at, "case") if one < at]
    for end, form in _ends(tree, at):
        yield Candidate(start, end, at, kind, form)
        if adjunct and form in ("core", "nmod", "acl", "conj"):
            yield Candidate(tree.left[cases[0]] if cases else start, end, at, adjunct, "adjunct")
    owners = [one for one in tree.children[at] if tree.relation(one) == "nmod:poss" and one < at]
    if owners and tree.right[owners[0]] < at:
        end = next(iter(_ends(tree, at)))[0]
        if tree.upos(owners[0]) != "PRON":
            yield Candidate(tree.right[owners[0]], end, at, kind, "unowned")


def _start(tree: AnswerTree, at: int) -> int:
    """Return the first word of a noun phrase, without prepositions, subjects and the like."""
    start = at
    for one in reversed([one for one in tree.children[at] if one < at]):
        if tree.right[one] != start or tree.relation(one) not in _BEFORE:
            break
        listed = tree.words[one].text == "," and tree.relation(start) == "amod"
        if tree.is_mark(one) and not tree.is_quote(one) and not listed:
            break
        start = tree.left[one]
    return start


def _ends(tree: AnswerTree, at: int) -> Iterator[tuple[int, str]]:
    """Yield the ends of a noun phrase, the shortest first, with the name of each form.

    The form is `core`, or the relation of the last part: `nmod`, `acl`, `acl:relcl`, `conj`.
    """
    after = [one for one in tree.children[at] if one > at]
    end, form, made = at + 1, "core", 0
    pending = end
    for one in after:
        relation = tree.relation(one)
        if tree.left[one] != pending or (relation not in _AFTER and relation != "punct"):
            break
        if relation == "punct":
            pending = tree.right[one]
            continue
        if relation == "appos" and tree.upos(one) == "NUM":
            break
        apart = pending > end or tree.upos(tree.left[one]) == "PUNCT"
        named = relation == "appos" and tree.upos(one) == "PROPN"  # "Captain Owen Pryce"
        if relation not in _TIGHT and (apart or not named):
            yield end, form
            made += 1
            if made == _MOST_FORMS:
                return
            form = relation.partition(":")[0] if relation != "acl:relcl" else relation
        end = pending = tree.right[one]
    yield end, form


def _is_light(tree: AnswerTree, at: int) -> bool:
    """Return whether a noun phrase says too little: a vague noun without a telling modifier."""
    lemma, low = tree.lemmas[at], tree.lows[at]
    if not any(map(str.isalnum, low)) and tree.upos(at) != "SYM":
        return True
    if lemma not in LIGHT_NOUNS and low not in LIGHT_NOUNS:
        return False
    telling = tree.kids(at, "amod", "compound", "nmod", "acl", "nummod")
    return all(tree.lows[one] in LIGHT_ADJECTIVES or tree.upos(one) == "PRON" for one in telling)


def _noun_type(tree: AnswerTree, at: int, start: int) -> str:
    """Return the type of a noun phrase by its head."""
    number = tree.entity_at.get(at)
    if number is not None:
        kind = _entity_type(tree, number, at)
        known = kind != "number" or tree.entities[number].first <= start + 1
        if known and not _is_common_noun(tree, at, kind):
            return kind
    if tree.upos(at) == "NUM" or any(tree.lows[one] != "one" for one in tree.kids(at, "nummod")):
        return "number"
    if tree.lemmas[at] in TIME_NOUNS:
        return "time"
    return "person" if _is_person(tree, at) else "phrase"


def _is_person(tree: AnswerTree, at: int) -> bool:
    if is_person_noun(tree.lemmas[at]):
        return True
    head = tree.heads[at]
    return head >= 0 and tree.relation(at) == "nsubj" and tree.lemmas[head] in SPEAKING


# ------------------------------------------------------------------ adjuncts and states


def adjunct_type(tree: AnswerTree, at: int) -> str:
    """Return what a prepositional phrase says: place, time, manner or reason; else empty."""
    if tree.plain_relation(at) not in _ADJUNCTS or tree.relation(at) == "nmod:poss":
        return ""
    cases = [tree.lows[one] for one in tree.kids(at, "case") if one < at]
    case = cases[0] if cases else ""
    if case in REASON_CASES:
        return "reason"
    lemma, entity = tree.lemmas[at], tree.words[at].entity
    if entity in ("DATE", "TIME") or lemma in TIME_NOUNS:
        return "time" if not case or case in TIME_CASES else ""
    if tree.plain_relation(at) == "nmod":
        return ""
    if case in MANNER_CASES and not entity and not _is_agent(tree, at, case):
        return "manner" if not _is_person(tree, at) else ""
    named_otherwise = entity not in ("", "LOC", "GPE", "FAC")
    if case not in PLACE_CASES or lemma in NOT_PLACES or named_otherwise or _is_person(tree, at):
        return ""
    return "place"


def _is_agent(tree: AnswerTree, at: int, case: str) -> bool:
    """Return whether `by` names who did it: `was built by Ada`."""
    return case == "by" and (tree.heads[at] in tree.passives or tree.relation(at) == "obl:agent")


def _states(tree: AnswerTree, at: int) -> Iterator[Candidate]:
    """Yield what a subject is like: `very angry`, `afraid of the dark`."""
    start = at
    for one in reversed([one for one in tree.kids(at, "advmod") if one < at]):
        if tree.right[one] == start and tree.lows[one] not in ("not", "n't", "also", "then"):
            start = tree.left[one]
    yield Candidate(start, at + 1, at, "state", "core")
    end = at + 1
    for one in [one for one in tree.children[at] if one > at]:
        wanted = tree.plain_relation(one) in ("obl", "ccomp", "xcomp", "advcl", "conj")
        if tree.left[one] != end or not wanted:
            break
        end = tree.right[one]
    if end > at + 1:
        yield Candidate(start, end, at, "state", "long")
