"""The question words for an answer, and what stays of its phrase."""

from __future__ import annotations

from dataclasses import dataclass

from qgauge.text.noun_classes import is_animal_noun, is_group_noun, is_scale_noun
from qgauge.tools.embedded.question_rules import given_names
from qgauge.tools.embedded.question_rules.answer import Asked
from qgauge.tools.embedded.question_rules.tree import Tree
from qgauge.tools.embedded.question_rules.word_lists import (
    DURATIONS,
    MANNER_NOUNS,
    MONEY,
    MOTION,
    ORGANISATIONS,
    PLACE_NOUNS,
    PLACE_PREPOSITIONS,
    TIME_NOUNS,
    TIME_PREPOSITIONS,
    WILLED,
)

_PARTICLES = frozenset({"on", "up", "off", "out", "down", "over", "through"})
"""Words that are often particles, and as often not: `sewed on seven buttons`."""
_CROWDS = frozenset({"group", "team", "pair", "dozen", "crowd", "number", "party", "band", "gang"})
"""Nouns that are people if what they consist of is: `a group of volunteers`."""
_SEASONAL = frozenset({"last", "next", "early", "late", "following", "previous"})
_PAYING = frozenset({"cost", "pay", "fine", "charge"})
_SPEEDS = frozenset({"kilometre", "kilometer", "mile", "metre", "meter", "knot"})
Item = str | int
"""A word of a question: a text, or the index of a word of the tree."""


@dataclass(frozen=True)
class Wh:
    """Question words, with the preposition that stays at the end."""

    words: tuple[Item, ...]
    stranded: tuple[int, ...] = ()
    plural: bool = False
    kind: str = "what"
    unit: bool = False
    """Whether the answer needs its unit: "three" does not answer "how long"."""


def question_words(tree: Tree, asked: Asked) -> list[Wh]:
    """Return the question words that fit, the best first."""
    at = asked.phrase
    if asked.role in ("reason", "purpose"):
        return [Wh(("why",), kind="why")]
    if asked.role == "manner":
        return [Wh(("how",), kind="how")]
    if asked.role in ("content", "action"):
        return [Wh(("what",))]
    if asked.number >= 0:
        return _numbers(tree, asked)
    if asked.role == "oblique":
        return _obliques(tree, at)
    if _is_time(tree, at) or tree.upos(at) not in ("NOUN", "PROPN", "X"):
        return []
    if asked.role == "predicate" and tree.kids(at, "case"):
        return _place_of(tree, at)
    named = tree.upos(_subject(tree, at)) == "PROPN" and tree.is_person(at)
    if asked.role == "predicate" and (named or tree.is_person(_subject(tree, at))):
        return [Wh(("who",), kind="who")]
    return [] if _is_unknown_body(tree, at) else [_who(tree, at)]


def _is_unknown_body(tree: Tree, at: int) -> bool:
    """Return whether a subject is called an organisation, and no word of it says which kind.

    Names of languages, animals and trains are taken for organisations, too.
    """
    if tree.words[at].entity != "ORG" or tree.plain(at) != "nsubj":
        return False
    lows = {tree.lemma(one).lower() for one in tree.below(at)}
    wills = tree.lemma(tree.heads[at]) in WILLED
    short = tree.words[at].text.isupper()  # "UNESCO"
    return not (wills or short or lows & ORGANISATIONS or any(map(is_group_noun, lows)))


def _place_of(tree: Tree, at: int) -> list[Wh]:
    """Return "where" for a predicate such as "in the kitchen"."""
    lows = [tree.lows[case] for case in _cases(tree, at)]
    located = tree.words[at].entity in ("LOC", "GPE", "FAC") or tree.lemma(at) in PLACE_NOUNS
    place = located and len(lows) == 1 and lows[0] in PLACE_PREPOSITIONS
    return [Wh(("where",), kind="where")] if place else []


