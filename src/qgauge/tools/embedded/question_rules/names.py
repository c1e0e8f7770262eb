"""Questions for names: `a goose called Pip` gives "What was the goose called?"."""

from __future__ import annotations

from qgauge.text import inflection
from qgauge.tools.embedded.question_rules.answer import Asked
from qgauge.tools.embedded.question_rules.pruning import core_of
from qgauge.tools.embedded.question_rules.tree import Tree
from qgauge.tools.embedded.question_rules.word_lists import OTHER_PERSONS, POINTING, THIRD_PERSON


def name_question(tree: Tree, asked: Asked) -> str:
    """Return the question for a name after `called` or `named`, or "" if it would be unclear."""
    noun, verb = asked.predicate, tree.heads[asked.phrase]
    words = core_of(tree, noun)
    lists = any(tree.lows[one] in THIRD_PERSON | OTHER_PERSONS | POINTING for one in words)
    if lists or words[-1] > verb or tree.kids(noun, "conj") or len(words) < 2:
        return ""
    if tree.upos(words[0]) == "DET":
        words = words[1:]
    plural = tree.is_plural(noun)
    past = _is_past(tree, noun)
    be = ("were" if plural else "was") if past else ("are" if plural else "is")
    text = ""
    for place, one in enumerate(words):
        glued = place and tree.words[one - 1].end == tree.words[one].start
        text += tree.words[one].text if glued or not text else f" {tree.words[one].text}"
    return f"What {be} the {text[:1].lower()}{text[1:]} {tree.lows[verb]}?"


def _is_past(tree: Tree, at: int) -> bool:
    """Return whether the verb over a noun is in the past."""
    while tree.heads[at] >= 0 and tree.upos(at) != "VERB":
        at = tree.heads[at]
    auxiliaries = [tree.lows[one] for one in tree.kids(at, "aux", "cop")]
    if auxiliaries:
        return auxiliaries[0] in ("was", "were", "had", "did", "could", "would")
    return tree.lows[at] in inflection.forms(tree.lemma(at), "VBD")
