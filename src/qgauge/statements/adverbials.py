"""Rules for questions with when, where, why and how."""

from __future__ import annotations

import re

from qgauge.statements import adjuncts
from qgauge.statements.composition import Statement, place_answer
from qgauge.statements.gaps import adjunct_gap, main_verb, object_gap, stranded
from qgauge.statements.question_parts import QuestionParts
from qgauge.statements.reply import Reply
from qgauge.statements.verbs import BE
from qgauge.text.words import word_set

_LINKING = word_set("feel look seem become sound smell taste appear remain stay")
_SOURCED = frozenset({"energy", "power", "food", "water", "oxygen", "name", "idea", "inspiration"})
"""Objects of `get` that take `from` with a place, not `in`."""
_MEASURES = frozenset({"old", "tall", "long", "wide", "deep", "high", "thick"})


def adjunct(
    word: str, reply: Reply, verb: str = "", subject: str = "", passive: bool = False
) -> tuple[str, bool]:
    """Return the answer to when, where, why or how as an adjunct, and whether it fits."""
    if word == "when":
        return adjuncts.when(reply)
    if word == "where":
        return adjuncts.where(reply, verb, passive)
    if word == "why":
        return adjuncts.why(reply, subject)
    return adjuncts.how(reply)


def adverbial(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Undo the inversion and add the answer as an adjunct."""
    sentence, word = parts.sentence, parts.word
    if not parts.inverted:
        return None
    verb = main_verb(parts)
    lemma = sentence.lemma(verb) if parts.rest < len(sentence) else "be"
    if word == "how" and not reply.is_clause:
        linking = lemma in _LINKING and not reply.begins_with_preposition
        if linking or parts.rest >= len(sentence):
            gap = verb + 1 if linking else parts.rest
            return place_answer("how it is", parts, gap, reply.inside)
    last = stranded(parts)
    if word == "where" and last >= 0:
        said = reply.inside
        if reply.low[0] == sentence.low[last - 1]:
            said = said[len(reply.low[0]) :].strip()
        return place_answer("where from", parts, last, said)
    if lemma in ("get", "obtain", "take", "draw") and _SOURCED & set(sentence.low[verb:]):
        lemma = "derive"
    phrase, sure = adjunct(word, reply, lemma, parts.subject_text, parts.verb in BE)
    gap = adjunct_gap(parts, before_clauses=word in ("where", "how"), before_times=word == "where")
    return place_answer(word, parts, gap, phrase, sure)


def degree(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Handle how long, how old, how far, how often and similar questions."""
    sentence, adjective, said = parts.sentence, parts.phrase[-1], reply.inside
    if not parts.inverted or reply.is_clause:
        return None
    verb = main_verb(parts)
    participle = sentence.upos(verb) == "VERB" and verb - parts.rest <= 2
    if parts.verb in BE and (parts.rest >= len(sentence) or not participle):
        measured = adjective in _MEASURES and re.search(r"\d|\b\w+ \w*(?:s|feet|foot)$", said)
        known = {adjective, "away", "long", "old"} & set(re.split(r"\W", said.lower()))
        if measured and not known and not reply.is_number:
            said = f"{said} {adjective}"
        return place_answer("how much it is", parts, parts.rest, said)
    lemma = sentence.lemma(verb)
    lasts = adjective == "long" and lemma not in ("take", "last", "spend", "be")
    if lasts and re.match(r"(?:(?:about|over|nearly|almost) )?(?:\d|an? |\w+ \w+s$)", said):
        said = f"for {said}"
    if adjective in ("far", "much", "fast", "high", "deep") or lemma in ("take", "last"):
        return place_answer("how far", parts, object_gap(parts), said)
    return place_answer("how often", parts, adjunct_gap(parts, before_clauses=True), said)
