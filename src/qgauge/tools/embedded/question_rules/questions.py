"""Turn a clause of a parsed passage into questions for a given answer."""

from __future__ import annotations

import re

from qgauge.text.runs import contains
from qgauge.tools.embedded.question_rules.answer import asked_of, head_of
from qgauge.tools.embedded.question_rules.clause import clause_of
from qgauge.tools.embedded.question_rules.composition import compose
from qgauge.tools.embedded.question_rules.participles import participle_question
from qgauge.tools.embedded.question_rules.question_words import question_words
from qgauge.tools.embedded.question_rules.tree import Tree
from qgauge.tools.roles import Parse

_WORD = re.compile(r"\w+")
_MOST_QUESTIONS = 3
_FOR_NOUNS = (("who",), ("what",), ("which", "organisation"))
_MOST_WORDS = 500
"""In nine sentences; longer ones are tables and the like."""


def questions_by_rules(parse: Parse, start: int, end: int, kind: str = "") -> list[str]:
    """Make questions that a span of a passage answers, by rules over its tree.

    Args:
        parse: The parse of the passage.
        start: Character offset of the answer.
        end: Character offset after the answer.
        kind: The kind of question, one of `QUESTION_KINDS`; empty for any.

    Returns:
        Up to three questions, the best first; none where the rules are not sure.

    Examples:
        >>> from qgauge.tools import open_tool
        >>> [parse] = open_tool("parser").parse(["Ada Lund sold the old mill in 1921."])
        >>> questions_by_rules(parse, 0, 8)
        ['Who sold the old mill in 1921?']
        >>> questions_by_rules(parse, 30, 34, "when")
        ['When did Ada Lund sell the old mill?']
    """
    if not parse.words or start >= end:
        return []
    tree = Tree(parse, start)
    if tree.is_quoted or len(tree.words) > _MOST_WORDS:
        return []
    found = head_of(tree, start, end)
    asked = asked_of(tree, *found) if found else None
    if asked is not None and asked.role in ("name", "participle"):
        made, made_kind = participle_question(tree, asked)
        return [made] if made and kind in ("", made_kind) else []
    clause = clause_of(tree, asked.predicate) if asked else None
    if found is None or asked is None or clause is None:
        return []
    answer = [part for at in found[1] for part in _WORD.findall(tree.lows[at])]
    questions: list[str] = []
    wordings = question_words(tree, asked)
    has_unit = asked.phrase in found[1] and any(wh.unit for wh in wordings)
    for wh in (wh for wh in wordings if wh.unit == has_unit):
        # a heron is "who" in a tale and "what" elsewhere, UNESCO "which organisation"
        either = kind in ("who", "what") and wh.words in _FOR_NOUNS
        if kind in ("", wh.kind) or either:
            question = compose(tree, clause, asked, wh)
            words = _WORD.findall(question.lower())
            if question and question not in questions and not contains(words, answer):
                questions.append(question)
    return questions[:_MOST_QUESTIONS]
