"""Duplicate questions: the rule case by case, and that the word filter misses none."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from helpers.hand_made_tools import TOOLS
from helpers.set_questions import asked, parses
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from qgauge.core import Example
from qgauge.sets.duplicates import (
    SIMILARITY,
    Pair,
    Thresholds,
    duplicates,
    groups,
    same_answers,
)
from qgauge.sets.question import SetQuestion
from qgauge.sets.words import dice

LIMITS = Thresholds(words=0.65, words_same_answer=0.5, qsts=0.5)


def found(*questions: SetQuestion, limits: Thresholds = LIMITS) -> list[tuple[int, int]]:
    pairs, reasons = duplicates(questions, parses(questions), TOOLS, limits)
    assert not reasons
    return [(pair.first, pair.second) for pair in pairs]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("Ida Falk", "the astronomer Ida Falk", "same"),  # one contains the other
        ("Ida Falk", "Ida Falk and Marta Tarn", "unclear"),  # it may be only a part
        ("Super Bowl XX", "Super Bowl XXVIII", "different"),  # 2 of 3 words: 4/6 < .8
        # four of five words each, 8/10
        ("old red Lorne harbour tower", "old red Lorne harbour mill", "same"),
        # three of five, 6/10: long enough to be a paraphrase
        ("old red Lorne harbour tower", "old red Lorne fishing mill", "unclear"),
        ("in 1931", "1931", "same"),
        ("four thousand two hundred", "4,200", "same"),  # the same number in another form
        ("fifty percent", "50 %", "same"),
        ("seven", "8", "different"),
        ("8,000 years ago", "11,700 years ago", "different"),  # a different number
        ("7 pm", "7 am", "different"),
        ("7:30 a.m.", "19:30", "different"),
        ("noon", "midnight", "different"),
        ("at 7 in the evening", "7 pm", "same"),
        ("7 am", "7 o'clock in the morning", "same"),
        ("I am free at 7 pm", "7 pm", "same"),  # this "am" is a verb
        ("7 am", "7", "same"),
        ("a storm", "his coat", "different"),
        ("yes", "yes", "unclear"),  # many unrelated questions have this answer
        ("", "a storm", "unclear"),
        ("him", "him", "unclear"),
    ],
)
def test_answers_are_compared_by_their_words(first: str, second: str, expected: str) -> None:
    assert same_answers(first, second) == expected
    assert same_answers(second, first) == expected


WHO, WHO_ELSE = "Who built the red tower in Lorne?", "Who built the tower in Lorne?"
# content words {build=built, red, tower, lorne} and three of them: Dice 6/7


def test_without_answers_the_words_decide_and_qsts_must_agree() -> None:
    assert found(asked(WHO), asked(WHO_ELSE)) == [(0, 1)]
    assert found(asked(WHO), asked(WHO_ELSE), limits=Thresholds(0.86, 0.5, 0.5)) == []
    # the fake classifier uses the question word: HUM and NUM do not match, so QSTS is 0
    assert found(asked(WHO), asked("When built the red tower in Lorne?")) == []
    # a different name: nesim is 0 in both directions
    assert found(asked(WHO), asked("Who built the red tower in Tarro?")) == []


def test_the_same_answer_lowers_the_word_threshold() -> None:
    # {built, tower, lorne} and {tower, lorne, builder}: Dice 4/6 >= .5, but less than .7
    one, other = "Who built the tower in Lorne?", "Who was of the tower in Lorne the builder?"
    strict = Thresholds(0.7, 0.5, 0.1)
    assert found(asked(one), asked(other), limits=strict) == []
    assert found(asked(one, "Falk"), asked(other, "Ida Falk"), limits=strict) == [(0, 1)]


def test_different_answers_make_different_questions_unless_identical() -> None:
    assert found(asked(WHO, "Falk"), asked(WHO_ELSE, "Tarn")) == []
    assert found(asked(WHO, "Falk"), asked(WHO.upper(), "Tarn")) == [(0, 1)]


def test_across_documents_the_answer_must_be_the_same() -> None:
    assert found(asked(WHO, "", "a"), asked(WHO, "", "b")) == []
    assert found(asked(WHO, "Falk", "a"), asked(WHO, "Tarn", "b")) == []
    assert found(asked(WHO, "Falk", "a"), asked(WHO, "Falk", "b")) == [(0, 1)]


def test_questions_without_content_words_are_one_if_their_text_is() -> None:
    assert found(asked("Who is he?"), asked("who is he"), asked("Who is she?")) == [(0, 1)]


def test_pairs_without_qsts_are_counted_with_the_reason() -> None:
    class Treeless:
        identity = "by-hand"

    questions = [asked(WHO), asked(WHO_ELSE)]
    flat = {
        text: type(parse)(
            tuple(type(word)(word.text, word.start, word.end) for word in parse.words)
        )
        for text, parse in parses(questions).items()
    }
    pairs, reasons = duplicates(questions, flat, TOOLS, LIMITS)
    assert pairs == [] and reasons == {"the parser returns no dependency trees": 1}


VOCABULARY = ["who", "when", "the", "tower", "built", "Lorne", "red", "mill", "Tarro", "in", "of"]
made_up = st.lists(
    st.tuples(
        st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=6).map(" ".join),
        st.sampled_from(["", "Falk", "Ida Falk", "1931", "in 1893"]),
        st.sampled_from(["", "text"]),
    ),
    max_size=9,
)


@settings(max_examples=60, deadline=None)
@given(made_up)
def test_the_word_filter_loses_no_duplicates(rows: list[tuple[str, str, str]]) -> None:
    questions = [asked(*row) for row in rows]
    expected = []
    for first, second in combinations(range(len(rows)), 2):
        one, other = questions[first], questions[second]
        answers = same_answers(one.example.answer or "", other.example.answer or "")
        same_text = one.words.all == other.words.all
        if one.document != other.document and answers != "same":
            continue
        row = Example("x", one.example.question, (other.example.question,))
        (score,) = SIMILARITY.score([row], TOOLS)
        needed = LIMITS.words_same_answer if answers == "same" else LIMITS.words
        alike = dice(one.words.stems, other.words.stems) >= needed and answers != "different"
        if same_text or (alike and (score.value or 0) >= LIMITS.qsts):  # type: ignore[operator]
            expected.append((first, second))
    assert found(*questions) == expected


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12))
def test_groups_are_the_connected_components(links: list[tuple[int, int]]) -> None:
    links = [link for link in links if link[0] != link[1]]
    pairs = [Pair(*sorted(link), 1.0, "unclear", False) for link in links]
    ones = np.ones(len(links))
    rows, columns = [link[0] for link in links], [link[1] for link in links]
    _, labels = connected_components(coo_array((ones, (rows, columns)), shape=(10, 10)))
    expected = [[at for at in range(10) if labels[at] == label] for label in range(10)]
    assert groups(pairs) == sorted(group for group in expected if len(group) > 1)
