"""Inference with a fake inference model: the premises, and the formula."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.hand_made_tools import ChainParser
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import Example, Score
from qgauge.metrics import create
from qgauge.metrics.inference import inference_score
from qgauge.tools.roles import Entailment

PASSAGE = "It was cold. Bram rowed to the island. The dog ran. A bell rang."


class LengthEntailer:
    """Short premises entail everything, long ones contradict it."""

    identity = "by-hand"

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        self.asked += pairs
        return [
            Entailment(0.8, 0.1, 0.1, 0, len(premise))
            if len(premise) < 40
            else Entailment(0.2, 0.2, 0.6, 0, len(premise))
            for premise, _ in pairs
        ]


def score(request: str, passage: str = PASSAGE) -> tuple[Score, LengthEntailer]:
    entailer = LengthEntailer()
    tools = {"parser": ChainParser(), "entailer": entailer}
    example = Example("1", "Who rowed?", (), passage, "Bram")
    metric = create(request)
    (found,) = metric.score([example], tools)
    explained = metric.explain(example, tools)
    assert (explained.value, explained.parts) == (found.value, found.parts)
    assert any("statement: " in step for step in explained.evidence["views"][0]["steps"])
    return found, entailer


def test_the_premise_is_a_window_of_relevant_sentences() -> None:
    found, entailer = score("inference")
    assert {premise for premise, _ in entailer.asked} == {"Bram rowed to the island."}
    assert found.parts == {"entailment": 0.8, "neutral": 0.1, "contradiction": 0.1}
    assert found.value == pytest.approx(0.8 + 0.02 - 0.1)
    assert found.evidence["window"] == "Bram rowed to the island."
    assert "Bram" in found.evidence["statement"]


def test_the_premise_can_be_the_whole_passage() -> None:
    found, entailer = score("inference:premise=whole")
    assert {premise for premise, _ in entailer.asked} == {PASSAGE}
    assert found.value == 0  # .2 + .04 - .6 is negative


def test_the_mean_over_window_and_passage() -> None:
    found, _ = score("inference:premise=both")
    means = {"entailment": 0.5, "neutral": 0.15, "contradiction": 0.35}
    assert found.parts == pytest.approx(means)
    assert found.value == pytest.approx(0.5 + 0.03 - 0.35)


def test_the_window_of_a_long_story() -> None:
    found, entailer = score("inference", "Nothing was new there. " * 4000 + PASSAGE)
    assert {premise for premise, _ in entailer.asked} == {"Bram rowed to the island."}
    assert found.parts["entailment"] == 0.8


@settings(deadline=None)
@given(st.floats(0, 1), st.floats(0, 1))
def test_formula_stays_between_0_and_1(one: float, two: float) -> None:
    entailment, neutral = one, two * (1 - one)
    value = inference_score(entailment, neutral, 1 - entailment - neutral)
    assert 0 <= value <= 1
    assert value == pytest.approx(max(0, 2 * entailment + 1.2 * neutral - 1))


@pytest.mark.parametrize("field", ["passage", "answer"])
def test_unscored(field: str) -> None:
    values = {"passage": PASSAGE, "answer": "Bram", field: " "}
    example = Example("1", "Who?", (), values["passage"], values["answer"])
    (found,) = create("inference").score(
        [example], {"parser": ChainParser(), "entailer": LengthEntailer()}
    )
    assert found.unscored == f"the {field} has no words"
