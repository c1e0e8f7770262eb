"""Rules for wh-phrases that are objects, predicates or prepositional phrases."""

from __future__ import annotations

from dataclasses import replace

from qgauge.statements import adjuncts
from qgauge.statements.answer_phrase import PROPERTIES, answer_phrase
from qgauge.statements.composition import Statement, compose, place_answer, predicate
from qgauge.statements.gaps import adjunct_gap, main_verb, object_gap, stranded
from qgauge.statements.question_parts import QuestionParts
from qgauge.statements.reply import Reply
from qgauge.statements.verbs import BE, DO, can_be, finite_form, inflected, lemmas
from qgauge.text.words import word_set

_PRONOUNS = frozenset({"me", "you", "him", "her", "it", "us", "them"})
_TIMES = word_set("year years day date month century decade time week hour")
TAKE_CLAUSE = word_set(
    "say think believe know learn notice realize hear tell warn discover see find promise announce "
    "explain suggest require state claim decide hope mean argue show prove teach indicate reveal "
    "conclude"
)


_EVIDENCE = frozenset({"suggest", "indicate", "show", "prove", "reveal", "mean"})
_TASKS = word_set(
    "job function purpose goal role way duty task aim plan use reason solution method step rule"
)
_OUTCOMES = frozenset({"effect", "impact", "influence", "consequence", "advantage", "benefit"})


