"""All spans of a parsed passage that may be answers, cut cleanly, each once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from qgauge.generation.answer_candidate import Candidate
from qgauge.generation.answer_clauses import clause_candidates
from qgauge.generation.answer_phrases import phrase_candidates
from qgauge.generation.answer_tree import AnswerTree

LONGEST_ANSWER = 25
"""Words of the longest answer."""
_NO_ANSWER_HEADS = frozenset({"PRON", "DET", "PUNCT", "AUX", "PART", "SCONJ", "CCONJ", "INTJ"})
_NO_ANSWER_ENDS = frozenset({"DET", "SCONJ", "CCONJ", "PART"})
_NEVER_ALONE = frozenset({"one", "zero", "etc", "etc.", "mr", "mrs", "mr.", "mrs.", "dr.", "st."})


def candidates(text: str, tree: AnswerTree) -> list[Candidate]:
    """Return the candidate answers of a passage, in order of their place.

    A span that several rules find is returned once, with the type that the first rule gave it.

    Args:
        text: The passage.
        tree: Its parse.
    """
    found: dict[tuple[int, int], Candidate] = {}
    for one in chain(phrase_candidates(tree), clause_candidates(tree)):
        for clean in _clean(text, tree, one):
            found.setdefault((clean.first, clean.last), clean)
    return [found[place] for place in sorted(found)]


def _clean(text: str, tree: AnswerTree, one: Candidate) -> Iterator[Candidate]:
    """Yield the candidate with clean ends, or nothing if it is not an answer."""
    words = tree.words
    place = tree.clean(one.first, one.last)
    if place is None or words[one.head].upos in _NO_ANSWER_HEADS:
        return
    first, last = place
    if not first <= one.head < last or last - first > LONGEST_ANSWER:
        return
    if tree.contents[first] == tree.contents[last] or _cuts_entity(tree, one.head, first, last):
        return
    if last - first == 1 and tree.lows[first] in _NEVER_ALONE:
        return
    if words[first].sentence != words[last - 1].sentence or words[last - 1].upos in _NO_ANSWER_ENDS:
        return
    if _cuts_word(text, words[first].start) or _cuts_word(text, words[last - 1].end):
        return
    yield Candidate(first, last, one.head, one.type, one.form)


def _cuts_entity(tree: AnswerTree, head: int, first: int, last: int) -> bool:
    """Return whether a span has only part of an entity: `the river` of `the river Tarn`.

    A name or number within a longer one may be an answer: `1931` of `14 June 1931`.
    """
    for at in (first, last - 1):
        number = tree.entity_at.get(at)
        if number is None:
            continue
        entity = tree.entities[number]
        whole = first <= entity.first and entity.last <= last
        inside = entity.first <= first and last <= entity.last
        if not whole and not (inside and tree.upos(head) in ("PROPN", "NUM")):
            return True
    return False


def _cuts_word(text: str, at: int) -> bool:
    """Return whether a place is inside a word as it is written."""
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()
