"""Which words of a clause a question keeps."""

from __future__ import annotations

from qgauge.tools.embedded.question_rules.tree import Tree
from qgauge.tools.embedded.question_rules.word_lists import (
    DURATIVE_CLAUSES,
    SENTENCE_ADVERBS,
    THIRD_PERSON,
)

_NEVER = frozenset(
    {"parataxis", "discourse", "vocative", "dislocated", "reparandum", "orphan", "list", "dep"}
)
_LONGEST_MODIFIER = 6
_DEGREES = frozenset({"as", "so", "too", "more", "less", "enough", "such"})
_RELATIVES = frozenset(
    {"which", "who", "whom", "whose", "wherever", "whatever", "whichever", "whenever"}
)
_CORE = frozenset(
    {"det", "amod", "compound", "flat", "nummod", "nmod", "case", "fixed", "goeswith", "appos"}
)


def core_of(tree: Tree, noun: int) -> list[int]:
    """Return a noun with what belongs tightly to it, without clauses and marks."""

    def keep(child: int) -> bool:
        if _is_bracketed(tree, child):
            return False
        own = tree.heads[child] == noun and tree.plain(child) in ("case", "cc")
        loose = tree.plain(child) in ("appos", "nummod", "amod") and set_off(tree, child)
        if tree.plain(child) == "advmod" and tree.upos(tree.heads[child]) == "NUM":
            return True  # "about sixty"
        if tree.plain(child) in ("conj", "cc") and tree.heads[child] != noun:
            return True
        if tree.plain(child) == "amod" and child > tree.heads[child]:
            return False  # "a gardener so skilled that …"
        return (tree.plain(child) in _CORE and not own and not loose) or is_hyphen(tree, child)

    return tree.below(noun, keep)


def set_off(tree: Tree, at: int) -> bool:
    """Return whether a mark stands before the phrase of a word."""
    first = tree.below(at)[0]
    if first > 0 and tree.upos(first) == "PUNCT":
        return True
    return first > 0 and tree.upos(first - 1) == "PUNCT" and not is_hyphen(tree, first - 1)


def _is_bracketed(tree: Tree, at: int) -> bool:
    first = tree.below(at)[0]
    return "(" in (tree.words[first].text, tree.words[first - 1].text if first else "")


def is_hyphen(tree: Tree, at: int) -> bool:
    """Return whether a word is a hyphen inside a compound."""
    words = tree.words
    return (
        words[at].text in ("-", "–", "/")
        and 0 < at < len(words) - 1
        and words[at - 1].end == words[at].start
        and words[at].end == words[at + 1].start
    )


def is_kept(tree: Tree, at: int) -> bool:
    """Return whether a question keeps a word inside a phrase, with all below it."""
    relation = tree.plain(at)
    if relation in _NEVER or _is_bracketed(tree, at):
        return False
    if tree.upos(at) == "PUNCT":
        between = tree.words[at].text == "," and tree.plain(tree.heads[at]) in ("conj", "amod")
        return is_hyphen(tree, at) or (between and at < tree.heads[at])
    if relation == "appos" or (relation in ("nummod", "amod") and at > tree.heads[at]):
        return not set_off(tree, at)
    if relation in ("acl", "advcl"):
        return _keeps_clause(tree, at)
    loose = tree.lows[at] in SENTENCE_ADVERBS or tree.lows[at - 1 : at + 1] == ["as", "well"]
    return not (relation == "advmod" and loose and tree.upos(tree.heads[at]) in ("VERB", "AUX"))


def _keeps_clause(tree: Tree, at: int) -> bool:
    words = tree.below(at)
    if len(words) > _LONGEST_MODIFIER or set_off(tree, at):
        return False
    if any(tree.lows[one] in THIRD_PERSON for one in words):
        return False
    if tree.plain(at) == "acl":
        return True
    marks = {tree.lows[one] for one in tree.kids(at, "mark", "advmod")}
    return at > tree.heads[at] and bool(marks & (DURATIVE_CLAUSES | {"to"}))


def is_cut_short(tree: Tree, kept: list[int], gap: set[int]) -> bool:
    """Return whether kept words need others that are left out: "for as long", "at which point".

    Args:
        tree: The tree.
        kept: The words of the question.
        gap: The words that it asks for.
    """
    inside = set(kept)
    for at in kept:
        left_out = [one for one in tree.children[at] if one not in inside and one not in gap]
        if tree.upos(at) in ("ADJ", "ADV") and tree.plain(at) != "root":
            compared = any(tree.lows[one] in _DEGREES for one in tree.children[at])
            if compared and any(tree.plain(one) in ("advcl", "obl", "ccomp") for one in left_out):
                return True
        if any(tree.relation(one) == "acl:relcl" and not set_off(tree, one) for one in left_out):
            articles = [tree.lows[one] for one in tree.kids(at, "det")]
            if articles == ["the"] and tree.upos(at) == "NOUN":
                return True  # "the plant" of "the plant that it fed on"
        relative = tree.lows[at] in _RELATIVES and tree.upos(at) in ("PRON", "DET", "ADV")
        if relative and not _has_clause(tree, at, inside):
            return True
    return False


def _has_clause(tree: Tree, at: int, inside: set[int]) -> bool:
    """Return whether a relative word stands in a relative clause that is kept, too."""
    while tree.heads[at] >= 0:
        at = tree.heads[at]
        if tree.plain(at) in ("acl", "advcl", "ccomp", "csubj"):
            return at in inside
    return False


def lowered(tree: Tree, at: int) -> str:
    """Return a word without the capital of a sentence's first word."""
    word = tree.words[at]
    initial = (
        at == 0
        or tree.words[at - 1].sentence != word.sentence
        or (tree.upos(at - 1) == "PUNCT" and tree.words[at - 1].text not in (",", ";", "(", "-"))
    )
    if (initial and not word.is_name and word.text[1:].islower()) or (
        word.upos in ("DET", "ADP") and initial
    ):
        return word.text[:1].lower() + word.text[1:]
    return word.text
