"""Rules for wh-phrases that are the subject: the answer replaces the wh-phrase."""

from __future__ import annotations

import re

from qgauge.statements.adjuncts import why
from qgauge.statements.answer_phrase import answer_phrase
from qgauge.statements.composition import Statement, compose, is_plural
from qgauge.statements.question_parts import QuestionParts
from qgauge.statements.reply import Reply
from qgauge.statements.sentence import Sentence
from qgauge.statements.verbs import BE, can_be, lemmas

CLAIMS = frozenset({"statement", "statements", "sentence", "conclusion", "generalization", "claim"})
_LONGEST_CHOICE = 13
"""Maximum words of a final list of alternatives, such as `, gold or silver`."""
_SHORTEST_FACT = 3
"""Minimum words of a clause that carries content: `they are` does not."""
_HEADS = frozenset({"NOUN", "PROPN", "PRON"})
_DEGREE = frozenset({"ADJ", "ADV"})
_NOMINAL = frozenset({"DET", "NOUN", "PROPN", "PRON", "ADJ", "NUM"})


def subject_question(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Replace the wh-phrase by the answer."""
    sentence = parts.sentence
    rest = _without_choice(sentence, parts.rest, reply)
    if not rest:
        return None
    if found := _explained(parts, reply) or _happened(parts, reply):
        return found
    if reply.is_clause:
        return _clause_as_subject(parts, reply, rest)
    if described := _described(parts, reply):
        return described
    said = reply.as_gerund if reply.as_gerund != reply.inside else answer_phrase(parts, reply)
    after = parts.rest + 1
    aside = sentence.low[parts.rest] == "," and "," in sentence.low[after:]
    aside = aside and not sentence.is_verb(after)
    if aside:
        said += ","
    return compose("subject", [parts.lead, said, _agreeing(parts, reply, rest)], parts.certain)


def _described(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Handle `Which best describes X?`: `X is <answer>`."""
    sentence, first = parts.sentence, _describes(parts)
    if first < 0 or "unit" in parts.phrase:
        return None
    noun = sentence.part(first)
    if "example" in parts.phrase:
        return compose("described", [parts.lead, "an example of", noun, "is", reply.inside])
    verb = "are" if is_plural(sentence, first) else "is"
    return compose("described", [parts.lead, noun, verb, reply.inside])


def _without_choice(sentence: Sentence, first: int, reply: Reply) -> str:
    """Drop the alternatives of `Which is heavier, gold or silver?`"""
    size = len(sentence)
    for at in range(first + 1, size):
        if sentence.low[at] == "," and "or" in sentence.low[at:]:
            verbs = any(sentence.is_verb(one) for one in range(at, size))
            among = {*sentence.low[at:size]} - {",", "or", "the", "a", "an"}
            # "into a cake, a pie, or a tart" lists alternatives only if one of them is the answer
            chosen = sentence.low[at:size].count(",") == 1 or among & set(reply.low)
            if size - at <= _LONGEST_CHOICE and not verbs:
                return sentence.part(first, at if chosen else size)
    return sentence.part(first, size)


def _agreeing(parts: QuestionParts, reply: Reply, rest: str) -> str:
    """Make the verb agree with a plural answer."""
    sentence, at = parts.sentence, parts.rest
    while sentence.upos(at) == "ADV":
        at += 1
    verb = sentence.low[at]
    if not reply.is_plural or parts.word == "how" or reply.is_gerund:
        return rest
    plural = {"is": "are", "was": "were", "has": "have", "does": "do", "'s": "are"}.get(verb)
    if plural is None and can_be(verb, "VBZ") and not can_be(verb, "VB"):
        plural = next(iter(lemmas(verb, "VERB")), None)
    if plural is None:
        return rest
    return re.sub(rf"\b{re.escape(verb)}(?!\w)", plural, rest, count=1)


def _clause_as_subject(parts: QuestionParts, reply: Reply, rest: str) -> Statement | None:
    """Handle a clause that answers a subject question: `Which statement is true?`"""
    sentence = parts.sentence
    is_true = sentence.low[parts.rest] in BE and sentence.low[parts.rest + 1] in ("true", "correct")
    described = _is_bare(parts) and _describes(parts) >= 0
    if CLAIMS & set(parts.phrase) or is_true or described:
        return compose("statement", [_about(parts, reply)])
    verbal = any(sentence.is_verb(at) for at in range(parts.rest, len(sentence)))
    if not verbal or parts.word == "who" or len(reply.sentence) < _SHORTEST_FACT:
        return None
    passive = not {*BE, "be"}.isdisjoint(sentence.low[parts.rest : parts.rest + 2])
    if passive and reply.as_noun == reply.inside:
        return None  # "the fact that it must be signed must be met"
    return compose("clause as noun", [parts.lead, reply.as_fact, rest], False)


def _is_bare(parts: QuestionParts) -> bool:
    """Return whether the wh-phrase has no noun: `which`, `what`, `which of these`."""
    phrase = parts.phrase
    return phrase in (["which"], ["what"]) or phrase[-1] in ("following", "these")


def _explained(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Handle `Which best explains why S?`: `S because <answer>`."""
    sentence = parts.sentence
    if not (reply.is_clause or _is_bare(parts) or "best" in sentence.low):
        return None  # "Which book explains why ...?"
    for at in range(parts.rest, len(sentence)):
        if sentence.low[at - 1] not in ("explain", "explains", "describe", "describes"):
            continue
        clause = sentence.part(at + 1)
        if sentence.low[at] == "why":
            phrase, sure = why(reply, "")
            return compose("explains why", [parts.lead, clause, phrase], sure) if sure else None
        if sentence.low[at] == "how" and reply.is_clause and sentence.upos(at + 1) not in _DEGREE:
            if CLAIMS & set(parts.phrase):
                return None
            return compose("explains how", [parts.lead, clause, "in this way:", reply.inside])
    return None


def _describes(parts: QuestionParts) -> int:
    """Return the start of the object of `describes`, or -1."""
    sentence, at = parts.sentence, parts.rest
    while sentence.upos(at) == "ADV" or sentence.low[at] in ("best", "most"):
        at += 1
    described = sentence.low[at] in ("describes", "describe")
    return at + 1 if described and sentence.upos(at + 1) in _NOMINAL else -1


def _about(parts: QuestionParts, reply: Reply) -> str:
    """Return the answer with an initial pronoun replaced by the noun phrase it refers to."""
    sentence, low = parts.sentence, parts.sentence.low
    first = _describes(parts)
    if first < 0 and "about" in low:
        first = low.index("about") + 1
    elif first < 0 and "of" in low[parts.rest :]:
        first = low.index("of", parts.rest) + 1
    nouns = [
        at
        for at in range(max(first, 0), len(sentence))
        if sentence.upos(at) in _HEADS and sentence.relation(at) != "compound"
    ]
    if first < 0 or not nouns or reply.low[0] not in ("it", "they"):
        return reply.text
    last = sentence.run(nouns[0], first, len(sentence))[1]
    joined = "and" in low[first:last]
    if (reply.low[0] == "they") is not (joined or is_plural(sentence, first)):
        return reply.text
    return reply.with_subject(sentence.part(first, last))


def _happens(parts: QuestionParts, reply: Reply) -> int:
    """Return the index of `happen`, or of `occur` or `take place` before a clause, or -1."""
    sentence = parts.sentence
    for at in range(parts.rest, min(parts.rest + 6, len(sentence))):
        lemma = sentence.lemma(at)
        if lemma == "happen" or (lemma == "occur" and reply.is_clause):
            return at
        if lemma == "take" and sentence.low[at + 1] == "place" and reply.is_clause:
            return at + 1
    return -1


def _happened(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Handle `What happened to X when ...?`"""
    sentence, at = parts.sentence, _happens(parts, reply)
    if at < 0:
        return None
    to_whom, after = "", at + 1
    if sentence.low[after] == "to" and after + 1 < len(sentence):
        noun = max(sentence.words[after].head, after + 1)
        start, after = sentence.run(noun, after, len(sentence))
        to_whom = sentence.part(start + 1, after)
    tail = sentence.part(after)
    if reply.is_clause:
        said = reply.with_subject(to_whom) if to_whom else reply.inside
        return compose("happened", [parts.lead, said, tail])
    if to_whom and (reply.begins_with_verb("VBD") or reply.begins_with_verb("VBZ")):
        return compose("happened", [parts.lead, to_whom, reply.inside, tail])
    rest = _agreeing(parts, reply, sentence.part(parts.rest))
    return compose("subject", [parts.lead, reply.inside, rest], False)
