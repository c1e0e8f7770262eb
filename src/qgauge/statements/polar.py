"""Questions that a yes or a no answers, and questions with `or`."""

from __future__ import annotations

import re

from qgauge.statements.asked import Asked
from qgauge.statements.pieces import Statement, made, subject_of, verbed
from qgauge.statements.reply import Reply
from qgauge.statements.verbs import DO


def yes_no(asked: Asked, positive: bool) -> Statement:
    """The question as a statement, denied where the answer is no.

    `Isn't it hot?` and `Is it hot?` ask for the same: yes says that it is.
    """
    rest = asked.sentence.part(asked.rest, len(asked.sentence))
    if positive:
        rest = re.sub(r"\bany\b", "some", rest)
    clause = verbed(asked, rest, "" if positive else "not")
    return made("yes-no", [asked.lead, subject_of(asked), clause], asked.certain)


def choice(asked: Asked, reply: Reply) -> Statement | None:
    """A question with `or`: the answer takes the place of the alternatives."""
    sentence = asked.sentence
    for at in range(asked.rest, len(sentence) - 1):
        if sentence.low[at] != "or":
            continue
        last = sentence.words[at].head if sentence.words[at].head > at else at + 1
        first = sentence.words[last].head
        if not asked.rest <= first < at:
            continue
        start = min(one for one in sentence.subtree(first) if one >= asked.rest)
        end = max(sentence.subtree(last)) + 1
        if start == asked.rest and asked.verb in DO:
            return None  # the verbs themselves are the alternatives
        before = sentence.part(asked.rest, start)
        clause = verbed(asked, before, asked.negation) if before else asked.verb
        tail = sentence.part(end, len(sentence))
        return made("choice", [subject_of(asked), clause, reply.mid, tail])
    return None
