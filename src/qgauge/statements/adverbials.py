"""Questions with when, where, why and how."""

from __future__ import annotations

import re

from qgauge.statements import adjuncts
from qgauge.statements.gaps import adjunct_gap, main_verb, object_gap, stranded
from qgauge.statements.pieces import Statement, made, placed, subject_of
from qgauge.statements.question_parts import QuestionParts
from qgauge.statements.reply import Reply
from qgauge.statements.verbs import BE
from qgauge.text.words import word_set

_LINKING = word_set("feel look seem become sound smell taste appear remain stay")
_SOURCED = frozenset({"energy", "power", "food", "water", "oxygen", "name", "idea", "inspiration"})
"""What one gets from a place, not in it."""
_MEASURES = frozenset({"old", "tall", "long", "wide", "deep", "high", "thick"})


def adjunct(
    word: str, reply: Reply, verb: str = "", subject: str = "", passive: bool = False
) -> tuple[str, bool]:
    """The answer to when, where, why or how as a phrase, and whether it fits."""
    if word == "when":
        return adjuncts.when(reply)
    if word == "where":
        return adjuncts.where(reply, verb, passive)
    if word == "why":
        return adjuncts.why(reply, subject)
    return adjuncts.how(reply)


def adverbial(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Subject, verb and the rest, then when, where, why or how."""
    sentence, word = parts.sentence, parts.word
    if not parts.inverted:
        return _uninverted(parts, reply)
    verb = main_verb(parts)
    lemma = sentence.lemma(verb) if parts.rest < len(sentence) else "be"
    if word == "how" and not reply.is_clause:
        linking = lemma in _LINKING and not reply.begins_with_preposition
        if linking or parts.rest >= len(sentence):
            gap = verb + 1 if linking else parts.rest
            return placed("how it is", parts, gap, reply.mid, True)
    last = stranded(parts)
    if word == "where" and last >= 0:
        said = reply.mid
        if reply.low[0] == sentence.low[last - 1]:
            said = said[len(reply.low[0]) :].strip()
        return placed("where from", parts, last, said, True)
    if lemma in ("get", "obtain", "take", "draw") and _SOURCED & set(sentence.low[verb:]):
        lemma = "derive"
    phrase, sure = adjunct(word, reply, lemma, subject_of(parts), parts.verb in BE)
    gap = adjunct_gap(parts, before_clauses=word in ("where", "how"), before_times=word == "where")
    return placed(word, parts, gap, phrase, sure)


def _uninverted(parts: QuestionParts, reply: Reply) -> Statement | None:
    """`Why visit Rome?`, `How come he left?`, or a question without its auxiliary."""
    sentence, word, first = parts.sentence, parts.word, parts.wh[1]
    if word == "how" and sentence.low[first] == "come":
        word, first = "why", first + 1
    subject = next(
        (one for one in range(first, len(sentence)) if sentence.relation(one) == "nsubj"), -1
    )
    if subject < 0 or sentence.words[subject].head < subject:
        return None
    phrase, _ = adjunct(word, reply)
    return made("no auxiliary", [sentence.part(first), phrase], False)


def degree(parts: QuestionParts, reply: Reply) -> Statement | None:
    """How long, how old, how far, how often and the like."""
    sentence, adjective, said = parts.sentence, parts.phrase[-1], reply.mid
    if not parts.inverted or reply.is_clause:
        return None
    verb = main_verb(parts)
    participle = sentence.upos(verb) == "VERB" and verb - parts.rest <= 2
    if parts.verb in BE and (parts.rest >= len(sentence) or not participle):
        measured = adjective in _MEASURES and re.search(r"\d|\b\w+ \w*(?:s|feet|foot)$", said)
        known = {adjective, "away", "long", "old"} & set(said.lower().split())
        if measured and not known and not reply.is_number:
            said = f"{said} {adjective}"
        return placed("how much it is", parts, parts.rest, said, True)
    lemma = sentence.lemma(verb)
    lasts = adjective == "long" and lemma not in ("take", "last", "spend", "be")
    if lasts and re.match(r"(?:(?:about|over|nearly|almost) )?(?:\d|an? |\w+ \w+s$)", said):
        said = f"for {said}"
    if adjective in ("far", "much", "fast", "high", "deep") or lemma in ("take", "last"):
        return placed("how far", parts, object_gap(parts), said, True)
    return placed("how often", parts, adjunct_gap(parts, before_clauses=True), said, True)
