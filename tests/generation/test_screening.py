"""What the generator thinks of a question lowers its chance, within limits."""

from __future__ import annotations

from math import exp
from typing import Any

import pytest
from helpers.hand_made_tools import WordRater

from qgauge.generation import thresholds as limits
from qgauge.generation.candidates import Candidate, Target
from qgauge.generation.screening import likelihood, screen
from qgauge.generation.texts import Passage
from qgauge.tools.roles import QUESTION_KINDS, Place

TEXT = "Ada Lund sold the old mill at Orrin in 1921. Her brother Tom kept the boat."


def candidate(score: float) -> Candidate:
    target = Target(Passage(TEXT, 0), Place(TEXT, 0, 8), 0, ("who",))
    return Candidate("Who sold the old mill at Orrin in 1921?", target, score)


def test_likelihood() -> None:
    assert likelihood(candidate(0.0)) == likelihood(candidate(0.3)) == 1.0
    assert likelihood(candidate(-0.05)) == pytest.approx(exp(-0.2))
    assert likelihood(candidate(-9.0)) == limits.LEAST_LIKELIHOOD == 0.7


def test_the_rater_decides_and_the_generator_ranks(embedded: dict[str, Any]) -> None:
    # all words but "who" are in the passage: 8 of 9
    rated = embedded | {"rater": WordRater()}
    for score in (0.0, -9.0):
        (kept,) = screen([candidate(score)], rated, QUESTION_KINDS).kept
        assert kept.usable == pytest.approx(8 / 9 * likelihood(candidate(score)))

    class Strict(WordRater):
        def rate(self, triples: Any) -> list[float]:
            return [limits.LEAST_USABLE - 0.01 for _ in triples]

    found = screen([candidate(0.0)], embedded | {"rater": Strict()}, QUESTION_KINDS)
    assert not found.kept
    assert [one.reason for one in found.dropped] == ["not_usable"]
