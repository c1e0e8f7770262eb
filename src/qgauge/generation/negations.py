"""Negations and limits of the answer's clause that a question must not leave out."""

from __future__ import annotations

import re

from qgauge.tools.roles import Parse

_WORDS = "not|never|nobody|neither|nor|hardly|rarely|seldom"
_DENYING = re.compile(rf"{_WORDS}|n['’]t", re.IGNORECASE)
_LIMITING = ("until", "unless", "till")
_CLAUSES = ("root", "conj", "ccomp", "xcomp", "advcl", "acl", "parataxis", "csubj")
_SAID = re.compile(rf"\b(?:{_WORDS}|until|unless|till)\b|n['’]t\b", re.IGNORECASE)


def negation_left_out(question: str, passage: Parse, start: int, end: int) -> str:
    """Return the word that denies or limits what the answer's clause says, if a question lacks it.

    Args:
        question: The question.
        passage: The parse of the passage.
        start: Character offset of the answer in the passage.
        end: Character offset after it; what the answer itself denies need not be asked.

    Returns:
        The word; "" if there is none, or if the question has one.

    Examples:
        >>> from qgauge.generation.negations import negation_left_out
        >>> from qgauge.tools import open_tool
        >>> [parse] = open_tool("parser").parse(["Ada never sold the boat, but she sold the mill."])
        >>> negation_left_out("What did Ada sell?", parse, 15, 23)
        'never'
        >>> negation_left_out("What did Ada sell?", parse, 38, 46)
        ''
    """
    if _SAID.search(question):
        return ""
    words = passage.words
    above = _above(passage, next((at for at, one in enumerate(words) if one.end > start), -1))
    clause = next((at for at in above if words[at].relation.split(":")[0] in _CLAUSES), -1)
    for word in words:
        if start <= word.start < end:
            continue
        if word.head in above and _DENYING.fullmatch(word.text):
            return word.text
        if word.text.lower() in _LIMITING and word.head >= 0:
            limited = word.head if word.relation in ("mark", "case") else -1
            if limited in above or (limited >= 0 and words[limited].head == clause):
                return word.text
    return ""


def _above(passage: Parse, at: int) -> dict[int, None]:
    """Return a word and those above it, without the clauses that are only beside its own."""
    words = passage.words
    mine: dict[int, list[int]] = {}
    for one, word in enumerate(words):
        mine.setdefault(word.head, []).append(one)
    found: dict[int, None] = {}
    while at >= 0 and at not in found:
        found[at] = None
        beside = words[at].relation.startswith(("conj", "parataxis"))
        own = any(
            words[one].relation.startswith("nsubj") or words[one].text.lower() == "but"
            for one in mine.get(at, ())
        )
        at = words[at].head
        if beside and own and at >= 0:
            at = words[at].head
    return found
