"""The embedded reader."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools.embedded.test_pair_model import texts

from qgauge.models.session import Outputs
from qgauge.tools.embedded.pair_model import LONGEST, encode
from qgauge.tools.embedded.reader import EmbeddedReader, _looks, _window
from qgauge.tools.roles import MOST_SURPRISE, Answer, Weighed
from qgauge.tools.span_reader import LONGEST_ANSWER, NOTHING, PARTIAL, best_answer, weigh_answer

READER = EmbeddedReader()
BRIDGE = (
    "The old bridge of Oriel was built by the engineer Maria Costa in 1874. It crosses the river "
    "Tamel and is made of iron. Every spring the town paints it green."
)
PAIRS = [
    ("Who built the bridge?", BRIDGE),
    ("When was the bridge built?", BRIDGE),
    ("What is the bridge made of?", BRIDGE),
    ("Which river does the bridge cross?", BRIDGE),
    ("What color is the bridge painted?", BRIDGE),
]


def story(words: int, seed: int = 1) -> str:
    """Return filler sentences that answer no question."""
    source = random.Random(seed)
    who = ["The miller", "A fox", "The old woman", "His brother", "The tailor"]
    did = ["walked along", "looked at", "slept beside", "sang about", "went back to"]
    what = ["the river", "the green hill", "a quiet road", "the empty barn", "the garden wall"]
    when = ["that day", "in the morning", "without a word", "as before", "once more"]
    return " ".join(
        " ".join(source.choice(part) for part in (who, did, what, when)) + "."
        for _ in range(words // 7)
    )


def flaws(misstated: float, elsewhere: float) -> Outputs:
    """Return the model's logits of the two flaws."""
    named = {"misstated": misstated, "elsewhere": elsewhere}
    return {name: np.array([logit], np.float32) for name, logit in named.items()}


def test_obvious_answers() -> None:
    found = READER.answer(PAIRS)
    for answer, right in zip(found, ["Maria Costa", "1874", "iron", "Tamel", "green"], strict=True):
        assert right in answer.text
        assert BRIDGE[answer.start : answer.end] == answer.text
        assert answer.no_answer < 0.5
        assert 0 < answer.confidence <= 1


def test_no_answer_is_higher_for_an_unanswerable_question() -> None:
    questions = ["Who built the bridge?", "What does the queen of Norway eat for breakfast?"]
    with_answer, without = READER.answer([(question, BRIDGE) for question in questions])
    assert without.no_answer > with_answer.no_answer


@pytest.mark.slow
def test_the_last_sentence_of_a_long_story_is_read() -> None:
    passage = f"{story(20_000)} The stolen crown was found by Captain Zelda Quint in a well."
    (found,) = READER.answer([("Who found the stolen crown?", passage)])
    assert "Zelda Quint" in found.text
    assert passage[found.start : found.end] == found.text
    assert found.start > len(passage) - 60
    assert found.no_answer < 0.5


def test_windows_are_compared_by_probability_and_the_question_is_ignored() -> None:
    question, passage = encode(["Who sang so well?", "yes " * 600]).values()
    one, two = list(_looks(question, passage))[:2]

    def scores(nothing: float, at: int, best: float) -> Outputs:
        row = np.full(len(one.pieces().ids), -9, np.float32)
        row[0], row[one.start + at] = nothing, best
        row[1 : one.start] = row[-1] = 99  # the question and the special tokens
        return {"start": row, "end": row, **flaws(1, -3)}

    # the first window has the higher logit, but "no answer" is more probable there
    found = best_answer([_window(one, scores(9, 5, 8)), _window(two, scores(-3, 7, 2))])
    assert found.text == "yes"
    assert found.start == passage.places[two.window[0] + 7, 0]
    assert found.confidence > 0.99
    assert found.no_answer == pytest.approx(np.exp(-10), rel=0.01)


def test_the_most_favourable_window_decides_about_flaws() -> None:
    question, passage = encode(["Who sang so well?", "yes " * 600]).values()
    looks = list(_looks(question, passage))[:2]
    span = {"start": np.zeros(512, np.float32), "end": np.zeros(512, np.float32)}
    chances = [flaws(np.log(3), np.log(9)), flaws(np.log(4), -np.log(4))]
    windows = [_window(look, span | one) for look, one in zip(looks, chances, strict=True)]
    # odds of 3 are 3/4, of 1/4 are 1/5; the first window has the lower one of one flaw, the second
    # of the other
    found = best_answer(windows)
    assert (found.misstated, found.elsewhere) == pytest.approx((0.75, 0.2))
    assert found == replace(best_answer(windows[::-1]), text=found.text, start=0, end=3)
    unjudged = best_answer([replace(one, misstated=None, elsewhere=None) for one in windows])
    assert (unjudged.misstated, unjudged.elsewhere) == (None, None)


def test_a_question_about_another_text_is_found() -> None:
    questions = ["Who built the bridge?", "How many eggs does a sea turtle lay on the beach?"]
    here, other = READER.answer([(question, BRIDGE) for question in questions])
    assert here.elsewhere is not None and other.elsewhere is not None
    assert here.elsewhere < 0.5 < other.elsewhere


