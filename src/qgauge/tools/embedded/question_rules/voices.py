"""From passive to active: "built by Ada Lund" becomes "Who built …?"."""

from __future__ import annotations

from qgauge.text import inflection
from qgauge.tools.embedded.question_rules.clause import Clause
from qgauge.tools.embedded.question_rules.tree import Tree

_MODALS = frozenset({"will", "would", "can", "could", "may", "might", "must", "should", "shall"})


def active_verbs(tree: Tree, clause: Clause) -> list[str]:
    """Return the verbs of a passive clause in the active voice, after "who" or "what".

    Args:
        tree: The tree.
        clause: The clause, with its auxiliaries.

    Returns:
        Such as `["built"]` or `["has", "built"]`; nothing if the clause is not a plain passive.
    """
    low, lemma = tree.lows[clause.head], tree.lemma(clause.head)
    if low not in inflection.forms(lemma, "VBN"):
        return []
    match [tree.lows[one] for one in clause.verbs]:
        case ["was" | "were"]:
            return _only(inflection.first_form(lemma, "VBD", by_rule=True))
        case ["is" | "are"]:
            return _only(inflection.first_form(lemma, "VBZ", by_rule=True))
        case ["has" | "have", "been"]:
            return ["has", low]
        case ["had", "been"]:
            return ["had", low]
        case [modal, "be"] if modal in _MODALS:
            return [modal, lemma]
    return []


def _only(form: str) -> list[str]:
    return [form] if form else []
