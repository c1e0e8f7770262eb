"""Questions whose wh-phrase is the subject: the answer takes its place."""

from __future__ import annotations

import re

from qgauge.statements.asked import Asked
from qgauge.statements.gaps import lemma_of
from qgauge.statements.pieces import Statement, filled, is_several, made
from qgauge.statements.reply import Reply
from qgauge.statements.sentence import Sentence
from qgauge.statements.verbs import BE, can_be, lemmas

_CLAIMS = frozenset(
    {"statement", "statements", "sentence", "conclusion", "generalization", "claim"}
)
_LONGEST_CHOICE = 13
"""Words of `, gold or silver` at the end of a question."""
_NOMINAL = frozenset({"DET", "NOUN", "PROPN", "PRON", "ADJ", "NUM"})


def subject_question(asked: Asked, reply: Reply) -> Statement | None:
    """The answer, and the rest of the question."""
    sentence = asked.sentence
    rest = _without_choice(sentence, asked.rest)
    if not rest:
        return None
    verbs = {lemma_of(sentence, at) for at in range(asked.rest, asked.rest + 4)}
    if "happen" in verbs or ("occur" in verbs and reply.is_clause):
        return _happened(asked, reply)
    if reply.is_clause:
        return _clause_as_subject(asked, reply, rest)
    described = _described(asked, reply)
    if described:
        return described
    parts = [asked.lead, filled(asked, reply), _agreeing(asked, reply, rest)]
    return made("subject", parts, asked.certain)


def _described(asked: Asked, reply: Reply) -> Statement | None:
    """`Which best describes X?`: X is the answer."""
    sentence, size = asked.sentence, len(asked.sentence)
    at = asked.rest
    while sentence.upos(at) == "ADV" or sentence.low[at] in ("best", "most"):
        at += 1
    if sentence.low[at] not in ("describes", "describe") or sentence.upos(at + 1) not in _NOMINAL:
        return None
    verb = "are" if is_several(sentence, at + 1) else "is"
    return made("described", [asked.lead, sentence.part(at + 1, size), verb, reply.mid])


def _without_choice(sentence: Sentence, first: int) -> str:
    """The rest of `Which is heavier, gold or silver?` without the alternatives."""
    size = len(sentence)
    for at in range(first + 1, size):
        if sentence.low[at] == "," and "or" in sentence.low[at:]:
            verbs = any(sentence.upos(one) in ("VERB", "AUX") for one in range(at, size))
            if size - at <= _LONGEST_CHOICE and not verbs:
                return sentence.part(first, at)
    return sentence.part(first, size)


def _agreeing(asked: Asked, reply: Reply, rest: str) -> str:
    """The verb in the plural where the answer is, and the question's subject was not."""
    sentence, at = asked.sentence, asked.rest
    while sentence.upos(at) == "ADV":
        at += 1
    verb = sentence.low[at]
    if not reply.is_plural or asked.word == "how" or reply.is_gerund:
        return rest
    plural = {"is": "are", "was": "were", "has": "have", "does": "do", "'s": "are"}.get(verb)
    if plural is None and can_be(verb, "VBZ") and not can_be(verb, "VB"):
        plural = next(iter(lemmas(verb, "VERB")), None)
    if plural is None:
        return rest
    return re.sub(rf"\b{re.escape(verb)}(?!\w)", plural, rest, count=1)


def _clause_as_subject(asked: Asked, reply: Reply, rest: str) -> Statement | None:
    """`Which statement explains why S?` with a sentence for an answer."""
    sentence = asked.sentence
    for at in range(asked.rest, len(sentence)):
        if sentence.low[at] == "why" and lemma_of(sentence, at - 1) in ("explain", "describe"):
            why = sentence.part(at + 1, len(sentence))
            return made("explains why", [why, "because", reply.mid])
    is_true = sentence.low[asked.rest] in BE and sentence.low[asked.rest + 1] in ("true", "correct")
    if _CLAIMS & set(asked.phrase) or is_true:
        return made("statement", [reply.text])
    if reply.as_noun == reply.mid:
        return None
    return made("clause as noun", [reply.as_noun, rest], False)


def _happened(asked: Asked, reply: Reply) -> Statement | None:
    """`What happened to X when ...?`"""
    sentence = asked.sentence
    places = range(asked.rest, len(sentence))
    at = next(n for n in places if lemma_of(sentence, n) in ("happen", "occur"))
    to_whom, after = "", at + 1
    if sentence.low[after] == "to" and after + 1 < len(sentence):
        noun = sentence.words[after].head
        if noun <= after:
            noun = after + 1
        start, after = sentence.run(noun, after, len(sentence))
        to_whom = sentence.part(start + 1, after)
    tail = sentence.part(after, len(sentence))
    if reply.is_clause:
        said = reply.with_subject(to_whom) if to_whom else reply.mid
        return made("happened", [asked.lead, said, tail])
    for tag in ("VBD", "VBZ"):
        if to_whom and reply.begins_with_verb(tag):
            return made("happened", [asked.lead, to_whom, reply.mid, tail])
    return made("subject", [asked.lead, reply.mid, sentence.part(asked.rest, len(sentence))], False)
