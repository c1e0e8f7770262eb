"""The rules on handwritten parses, independent of any parser."""

from __future__ import annotations

import pytest
from helpers.hand_made_parses import tree

from qgauge.statements import Statement, statement
from qgauge.tools.roles import Parse

PENICILLIN = "Who/PRON/nsubj>1 discovered/VERB/root>-1 penicillin/NOUN/obj>1 ?/PUNCT/punct>1"
FLEMING = "Alexander/PROPN/root>-1 Fleming/PROPN/flat>0"
WALL = "He/PRON/nsubj>1 climbed/VERB/root>-1 the/DET/det>3 wall/NOUN/obj>1 ./PUNCT/punct>1"

CASES = [
    ("subject", PENICILLIN, FLEMING, "Alexander Fleming discovered penicillin."),
    (  # do-support is undone; the object follows its verb
        "object",
        "What/PRON/obj>3 did/AUX/aux>3 Tom/PROPN/nsubj>3 find/VERB/root>-1 there/ADV/advmod>3"
        " ?/PUNCT/punct>3",
        "A/DET/det>1 key/NOUN/root>-1 ./PUNCT/punct>1",
        "Tom found a key there.",
    ),
    (  # negated do-support stays
        "object",
        "What/PRON/obj>5 did/AUX/aux>5 n't/PART/advmod>5 the/DET/det>4 cook/NOUN/nsubj>5"
        " salt/VERB/root>-1 ?/PUNCT/punct>5",
        "fish/NOUN/root>-1",
        "The cook didn't salt fish.",
    ),
    (  # the answer follows the stranded preposition
        "object",
        "Who/PRON/obl>3 did/AUX/aux>3 Anna/PROPN/nsubj>3 dance/VERB/root>-1 with/ADP/case>0"
        " at/ADP/case>7 the/DET/det>7 ball/NOUN/obl>3",
        "the/DET/det>1 prince/NOUN/root>-1",
        "Anna danced with the prince at the ball.",
    ),
    (  # the preposition is not repeated
        "preposition",
        "In/ADP/case>2 which/DET/det>2 year/NOUN/obl>6 did/AUX/aux>6 the/DET/det>5"
        " war/NOUN/nsubj>6 end/VERB/root>-1 ?/PUNCT/punct>6",
        "In/ADP/case>1 1945/NUM/root>-1",
        "The war ended in 1945.",
    ),
    (
        "is",
        "What/PRON/root>-1 is/AUX/cop>0 the/DET/det>3 capital/NOUN/nsubj>0 ?/PUNCT/punct>0",
        "Oslo/PROPN/root>-1",
        "The capital is Oslo.",
    ),
    (  # the verb agrees with a plural answer
        "subject",
        "What/PRON/nsubj>1 causes/VERB/root>-1 tides/NOUN/obj>1 ?/PUNCT/punct>1",
        "winds/NOUN/root>-1",
        "Winds cause tides.",
    ),
    (
        "object",
        "How/ADV/advmod>1 many/ADJ/amod>2 eggs/NOUN/obj>5 does/AUX/aux>5 it/PRON/nsubj>5"
        " lay/VERB/root>-1 ?/PUNCT/punct>5",
        "five/NUM/root>-1",
        "It lays five eggs.",
    ),
    (
        "why",
        "Why/ADV/advmod>3 did/AUX/aux>3 Bo/PROPN/nsubj>3 run/VERB/root>-1 ?/PUNCT/punct>3",
        "She/PRON/nsubj>1 fell/VERB/root>-1 ./PUNCT/punct>1",
        "Bo ran because she fell.",
    ),
    (
        "sentence before",
        "Bo/PROPN/nsubj>1 ran/VERB/root>-1 ./PUNCT/punct>1 | Why/ADV/root>-1 ?/PUNCT/punct>0",
        "to/PART/mark>1 win/VERB/root>-1",
        "Bo ran to win.",
    ),
    (  # the answer no negates; the auxiliary loses its capital
        "yes-no",
        "Can/AUX/aux>2 penguins/NOUN/nsubj>2 fly/VERB/root>-1 ?/PUNCT/punct>2",
        "No/INTJ/root>-1",
        "Penguins cannot fly.",
    ),
    (
        "yes-no",
        "Did/AUX/aux>2 Bo/PROPN/nsubj>2 see/VERB/root>-1 any/DET/det>4 dogs/NOUN/obj>2"
        " ?/PUNCT/punct>2",
        "Yes/INTJ/discourse>2 ,/PUNCT/punct>0 two/NUM/root>-1",
        "Bo saw some dogs.",
    ),
    (  # fronted clauses stay in front
        "subject",
        "When/ADV/advmod>3 the/DET/det>2 bell/NOUN/nsubj>3 rang/VERB/advcl>6 ,/PUNCT/punct>3"
        " who/PRON/nsubj>6 ran/VERB/root>-1 ?/PUNCT/punct>6",
        "The/DET/det>1 boys/NOUN/root>-1",
        "When the bell rang, the boys ran.",
    ),
    (
        "how",
        "How/ADV/advmod>4 did/AUX/aux>4 the/DET/det>3 thief/NOUN/nsubj>4 flee/VERB/root>-1"
        " ?/PUNCT/punct>4",
        WALL,
        "The thief fled in this way: he climbed the wall.",
    ),
    (  # the question's subject replaces the answer's pronoun
        "what it did",
        "What/PRON/obj>4 did/AUX/aux>4 the/DET/det>3 thief/NOUN/nsubj>4 do/VERB/root>-1"
        " ?/PUNCT/punct>4",
        WALL,
        "The thief climbed the wall.",
    ),
    (
        "in place",
        "It/PRON/nsubj>1 fell/VERB/root>-1 into/ADP/case>4 which/DET/det>4 sea/NOUN/obl>1"
        " ?/PUNCT/punct>1",
        "the/DET/det>1 Mediterranean/PROPN/root>-1",
        "It fell into the Mediterranean.",
    ),
    (
        "gap at the end",
        "It/PRON/nsubj>2 is/AUX/aux:pass>2 called/VERB/root>-1",
        "rust/NOUN/root>-1 ./PUNCT/punct>0",
        "It is called rust.",
    ),
    (
        "prompt",
        "Name/VERB/root>-1 two/NUM/nummod>2 birds/NOUN/obj>0 ./PUNCT/punct>0",
        "owls/NOUN/root>-1 and/CCONJ/cc>2 gulls/NOUN/conj>0",
        "Two birds are owls and gulls.",
    ),
    (  # relation names of spaCy's English pipelines
        "object",
        "What/PRON/pobj>5 were/AUX/auxpass>4 the/DET/det>3 walls/NOUN/nsubjpass>4"
        " made/VERB/ROOT>-1 of/ADP/prep>4 in/ADP/prep>4 1900/NUM/pobj>6 ?/PUNCT/punct>4",
        "clay/NOUN/ROOT>-1",
        "The walls were made of clay in 1900.",
    ),
    (  # why + clause: because; `explains` is dropped
        "explains why",
        "Which/PRON/nsubj>2 best/ADV/advmod>2 explains/VERB/root>-1 why/ADV/advmod>5"
        " Bo/PROPN/nsubj>5 ran/VERB/ccomp>2 ?/PUNCT/punct>2",
        "She/PRON/nsubj>1 fell/VERB/root>-1 ./PUNCT/punct>1",
        "Bo ran because she fell.",
    ),
    (  # the object of `describes` replaces the answer's pronoun
        "statement",
        "Which/DET/det>1 statement/NOUN/nsubj>3 best/ADV/advmod>3 describes/VERB/root>-1"
        " a/DET/det>5 lynx/NOUN/obj>3 ?/PUNCT/punct>3",
        "It/PRON/nsubj>1 hunts/VERB/root>-1",
        "A lynx hunts.",
    ),
    (  # `they` does not agree with a singular noun
        "statement",
        "Which/DET/det>1 statement/NOUN/nsubj>3 best/ADV/advmod>3 describes/VERB/root>-1"
        " a/DET/det>5 lynx/NOUN/obj>3 ?/PUNCT/punct>3",
        "They/PRON/nsubj>1 hunt/VERB/root>-1",
        "They hunt.",
    ),
    (  # the answer cannot be the object of `have`, so it follows a colon
        "this",
        "What/DET/det>1 effect/NOUN/obj>5 did/AUX/aux>5 the/DET/det>4 war/NOUN/nsubj>5"
        " have/VERB/root>-1 on/ADP/case>7 trade/NOUN/obl>5 ?/PUNCT/punct>5",
        "higher/ADJ/amod>1 prices/NOUN/root>-1",
        "The war had this effect on trade: higher prices.",
    ),
    (  # adverbs between auxiliary and subject stay
        "is",
        "Which/PRON/nsubj>5 is/AUX/cop>5 most/ADV/advmod>3 likely/ADV/advmod>5 the/DET/det>5"
        " cause/NOUN/root>-1 ?/PUNCT/punct>5",
        "rust/NOUN/root>-1",
        "Rust is most likely the cause.",
    ),
    (  # superlative: the answer comes first
        "is",
        "What/PRON/root>-1 is/AUX/cop>0 the/DET/det>4 oldest/ADJ/amod>4 town/NOUN/nsubj>0"
        " ?/PUNCT/punct>0",
        "Bern/PROPN/root>-1",
        "Bern is the oldest town.",
    ),
    (  # a countable noun gets an article
        "subject",
        "Which/DET/det>1 tool/NOUN/nsubj>2 cuts/VERB/root>-1 wood/NOUN/obj>2 ?/PUNCT/punct>2",
        "axe/NOUN/root>-1",
        "An axe cuts wood.",
    ),
    (  # it takes X <time> to do Y
        "how far",
        "How/ADV/advmod>1 long/ADV/advmod>4 does/AUX/aux>4 it/PRON/expl>4 take/VERB/root>-1"
        " Bo/PROPN/iobj>4 to/PART/mark>7 dress/VERB/csubj>4 ?/PUNCT/punct>4",
        "an/DET/det>1 hour/NOUN/root>-1",
        "It takes Bo an hour to dress.",
    ),
    (  # the gap is after the final infinitive
        "object",
        "What/PRON/obj>5 do/AUX/aux>3 they/PRON/nsubj>3 join/VERB/root>-1 to/PART/mark>5"
        " form/VERB/advcl>3 ?/PUNCT/punct>3",
        "a/DET/det>1 ring/NOUN/root>-1",
        "They join to form a ring.",
    ),
    (  # the sentence before replaces `this`
        "gap at the end",
        "Bo/PROPN/nsubj>1 ran/VERB/root>-1 ./PUNCT/punct>1 | This/PRON/nsubj>1 is/AUX/root>-1"
        " because/SCONJ/mark>4 he/PRON/nsubj>4 was/AUX/advcl>1",
        "late/ADJ/root>-1",
        "Bo ran because he was late.",
    ),
    (  # `because of what` answered by a clause
        "in place",
        "Bo/PROPN/nsubj>1 ran/VERB/root>-1 because/ADP/case>4 of/ADP/fixed>2 what/PRON/obl>1"
        " ?/PUNCT/punct>1",
        "She/PRON/nsubj>1 fell/VERB/root>-1 ./PUNCT/punct>1",
        "Bo ran because she fell.",
    ),
    (  # the parse has no subject: found by word classes, and not sure
        "object",
        "What/PRON/dep>3 did/AUX/dep>3 Tom/PROPN/dep>3 find/VERB/root>-1 ?/PUNCT/punct>3",
        "gold/NOUN/root>-1",
        "Tom found gold.",
    ),
]


