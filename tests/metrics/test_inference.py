"""Inference with a fake verifier and a fake inference model: the premises, and the formula."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from helpers.hand_made_tools import ChainParser
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import BadSetting, Example, Score
from qgauge.metrics import create
from qgauge.metrics.inference import inference_score, scaled_odds
from qgauge.tools.roles import Entailment, Verification

PASSAGE = "It was cold. Bram rowed to the island. The dog ran. A bell rang."
WINDOW = "Bram rowed to the island."
DOCUMENT = "inference:method=document"


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


class LengthVerifier:
    """Answers are right in short passages, wrong in long ones; every judgement rests on a word."""

    identity = "by-hand"

    def __init__(self, rests_on: str) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self._rests_on = rests_on

    def verify(self, triples: Sequence[tuple[str, str, str]]) -> list[Verification]:
        self.asked += triples
        found = []
        for _, _, passage in triples:
            start = max(0, passage.find(self._rests_on))
            right = 0.9 if len(passage) < 40 else 0.3
            found.append(Verification(right, start, start + len(self._rests_on)))
        return found


def example(passage: str, answer: str = "Bram", question: str = "Who rowed?") -> Example:
    return Example("1", question, (), passage, answer)


def explained(request: str, one: Example, **tools: object) -> tuple[Score, list[str]]:
    """Return the score and the steps of its explanation."""
    metric = create(request)
    assert set(metric.roles()) == set(tools)
    (found,) = metric.score([one], tools)
    shown = metric.explain(one, tools)
    assert (shown.value, shown.parts) == (found.value, found.parts)
    return found, shown.evidence["views"][0]["steps"]


# ------------------------------------------------------------------ the verifier


def verify(
    request: str = "inference", one: Example | None = None, rests_on: str = "Bram"
) -> tuple[Score, list[str], set[tuple[str, str, str]]]:
    verifier = LengthVerifier(rests_on)
    found, steps = explained(request, one or example(PASSAGE), verifier=verifier)
    return found, steps, set(verifier.asked)


def test_the_score_is_the_log_odds_that_the_answer_is_right() -> None:
    found, steps, asked = verify("inference")
    # "Who rowed? Bram" shares words with the second sentence only
    assert asked == {("Who rowed?", "Bram", WINDOW)}
    # ln 9 = 2.1972; 1/2 + 2.1972/12 = .6831
    assert found.value == pytest.approx(0.6831, abs=5e-5)
    assert found.parts == {"right": 0.9}
    assert found.evidence == {"expected": "Bram", "rests_on": WINDOW, "window": WINDOW}
    assert steps == [
        "answer: Bram",
        "premise: Bram rowed to the island.",
        "the judgement rests on: Bram rowed to the island.",
        "probability that the answer is right = 0.9000",
        "1/2 + log odds / 12, from 0 to 1 = 0.6831",
    ]


@pytest.mark.parametrize(
    ("right", "score"),
    [
        (0.0, 0.0),
        (1e-9, 0.0),  # log odds -20.7
        (0.5, 0.5),
        (1 / (1 + math.exp(-3)), 0.75),
        (1 / (1 + math.exp(3)), 0.25),
        (1 - 1e-9, 1.0),
        (1.0, 1.0),
    ],
)
def test_log_odds_are_scaled(right: float, score: float) -> None:
    assert scaled_odds(right) == pytest.approx(score)


def test_the_verifier_is_the_default() -> None:
    assert create("inference").roles() == create("inference:method=verify").roles() == ("verifier",)
    assert create(DOCUMENT).roles() == ("parser", "entailer")
    with pytest.raises(BadSetting, match="method"):
        create("inference:method=guess")


def test_the_verifier_can_read_the_whole_passage() -> None:
    found, _, asked = verify("inference:premise=whole", rests_on="dog")
    assert asked == {("Who rowed?", "Bram", PASSAGE)}
    assert found.parts == {"right": 0.3}
    assert found.evidence["rests_on"] == "The dog ran."


def test_the_mean_of_the_verifier_over_window_and_passage() -> None:
    found, steps, asked = verify("inference:premise=both")
    assert asked == {("Who rowed?", "Bram", WINDOW), ("Who rowed?", "Bram", PASSAGE)}
    assert found.parts["right"] == pytest.approx((0.9 + 0.3) / 2)
    assert found.evidence["rests_on"] == WINDOW
    assert steps[-2:] == [
        "probability that the answer is right = 0.6000",
        "1/2 + log odds / 12, from 0 to 1 = 0.5338",
    ]


class NameVerifier:
    """The right answer is Bram."""

    identity = "by-hand"

    def verify(self, triples: Sequence[tuple[str, str, str]]) -> list[Verification]:
        return [Verification(0.9 if answer == "Bram" else 0.1) for _, answer, _ in triples]


def test_the_best_of_several_answers_counts() -> None:
    meta = {"answers": ["the ferryman", "Bram"]}
    several = Example("1", "Who rowed?", (), PASSAGE, "the ferryman", meta=meta)
    found, steps = explained("inference", several, verifier=NameVerifier())
    assert found.parts == {"right": 0.9}
    assert found.evidence["expected"] == "Bram"
    assert steps[0] == "answer: Bram"


def test_the_window_also_covers_the_answer() -> None:
    # the question shares "rowed" with the second sentence, the answer "dog" with the third
    _, _, asked = verify(one=example(PASSAGE, "the dog"))
    assert asked == {("Who rowed?", "the dog", "Bram rowed to the island. The dog ran.")}


def test_a_judgement_without_a_place_rests_on_the_first_sentence() -> None:
    found, _, _ = verify("inference:premise=whole", rests_on="nowhere")
    assert found.evidence["rests_on"] == "It was cold."


@pytest.mark.parametrize(
    ("passage", "answer", "asked"),
    [
        ("Seven men rowed.", "7", "Seven"),
        ("Seven men rowed.", "7 men", "Seven men"),
        ("In all, 4,200 rowed.", "4200", "4,200"),
        ("In all, fifty percent rowed.", "50%", "fifty percent"),
        ("In all, 4200 rowed.", "4200", "4200"),
        ("Eight men rowed.", "7", "7"),
    ],
)
def test_the_verifier_gets_numbers_as_the_passage_writes_them(
    passage: str, answer: str, asked: str
) -> None:
    assert verify(one=example(passage, answer))[2] == {("Who rowed?", asked, passage)}


# ------------------------------------------------------------------ the inference model


def entail(request: str = DOCUMENT, one: Example | None = None) -> tuple[Score, set[str]]:
    """Return the score and the premises."""
    entailer = LengthEntailer()
    found, steps = explained(
        request, one or example(PASSAGE), parser=ChainParser(), entailer=entailer
    )
    assert steps[0].startswith("statement: ")
    in_passage = "the statement is a sentence of the passage, so it is entailed" in steps
    assert in_passage == found.evidence["in_passage"]
    return found, {premise for premise, _ in entailer.asked}


def test_the_premise_is_a_window_of_relevant_sentences() -> None:
    found, premises = entail()
    assert premises == {WINDOW}
    assert found.parts == {"entailment": 0.8, "neutral": 0.1, "contradiction": 0.1}
    assert found.value == pytest.approx(0.8 + 0.02 - 0.1)
    assert found.evidence["window"] == WINDOW
    assert found.evidence["statement"] == "Bram rowed."


def test_the_premise_can_be_the_whole_passage() -> None:
    found, premises = entail("inference:method=document,premise=whole")
    assert premises == {PASSAGE}
    assert found.value == 0  # .2 + .04 - .6 is negative


def test_the_mean_over_window_and_passage() -> None:
    found, _ = entail("inference:method=document,premise=both")
    means = {"entailment": 0.5, "neutral": 0.15, "contradiction": 0.35}
    assert found.parts == pytest.approx(means)
    assert found.value == pytest.approx(0.5 + 0.03 - 0.35)


def test_the_window_of_a_long_story() -> None:
    long = example("Nothing was new there. " * 4000 + PASSAGE)
    found, premises = entail(one=long)
    assert premises == {WINDOW}
    assert found.parts["entailment"] == 0.8
    assert verify(one=long)[2] == {("Who rowed?", "Bram", WINDOW)}


@pytest.mark.parametrize(
    ("passage", "answer", "in_passage"),
    [
        (PASSAGE, "Bram", True),
        (PASSAGE.upper(), "bram", True),
        ("It was cold. Seven men rowed to the island, as they do.", "7 men", False),
        ("It was cold all day long. Seven men rowed to the island!", "7 men", True),
        # only whole sentences count
        ("It was cold. Ines denied that Bram rowed to the island.", "Bram", False),
    ],
)
def test_a_sentence_of_the_passage_is_entailed_whatever_the_model_says(
    passage: str, answer: str, in_passage: bool
) -> None:
    # "Bram rowed to the island."; the model contradicts every passage this long
    one = example(passage, answer, "Who rowed to the island?")
    found, _ = entail("inference:method=document,premise=whole", one)
    assert found.evidence["in_passage"] is in_passage
    if in_passage:
        assert found.parts == {"entailment": 1.0, "neutral": 0.0, "contradiction": 0.0}
    assert found.value == (1.0 if in_passage else 0.0)


@settings(deadline=None)
@given(st.floats(0, 1), st.floats(0, 1))
def test_formula_stays_between_0_and_1(one: float, two: float) -> None:
    entailment, neutral = one, two * (1 - one)
    value = inference_score(entailment, neutral, 1 - entailment - neutral)
    assert 0 <= value <= 1
    assert value == pytest.approx(max(0, 2 * entailment + 1.2 * neutral - 1))


# ------------------------------------------------------------------ both


@pytest.mark.parametrize("request_", ["inference", DOCUMENT])
@pytest.mark.parametrize("field", ["passage", "answer"])
def test_unscored(field: str, request_: str) -> None:
    values = {"passage": PASSAGE, "answer": "Bram", field: " "}
    (found,) = create(request_).score(
        [example(**values)],
        {
            "verifier": LengthVerifier("Bram"),
            "parser": ChainParser(),
            "entailer": LengthEntailer(),
        },
    )
    assert found.unscored == f"the {field} has no words"
