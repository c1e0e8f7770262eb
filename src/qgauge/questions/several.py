"""Find several questions in one text: "Who built it and when was it opened?"."""

from __future__ import annotations

import re
from itertools import pairwise

from qgauge.questions.asking import (
    INSTRUCTIONS,
    NEVER_RELATIVE,
    NUMBERS,
    PREPOSITIONS,
    PRONOUNS,
    SUBJECT_STARTS,
    Clause,
    sentence_asks,
)
from qgauge.questions.quotations import masked
from qgauge.statements.verbs import AUXILIARY, BE, HAVE
from qgauge.text.sentences import sentence_spans
from qgauge.text.words import QUESTION_WORDS

_MARK = re.compile(r"\?+")
_LINKS = frozenset({"and", "but", "or", ";", ","})
_TAG = frozenset({"right", "correct", "yes", "no", "okay", "ok", "really", "or"})
_QUANTIFIERS = frozenset({"some", "any", "all", "each", "every", "no"})
_ADVERBS = [["also"], ["even"], ["never"], ["not"], ["only"], ["still"]]


def second_question(text: str) -> str:
    """Return where a second question starts, or "" if the text asks one thing.

    "When and where was she born?" asks two things. A choice ("Is it red or is it blue?"), a tag
    ("..., isn't it?") and a relative clause ("the man who built it and who sold it") do not.

    Args:
        text: The question, without anything around it.

    Returns:
        The first words of the second question.

    Examples:
        >>> from qgauge.questions.several import second_question
        >>> second_question("Who built it and when was it opened?")
        'and when was it opened'
        >>> second_question("What is the difference between a mill and a millrace?")
        ''
    """
    plain = masked(text)
    marked = "?" in plain
    questions = 0
    for first, last in sentence_spans(plain):
        for part in _parts(plain[first:last]):
            clause = Clause(part)
            if not _counts(clause, part, marked, questions):
                continue
            questions += 1
            if questions > 1:
                return _shown(clause.low)
            second = _second_clause(clause)
            if second:
                return _shown(clause.low[second:])
    return ""


def _counts(clause: Clause, text: str, marked: bool, questions: int) -> bool:
    """Return whether a part of a text is a question of its own."""
    if marked and "?" not in text:
        return clause.low[0] in INSTRUCTIONS and sentence_asks(text)
    if not questions:
        return sentence_asks(text)
    return _first_question(clause, len(clause.low)) >= 0 and not _is_tag(clause)


def _parts(sentence: str) -> list[str]:
    """Split a sentence at its question marks, and keep the marks."""
    ends = [found.end() for found in _MARK.finditer(sentence)]
    bounds = [0, *ends, len(sentence)]
    parts = [sentence[first:last] for first, last in pairwise(bounds)]
    return [part for part in parts if any(map(str.isalnum, part))]


def _is_tag(clause: Clause) -> bool:
    """Return whether a second question only asks for a yes: "Right?", "Isn't it?", "Or not?"."""
    words = [word for word in clause.low if any(map(str.isalnum, word))]
    return words[0] in _TAG or (len(words) <= 3 and clause.is_inverted(0))


def _shown(words: list[str]) -> str:
    return " ".join(word for word in words[:6] if word not in ("?", "."))


def _second_clause(clause: Clause) -> int:
    """Return the index of the word that links a second question to the first; 0 if none does."""
    low = clause.low
    end = len(low)
    while end and not any(map(str.isalnum, low[end - 1])):
        end -= 1
    asking = _first_question(clause, end)
    if asking < 0:
        return 0
    seen: set[str] = set()
    """Question words after the first, which may start relative clauses."""
    between = False
    for at in range(asking + 1, end - 1):
        word = low[at]
        if word in _LINKS:
            if _links(clause, at, end, asking, between, seen):
                return at
        elif word in QUESTION_WORDS and low[at - 1] not in _LINKS:
            seen.add(word)
        between = between or (word == "between" and low[at + 1] in QUESTION_WORDS)
    return 0


def _first_question(clause: Clause, end: int) -> int:
    """Return where the first question starts, also after "In Halden,"; -1 if nowhere."""
    if clause.starts_question(0, end):
        return 0
    for at in range(min(end, 40)):
        if clause.low[at] == "," and clause.starts_question(at + 1, end):
            return at + 1
    return -1


def _links(clause: Clause, at: int, end: int, asking: int, between: bool, seen: set[str]) -> bool:
    """Return whether a question starts after a link."""
    low, link = clause.low, clause.low[at]
    start = at + 1
    if link in (",", ";") and low[start] in _LINKS:
        return False  # the next link decides
    if low[start : start + 2] == ["if", "so"]:
        start += 2
        start += low[start : start + 1] == [","]
    if start + 1 < end and low[start] in PREPOSITIONS and low[start + 1] in QUESTION_WORDS:
        start += 1
    if start >= end:
        return False
    if low[start] in QUESTION_WORDS:
        return not between and _wh_links(clause, at, start, end, asking, seen)
    if link in (",", "or"):
        return False
    if low[start] in AUXILIARY:
        return _auxiliary_links(clause, start, asking)
    told = low[start + 1] in SUBJECT_STARTS | QUESTION_WORDS | NUMBERS if start + 1 < end else False
    return low[asking] in INSTRUCTIONS and low[start] in INSTRUCTIONS and told


def _wh_links(clause: Clause, at: int, start: int, end: int, asking: int, seen: set[str]) -> bool:
    low, link, word = clause.low, clause.low[at], clause.low[start]
    inverted = clause.is_inverted(start + 1)
    if link == ",":
        return word in NEVER_RELATIVE and inverted
    if low[start + 1 : start + 2] == ["to"]:
        return False  # "what to do and where to go"
    if low[at - 1] in QUESTION_WORDS:
        # "When and where", but not "Who or what", nor "Does he know how and why"
        return link == "and" and (at <= asking + 2 or low[asking] in INSTRUCTIONS)
    if inverted or start + 1 == end or low[start + 1] == ",":
        return True
    if clause.is_subject(start + 1) and word not in ("which", "whose"):
        # "and when it was sold" belongs to what is told: "Explain how ..., and why ..."
        return low[0] in INSTRUCTIONS or low[1:2] == ["you"]
    return word not in seen


def _auxiliary_links(clause: Clause, start: int, asking: int) -> bool:
    """Return whether "and is it" starts a question; "and has the most windows" does not."""
    low = clause.low
    if not clause.is_inverted(start):
        # ", and can people visit it"
        plain = low[start] not in BE | HAVE and low[start - 2] == ","
        return plain and low[start + 1 : start + 2] not in _ADVERBS
    if low[start + 1] in _QUANTIFIERS:
        return False  # "and would some day rule"
    if low[start] in BE | HAVE and low[start + 1] not in PRONOUNS:
        return low[asking] in AUXILIARY
    return True
