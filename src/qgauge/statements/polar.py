"""Rules for yes-no questions and alternative questions with `or`."""

from __future__ import annotations

import re

from qgauge.statements.composition import Statement, compose, predicate
from qgauge.statements.question_parts import QuestionParts
from qgauge.statements.reply import Reply
from qgauge.statements.verbs import DO


def yes_no(parts: QuestionParts, positive: bool) -> Statement:
    """Turn a yes-no question into a statement, negated if the answer is no.

    A negation in the question is ignored: yes to `Isn't it hot?` means that it is hot.
    """
    rest = parts.sentence.part(parts.rest)
    if positive:
        rest = re.sub(r"\bany\b", "some", rest)
    clause = predicate(parts, rest, "" if positive else "not")
    return compose("yes-no", [parts.lead, parts.subject_text, clause], parts.certain)


def choice(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Replace the alternatives of a question with `or` by the answer."""
    sentence = parts.sentence
    for at in range(parts.rest, len(sentence) - 1):
        if sentence.low[at] != "or":
            continue
        last = sentence.words[at].head if sentence.words[at].head > at else at + 1
        first = sentence.words[last].head
        if not parts.rest <= first < at:
            continue
        start = min(one for one in sentence.subtree(first) if one >= parts.rest)
        end = max(sentence.subtree(last)) + 1
        if start == parts.rest and parts.verb in DO:
            return None  # the verbs themselves are the alternatives
        before = sentence.part(parts.rest, start)
        clause = predicate(parts, before, parts.negation) if before else parts.verb
        tail = sentence.part(end)
        return compose("choice", [parts.subject_text, clause, reply.inside, tail])
    return None
