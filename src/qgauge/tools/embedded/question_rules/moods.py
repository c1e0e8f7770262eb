"""Whether a clause says what is, what should be done, or what may only be."""

from __future__ import annotations

from qgauge.text.words import word_set
from qgauge.tools.embedded.question_rules.tree import Tree

_HYPOTHETICAL = word_set(
    "if when whenever once unless until till whether wherever as so lest provided where though "
    "before"
)
"""Conjunctions after which a clause is a condition, a purpose or an occasion, not a fact."""
_FACTIVE = word_set(
    "know show discover find notice learn realise realize mean prove see remember forget reveal "
    "explain confirm establish observe recognise recognize"
)
"""Verbs whose complement is true."""
_BEFORE_AN_ORDER = frozenset({"advmod", "obl", "advcl", "punct", "cc", "discourse", "aux"})


def is_hypothetical(tree: Tree, head: int) -> bool:
    """Return whether a clause, or one around it, is a condition or what somebody only says.

    "If the door sticks" does not say that it sticks, nor does "She thinks that it sticks".

    Args:
        tree: The tree.
        head: The predicate of the clause.
    """
    at, described = head, False
    while tree.heads[at] >= 0:
        relation = tree.plain(at)
        if tree.relation(at) == "acl:relcl" and _is_known(tree, tree.heads[at]):
            return False
        described = described or tree.relation(at) == "acl:relcl"
        if relation == "advcl":
            marks = [tree.lows[one] for one in tree.kids(at, "mark", "advmod") if one < at]
            if not marks or marks[0] in _HYPOTHETICAL:
                return True
        if tree.relation(at) == "acl" and tree.kids(at, "mark"):
            return True  # "on condition that the roof is repaired"
        if relation == "ccomp" and tree.lemma(tree.heads[at]) not in _FACTIVE:
            return True
        at = tree.heads[at]
    return described and is_imperative(tree, at)  # "Take a bag that holds forty litres"


def _is_known(tree: Tree, noun: int) -> bool:
    """Return whether a noun denotes a certain thing: "the ford, which was closed twice"."""
    definite = any(tree.lows[one] == "the" for one in tree.kids(noun, "det"))
    return definite or tree.words[noun].is_name


def is_imperative(tree: Tree, head: int) -> bool:
    """Return whether a clause tells the reader to do something: "Then press the lid down."

    Args:
        tree: The tree.
        head: The verb of the clause.
    """
    verb = tree.upos(head) == "VERB" and tree.lows[head] == tree.lemma(head)
    if not verb or tree.kids(head, "nsubj", "csubj", "expl", "mark", "cop"):
        return False
    if any(tree.lows[one] != "do" for one in tree.kids(head, "aux")):
        return False
    if tree.plain(head) in ("conj", "parataxis"):
        return is_imperative(tree, tree.heads[head])
    before = [one for one in tree.children[head] if one < head]
    return tree.heads[head] < 0 and all(tree.plain(one) in _BEFORE_AN_ORDER for one in before)
