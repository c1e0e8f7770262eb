"""Questions whose wh-phrase is an object, a predicate or goes with a preposition."""

from __future__ import annotations

from dataclasses import replace

from qgauge.statements import adjuncts
from qgauge.statements.asked import Asked
from qgauge.statements.filling import PROPERTIES, filled
from qgauge.statements.gaps import adjunct_gap, lemma_of, main_verb, object_gap, stranded
from qgauge.statements.pieces import Statement, made, negation_of, placed, subject_of, verbed
from qgauge.statements.reply import Reply
from qgauge.statements.verbs import BE, DO, can_be, finite, inflected, lemmas

_TIMES = frozenset(
    {"year", "years", "day", "date", "month", "century", "decade", "time", "week", "hour"}
)
TAKE_CLAUSE = frozenset(
    """
    say think believe know learn notice realize hear tell warn discover see find promise announce
    explain suggest require state claim decide hope mean argue show prove teach indicate reveal
    conclude
    """.split()  # noqa: SIM905 - a word list reads best as words
)


_EVIDENCE = frozenset({"suggest", "indicate", "show", "prove", "reveal", "mean"})
_TASKS = frozenset(
    """
    job function purpose goal role way duty task aim plan use reason solution method step rule
    """.split()  # noqa: SIM905
)
_OUTCOMES = frozenset({"effect", "impact", "influence", "consequence", "advantage", "benefit"})


def what_is(asked: Asked, reply: Reply) -> Statement | None:
    """`What is X?`: X is the answer, or the answer is X."""
    verb, subject = negation_of(asked), asked.sentence.part(asked.subject[0], len(asked.sentence))
    if not (_answer_first(asked) or _is_the_most(asked, reply)):
        said = f"that {reply.mid}" if reply.is_clause else filled(asked, reply)
        asks_for_act = _TASKS & set(asked.sentence.low[asked.subject[0] :])
        if asks_for_act and reply.as_gerund != reply.mid and can_be(reply.low[0], "VB"):
            said = f"to {said}"
        sure = asked.certain and not reply.is_clause
        return made("is", [asked.lead, subject, verb, asked.hedge, said], sure)
    if not reply.is_clause:
        if reply.is_plural:
            verb = {"is": "are", "was": "were"}.get(verb, verb)
        said = reply.as_gerund if reply.as_gerund != reply.mid else filled(asked, reply)
        return made("is", [asked.lead, said, verb, asked.hedge, subject])
    if reply.as_noun == reply.mid and not asked.negation:
        return made("is", [asked.lead, subject, verb, asked.hedge, f"that {reply.mid}"], False)
    return made("is", [asked.lead, reply.as_fact, verb, asked.hedge, subject], False)


def _answer_first(asked: Asked) -> bool:
    """Whether the answer is the subject, as in `Which city is the capital?`"""
    sentence, first = asked.sentence, asked.subject[0]
    subject = sentence.low[first : asked.subject[1]]
    noun = asked.phrase[1] if len(asked.phrase) > 1 else ""
    if noun in PROPERTIES or asked.phrase[-1] in ("type", "kind", "sort", "color", "colour"):
        return False
    if asked.word == "which" or (subject[0] in ("an", "a", "one") and "example" in subject[:4]):
        return True
    if noun:
        return subject[0] == "the" or sentence.relation(asked.wh[1] - 1) == "nsubj"
    # "Who was king?"
    return asked.word == "who" and len(subject) == 1 and sentence.upos(first) in ("NOUN", "ADJ")


def _is_the_most(asked: Asked, reply: Reply) -> bool:
    """`What is the most common metal?`: a noun is named first, a number or a sentence is not."""
    sentence, first = asked.sentence, asked.subject[0]
    named = reply.sentence.upos(len(reply.sentence) - 1) in ("NOUN", "PROPN")
    if sentence.low[first] != "the" or len(asked.phrase) > 1 or not named or reply.is_clause:
        return False
    most = sentence.low[first + 1] in ("most", "least") and sentence.upos(first + 2) == "ADJ"
    superlative = sentence.low[first + 1].endswith("est") and sentence.upos(first + 1) == "ADJ"
    nominal = reply.sentence.upos(0) in ("NOUN", "PROPN", "DET", "ADJ")
    return (most or superlative) and nominal


def object_question(asked: Asked, reply: Reply) -> Statement | None:
    """The answer goes where the object of the verb or of a preposition is missing."""
    sentence = asked.sentence
    if _asks_for_time(asked):
        phrase, sure = adjuncts.when(reply)
        return placed("what time", asked, adjunct_gap(asked, before_clauses=False), phrase, sure)
    done = _doing(asked, reply)
    if done:
        return done
    if asked.verb in BE and sentence.low[asked.subject[0]] == "there":
        return placed("there is", asked, asked.rest, filled(asked, reply), True)
    gap = object_gap(asked)
    verb = main_verb(asked)
    if asked.verb in BE and sentence.upos(verb) != "VERB" and stranded(asked) < 0:
        gap = asked.rest
    if reply.is_clause:
        return _object_clause(asked, gap, reply)
    if asked.phrase[-1] in _OUTCOMES and lemma_of(sentence, verb) == "have":
        return _named(asked, gap, reply, True)
    said, sure = _as_object(asked, gap, reply)
    return placed("object", asked, gap, said, sure)


