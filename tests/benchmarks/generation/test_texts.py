"""The texts of the generation benchmarks: number, length, and that they are plain prose."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from benchmarks.generation.quizzes import DOMAINS, Text, passages
from benchmarks.generation.speed import places
from benchmarks.stories.__main__ import tales


def test_there_are_four_passages_of_each_domain() -> None:
    found = passages()
    assert Counter(one.domain for one in found) == dict.fromkeys(DOMAINS, 4)
    assert len({one.id for one in found}) == len({one.passage for one in found}) == 20
    assert all(one.id.startswith(one.domain) for one in found)


@pytest.mark.parametrize("text", passages(), ids=lambda one: one.id)
def test_passages_are_short_prose(text: Text) -> None:
    assert 120 <= len(text.passage.split()) <= 220
    assert text.passage[0].isupper()
    assert text.passage.endswith((".", '"'))
    assert not re.search(r"\n|  |[*•#|]", text.passage)


def test_there_are_ten_short_tales() -> None:
    found = tales()
    assert len(found) == 10
    assert "Stone soup" in found
    assert all(200 <= len(text.split()) <= 400 for text in found.values())


def test_the_places_of_the_speed_benchmark_are_names_and_numbers() -> None:
    found = places(3)
    answers = [one.answer for one in found]
    assert "Bettina" in answers
    assert "1412" in answers
    assert all(re.fullmatch(r"[A-Z].*|\d.*", one) for one in answers)
    assert len(found) > 40
