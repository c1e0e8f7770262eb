"""Generic questions and copies of a sentence."""

from __future__ import annotations

import pytest

from qgauge.sets.shallow import copied, is_generic
from qgauge.sets.words import words_of


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the main idea of this text?", True),
        ("What happened?", True),
        ("Who is he?", True),
        ("What does the author mean?", True),
        ("What happened to the telescope?", False),
        ("Who is Falk?", False),
        ("When did it open?", False),
    ],
)
def test_a_generic_question_fits_any_text(question: str, expected: bool) -> None:
    assert is_generic(words_of(question)) is expected


SENTENCES = [
    words_of("The captain sold the cargo of tea to a baker."),
    words_of("He came late."),
]


def test_a_copy_takes_a_run_from_a_sentence() -> None:
    found = copied(words_of("Who sold the cargo of tea to a baker?"), SENTENCES)
    assert found is not None and found.sentence == 1
    assert found.run == "sold the cargo of tea to a baker"
    assert found.share == 1  # "who" is not counted
    found = copied(words_of("Was the cargo of tea to a friend?"), SENTENCES)
    # the, cargo, of, tea, to, a: 6 of 8
    assert found is not None and found.share == pytest.approx(6 / 8)


def test_a_short_run_may_be_a_name() -> None:
    assert copied(words_of("What is the cargo of tea?"), SENTENCES) is None
    assert copied(words_of("Why?"), []) is None
