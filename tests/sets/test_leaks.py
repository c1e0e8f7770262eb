"""Questions that leak an answer."""

from __future__ import annotations

import pytest
from helpers.set_questions import asked
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qgauge.sets import leak_search
from qgauge.sets.leaks import Leak, leaks, said_in
from qgauge.sets.words import words_of


@pytest.mark.parametrize(
    ("answer", "question", "expected"),
    [
        ("1931", "What happened in 1931?", 1),
        ("in the red tower", "Who lived in a tower that was red?", 1 / 2),  # not in one run
        ("in the red tower", "Who lived in the red tower?", 1),
        # five content words, four of them in a run
        ("old red tower of Lorne harbour", "Who saw the old red tower of Lorne?", 4 / 5),
        ("yes", "Is it so?", 0),
        ("", "Is it so?", 0),
    ],
)
def test_an_answer_is_leaked_if_its_words_are_in_one_run(
    answer: str, question: str, expected: float
) -> None:
    assert said_in(words_of(answer), words_of(question)) == pytest.approx(expected)


def test_a_question_gives_away_its_own_answer() -> None:
    assert leaks([asked("How large is the mirror of two metres?", "two metres")], 0.8, 0.6) == [
        Leak(0, 0, 1.0, 1.0)
    ]


def test_a_choice_is_not_a_leak() -> None:
    assert leaks([asked("Was the tower red or blue?", "red")], 0.8, 0.6) == []
    chosen = asked("Who won the suit between Lorne and Tarro?", "Tarro")
    assert leaks([chosen], 0.8, 0.6) == []


def test_damage_does_not_leak_no_damage() -> None:
    assert leaks([asked("How much damage did it cause?", "no damage")], 0.8, 0.6) == []


def test_a_yes_or_no_is_not_a_word_to_leak() -> None:
    same = "Was there no storm that tore off the dome?"
    assert (
        leaks([asked(same, "no", "d"), asked("Was no dome torn off?", "No.", "d")], 0.8, 0.1) == []
    )
    # what follows the yes or no is an answer like any other
    assert leaks([asked("Did a storm do it?", "Yes, a storm")], 0.8, 0.6) == [Leak(0, 0, 1.0, 1.0)]


def test_function_words_are_not_words_to_leak() -> None:
    assert leaks([asked("Did both towers fall before the storm?", "both")], 0.8, 0.6) == []


STORM = asked("What tore off the dome?", "a storm", "d")


def test_a_question_leaks_anothers_answer_only_if_they_share_content() -> None:
    source = asked("When came the storm that tore off the dome?", "1931", "d")
    # the source has both words of the other question, tore and dome
    assert leaks([STORM, source], 0.8, 0.6) == [Leak(1, 0, 1.0, 1.0)]
    # the source has one of the two words, 1/2 < .6
    other = asked("When did the storm damage the dome?", "1931", "d")
    assert leaks([STORM, other], 0.8, 0.6) == []
    assert leaks([STORM, other], 0.8, 0.5) == [Leak(1, 0, 1.0, 0.5)]


def test_no_leaks_across_documents() -> None:
    elsewhere = asked("When came the storm that tore off the dome?", "1931", "e")
    assert leaks([STORM, elsewhere], 0.8, 0.6) == []


def test_an_answer_leaked_by_its_own_question_is_not_reported_twice() -> None:
    silly = asked("Which storm tore off the dome?", "storm", "d")
    source = asked("When came the storm that tore off the dome?", "1931", "d")
    assert leaks([silly, source], 0.8, 0.6) == [Leak(0, 0, 1.0, 1.0)]


VOCABULARY = ["who", "tower", "red", "built", "Lorne", "or", "old"]
texts = st.lists(st.sampled_from(VOCABULARY), max_size=6).map(" ".join)


shares = st.sampled_from([0.01, 1 / 3, 0.5, 0.6, 2 / 3, 0.8, 1.0])


@pytest.mark.parametrize(("many", "long"), [(1000, 24), (1, 24), (1, 3)])
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(texts, texts, st.sampled_from("de")), max_size=8), shares, shares)
def test_every_leak_is_found(
    many: int,
    long: int,
    monkeypatch: pytest.MonkeyPatch,
    rows: list[tuple[str, str, str]],
    least_said: float,
    least_shared: float,
) -> None:
    monkeypatch.setattr(leak_search, "MANY", many)
    monkeypatch.setattr(leak_search, "LONG", long)
    questions = [asked(*row) for row in rows]

    def told(source: int, asker: int) -> float:
        if {"or", "between"} & {*questions[source].words.all}:
            return 0.0
        return said_in(questions[asker].answer, questions[source].words)

    expected = [(at, at) for at in range(len(rows)) if told(at, at) >= least_said]
    for source, one in enumerate(questions):
        for asker, other in enumerate(questions):
            rest = other.words.stems - other.answer.stems
            if source == asker or one.document != other.document or (asker, asker) in expected:
                continue
            shared = len(rest & one.words.stems) / len(rest) if rest else 0
            if shared >= least_shared and told(source, asker) >= least_said:
                expected.append((source, asker))
    found = [(leak.source, leak.target) for leak in leaks(questions, least_said, least_shared)]
    assert found == sorted(expected)
