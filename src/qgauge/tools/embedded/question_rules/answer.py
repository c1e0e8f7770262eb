"""The answer as a phrase of the tree: its head, its clause and its role there."""

from __future__ import annotations

from dataclasses import dataclass

from qgauge.tools.embedded.question_rules.pruning import is_hyphen, set_off
from qgauge.tools.embedded.question_rules.tree import Tree
from qgauge.tools.embedded.question_rules.word_lists import MEASURES, MONEY

_VAGUE = frozenset(
    {"this", "that", "these", "those", "such", "fewer", "more", "many", "some", "any", "no", "as"}
    | {"whatever", "whichever", "even"}
)
_EMPTY = frozenset({"one", "other", "deal", "lot", "today", "now", "thing", "way"})
_LIGHT_VERBS = frozenset({"take", "have", "make", "give", "pay", "keep", "catch", "set", "shake"})
_ORDERING = frozenset(
    {"order", "ask", "tell", "beg", "persuade", "force", "teach", "help", "allow"}
)
_LASTING = frozenset({"take", "need", "require", "last", "cost", "live"})
"""Verbs before which `to` gives no purpose: `took years to develop`, `lived to be ninety`."""
_LENGTHS = frozenset(
    {"millimetre", "centimetre", "metre", "kilometre", "meter", "kilometer", "inch", "foot", "mile"}
)
_LIMITS = frozenset({"than", "least", "most"})
"""Words before a number that change it: `no more than`, `at least`."""
_UP_TO = ["up", "to"]
_FOCUS = frozenset({"even", "only", "especially", "particularly", "not", "just", "mainly"})
_VAGUE_NUMBERS = frozenset({"hundreds", "thousands", "millions", "billions", "dozens", "half"})
_VALUES = frozenset({"DATE", "TIME", "QUANTITY", "NUMBER", "MONEY", "PERCENT", "CARDINAL"})
_INSIDE_NAMES = frozenset({"flat", "compound", "appos", "goeswith", "nmod:unmarked"})


@dataclass(frozen=True)
class Asked:
    """What a question asks for."""

    phrase: int
    """The head of the phrase that the question word replaces."""
    predicate: int
    """The predicate of the clause."""
    role: str
    """`subject`, `object`, `oblique`, `predicate`, `action`, `reason`, `purpose`, `manner`,
    `content`, `measure`, `name` or `participle`."""
    number: int = -1
    """The number, where the answer is the number of the phrase."""


def head_of(tree: Tree, start: int, end: int) -> tuple[int, list[int]] | None:
    """Return the head of a span of characters and its words, or None if it has several heads."""
    inside = [
        at
        for at, word in enumerate(tree.words)
        if word.start < end and word.end > start and word.sentence == tree.sentence
    ]
    if not inside or not any(char.isalnum() for at in inside for char in tree.words[at].text):
        return None
    span = set(inside)
    tops = [at for at in inside if tree.heads[at] not in span and tree.upos(at) != "PUNCT"]
    if len(tops) != 1 or _is_fragment(tree, tops[0], span):
        return None
    return tops[0], inside


def _is_fragment(tree: Tree, head: int, span: set[int]) -> bool:
    """Return whether an answer lacks words without which it is wrong or odd.

    Such as "end" of "the end of May", "following morning" of "the following morning", "thirty
    seconds" of "no more than thirty seconds".
    """
    if _is_cut_name(tree, head, span) or tree.lows[min(span)] == "that":
        return True
    before = min(span) - 1
    if before > 0 and tree.upos(before) == "ADP" and tree.lows[before - 1] in _FOCUS:
        return True  # "even in July"
    if before > 0 and (
        tree.lows[before] in _LIMITS or tree.lows[before - 1 : before + 1] == _UP_TO
    ):
        return True
    number = tree.upos(head) == "NUM" or any(one in span for one in tree.kids(head, "nummod"))
    if number and before >= 0 and tree.lows[before] in ("over", "under", "nearly", "almost"):
        return True
    if tree.upos(head) != "NOUN" or tree.plain(head) == "nummod":
        return tree.lows[head] in _VAGUE_NUMBERS and len(span) == 1
    cut = [one for one in tree.children[head] if one not in span]
    if any(tree.plain(one) in ("det", "amod", "compound") and one < head for one in cut):
        return tree.words[head].entity not in _VALUES
    if (
        tree.kids(head, "det")
        and not tree.kids(head, "cop")
        and any(tree.relation(one) == "acl:relcl" and not set_off(tree, one) for one in cut)
    ):
        return True  # "the proportion" of "the proportion who needed it"
    of = [one for one in cut if tree.plain(one) == "nmod" and one > head]
    return any(tree.lows[case] == "of" for one in of for case in tree.kids(one, "case"))