def what_is(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Handle `What is X?`: `X is <answer>` or `<answer> is X`."""
    verb, subject = parts.negated_verb, parts.sentence.part(parts.subject[0])
    if not (_answer_first(parts) or _is_the_most(parts, reply)):
        said = f"that {reply.inside}" if reply.is_clause else answer_phrase(parts, reply)
        asks_for_act = _TASKS & set(parts.sentence.low[parts.subject[0] :])
        if asks_for_act and reply.as_gerund != reply.inside and can_be(reply.low[0], "VB"):
            said = f"to {said}"
        sure = parts.certain and not reply.is_clause
        return compose("is", [parts.lead, subject, verb, parts.hedge, said], sure)
    if not reply.is_clause:
        if reply.is_plural:
            verb = {"is": "are", "was": "were"}.get(verb, verb)
        said = reply.as_gerund if reply.as_gerund != reply.inside else answer_phrase(parts, reply)
        return compose("is", [parts.lead, said, verb, parts.hedge, subject])
    first, last = reply.as_fact, subject
    if reply.as_noun == reply.inside and not parts.negation:
        first, last = subject, f"that {reply.inside}"
    return compose("is", [parts.lead, first, verb, parts.hedge, last], False)


def _answer_first(parts: QuestionParts) -> bool:
    """Return whether the answer is the subject, as in `Which city is the capital?`"""
    sentence, first = parts.sentence, parts.subject[0]
    subject = sentence.low[first : parts.subject[1]]
    noun = parts.phrase[1] if len(parts.phrase) > 1 else ""
    if noun in PROPERTIES or parts.phrase[-1] in ("type", "kind", "sort", "color", "colour"):
        return False
    if parts.word == "which" or (subject[0] in ("an", "a", "one") and "example" in subject[:4]):
        return True
    if noun:
        return subject[0] == "the" or sentence.relation(parts.wh[1] - 1) == "nsubj"
    # "Who was king?"
    return parts.word == "who" and len(subject) == 1 and sentence.upos(first) in ("NOUN", "ADJ")


def _is_the_most(parts: QuestionParts, reply: Reply) -> bool:
    """Return whether a noun answers a superlative, as in `What is the most common metal?`"""
    sentence, first = parts.sentence, parts.subject[0]
    named = reply.sentence.upos(len(reply.sentence) - 1) in ("NOUN", "PROPN")
    if sentence.low[first] != "the" or len(parts.phrase) > 1 or not named or reply.is_clause:
        return False
    most = sentence.low[first + 1] in ("most", "least") and sentence.upos(first + 2) == "ADJ"
    superlative = sentence.low[first + 1].endswith("est") and sentence.upos(first + 1) == "ADJ"
    nominal = reply.sentence.upos(0) in ("NOUN", "PROPN", "DET", "ADJ")
    return (most or superlative) and nominal


def object_question(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Put the answer into the object gap of the verb or of a preposition."""
    sentence = parts.sentence
    if _asks_for_time(parts):
        phrase, sure = adjuncts.when(reply)
        return place_answer("what time", parts, adjunct_gap(parts), phrase, sure)
    if done := _doing(parts, reply):
        return done
    if parts.verb in BE and sentence.low[parts.subject[0]] == "there":
        return place_answer("there is", parts, parts.rest, answer_phrase(parts, reply))
    gap = object_gap(parts)
    verb = main_verb(parts)
    if parts.verb in BE and sentence.upos(verb) != "VERB" and stranded(parts) < 0:
        gap = parts.rest
    if reply.is_clause:
        return _object_clause(parts, gap, reply)
    if parts.phrase[-1] in _OUTCOMES and sentence.lemma(verb) == "have":
        return _named(parts, gap, reply, True)
    said, sure = _as_object(parts, gap, reply)
    if said.lower() in _PRONOUNS and sentence.relation(gap - 1) == "compound":
        gap -= 1  # "picked him up"
    return place_answer("object", parts, gap, said, sure)


def _object_clause(parts: QuestionParts, gap: int, reply: Reply) -> Statement | None:
    """Handle a clause that answers an object question."""
    sentence = parts.sentence
    verb = sentence.lemma(main_verb(parts))
    if verb in TAKE_CLAUSE:
        if verb in _EVIDENCE and sentence.low[gap] == "about":  # the clause repeats its topic
            sentence = sentence.until(gap)
            parts = replace(parts, sentence=sentence)
        last = len(sentence) if sentence.upos(gap) == "ADP" else gap
        return place_answer("object clause", parts, last, f"that {reply.inside}")
    if sentence.low[len(sentence) - 2 : len(sentence)] == ("in", "common"):
        return compose("in common", [reply.with_subject(parts.subject_text)])
    if len(parts.phrase) > 1 and "of" not in parts.phrase:
        return _named(parts, gap, reply, True)
    if reply.as_noun == reply.inside:
        return _named(parts, gap, reply, False)
    return place_answer("object", parts, gap, reply.as_noun, False)


def _named(parts: QuestionParts, gap: int, reply: Reply, sure: bool) -> Statement:
    """Append the answer after a colon: `It has this effect: prices rise.`"""
    noun = parts.sentence.part(parts.wh[0] + 1, parts.wh[1])
    frame = place_answer("this", parts, gap, f"this {noun}".strip(), sure)
    return compose("this", [f"{frame.text.rstrip('.')}:", reply.inside], frame.sure)


def _asks_for_time(parts: QuestionParts) -> bool:
    """Return whether a time is asked for: `What year did ...`, not `What season does it have?`"""
    noun, sentence = parts.phrase[-1], parts.sentence
    if len(parts.phrase) == 1 or parts.word == "how" or stranded(parts) >= 0:
        return False
    if sentence.low[parts.subject[0]] == "it" and sentence.lemma(main_verb(parts)) == "be":
        return False  # "What season will it be?"
    is_object = sentence.relation(parts.wh[1] - 1) == "obj"
    return noun in _TIMES or (noun in ("season", "era", "period") and not is_object)


def _as_object(parts: QuestionParts, gap: int, reply: Reply) -> tuple[str, bool]:
    """Return the answer as object of a verb or preposition, and whether it fits."""
    sentence, said, first = parts.sentence, answer_phrase(parts, reply), reply.low[0]
    previous = sentence.low[gap - 1]
    repeated = first == finite_form(previous, parts.verb or "do") and len(reply.sentence) > 1
    if repeated or (reply.sentence.upos(0) == "ADP" and first == previous):
        return said[len(first) :].strip(), True  # "What does it have?" "has two wings"
    if reply.sentence.upos(0) != "VERB" or (len(reply.sentence) == 1 and lemmas(first, "NOUN")):
        return said, True
    if reply.begins_with_verb("VB"):
        gerund = inflected(first, "VBG") if sentence.upos(gap - 1) == "ADP" else ""
        if gerund:
            return gerund + said[len(first) :], True
        return (said if previous == "to" else f"to {said}"), True
    return said, not reply.begins_with_verb("VBD")


def _doing(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Handle `What did X do?`: the answer is the verb phrase."""
    sentence = parts.sentence
    places = (at for at in range(parts.rest, len(sentence)) if sentence.is_verb(at))
    at = next((at for at in places if sentence.low[at] in ("do", "doing", "done")), -1)
    if at < 0 or parts.phrase != ["what"]:
        return None
    subject, tail = parts.subject_text, sentence.part(at + 1)
    if reply.is_clause:
        if sentence.low[at + 1] in ("to", "with"):
            tail = ""  # the clause repeats it: `do to the village`, `he burned it`
        return compose("what it did", [parts.lead, reply.with_subject(subject), tail])
    said, first = reply.inside, reply.low[0]
    if first == "to" and len(reply.sentence) > 1:
        said, first = said[2:].strip(), reply.low[1]
    if at == parts.rest and parts.verb in DO:
        form = _did(parts, reply, first)
        if form:
            return compose("what it did", [parts.lead, subject, form + said[len(first) :], tail])
        return place_answer("object", parts, object_gap(parts), reply.inside, not reply.is_gerund)
    fits = reply.is_gerund if sentence.low[at] == "doing" else can_be(first, "VB")
    if not fits and sentence.low[at] != "done":
        return None
    before = sentence.part(parts.rest, at)
    verb = predicate(parts, before, parts.negation) if before else parts.negated_verb
    return compose("what it does", [parts.lead, subject, verb, said, tail])


def _did(parts: QuestionParts, reply: Reply, first: str) -> str:
    """Return the first verb of the answer in the form of `do`, or "" if it is not a verb."""
    if reply.begins_with_verb("VBD" if parts.verb == "did" else "VBZ"):
        return first
    if not (can_be(first, "VB") and (reply.begins_with_verb("VB") or reply.low[0] == "to")):
        return ""
    return f"{parts.negated_verb} {first}" if parts.negation else finite_form(first, parts.verb)


def with_preposition(parts: QuestionParts, reply: Reply) -> Statement | None:
    """Handle `In which year did ...`: the preposition moves with the answer (pied-piping)."""
    sentence = parts.sentence
    preposition = " ".join(sentence.low[parts.wh[0] : parts.wh[1]]).split(f" {parts.word}")[0]
    gap = adjunct_gap(parts, before_clauses=True)
    if preposition == "in" and parts.phrase[-1] in ("way", "ways"):
        phrase, sure = adjuncts.how(reply)
        return place_answer("how", parts, gap, phrase, sure)
    if reply.is_clause:
        return None
    same = reply.begins_with_preposition and preposition in ("in", "at", "on", reply.low[0])
    if same or (preposition == "for" and reply.low[0] == "to"):
        phrase = reply.inside
    elif preposition == "at" and parts.phrase[-1] == "age" and reply.is_number:
        phrase = f"at the age of {answer_phrase(parts, reply)}"
    else:
        phrase = f"{preposition} {answer_phrase(parts, reply)}"
    return place_answer("preposition", parts, gap, phrase)
