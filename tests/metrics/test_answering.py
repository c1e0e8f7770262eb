"""Answering, with a fake reader and a fake inference model."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from helpers.hand_made_tools import ChainParser

from qgauge.core import BadSetting, Example, Score
from qgauge.metrics import create
from qgauge.metrics.answering import ALL_SURPRISE, answerable
from qgauge.tools.roles import Answer, Entailment, Weighed

OWN = Answer("old Bram", 4, 12, 0.6, 0.1)
PASSAGE = "The old Bram rowed. Ines sat."


class KnownReader:
    """Always gives the same answer; the surprisal of each gold answer is given."""

    identity = "by-hand"

    def __init__(self, surprises: Mapping[str, float], own: Answer = OWN) -> None:
        self._surprises, self._own = surprises, own

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        return [self._own for _ in pairs]

    def weigh(self, triples: Sequence[tuple[str, str, str]]) -> list[Weighed]:
        return [Weighed(self._own, self._surprises[answer]) for *_, answer in triples]


class KnownEntailer:
    identity = "by-hand"

    def __init__(self, *chances: float) -> None:
        self._chances = chances
        self.asked: list[tuple[str, str]] = []

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        self.asked += pairs
        return [Entailment(*self._chances) for _ in pairs]


def score(
    question: str,
    answer: str,
    request: str = "answering",
    *,
    passage: str = PASSAGE,
    surprises: Mapping[str, float] | None = None,
    own: Answer = OWN,
    meta: dict[str, Any] | None = None,
    entailer: KnownEntailer | None = None,
) -> Score:
    reader = KnownReader(surprises or {answer: 5.0}, own)
    tools = {"reader": reader, "parser": ChainParser(), "entailer": entailer or KnownEntailer()}
    example = Example("1", question, (), passage, answer, meta=meta or {})
    metric = create(request)
    (found,) = metric.score([example], tools)
    explained = metric.explain(example, tools)
    assert (explained.value, explained.parts) == (found.value, found.parts)
    steps = explained.evidence["views"][0]["steps"]
    comparison = found.evidence["comparison"]
    assert comparison
    assert [step for step in steps if step in comparison] == comparison
    return found


@pytest.mark.parametrize(
    ("answer", "match", "value"),
    [
        ("the old Bram", 1.0, 0.8),  # .6 / 2 + 1 / 2
        ("Bram", 0.8, 0.7),  # .6 / 2 + .8 / 2
        ("Theo", 0.0, 0.0),  # gated
    ],
)
def test_formula_of_the_ranking_report(answer: str, match: float, value: float) -> None:
    found = score("Who rowed?", answer, "answering:formula=document")
    assert found.parts["match"] == match
    assert found.value == pytest.approx(value)
    assert found.evidence["predicted"] == {"text": "old Bram", "start": 4, "end": 12}
    assert found.evidence["unanswerable"] is False


def test_without_the_gate_confidence_counts_for_wrong_answers() -> None:
    found = score("Who rowed?", "Theo", "answering:formula=document,gate=off")
    assert found.value == pytest.approx(0.3)


@pytest.mark.parametrize(("surprise", "value"), [(0, 1), (5, 0.8), (ALL_SURPRISE, 0), (50, 0)])
def test_soft_score_falls_with_surprisal(surprise: float, value: float) -> None:
    found = score("Who rowed?", "Theo", surprises={"Theo": surprise})
    assert found.value == found.parts["soft"] == pytest.approx(value)
    assert found.parts["document"] == 0
    assert found.parts["f1"] == 0


def test_f1_is_a_part() -> None:
    assert score("Who rowed?", "the fisherman Bram").parts["f1"] == 0.5


@pytest.mark.parametrize(
    ("passage", "answer", "written", "kind"),
    [
        ("The boat cost 4,200 crowns.", "4200", "4,200", "number"),
        ("In all, 4200 men rowed.", "4,200", "4200", "number"),
        ("Seven men rowed in 1907.", "7", "Seven", "number"),
        ("In all, fifty percent rowed.", "50%", "fifty percent", "amount"),
        ("They rowed on July 4th, 1776.", "4 July 1776", "July 4th, 1776", "date"),
    ],
)
def test_numbers_match_however_they_are_written(
    passage: str, answer: str, written: str, kind: str
) -> None:
    at = passage.index(written)
    own = Answer(written, at, at + len(written), 0.6, 0.1)
    # the reader weighs the answer as the passage writes it
    found = score("How many?", answer, passage=passage, own=own, surprises={written: 2.0})
    assert (found.parts["match"], found.parts["f1"]) == (1.0, 1.0)
    assert found.evidence["expected"] == answer
    assert found.evidence["comparison"] == [
        f"'{answer}' and '{written}' are the same {kind}",
        "all other words are the same",
    ]
    # its own answer has a surprisal of -ln .6, which is below 2
    assert found.evidence["surprise"] == pytest.approx(-math.log(0.6))
    assert found.value == pytest.approx(1 + math.log(0.6) / ALL_SURPRISE)
    document = score("How many?", answer, "answering:formula=document", passage=passage, own=own)
    assert document.value == pytest.approx(0.8)  # .6 / 2 + 1 / 2


def test_the_surprisal_is_that_of_the_answer_if_lower_or_if_answers_differ() -> None:
    passage = "Seven or eight men rowed."
    own = Answer("Seven", 0, 5, 0.6, 0.1)
    found = score("How many?", "7", passage=passage, own=own, surprises={"Seven": 0.5})
    assert found.value == pytest.approx(1 - 0.5 / ALL_SURPRISE)
    found = score("How many?", "8", passage=passage, own=own, surprises={"eight": 5.0})
    assert found.value == pytest.approx(0.8)
    assert found.evidence["comparison"] == [
        "'8' and 'Seven' are not the same number",
        "they share no word",
    ]


def test_an_own_answer_with_probability_0_leaves_the_surprisal() -> None:
    found = score("Who rowed?", "old Bram", own=Answer("old Bram", 4, 12, 0.0, 1.0))
    assert found.value == pytest.approx(0.8)


def test_a_question_that_gives_away_its_answer() -> None:
    found = score("Who is Theo who rowed?", "Theo")
    assert found.evidence["given_away"] is True
    assert found.value == 0
    assert score("Who is Theo who rowed?", "Theo", "answering:gate=off").value == 0.8
    # not given away if the reader gives this answer, too
    found = score("Who is old Bram who rowed?", "old Bram")
    assert found.evidence["given_away"] is False
    # the reader gives it with probability .6, which is less surprising than 5 nats
    assert found.value == pytest.approx(1 + math.log(0.6) / ALL_SURPRISE)


def test_a_text_that_does_not_ask_anything() -> None:
    found = score("Bram rowed?", "Theo")
    assert (found.evidence["asks"], found.value, found.parts["answerable"]) == (False, 0, 0)


def test_the_best_of_several_answers() -> None:
    surprises = {"Theo": 20.0, "Bram": 5.0, "Ines": 10.0}
    found = score("Who rowed?", "Theo", surprises=surprises, meta={"answers": ["Bram", "Ines"]})
    assert (found.evidence["expected"], found.value) == ("Bram", 0.8)
    document = score("Who rowed?", "Theo", "answering:formula=document", meta={"answers": ["Bram"]})
    assert document.value == pytest.approx(0.7)


@pytest.mark.parametrize(("gold", "own", "chance"), [("yes", "yes", 0.7), ("No.", "yes", 0.2)])
def test_yes_no_questions_are_answered_by_the_inference_model(
    gold: str, own: str, chance: float
) -> None:
    entailer = KnownEntailer(0.7, 0.1, 0.2)
    found = score("Did Bram row?", gold, entailer=entailer)
    assert found.evidence["predicted"]["text"] == own
    assert found.evidence["answered_by"] == "entailer"
    assert (found.parts["confidence"], found.evidence["no_answer"]) == (0.7, 0.1)
    assert found.value == pytest.approx(1 + math.log(chance) / ALL_SURPRISE)
    assert found.parts["match"] == (1.0 if own == gold else 0.0)
    assert {premise for premise, _ in entailer.asked} == {PASSAGE}
    assert (
        score("Did Bram row?", gold, "answering:polar=reader").evidence["answered_by"] == "reader"
    )


def test_only_the_required_tools_are_requested() -> None:
    assert create("answering:formula=document,polar=reader").roles() == ("reader",)
    assert create("answering:polar=reader").roles() == ("reader", "parser")
    assert create("answering").roles() == ("reader", "parser", "entailer")


def test_a_reader_without_weigh() -> None:
    class Plain:
        identity = "by-hand"

        def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
            return [OWN for _ in pairs]

    tools = {"reader": Plain(), "parser": ChainParser(), "entailer": KnownEntailer()}
    example = Example("1", "Who rowed?", (), PASSAGE, "Bram")
    with pytest.raises(BadSetting, match="formula=document"):
        create("answering").score([example], tools)
    (found,) = create("answering:formula=document").score([example], tools)
    assert found.value == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("passage", "answer", "reason"),
    [
        (" ", "Bram", "the passage has no words"),
        (PASSAGE, "the", "the answer has no words to compare"),
        (PASSAGE, None, "no answer"),
    ],
)
def test_unscored(passage: str, answer: str | None, reason: str) -> None:
    (found,) = create("answering").score(
        [Example("1", "Who?", (), passage, answer)],
        {"reader": KnownReader({}), "parser": ChainParser(), "entailer": KnownEntailer()},
    )
    assert (found.value, found.unscored) == (None, reason)


def test_answerable_tempers_the_log_odds() -> None:
    # odds of 2^20 to 1 become 2 to 1
    assert answerable(1 / (2**20 + 1)) == pytest.approx(2 / 3)
    assert answerable(0.5) == 0.5
    assert answerable(0.0) > answerable(0.1) > answerable(0.9) > answerable(1.0) > 0