def _subject(tree: Tree, at: int) -> int:
    return next(iter(tree.kids(at, "nsubj")), at)


def _who(tree: Tree, at: int, stranded: tuple[int, ...] = ()) -> Wh:
    lemma = tree.lemma(at).lower()
    acted_on = is_animal_noun(lemma) and tree.plain(at) == "obj"  # "What did Piet take?" the mule
    group = is_group_noun(lemma) and tree.plain(at) != "obj"  # "What does she chair?" the council
    wills = tree.relation(at) == "nsubj" and tree.lemma(tree.heads[at]) in WILLED
    named = tree.lows[at] in given_names.FEMALE or tree.lows[at] in given_names.MALE
    crowd = lemma in _CROWDS and any(map(tree.is_person, tree.kids(at, "nmod")))
    person = (tree.is_person(at) and not acted_on) or group or wills or named or crowd
    named_so = tree.words[at].text[0].isupper() and lemma in ORGANISATIONS
    body = tree.words[at].entity == "ORG" or named_so
    if body and tree.plain(at) == "nsubj" and not person:
        return Wh(("which", "organisation"), stranded, kind="which")
    return Wh(("who",) if person else ("what",), stranded, kind="who" if person else "what")


def _cases(tree: Tree, at: int) -> list[int]:
    return sorted(one for case in tree.kids(at, "case") for one in tree.below(case))


def _is_time(tree: Tree, at: int) -> bool:
    if tree.lemma(at) == "spring" and any(
        tree.lows[one] not in _SEASONAL for one in tree.kids(at, "amod", "compound")
    ):
        return False  # "a hot spring"
    part = tree.lemma(at) in ("middle", "end", "beginning", "start")
    if part and any(_is_time(tree, one) for one in tree.kids(at, "nmod")):
        return True  # "the middle of the afternoon"
    return tree.words[at].entity in ("DATE", "TIME") or tree.lemma(at) in TIME_NOUNS | DURATIONS


def is_time_phrase(tree: Tree, words: list[int]) -> bool:
    """Return whether a phrase says when: `one evening`, `in May`."""
    tops = [at for at in words if tree.heads[at] not in words]
    return bool(tops) and tree.plain(tops[0]) == "obl" and _is_time(tree, tops[0])


def _numbers(tree: Tree, asked: Asked) -> list[Wh]:
    at, number = asked.phrase, asked.number
    cases = _cases(tree, at)
    if at == number or any(case > number or tree.lows[case] == "of" for case in cases):
        return []
    lows, lemma = [tree.lows[case] for case in cases], tree.lemma(at)
    if tree.words[number].entity == "ORDINAL" or (
        tree.kids(at, "amod") and asked.role == "predicate"
    ):
        return []
    if lemma in DURATIONS and lows == ["for"]:
        return [Wh(("how", "long"), kind="how many", unit=True)]
    if lemma in DURATIONS and lows == ["at"]:
        return []  # "at five minutes to three"
    if lows[:1] in (["to"], ["by"], ["between"], ["for"]) or _is_rate(tree, at):
        return []  # "To how many euros did sales rise?", "for every 1,000 metres"
    if lemma in _SPEEDS and lows == ["at"]:
        return [Wh(("how", "fast"), kind="how many", unit=True)]
    if lemma == "degree":
        return [Wh((*cases, "what", "temperature"))] if lows == ["at"] else []
    if asked.role == "measure":
        return [Wh(("how", tree.lows[tree.heads[at]]), kind="how many", unit=True)]
    if tree.lows[at] == lemma and lemma not in ("people", "sheep", "fish", "cattle", *MONEY):
        return []
    if asked.role == "oblique" and not cases and lemma in TIME_NOUNS | DURATIONS:
        return []
    noun = [
        one
        for one in tree.below(at, lambda c: _in_counted(tree, c, at))
        if one >= number and one not in cases
    ]
    noun = [one for one in noun if one not in set(tree.below(number))]
    if len(lows) == 1 and lows[0] in _PARTICLES and lemma not in TIME_NOUNS:
        return []
    found = [Wh((*cases, "how", "many", *noun), plural=True, kind="how many")]
    paid = asked.role == "object" and tree.lemma(asked.predicate) in _PAYING
    if lemma in MONEY and paid:
        found.insert(0, Wh(("how", "much"), kind="how many", unit=True))
    return found