def made(question: str, answer: str) -> Statement:
    lemmas = {"eggs": "egg", "winds": "wind", "owls": "owl", "birds": "bird", "boys": "boy"}
    (asked_text, asked), (answer_text, answered) = tree(question, lemmas), tree(answer, lemmas)
    return statement(asked_text, answer_text, asked, answered)


@pytest.mark.parametrize(("rule", "question", "answer", "expected"), CASES)
def test_rule(rule: str, question: str, answer: str, expected: str) -> None:
    found = made(question, answer)
    assert (found.text, found.rule) == (expected, rule)
    assert found.sure is ("/dep>" not in question)


def test_a_question_without_a_rule_is_framed_and_not_sure() -> None:
    found = made("What/PRON/root>-1 now/ADV/advmod>0 ?/PUNCT/punct>0", WALL)
    assert found == Statement('The answer to "What now?" is he climbed the wall.', False, "frame")


def test_a_clause_without_a_gerund_becomes_the_fact_that() -> None:
    # A pronoun cannot be the subject of a gerund here: "it being dark scared Bo".
    found = made(
        "What/PRON/nsubj>1 scared/VERB/root>-1 Bo/PROPN/obj>1 ?/PUNCT/punct>1",
        "It/PRON/nsubj>2 was/AUX/cop>2 dark/ADJ/root>-1 ./PUNCT/punct>2",
    )
    assert found == Statement(
        "The fact that it was dark scared Bo.", sure=False, rule="clause as noun"
    )
    # A clause cannot answer who, and two words are too few.
    who = "Who/PRON/nsubj>1 scared/VERB/root>-1 Bo/PROPN/obj>1 ?/PUNCT/punct>1"
    assert made(who, "He/PRON/nsubj>1 was/AUX/root>-1").rule == "frame"


