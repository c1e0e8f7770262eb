"""Flawed questions made from a few rated ones that were written for this test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qgauge.core import Example
from training.dimensions.flawed import EACH, POOR, WORST, Flawed, make

MILL = "Maria Costa built the mill of Oriel in 1874. Theo, her son, sold it to Karl Lund in 1902."
SEA = "Sabine, a herring boat, caught 40 fish near Askerholm. Old Bram salted them."


def rated(passage: str, number: int, question: str, answer: str, right: float = 3.0) -> Example:
    return Example(
        f"{passage[:3]}-{number}",
        question,
        (),
        passage,
        answer,
        ratings={"answer_consistency": (right,)},
        meta={"passage_id": passage[:3]},
    )


RATED = [
    rated(MILL, 1, "Who built the mill of Oriel?", "Maria Costa"),
    rated(MILL, 2, "When did Theo sell the mill to Karl Lund?", "1902"),
    rated(MILL, 3, "Who bought the mill of Oriel in 1902?", "Maria Costa", right=1.0),
    rated(MILL, 4, "Did Maria Costa build the mill in 1874?", "yes"),
    rated(SEA, 1, "How many fish did the boat Sabine catch?", "40"),
    rated(SEA, 2, "Who salted the fish near Askerholm?", "Old Bram"),
]
MADE = make(RATED)


def of_kind(kind: str, passage: str) -> list[Flawed]:
    found = [one for one in MADE if one.kind == kind and one.example.passage == passage]
    assert found, kind
    return found


def here(passage: str) -> list[Example]:
    return [one for one in RATED if one.passage == passage]


@pytest.mark.parametrize("passage", [MILL, SEA])
def test_elsewhere_is_a_question_about_the_other_passage(passage: str) -> None:
    found = of_kind("elsewhere", passage)
    other = SEA if passage == MILL else MILL
    assert len(found) == EACH["elsewhere"]
    for one in found:
        assert one.example.question == one.origin.question
        assert one.origin in here(other)
        assert one.example.answer in {each.answer for each in here(passage)}
        names = {"relevance", "consistency", "answerability", "answer_consistency"}
        assert one.ratings == dict.fromkeys(names, WORST)


def test_other_answers_are_other_names_for_questions_with_right_answers() -> None:
    found = of_kind("other answer", MILL)
    # the third question has a wrong answer already, the fourth is a yes-no question
    assert {one.origin.id for one in found} == {"Mar-1", "Mar-2"}
    for one in found:
        assert one.example == replace(one.origin, answer=one.example.answer)
        assert str(one.example.answer) in MILL
        assert one.example.answer != one.origin.answer
        assert str(one.example.answer) not in one.example.question
        assert one.ratings == {"answer_consistency": WORST}


def test_the_answer_alone_and_a_statement() -> None:
    (alone,) = of_kind("answer alone", MILL)
    assert alone.example.question == "Maria Costa"
    assert set(alone.ratings) == {"relevance", "clarity", "answerability", "answer_consistency"}
    (statement,) = of_kind("statement", MILL)
    assert statement.example.question in {
        "Maria Costa built the mill of Oriel in 1874.",
        "Theo, her son, sold it to Karl Lund in 1902.",
    }
    assert set(statement.ratings) == {"clarity", "answerability", "answer_consistency"}
    assert {*alone.ratings.values(), *statement.ratings.values()} == {WORST}


@pytest.mark.parametrize("passage", [MILL, SEA])
def test_scrambled_questions_have_the_same_words(passage: str) -> None:
    for one in of_kind("scrambled", passage):
        words = one.origin.question.rstrip("?").split()
        made = one.example.question
        assert made.endswith("?")
        assert sorted(made[:-1].split()) == sorted(words)
        assert one.ratings == {"fluency": WORST, "clarity": POOR}
    assert any(one.example.question != one.origin.question for one in of_kind("scrambled", passage))


@pytest.mark.parametrize("passage", [MILL, SEA])
def test_ungrammatical_questions_differ_from_their_origin(passage: str) -> None:
    found = of_kind("ungrammatical", passage)
    assert len(found) == EACH["ungrammatical"]
    for one in found:
        assert one.ratings == {"fluency": POOR}
        assert one.origin in here(passage)
    assert sum(one.example.question != one.origin.question for one in found) > len(found) / 2


def test_another_name_of_the_passage_makes_the_question_inconsistent() -> None:
    names = {"Maria Costa", "Oriel", "Theo", "Karl Lund"}
    years = {"1874", "1902"}
    for one in of_kind("other name", MILL):
        before, after = one.origin.question, one.example.question
        assert after != before
        assert one.ratings == {"consistency": WORST}
        # a name for a name, or a number for a number, and nothing else changes
        swaps = [
            (old, new)
            for kind in (names, years)
            for old in kind
            for new in kind
            if old in before and before.replace(old, new, 1) == after
        ]
        assert swaps, (before, after)


def test_a_pronoun_stands_for_a_name_and_is_vague() -> None:
    for one in of_kind("pronoun", MILL):
        assert one.ratings == {"clarity": POOR}
        possible = {
            one.origin.question.replace(name, "it", 1)
            for name in ("Oriel", "Theo", "Karl Lund", "Maria Costa")
            if name in one.origin.question
        }
        assert one.example.question in possible


def test_the_same_seed_makes_the_same_questions() -> None:
    assert make(RATED) == MADE
    assert make(RATED, seed=8) != MADE
    assert {one.kind for one in MADE} == set(EACH)