def _is_cut_name(tree: Tree, head: int, span: set[int]) -> bool:
    """Return whether a name goes on: "Ada Lund" of "Ada Lund-Bray", of "Ada Lund Sees the Sea"."""
    first, last = min(span), max(span)
    if first > 0 and is_hyphen(tree, first - 1):
        return True
    if last + 1 >= len(tree.words):
        return False
    after, gap = tree.words[last + 1], tree.words[last + 1].start - tree.words[last].end
    if is_hyphen(tree, last + 1):
        return True
    name = tree.upos(head) == "PROPN" and tree.words[head].entity not in _VALUES
    same = after.sentence == tree.words[last].sentence
    return name and same and gap == 1 and after.text[0].isupper()


def asked_of(tree: Tree, head: int, inside: list[int]) -> Asked | None:
    """Return what to ask for, or None if no rule fits.

    Args:
        tree: The tree.
        head: The head of the answer.
        inside: The words of the answer.
    """
    span, number = set(inside), -1
    if tree.lemma(head) in _EMPTY or tree.words[head].entity == "ORDINAL":
        return None
    if any(tree.lows[one] in _VAGUE for one in inside if tree.upos(one) != "SCONJ" and one <= head):
        return None
    is_clause = tree.upos(head) == "VERB" or (
        _is_clausal(tree, head) and not tree.kids(head, "cop")
    )
    if not is_clause and any(one not in span for one in tree.kids(head, "conj")):
        return None
    if tree.plain(head) == "nummod" or (
        tree.upos(head) == "NUM" and tree.words[head].entity in ("QUANTITY", "NUMBER")
    ):
        number = head
        if tree.plain(head) == "nummod":
            head = tree.heads[head]
    else:
        numbers = [one for one in tree.kids(head, "nummod") if one in span and one < head]
        number = numbers[0] if numbers and _counts(tree, numbers[0]) else -1
    while (
        tree.relation(head) in _INSIDE_NAMES
        and number < 0
        and tree.upos(tree.heads[head]) in ("NOUN", "PROPN")
    ):
        if tree.plain(head) == "appos" and tree.upos(head) == "NOUN":
            return None  # "The nest, a shallow scrape, contains four eggs"
        if (
            tree.plain(head) == "compound"
            and tree.words[head].entity != tree.words[tree.heads[head]].entity
        ):
            return None
        head = tree.heads[head]
    return _with_role(tree, head, span, number)


def _counts(tree: Tree, number: int) -> bool:
    return tree.lows[number] != "one" or tree.lemma(tree.heads[number]) in MONEY


def _is_clausal(tree: Tree, at: int) -> bool:
    return tree.plain(at) in ("root", "advcl", "ccomp", "parataxis")


