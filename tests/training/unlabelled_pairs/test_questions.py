"""Real questions in other words and contexts; expected forms are written by hand."""

from __future__ import annotations

from random import Random

import pytest

from training.reader.records import Question, split
from training.unlabelled_pairs.questions import answer_sentence, misspelt, reworded, styled
from training.unlabelled_pairs.texts import Paragraph

PASSAGE = "Ford was founded in 1903. It bought Volvo in 1999. The U.S. Navy did not mind."


def test_sentences_do_not_end_at_abbreviations() -> None:
    assert split(PASSAGE) == [
        "Ford was founded in 1903.",
        "It bought Volvo in 1999.",
        "The U.S. Navy did not mind.",
    ]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("In what year was Ford founded?", "When was Ford founded?"),
        ("When was Ford founded?", "In what year was Ford founded?"),
        ("When was Ford founded?", "What year was Ford founded?"),
        ("Which car did he buy?", "What car did he buy?"),
        ("What car did he buy?", "Which car did he buy?"),
        ("What is the name of the person who left?", "Who left?"),
        ("Who left?", "What is the name of the person who left?"),
        ("How many cars did he buy?", "What number of cars did he buy?"),
    ],
)
def test_questions_are_asked_in_other_words(question: str, expected: str) -> None:
    assert expected in {reworded(question, Random(seed)) for seed in range(30)}


def test_what_becomes_which_only_before_a_noun() -> None:
    found = {reworded("What made him leave?", Random(seed), noun=False) for seed in range(30)}
    assert found == {""}


def test_styles_are_mostly_the_question_itself() -> None:
    found = [styled("Who founded Ford?", Random(seed)) for seed in range(300)]
    assert found.count("Who founded Ford?") > 150
    assert {"who founded ford?", "Who founded Ford", "who founded ford"} <= set(found)


def test_a_typo_changes_one_word_but_no_short_one() -> None:
    assert misspelt("Who is he?", Random(1)) == "Who is he?"
    for seed in range(30):
        new = misspelt("Who founded Ford?", Random(seed))
        assert new.startswith("Who f") and new.endswith(" Ford?")


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        ("Who founded Ford?", "1903", 0),
        ("Whom did it buy?", "Volvo", 1),
        ("What did the Navy mind?", "", 2),  # no span: the sentence that shares most words
    ],
)
def test_the_sentence_that_answers(text: str, answer: str, expected: int) -> None:
    start = PASSAGE.find(answer) if answer else -1
    q = Question("squad", "train", "Ford", PASSAGE, text, [answer], start)
    assert answer_sentence(q, Paragraph("squad", "Ford", split(PASSAGE))) == expected


def test_windows_hold_their_sentence_and_are_not_long() -> None:
    paragraph = Paragraph("squad", "x", [f"This is sentence {i} of some." for i in range(40)])
    for seed in range(200):
        start, end = paragraph.window(seed % 40, Random(seed), most=20)
        assert start <= seed % 40 < end and 1 <= end - start <= 3  # 6 words each, at most 20