def _object_clause(asked: Asked, gap: int, reply: Reply) -> Statement | None:
    """A whole clause where an object is asked for."""
    sentence = asked.sentence
    if lemma_of(sentence, main_verb(asked)) in TAKE_CLAUSE:
        evidence = lemma_of(sentence, main_verb(asked)) in _EVIDENCE
        if evidence and sentence.low[gap] == "about":  # the clause says what it is about
            sentence = replace(sentence, words=sentence.words[:gap])
            asked = replace(asked, sentence=sentence)
        last = len(sentence) if sentence.upos(gap) == "ADP" else gap
        return placed("object clause", asked, last, f"that {reply.mid}", True)
    if sentence.low[len(sentence) - 2 : len(sentence)] == ("in", "common"):
        return made("in common", [reply.with_subject(subject_of(asked))])
    if len(asked.phrase) > 1 and "of" not in asked.phrase:
        return _named(asked, gap, reply, True)
    if reply.as_noun == reply.mid:
        return _named(asked, gap, reply, False)
    return placed("object", asked, gap, reply.as_noun, False)


def _named(asked: Asked, gap: int, reply: Reply, sure: bool) -> Statement:
    """`It has this effect: prices rise.`"""
    noun = asked.sentence.part(asked.wh[0] + 1, asked.wh[1])
    frame = placed("this", asked, gap, f"this {noun}".strip(), sure)
    return made("this", [f"{frame.text.rstrip('.')}:", reply.mid], frame.sure)


def _asks_for_time(asked: Asked) -> bool:
    """`What year did ...`, but not `What season does it experience?`"""
    noun, sentence = asked.phrase[-1], asked.sentence
    if len(asked.phrase) == 1 or asked.word == "how" or stranded(asked) >= 0:
        return False
    if sentence.low[asked.subject[0]] == "it" and lemma_of(sentence, main_verb(asked)) == "be":
        return False  # "What season will it be?"
    is_object = sentence.relation(asked.wh[1] - 1) == "obj"
    return noun in _TIMES or (noun in ("season", "era", "period") and not is_object)


def _as_object(asked: Asked, gap: int, reply: Reply) -> tuple[str, bool]:
    """The answer after a verb or a preposition, and whether it can be there."""
    sentence, said, first = asked.sentence, filled(asked, reply), reply.low[0]
    previous = sentence.low[gap - 1]
    if reply.sentence.upos(0) == "ADP" and first == previous:
        return said[len(first) :].strip(), True
    if first == finite(sentence.low[gap - 1], asked.verb or "do") and len(reply.sentence) > 1:
        return said[len(first) :].strip(), True  # "What does it have?" "has two wings"
    if reply.sentence.upos(0) != "VERB" or (len(reply.sentence) == 1 and lemmas(first, "NOUN")):
        return said, True
    if reply.begins_with_verb("VB"):
        gerund = inflected(first, "VBG") if sentence.upos(gap - 1) == "ADP" else ""
        if gerund:
            return gerund + said[len(first) :], True
        return (said if previous == "to" else f"to {said}"), True
    return said, not reply.begins_with_verb("VBD")


def _doing(asked: Asked, reply: Reply) -> Statement | None:
    """`What did X do?`: the answer is what X did."""
    sentence, size = asked.sentence, len(asked.sentence)
    places = (at for at in range(asked.rest, size) if sentence.upos(at) in ("VERB", "AUX"))
    at = next((at for at in places if sentence.low[at] in ("do", "doing", "done")), -1)
    if at < 0 or asked.word != "what" or len(asked.phrase) > 1:
        return None
    subject, tail = subject_of(asked), sentence.part(at + 1, size)
    if reply.is_clause:
        if sentence.low[at + 1] in ("to", "with"):
            tail = ""  # the clause says it once more: `do to the village`, `he burned it`
        return made("what it did", [asked.lead, reply.with_subject(subject), tail])
    said, first = reply.mid, reply.low[0]
    if first == "to" and len(reply.sentence) > 1:
        said, first = said[2:].strip(), reply.low[1]
    if at == asked.rest and asked.verb in DO:
        form = _did(asked, reply, first)
        if form:
            return made("what it did", [asked.lead, subject, form + said[len(first) :], tail])
        return placed("object", asked, object_gap(asked), reply.mid, not reply.is_gerund)
    fits = reply.is_gerund if sentence.low[at] == "doing" else can_be(first, "VB")
    if not fits and sentence.low[at] != "done":
        return None
    before = sentence.part(asked.rest, at)
    verb = verbed(asked, before, asked.negation) if before else negation_of(asked)
    return made("what it does", [asked.lead, subject, verb, said, tail])


def _did(asked: Asked, reply: Reply, first: str) -> str:
    """The first verb of an answer in the form that `do` had, or "" where it is none."""
    if reply.begins_with_verb("VBD" if asked.verb == "did" else "VBZ"):
        return first
    if not (can_be(first, "VB") and (reply.begins_with_verb("VB") or reply.low[0] == "to")):
        return ""
    return f"{negation_of(asked)} {first}" if asked.negation else finite(first, asked.verb)


def with_preposition(asked: Asked, reply: Reply) -> Statement | None:
    """`In which year did ...`: the preposition goes along with the answer."""
    sentence = asked.sentence
    preposition = " ".join(sentence.low[asked.wh[0] : asked.wh[1]]).split(f" {asked.word}")[0]
    if preposition == "in" and asked.phrase[-1] in ("way", "ways"):
        phrase, sure = adjuncts.how(reply)
        return placed("how", asked, adjunct_gap(asked, before_clauses=True), phrase, sure)
    if reply.is_clause:
        return None
    said = filled(asked, reply)
    if reply.begins_with_preposition and (
        reply.low[0] == preposition or preposition in ("in", "at", "on")
    ):
        phrase = reply.mid
    elif preposition == "at" and asked.phrase[-1] == "age" and reply.is_number:
        phrase = f"at the age of {said}"
    elif preposition == "for" and reply.low[0] == "to":
        phrase = reply.mid
    else:
        phrase = f"{preposition} {said}"
    return placed("preposition", asked, adjunct_gap(asked, before_clauses=True), phrase, True)
