"""The search for likely duplicates finds the same pairs as comparing every two questions."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from helpers.hand_made_tools import TOOLS
from helpers.set_questions import asked, parses
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qgauge.sets import key_index, pair_search, prefixes
from qgauge.sets.comparing import BlockPairs, BlockTask, task_of
from qgauge.sets.duplicates import duplicates
from qgauge.sets.pair_search import PairSearch
from qgauge.sets.pairs import Pair, Thresholds, is_likely, same_answers
from qgauge.sets.prefixes import needed
from qgauge.sets.question import SetQuestion
from qgauge.sets.steps import InProcesses
from qgauge.sets.words import dice

DEFAULTS = Thresholds(words=0.65, words_same_answer=0.5, qsts=0.5)


def every_pair(questions: Sequence[SetQuestion], limits: Thresholds) -> list[Pair]:
    """Compare every two questions."""
    found = []
    for first, second in combinations(range(len(questions)), 2):
        one, other = questions[first], questions[second]
        words = dice(one.words.stems, other.words.stems)
        same_text = one.words.all == other.words.all
        if not one.words.stems and not other.words.stems and one.words.all and same_text:
            words = 1.0
        if words < min(limits.words, limits.words_same_answer):
            continue
        answers = same_answers(one.example.answer or "", other.example.answer or "")
        pair = Pair(first, second, words, answers, same_text)
        if is_likely(pair, limits, same_document=one.document == other.document):
            found.append(pair)
    return found


def searched(questions: Sequence[SetQuestion], limits: Thresholds) -> list[Pair]:
    search = PairSearch(questions, limits)
    return [pair for block in search.blocks() for pair in search.likely(block)]


@pytest.fixture(params=[0, 2, 32])
def small_parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the limits so small that a few questions go every way of a million."""
    for module in (key_index, pair_search):
        monkeypatch.setattr(module, "SMALL", request.param)
    monkeypatch.setattr(key_index, "MOST_KEYS", 16)
    monkeypatch.setattr(key_index, "MOST_FOUND", 5)
    monkeypatch.setattr(pair_search, "BLOCK", 3)
    monkeypatch.setattr(prefixes, "LONG", 5)
    prefixes.prefixes.cache_clear()
    yield
    prefixes.prefixes.cache_clear()


WORDS = ["who", "is", "the", "he", "A", "a", "tower", "built", "Lorne", "red", "mill", "old", "sea"]
ANSWERS = [
    *("", "yes", "No.", "him", "Falk", "Ida Falk", "Ida Falk and Marta Tarn", "1931", "in 1931"),
    *("7 pm", "7 am", "old red Lorne harbour tower", "old red Lorne harbour mill"),
    *("old red Lorne fishing mill", "the old tower", "4,200", "four thousand two hundred"),
]
rows = st.lists(
    st.tuples(
        st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join),
        st.sampled_from(ANSWERS),
        st.sampled_from(["", "text", "other"]),
    ),
    max_size=14,
)
share = st.sampled_from([0.01, 0.3, 0.5, 0.65, 2 / 3, 0.8, 1.0])


@pytest.mark.usefixtures("small_parts")
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(rows, share, share)
def test_no_pair_is_missed(made: list[tuple[str, str, str]], words: float, same: float) -> None:
    questions = [asked(*row) for row in made]
    limits = Thresholds(words, same, 0.5)
    assert searched(questions, limits) == every_pair(questions, limits)


@pytest.mark.parametrize("documents", [1, 4, 100])
@pytest.mark.parametrize("answers", [0, 2, 40])
def test_no_pair_is_missed_in_a_larger_set(documents: int, answers: int) -> None:
    # word n is n times rarer than the first, as in text; answers and documents make large groups
    random = Random(documents + answers)
    weights = [1 / at for at in range(1, 201)]
    questions = []
    for _ in range(400):
        size = random.choice((1, 2, 3, 4, 5, 6, 8, 12, 30))
        words = random.choices([f"w{at}x" for at in range(200)], weights, k=size)
        answer = f"n{random.randrange(answers)}x m{random.randrange(3)}x" if answers else ""
        questions.append(asked(" ".join(words), answer, str(random.randrange(documents))))
    expected = every_pair(questions, DEFAULTS)
    assert expected
    assert searched(questions, DEFAULTS) == expected


def test_a_set_without_questions_or_words() -> None:
    assert searched([], DEFAULTS) == []
    assert searched([asked("", "", "d"), asked("?", "", "d")], DEFAULTS) == []


@given(st.integers(1, 60), st.integers(1, 60), st.floats(0.01, 1))
def test_as_many_shared_stems_are_needed_as_the_division_says(
    first: int, second: int, least: float
) -> None:
    count = needed(first, second, least)
    assert 2 * count / (first + second) >= least
    assert count == 1 or 2 * (count - 1) / (first + second) < least


# ------------------------------------------------------------------ blocks


def many() -> list[SetQuestion]:
    random = Random(7)
    places = ["Lorne", "Tarro", "Velm", "Brask", "Oster", "Kine"]
    things = ["red tower", "old mill", "stone bridge", "long wall", "small harbour"]
    return [
        asked(f"{random.choice(('Who', 'When'))} built the {random.choice(things)} in {place}?")
        for place in places * 10
    ]


def tasks(questions: Sequence[SetQuestion]) -> list[BlockTask]:
    search = pickle.loads(pickle.dumps(PairSearch(questions, DEFAULTS)))
    known = parses(questions)
    return [task_of(block, search, questions, known, DEFAULTS.qsts) for block in search.blocks()]


def test_blocks_in_any_order_and_from_storage_give_the_same_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    questions = many()
    whole = duplicates(questions, parses(questions), TOOLS, DEFAULTS)
    monkeypatch.setattr(pair_search, "BLOCK", 7)
    made = tasks(questions)
    assert len(made) == 9
    stored = {}
    for task in reversed(made):
        done = pickle.loads(pickle.dumps(task)).compare(TOOLS)
        stored[task.block] = json.dumps(done.as_json())
        assert BlockPairs.from_json(json.loads(stored[task.block])) == done
    read = [BlockPairs.from_json(json.loads(stored[block])) for block in sorted(stored)]
    assert [pair for one in read for pair in one.pairs] == whole[0] != []
    assert duplicates(questions, parses(questions), TOOLS, DEFAULTS) == whole


def test_results_do_not_depend_on_the_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = many()
    monkeypatch.setattr(pair_search, "BLOCK", 16)
    told: list[int] = []
    one = duplicates(questions, parses(questions), TOOLS, DEFAULTS, progress=told.append)
    assert sum(told) == len(questions) and len(told) >= 4
    told.clear()
    several = duplicates(
        questions, parses(questions), TOOLS, DEFAULTS, InProcesses(2), progress=told.append
    )
    assert several == one
    assert sum(told) == len(questions)