def test_only_the_interrogative_sentence_is_framed() -> None:
    question = (
        "Bo/PROPN/nsubj>1 ran/VERB/root>-1 ./PUNCT/punct>1 | Who/PRON/nsubj>1 scared/VERB/root>-1"
        " him/PRON/obj>1 then/ADV/advmod>1 ?/PUNCT/punct>1"
    )
    found = made(question, "He/PRON/nsubj>1 was/AUX/root>-1")
    assert found.text == 'The answer to "Who scared him then?" is he was.'


def test_a_blank_is_filled() -> None:
    question = "It/PRON/nsubj>2 is/AUX/cop>2 ____/PUNCT/root>-1 ./PUNCT/punct>2"
    assert made(question, "red/ADJ/root>-1").text == "It is red."


def test_an_empty_question_or_answer_is_framed() -> None:
    text, parse = tree(PENICILLIN)
    assert statement(text, " ", parse, Parse(())).rule == "frame"
    assert statement("", "Fleming", Parse(()), tree("Fleming/PROPN/root>-1")[1]).sure is False


def test_verb_replacement_never_changes_the_answer() -> None:
    # The answer contains the verb of the question and a regex backreference.
    found = made(
        "What/PRON/obj>3 did/AUX/aux>3 Tom/PROPN/nsubj>3 find/VERB/root>-1 ?/PUNCT/punct>3",
        r"\1find/PROPN/root>-1 find/PROPN/flat>0",
    )
    assert found.text == r"Tom found \1find find."
