"""The rules on trees written by hand: nothing here depends on a parser's weights."""

from __future__ import annotations

import pytest
from trees import tree

from qgauge.statements import Statement, statement
from qgauge.tools.parser import Parse

PENICILLIN = "Who/PRON/nsubj>1 discovered/VERB/root>-1 penicillin/NOUN/obj>1 ?/PUNCT/punct>1"
FLEMING = "Alexander/PROPN/root>-1 Fleming/PROPN/flat>0"
WALL = "He/PRON/nsubj>1 climbed/VERB/root>-1 the/DET/det>3 wall/NOUN/obj>1 ./PUNCT/punct>1"

CASES = [
    ("subject", PENICILLIN, FLEMING, "Alexander Fleming discovered penicillin."),
    (  # did + find = found; the object goes right after its verb
        "object",
        "What/PRON/obj>3 did/AUX/aux>3 Tom/PROPN/nsubj>3 find/VERB/root>-1 there/ADV/advmod>3"
        " ?/PUNCT/punct>3",
        "A/DET/det>1 key/NOUN/root>-1 ./PUNCT/punct>1",
        "Tom found a key there.",
    ),
    (  # a negated do stays
        "object",
        "What/PRON/obj>5 did/AUX/aux>5 n't/PART/advmod>5 the/DET/det>4 cook/NOUN/nsubj>5"
        " salt/VERB/root>-1 ?/PUNCT/punct>5",
        "fish/NOUN/root>-1",
        "The cook didn't salt fish.",
    ),
    (  # the preposition left behind takes the answer, before what follows it
        "object",
        "Who/PRON/obl>3 did/AUX/aux>3 Anna/PROPN/nsubj>3 dance/VERB/root>-1 with/ADP/case>0"
        " at/ADP/case>7 the/DET/det>7 ball/NOUN/obl>3",
        "the/DET/det>1 prince/NOUN/root>-1",
        "Anna danced with the prince at the ball.",
    ),
    (  # no preposition twice
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
    (  # an answer in the plural takes its verb along
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
    (  # no: denied; the auxiliary loses the capital of its place
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
    (  # clauses before the question stay in front
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
    (  # the pronoun of the answer gives way to the question's subject
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
    (  # relations as spaCy's English pipelines name them
        "object",
        "What/PRON/pobj>5 were/AUX/auxpass>4 the/DET/det>3 walls/NOUN/nsubjpass>4"
        " made/VERB/ROOT>-1 of/ADP/prep>4 in/ADP/prep>4 1900/NUM/pobj>6 ?/PUNCT/punct>4",
        "clay/NOUN/ROOT>-1",
        "The walls were made of clay in 1900.",
    ),
    (  # a tree that has the subject under another word: the words decide, and it is not sure
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
def test_a_rule(rule: str, question: str, answer: str, expected: str) -> None:
    found = made(question, answer)
    assert (found.text, found.rule) == (expected, rule)
    assert found.sure is ("/dep>" not in question)


def test_what_no_rule_fits_is_framed_and_flagged() -> None:
    found = made("What/PRON/root>-1 now/ADV/advmod>0 ?/PUNCT/punct>0", WALL)
    assert found == Statement('The answer to "What now?" is he climbed the wall.', False, "frame")


def test_a_blank_is_filled() -> None:
    question = "It/PRON/nsubj>2 is/AUX/cop>2 ____/PUNCT/root>-1 ./PUNCT/punct>2"
    assert made(question, "red/ADJ/root>-1").text == "It is red."


def test_an_empty_question_or_answer_is_framed() -> None:
    text, parse = tree(PENICILLIN)
    assert statement(text, " ", parse, Parse(())).rule == "frame"
    assert statement("", "Fleming", Parse(()), tree("Fleming/PROPN/root>-1")[1]).sure is False


def test_the_answer_is_never_changed_by_the_pattern_that_moves_verbs() -> None:
    # the answer holds the verb of the question and signs that mean something in a pattern
    found = made(
        "What/PRON/obj>3 did/AUX/aux>3 Tom/PROPN/nsubj>3 find/VERB/root>-1 ?/PUNCT/punct>3",
        r"\1find/PROPN/root>-1 find/PROPN/flat>0",
    )
    assert found.text == r"Tom found \1find find."