@pytest.mark.slow
def test_results_do_not_depend_on_batch_order_duplicates_and_threads() -> None:
    pairs = [*PAIRS, ("Who slept?", story(450)), ("Why?", "Because."), ("", BRIDGE), PAIRS[0]]
    expected = READER.answer(pairs)
    assert expected[0] == expected[-1]
    assert [READER.answer([pair])[0] for pair in pairs] == expected
    assert READER.answer(pairs[::-1]) == expected[::-1]
    assert EmbeddedReader(threads=2).answer(pairs) == expected
    assert EmbeddedReader(threads=2).identity == READER.identity
    assert READER.answer([]) == []


@pytest.mark.parametrize(
    ("question", "passage"), [("", BRIDGE), ("Who?", ""), (" ", "\n"), ("", "")]
)
def test_without_words_there_is_no_answer(question: str, passage: str) -> None:
    assert READER.answer([(question, passage)]) == [Answer("", 0, 0, 0.0, 1.0)]


@settings(max_examples=60, deadline=None)
@given(texts, texts)
def test_any_text_is_answered_from_the_passage(question: str, passage: str) -> None:
    (found,) = READER.answer([(question, passage)])
    assert passage[found.start : found.end] == found.text == found.text.strip()
    assert type(found.confidence) is type(found.no_answer) is float
    assert found.confidence >= 0
    assert found.no_answer >= 0
    assert found.confidence + found.no_answer <= 1 + 1e-12
    chances = (found.misstated, found.elsewhere)
    # a text without words is not judged
    assert all(one is None or 0 <= one <= 1 for one in chances)
    assert (None in chances) == (found == NOTHING)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 500), st.integers(1, 1200))
def test_every_short_span_is_entirely_in_some_window(question_size: int, passage_size: int) -> None:
    question, passage = encode(["who " * question_size, "yes " * passage_size]).values()
    windows = [look.window for look in _looks(question, passage)]
    assert len(set(windows)) == len(windows)
    assert all(len(look.pieces().ids) <= LONGEST for look in _looks(question, passage))
    assert max(last for _, last in windows) == passage_size
    for first in range(passage_size):
        last = min(first + LONGEST_ANSWER, passage_size)
        assert any(a <= first and last <= b for a, b in windows)


@pytest.mark.slow
def test_a_megabyte_is_covered() -> None:
    text = story(190_000)
    question, passage = encode(["Who sang?", text]).values()
    assert len(text) > 1_000_000
    windows = [look.window for look in _looks(question, passage)]
    assert windows[0][0] == 0
    assert windows[-1][1] == len(passage)
    assert len(windows) < 2.2 * len(passage) / LONGEST


# ------------------------------------------------------------------ given answers


def test_the_right_answer_is_less_surprising_than_a_wrong_one() -> None:
    question = PAIRS[0][0]
    answers = ["Maria Costa", "the engineer Maria Costa", "iron", "Peter the Great"]
    right, longer, wrong, absent = READER.weigh([(question, BRIDGE, one) for one in answers])
    assert right.own == READER.answer([PAIRS[0]])[0]
    assert 0 <= right.surprise < longer.surprise < wrong.surprise < absent.surprise
    assert BRIDGE[right.start : right.end] == "Maria Costa"
    assert "iron" in BRIDGE[wrong.start : wrong.end]
    assert absent == Weighed(right.own, MOST_SURPRISE)


def test_surprise_computed_by_hand() -> None:
    question, passage, answer, partly = encode(["Who?", "cold tea", "tea", "tea bag"]).values()
    (look,) = _looks(question, passage)
    # pieces: [CLS] who ? [SEP] cold tea [SEP]; the logit of a span is start + end
    start = np.array([0, 9, 9, 9, 1, 2, 9], np.float32)
    end = np.array([0, 9, 9, 9, 1, 1, 9], np.float32)
    windows = [_window(look, {"start": start, "end": end, **flaws(0, 0)})]
    own = best_answer(windows)
    assert own.text == "tea"
    # no answer 0, cold 2, cold tea 2, tea 3
    total = np.exp([0, 2, 2, 3]).sum()
    found = weigh_answer(answer.ids, own, windows)
    assert found.surprise == pytest.approx(np.log(total) - 3, abs=0.005)
    assert passage.text[found.start : found.end] == "tea"
    # one of two pieces is in the passage: F1 is 2/3
    found = weigh_answer(partly.ids, own, windows)
    assert found.surprise == pytest.approx(np.log(total) - 3 + PARTIAL * np.log(1.5), abs=0.005)


@pytest.mark.slow
def test_an_answer_is_weighed_in_the_window_that_has_it() -> None:
    passage = f"{story(3_000)} The stolen crown was found by Captain Zelda Quint in a well."
    asked = ("Who found the stolen crown?", passage)
    right, wrong = READER.weigh([(*asked, "Zelda Quint"), (*asked, "the miller")])
    assert right.surprise < wrong.surprise
    assert "Zelda Quint" in passage[right.start : right.end]


@pytest.mark.slow
def test_weighing_does_not_depend_on_the_batch() -> None:
    triples = [
        (question, passage, answer)
        for question, passage in [*PAIRS, ("Who slept?", story(450)), ("", BRIDGE)]
        for answer in ("Maria Costa", "the river", "", "?")
    ]
    expected = READER.weigh(triples)
    assert [READER.weigh([triple])[0] for triple in triples] == expected
    assert READER.weigh(triples[::-1]) == expected[::-1]
    assert [one.own for one in expected] == READER.answer([(q, p) for q, p, _ in triples])
    assert expected[-1] == Weighed(NOTHING, MOST_SURPRISE)
    assert all(0 <= one.surprise <= MOST_SURPRISE for one in expected)
