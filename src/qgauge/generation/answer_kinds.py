"""The kinds of questions that fit an answer."""

from __future__ import annotations

from qgauge.generation.answer_candidate import Candidate
from qgauge.generation.answer_phrases import adjunct_type
from qgauge.generation.answer_tree import AnswerTree
from qgauge.generation.answer_words import DIRECTIONS
from qgauge.text.noun_classes import is_animal_noun, is_group_noun, is_scale_noun

_KINDS = {
    "person": ("who", "what", "which"),
    "organisation": ("what", "who", "which"),
    "location": ("what", "which", "where"),
    "name": ("what", "which"),
    "date": ("when", "what", "which"),
    "number": ("how many", "what"),
    "phrase": ("what", "which"),
    "state": ("how", "what"),
    "reason": ("why",),
    "purpose": ("why", "what"),
    "manner": ("how",),
    "place": ("where", "what", "which"),
    "time": ("when",),
    "action": ("what",),
    "clause": ("what",),
}
"""Kinds by type; the order is that of the questions people asked (SQuAD, FairytaleQA)."""
_PERHAPS_PEOPLE = frozenset({"phrase", "organisation", "name"})
_WHERE = frozenset({"obl", "nmod"})
"""Relations in which a location says where something is or happens."""


def kinds_of(one: Candidate, tree: AnswerTree) -> tuple[str, ...]:
    """Return the kinds of questions that fit a candidate, the most likely first.

    Args:
        one: The candidate.
        tree: The parse of its passage.
    """
    entity = tree.words[one.head].entity
    if one.type in _PERHAPS_PEOPLE and is_group_noun(tree.lemmas[one.head]):
        return ("who", "what", "which")
    if one.type == "phrase" and is_animal_noun(tree.lemmas[one.head]):
        return ("what", "who", "which")
    if is_scale_noun(tree.lemmas[one.head]) or tree.lemmas[one.head] == "degree":
        return ("what", "which")
    if one.type == "number" and entity in ("ORDINAL", "PERCENT"):
        return ("what", "how many") if entity == "PERCENT" else ("what", "which")
    if one.type == "location" and tree.plain_relation(one.head) in _WHERE:
        return ("where", "what", "which")
    if one.type == "time" and one.form not in ("adjunct", "marked") and not entity:
        return ("what", "which", "when")
    if one.type == "phrase":
        return _kinds_of_phrase(one, tree)
    if one.type == "clause" and one.form in ("whole", "plain", "inner"):
        return ("what", "why")
    return _KINDS[one.type]


def _kinds_of_phrase(one: Candidate, tree: AnswerTree) -> tuple[str, ...]:
    """Return the kinds for a noun phrase, by the preposition before it."""
    adjunct = adjunct_type(tree, one.head)
    if adjunct == "manner":
        return ("what", "how", "which")
    if adjunct != "place":
        return _KINDS["phrase"]
    directed = any(tree.lows[at] in DIRECTIONS for at in tree.kids(one.head, "case"))
    return ("what", "where", "which") if directed else ("where", "what", "which")
