"""The rule families of `qgauge.statements`, and what happens without each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from qgauge.statements import (
    adjuncts,
    adverbials,
    answer_phrase,
    composition,
    gaps,
    inversion,
    objects,
    polar,
    question_parts,
    rules,
    subjects,
)
from qgauge.statements.question_parts import QuestionParts
from qgauge.statements.reply import Reply
from qgauge.statements.sentence import Sentence

Change = tuple[object, str, Any]
"""A module or class, a name in it, and what replaces it."""


def returns(value: Any) -> Callable[..., Any]:
    """Return a function that returns the same value for any arguments."""
    return lambda *_, **__: value


NOTHING, NO, EMPTY = returns(None), returns(False), frozenset[str]()
INSIDE = property(lambda reply: reply.inside)
IN_THE_REST = returns(-1)


def end(parts: QuestionParts, **_: bool) -> int:
    return len(parts.sentence)


def said(*given: Any, **_: Any) -> tuple[str, bool]:
    """Return the answer as it is, and that it fits."""
    return next(one for one in given if isinstance(one, Reply)).inside, True


def said_after(preposition: str) -> Callable[..., tuple[str, bool]]:
    return lambda reply, *_, **__: (f"{preposition} {reply.inside}", True)


def plain_preposition(parts: QuestionParts, reply: Reply) -> composition.Statement:
    """Put the words before the wh-word and the answer at the end."""
    before = " ".join(parts.phrase).split(f" {parts.word}")[0]
    phrase = f"{before} {reply.inside}"
    return composition.place_answer("preposition", parts, len(parts.sentence), phrase)


def plain_object(parts: QuestionParts, _: int, reply: Reply) -> tuple[str, bool]:
    return answer_phrase.answer_phrase(parts, reply), True


def first_verb_only(parts: QuestionParts, rest: str, negation: str) -> str:
    """Join auxiliary and rest as they are: `did see`."""
    mark = f" {negation}" if negation else ""
    return f"{parts.verb}{mark} {rest}"


def until_end(sentence: Sentence, first: int, _: Reply) -> str:
    return sentence.part(first)


SWITCHES: Mapping[str, list[Change]] = {
    # rules
    "blanks": [(rules, "BLANK", re.compile(r"(?!)"))],
    "a bare wh-word after a statement": [(rules, "_alone", NOTHING)],
    "prompts": [(rules, "_prompt", NOTHING)],
    "embedded questions": [(rules, "_embedded", NOTHING)],
    "second question": [(rules, "_first_question", lambda sentence, _: sentence)],
    "the answer repeats the question": [(rules, "_repeated", NOTHING)],
    "wh-word in place": [(rules, "_in_place", NOTHING)],
    "wh-word in place, clauses": [(rules, "_clause_in_place", NOTHING)],
    "this is because": [(rules, "_HAPPENS", ())],
    "about how many": [(rules, "ROUNDING", ()), (question_parts, "ROUNDING", ())],
    "number of it and they": [(rules, "_same_number", returns(True))],
    # polar
    "yes-no": [(rules, "yes_no", NOTHING)],
    "any becomes some": [(polar, "re", SimpleNamespace(sub=lambda *given: given[-1]))],
    "choice": [(rules, "choice", NOTHING)],
    # subjects
    "happened": [(subjects, "_happened", NOTHING)],
    "explains why": [(subjects, "_explained", NOTHING)],
    "which describes": [(subjects, "_described", NOTHING)],
    "clauses as subject": [(subjects, "_clause_as_subject", NOTHING)],
    "pronoun of a statement": [(subjects, "_about", lambda _, reply: reply.text)],
    "list of alternatives": [(subjects, "_without_choice", until_end)],
    "agreement": [(subjects, "_agreeing", lambda _, __, rest: rest)],
    # objects
    "what is X": [(rules, "_only_subject", NO)],
    "what is X, answer first": [(objects, "_answer_first", NO)],
    "what is X, superlative": [(objects, "_is_the_most", NO)],
    "what is X, infinitive": [(objects, "_TASKS", EMPTY)],
    "what year": [(objects, "_asks_for_time", NO)],
    "what did X do": [(objects, "_doing", NOTHING)],
    "clauses as object": [(objects, "_object_clause", NOTHING)],
    "clauses as object, about": [(objects, "_EVIDENCE", EMPTY)],
    "this effect:": [(objects, "_OUTCOMES", EMPTY)],
    "form of an object": [(objects, "_as_object", plain_object)],
    "pronoun before a particle": [(objects, "_PRONOUNS", EMPTY)],
    "prepositions": [(rules, "with_preposition", plain_preposition)],
    # adverbials and adjuncts
    "when": [(adjuncts, "when", said)],
    "when, only `in`": [(adjuncts, "when", said_after("in"))],
    "where": [(adjuncts, "where", said)],
    "where, directions": [(adjuncts, "_TOWARDS", EMPTY), (adjuncts, "_FROM", EMPTY)],
    "where, sources": [(adverbials, "_SOURCED", EMPTY)],
    "why": [(adjuncts, "why", said), (subjects, "why", said)],
    "how": [(adjuncts, "how", said)],
    "degree": [(rules, "degree", objects.object_question)],
    "degree, unit": [(adverbials, "_MEASURES", EMPTY)],
    "how it is": [(adverbials, "_LINKING", EMPTY)],
    # answer_phrase
    "answer_phrase": [
        (one, "answer_phrase", lambda _, reply: reply.inside) for one in (objects, subjects, rules)
    ],
    "articles": [(answer_phrase, "_with_article", lambda reply, _: reply.inside)],
    "part of a whole": [(answer_phrase, "_part_of", lambda _, __, reply: reply.inside)],
    "noun after an adjective": [(answer_phrase, "_qualified", lambda _, __, text: text)],
    "share of a whole": [(answer_phrase, "_SHARES", EMPTY)],
    "possessive": [(answer_phrase, "_possessive", lambda reply: reply.inside)],
    # gaps
    "object gap": [(one, "object_gap", end) for one in (objects, adverbials, rules)],
    "stranded preposition": [(one, "stranded", IN_THE_REST) for one in (gaps, objects, adverbials)],
    "fixed adverbials": [(gaps, "_is_fixed", NO)],
    "purpose lacks object": [(gaps, "_purpose_lacks_object", NO)],
    "clause after think": [(gaps, "_clause_follows", NO)],
    "governor": [(gaps, "_governor", IN_THE_REST)],
    "deepest verb": [(gaps, "_deepest", lambda _, verb: verb)],
    "adjunct gap": [(one, "adjunct_gap", end) for one in (objects, adverbials)],
    # inversion and question_parts
    "subject by tree": [(inversion, "_subject_by_tree", NOTHING)],
    "subject by words": [(inversion, "_subject_by_words", NOTHING)],
    "verb form fits": [(inversion, "_predicate_fits", returns(True))],
    "hedges": [(QuestionParts, "hedge", "")],
    "negation after the subject": [
        (question_parts, "_past_negation", lambda _, negation, rest: (negation, rest))
    ],
    "relative clause in the wh-phrase": [(question_parts, "_inside", returns(0))],
    "participle in the wh-phrase": [(question_parts, "_before_noun", NO)],
    "wh-phrase at the end": [(question_parts, "_ends", NO)],
    # composition
    "do-support": [(one, "predicate", first_verb_only) for one in (composition, objects, polar)],
    # reply
    "gerunds of verb phrases": [(Reply, "as_gerund", INSIDE)],
    "gerunds of clauses": [(Reply, "as_noun", INSIDE)],
    "pronoun of a clause": [(Reply, "with_subject", lambda reply, _: reply.inside)],
    "clauses": [(Reply, "is_clause", False)],
    "capitals": [(Reply, "inside", property(lambda reply: reply.text))],
    "titles": [(Reply, "_is_title", NO)],
}
"""For each family, the changes that switch it off."""


@contextmanager
def without(family: str) -> Iterator[None]:
    """Switch a family off inside the block."""
    with ExitStack() as stack:
        for owner, name, replacement in SWITCHES[family]:
            stack.enter_context(patch.object(owner, name, replacement))
        yield