def _is_rate(tree: Tree, at: int) -> bool:
    return any(tree.lows[one] in ("every", "each", "per") for one in tree.kids(at, "det", "case"))


def _in_counted(tree: Tree, child: int, noun: int) -> bool:
    """Return whether a word belongs to the counted noun: `red ships` in `the three red ships`."""
    of = tree.plain(child) == "nmod" and any(tree.lows[c] == "of" for c in tree.kids(child, "case"))
    rate = tree.relation(child) == "nmod:unmarked"  # "340 metres each second"
    deeper = tree.heads[child] != noun
    return (
        tree.plain(child) in ("amod", "compound")
        or of
        or rate
        or (deeper and tree.plain(child) in ("case", "det"))
    )


def _obliques(tree: Tree, at: int) -> list[Wh]:
    cases = _cases(tree, at)
    lows = [tree.lows[case] for case in cases]
    if lows[:1] == ["because"]:
        return [Wh(("why",), kind="why")]
    if _is_time(tree, at):
        return _times(tree, at, cases, lows)
    if len(lows) != 1 or any(case > at for case in cases):
        return []
    word, verb = tree.words[at], tree.heads[at]
    located = word.entity in ("LOC", "GPE", "FAC") or tree.lemma(at) in PLACE_NOUNS
    if located and lows[0] in PLACE_PREPOSITIONS and not tree.is_person(at):
        return [Wh(("where",), kind="where")]
    if word.entity in ("LOC", "GPE") and lows[0] == "into":
        return [Wh(("where",), kind="where")]
    if located and lows[0] == "to" and tree.lemma(verb) in MOTION:
        return [Wh(("where",), kind="where")]
    if is_scale_noun(tree.lemma(at)) and lows[0] in ("at", "to"):
        return [Wh((cases[0], "what", at))]  # "At what angle …?"
    single = tree.upos(at) == "NOUN" and tree.lows[at] == tree.lemma(at)
    bare = single and tree.children[at] == cases
    if lows[0] == "by" and single and not tree.kids(at, "det", "amod", "nmod"):
        return [Wh(("how",), kind="how")]  # "by vote", "by fishing boat"
    if tree.lemma(at) in MANNER_NOUNS:
        return []  # "What did she take the defeat with?"
    if bare and not tree.is_person(at) and lows[0] in ("into", "to", "at", "on", "for"):
        return []  # "came into view"
    if lows[0] in ("by", "with", "from", "for", "to", "about", "through", "into", "on", "at", "of"):
        return [_who(tree, at, (cases[0],))]
    return []


def _times(tree: Tree, at: int, cases: list[int], lows: list[str]) -> list[Wh]:
    text = tree.words[at].text
    if any(tree.lows[one] in ("one", "some") for one in tree.children[at]):
        return []
    if not lows or (len(lows) == 1 and lows[0] in TIME_PREPOSITIONS):
        when = Wh(("when",), kind="when")
        if text.isdigit() and len(text) == 4 and lows == ["in"]:
            return [
                when,
                Wh((cases[0], "what", "year")),
                Wh((cases[0], "which", "year"), kind="which"),
            ]
        return [when]
    if lows == ["for"] and tree.lemma(at) in DURATIONS:
        return [Wh(("how", "long"), kind="how many", unit=True)]
    if len(lows) == 1 and lows[0] in ("since", "until"):
        return [Wh((cases[0], "when"), kind="when")]
    return []
