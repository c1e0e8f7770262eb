"""Clauses that may be answers: reasons, purposes, manners, times, contents and actions."""

from __future__ import annotations

from collections.abc import Iterator

from qgauge.generation.answer_candidate import Candidate
from qgauge.generation.answer_tree import AnswerTree
from qgauge.generation.answer_words import (
    MANNER_MARKS,
    REASON_MARKS,
    TIME_MARKS,
)

_NOT_INSIDE = frozenset({"mark", "cc", "punct", "discourse", "vocative", "parataxis", "dep"})
"""Relations of the words around a clause that are not part of it."""
_SUBJECTS = frozenset({"nsubj", "csubj", "expl"})
_WITH_CONJUNCTS = frozenset({"parataxis"})
_WITH_CLAUSES = _WITH_CONJUNCTS | {"conj"}
_WITHOUT_CLAUSES = _WITH_CLAUSES | {"advcl", "punct"}
_FINITE = frozenset({"root", "conj", "ccomp", "parataxis"})


def clause_candidates(tree: AnswerTree) -> Iterator[Candidate]:
    """Yield the clauses of a parse."""
    for at in range(len(tree)):
        if tree.upos(at) != "VERB" and not tree.kids(at, "cop"):
            continue
        relation = tree.plain_relation(at)
        if relation == "advcl":
            yield from _adverbial(tree, at)
        elif relation in ("ccomp", "xcomp", "csubj") and tree.upos(at) == "VERB":
            yield from _complement(tree, at)
        if relation in _FINITE:
            yield from _statement(tree, at)


def _adverbial(tree: AnswerTree, at: int) -> Iterator[Candidate]:
    """Yield an adverbial clause with its conjunction, and as a plain clause without it."""
    marks = [one for one in tree.kids(at, "mark", "advmod") if one < at]
    subject = bool(tree.kids(at, *_SUBJECTS))
    kind = _adverbial_type(tree, marks, subject, tree.lows[at].endswith("ing"))
    first, last = _inner(tree, at)
    if not kind:
        return
    if marks:
        yield Candidate(tree.left[marks[0]], last, at, kind, "marked")
    if subject and kind == "reason":
        yield Candidate(first, last, at, "reason", "unmarked")
    elif subject and kind == "time":
        yield Candidate(first, last, at, "clause", "inner")
    if kind == "purpose" and len(marks) > 1 and tree.lows[marks[-1]] == "to":
        yield Candidate(marks[-1], last, at, kind, "short")


def _adverbial_type(tree: AnswerTree, marks: list[int], subject: bool, gerund: bool) -> str:
    """Return what a clause says by its conjunctions; empty for conditions and the like."""
    mark = tree.lows[marks[0]] if marks else ""
    if mark == "because":
        return "reason"
    if not subject and any(tree.lows[one] == "to" for one in marks):
        return "" if gerund else "purpose"  # "used to riding" says no purpose
    if mark == "so":
        return "purpose" if "that" in tree.lows[marks[0] + 1 : marks[0] + 2] else ""
    if mark in MANNER_MARKS and not subject:
        return "manner"
    if mark in REASON_MARKS:
        return "reason" if subject else ""
    return "time" if mark in TIME_MARKS and subject else ""


def _complement(tree: AnswerTree, at: int) -> Iterator[Candidate]:
    """Yield what is said, thought or wanted: `that the lake was frozen`, `to buy bread`."""
    marks = [one for one in tree.kids(at, "mark") if one < at]
    first, last = _inner(tree, at)
    if marks:
        yield Candidate(tree.left[marks[0]], last, at, "clause", "marked")
    if marks and tree.lows[marks[-1]] == "to":
        yield Candidate(first, last, at, "clause", "bare")
    elif not tree.kids(at, *_SUBJECTS) and tree.lows[at].endswith("ing"):
        yield Candidate(first, last, at, "clause", "gerund")


def _statement(tree: AnswerTree, at: int) -> Iterator[Candidate]:
    """Yield a clause with its subject, and what the subject does, short and long."""
    first, last = _inner(tree, at)
    plain, joined = _end(tree, at, _WITHOUT_CLAUSES), _end(tree, at, _WITH_CONJUNCTS)
    if tree.kids(at, *_SUBJECTS):
        yield Candidate(first, last, at, "clause", "whole")
        yield Candidate(first, plain, at, "clause", "plain")
        yield Candidate(first, joined, at, "clause", "joined")
    if tree.upos(at) != "VERB" or tree.lemmas[at] == "say" or _is_denied(tree, at):
        return
    if any(one > at for one in tree.kids(at, *_SUBJECTS)):
        return  # the subject follows, as in `asked Mirabel`
    short = _short_end(tree, at)
    ends = {"short": short, "plain": plain, "long": last}
    if not any(tree.kids(one, *_SUBJECTS) for one in tree.kids(at, "conj")):
        ends["joined"] = joined
    for form, end in ends.items():
        if end > at + 1:
            yield Candidate(at, end, at, "action", form)


def _is_denied(tree: AnswerTree, at: int) -> bool:
    return any(tree.lows[one] in ("not", "n't", "never") for one in tree.kids(at, "advmod"))


def _inner(tree: AnswerTree, at: int) -> tuple[int, int]:
    """Return the extent of a clause without its conjunction, and without further clauses."""
    subject = min(tree.kids(at, *_SUBJECTS), default=at)
    first = at
    for one in reversed([one for one in tree.children[at] if one < at]):
        relation = tree.plain_relation(one)
        if tree.right[one] != first or relation in _NOT_INSIDE:
            break
        if relation in ("advcl", "advmod") and one < subject < at:
            break
        first = tree.left[one]
    return first, _end(tree, at, _WITH_CLAUSES)


def _end(tree: AnswerTree, at: int, without: frozenset[str]) -> int:
    """Return the end of a clause, before the first child with one of these relations."""
    last = at + 1
    for one in tree.children[at]:
        if one < at:
            continue
        if tree.plain_relation(one) in without or tree.left[one] != last:
            break
        last = tree.right[one]
    return last


def _short_end(tree: AnswerTree, at: int) -> int:
    """Return the end of a verb with its objects and what belongs to it, without adjuncts."""
    last = at + 1
    for one in [one for one in tree.children[at] if one > at]:
        wanted = tree.plain_relation(one) in ("obj", "iobj", "compound", "xcomp", "advmod")
        if not wanted or tree.left[one] != last:
            break
        last = tree.right[one]
    return last
