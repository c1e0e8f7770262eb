"""Questions for what follows a participle: `a goose called Pip`, `the tower built by Ada Lund`."""

from __future__ import annotations

from qgauge.text import inflection
from qgauge.tools.embedded.question_rules.answer import Asked
from qgauge.tools.embedded.question_rules.pruning import core_of
from qgauge.tools.embedded.question_rules.tree import Tree
from qgauge.tools.embedded.question_rules.word_lists import OTHER_PERSONS, POINTING, THIRD_PERSON

_UNCLEAR = THIRD_PERSON | OTHER_PERSONS | POINTING


def participle_question(tree: Tree, asked: Asked) -> tuple[str, str]:
    """Return a question and its kind, or two empty strings where it would be unclear.

    Args:
        tree: The tree.
        asked: A name after `called` or `named`, or the agent after a participle and `by`.
    """
    noun, verb = asked.predicate, tree.heads[asked.phrase]
    words = core_of(tree, noun)
    unclear = any(tree.lows[one] in _UNCLEAR or tree.plain(one) == "advmod" for one in words)
    if unclear or words[-1] > verb or tree.kids(noun, "conj") or tree.kids(verb, "advmod"):
        return "", ""
    if len(words) < 3 and not (tree.is_person(noun) or asked.role == "participle"):
        return "", ""  # "What is the process called?"
    if asked.role == "name":
        named = f"{_noun_phrase(tree, noun, words)} {tree.lows[verb]}"
        return f"What {_be(tree, noun)} {named}?", "what"
    by = [tree.lows[one] for one in tree.kids(asked.phrase, "case")] == ["by"]
    passive = tree.lows[verb] in inflection.forms(tree.lemma(verb), "VBN")
    bare = tree.upos(asked.phrase) == "NOUN" and len(tree.below(asked.phrase)) == 2  # "by vote"
    if not by or not passive or asked.number >= 0 or len(words) < 2 or bare:
        return "", ""
    who = "Who" if tree.is_person(asked.phrase) else "What"
    tense = "VBD" if _is_past(tree, noun) else "VBZ"
    active = inflection.first_form(tree.lemma(verb), tense, by_rule=True)
    return f"{who} {active} {_noun_phrase(tree, noun, words)}?", who.lower()


def _be(tree: Tree, noun: int) -> str:
    plural, past = tree.is_plural(noun), _is_past(tree, noun)
    return ("were" if plural else "was") if past else ("are" if plural else "is")


def _noun_phrase(tree: Tree, noun: int, words: list[int]) -> str:
    """Return the noun phrase, which is definite by now."""
    has_article = tree.upos(words[0]) == "DET"
    text = "" if tree.upos(noun) == "PROPN" and not has_article else "the"
    for place, one in enumerate(words[has_article:]):
        word = tree.words[one]
        glued = place and tree.words[one - 1].end == word.start
        low = word.text if word.is_name else word.text[:1].lower() + word.text[1:]
        text += low if glued or not text else f" {low}"
    return text


def _is_past(tree: Tree, at: int) -> bool:
    """Return whether the verb over a noun is in the past."""
    while tree.heads[at] >= 0 and tree.upos(at) != "VERB":
        at = tree.heads[at]
    auxiliaries = [tree.lows[one] for one in tree.kids(at, "aux", "cop")]
    if auxiliaries:
        return auxiliaries[0] in ("was", "were", "had", "did", "could", "would")
    return tree.lows[at] in inflection.forms(tree.lemma(at), "VBD")