def _with_role(tree: Tree, head: int, span: set[int], number: int) -> Asked | None:
    relation, parent = tree.relation(head), tree.heads[head]
    plain = relation.partition(":")[0]
    if plain in ("nsubj",):
        return Asked(head, parent, "subject", number)
    if plain in ("obj", "iobj", "obl"):
        role = "oblique" if plain == "obl" else "object"
        if (
            number >= 0
            and tree.lows[parent] in MEASURES
            and tree.kids(parent, "cop")
            and not tree.kids(head, "case")
        ):
            return Asked(head, parent, "measure", number)
        if tree.relation(parent) == "acl" and not tree.kids(parent, "mark", "aux"):
            return Asked(head, tree.heads[parent], "participle", number)
        light = tree.lemma(parent) in _LIGHT_VERBS and not tree.children[head]
        if role == "object" and light:
            return None  # "took pity"
        if role == "object" and number < 0 and tree.lemma(head) in _LENGTHS:
            return None  # "begin about a centimetre outside the hole"
        if role == "oblique" and _is_measured(tree, head):
            return None  # "lies some twenty metres above the sea"
        if number >= 0 and tree.upos(parent) in ("ADV", "ADJ") and not tree.kids(head, "case"):
            return None  # "stopped eighty metres away", "stands ten metres high"
        return Asked(head, _governor(tree, parent), role, number)
    if plain == "advcl":
        return _adverbial(tree, head, parent)
    whole = any(one in span for one in tree.kids(head, "nsubj"))
    if (
        plain == "ccomp"
        and whole
        and tree.upos(parent) == "VERB"
        and tree.lemma(parent) not in ("say", "add", "think", "believe")
    ):
        return Asked(head, parent, "content")
    if (
        plain == "xcomp"
        and tree.lows[parent] in ("called", "named", "nicknamed")
        and tree.relation(parent) == "acl"
    ):
        noun = tree.heads[parent]
        if tree.is_person(head) and tree.plain(noun) == "nsubj":
            return _with_role(tree, noun, span, number)
        return Asked(head, noun, "name")
    counted = number >= 0 and head > parent and tree.plain(parent) in ("obj", "obl")
    cases = [tree.lows[one] for one in tree.kids(head, "case")]
    if plain == "nmod" and counted and cases != ["with"]:
        return Asked(head, _governor(tree, tree.heads[parent]), "oblique", number)
    if plain in ("root", "conj", "ccomp", "parataxis"):
        subjects = tree.kids(head, "nsubj")
        if any(one in span for one in subjects):
            return None
        if tree.kids(head, "cop"):
            bare = not any(one in span for one in tree.kids(head, "cop"))
            return Asked(head, head, "predicate", number) if bare else None
        if tree.upos(head) == "VERB" and min(span) >= min([head, *tree.kids(head, "advmod")]):
            return Asked(head, head, "action")
    return None


def _adverbial(tree: Tree, head: int, parent: int) -> Asked | None:
    marks = {tree.lows[one] for one in tree.kids(head, "mark")}
    if tree.upos(parent) != "VERB" and not tree.kids(parent, "cop"):
        return None
    actions = [one for one in tree.kids(parent, "conj") if not tree.lows[one].endswith("ing")]
    if any(parent < one < head for one in actions):
        return None  # "open the door and check the hinge, since it is often loose"
    parent = _governor(tree, parent)
    if "because" in marks or (
        "since" in marks and not tree.kids(head, "expl") and _is_reason(tree, head)
    ):
        return Asked(head, parent, "reason")
    orders = tree.lemma(tree.heads[head]) in _ORDERING  # "ordered the guards to leave"
    if (
        "to" in marks
        and not (orders and tree.kids(tree.heads[head], "obj", "iobj"))
        and not tree.kids(head, "nsubj")
        and head > parent
        and tree.upos(head) == "VERB"
        and tree.upos(parent) == "VERB"
        and tree.lemma(parent) not in _LASTING
        and not any(tree.lows[one] in ("enough", "too") for one in tree.kids(parent, "advmod"))
    ):
        return Asked(head, parent, "purpose")
    so = [one for one in tree.kids(head, "mark") if tree.lows[one : one + 2] == ["so", "that"]]
    if so and head > parent and tree.kids(head, "nsubj"):
        return Asked(head, parent, "purpose")
    if "by" in marks and tree.lows[head].endswith("ing"):
        return Asked(head, parent, "manner")
    return None


def _is_measured(tree: Tree, head: int) -> bool:
    """Return whether a measure stands before a phrase, or a second preposition in it."""
    measures = [one for one in tree.kids(head, "obl", "nmod") if one < head]
    cases = tree.kids(head, "case")
    doubled = len(cases) > 1 and tree.lows[cases[-1]] == "by"  # "looked after by a trust"
    return doubled or any(tree.kids(one, "nummod") for one in measures)


def _is_reason(tree: Tree, head: int) -> bool:
    """Return whether a `since` clause gives a reason: one of time has a verb in the past."""
    finite = [*tree.kids(head, "aux", "cop"), head][0]
    return tree.lows[finite] not in ("was", "were", "had") and not tree.lows[finite].endswith("ed")


def _governor(tree: Tree, verb: int) -> int:
    """Return the predicate of the finite clause around a verb: `hoped` for `hoped to buy`."""
    while verb >= 0 and not tree.kids(verb, "nsubj"):
        particle = tree.plain(verb) == "advmod" and tree.upos(verb) == "ADV"
        if tree.plain(verb) != "xcomp" and not particle:
            break
        verb = tree.heads[verb]
    return verb
