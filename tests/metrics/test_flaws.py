"""Likely flaws: when a flaw is reported, and in which order."""

from __future__ import annotations

import pytest
from helpers.hand_made_tools import TOOLS

from qgauge.core import Example
from qgauge.metrics import create
from qgauge.metrics.dimension_model import DimensionModel, Prediction, dimension_model
from qgauge.metrics.dimensions import NAMES
from qgauge.metrics.flaws import KINDS, RULES, Flaw, likely_flaws

MODEL = DimensionModel(
    {},
    {"not_a_question": 0.875, "answer_given": 0.75},
    {"fluency": 0.01, "consistency": 0.05, "clarity": 0.08, "answer_consistency": 0.25},
)


def flaws(findings: list[str] | None = None, **chances: float) -> list[tuple[str, float]]:
    predictions = {name: Prediction(2.0, 0.5, chance) for name, chance in chances.items()}
    return [(one.kind, one.chance) for one in likely_flaws(predictions, findings or [], MODEL)]


@pytest.mark.parametrize(
    ("dimension", "chance", "reported"),
    [
        # more likely than not
        ("answer_consistency", 0.5, True),
        ("answer_consistency", 0.4999, False),  # twice as likely as usual
        # five times as likely as usual: 5 x .08 = .4
        ("clarity", 0.4, True),
        ("clarity", 0.3999, False),
        # and at least .3, although 5 x .05 = .25 and 5 x .01 = .05
        ("consistency", 0.3, True),
        ("consistency", 0.2999, False),
        ("fluency", 0.3, True),
        ("fluency", 0.2999, False),
    ],
)
def test_thresholds(dimension: str, chance: float, reported: bool) -> None:
    expected = [(KINDS[dimension], chance)] if reported else []
    assert flaws(**{dimension: chance}) == expected


def test_the_likeliest_first() -> None:
    found = flaws(fluency=0.6, clarity=0.9, consistency=0.1, answer_consistency=0.7)
    assert found == [("vague", 0.9), ("wrong answer", 0.7), ("unfluent", 0.6)]


def test_rules_come_first_and_have_the_shares_of_the_model() -> None:
    found = flaws(["answer_given", "not_a_question", "chatter"], clarity=0.99)
    # chatter is no kind of flaw
    assert found == [("leaks the answer", 0.75), ("not a question", 0.875), ("vague", 0.99)]


def test_a_poor_question_has_its_likeliest_flaw_whatever_the_chance() -> None:
    # none of them reaches its threshold; .8 x .8 x .65 x .55 = .23 is below .3
    unlikely = {"fluency": 0.2, "consistency": 0.2, "clarity": 0.35, "answer_consistency": 0.45}
    assert flaws(**unlikely) == [("wrong answer", 0.45)]
    assert flaws(["chatter"], **unlikely) == [("wrong answer", 0.45)]
    # a finding of a rule is a flaw already
    assert flaws(["answer_given"], **unlikely) == [("leaks the answer", 0.75)]
    # .8 x .65 x .6 = .312
    assert flaws(**unlikely | {"fluency": 0.0, "answer_consistency": 0.4}) == []


def test_a_good_question_has_none() -> None:
    assert flaws(fluency=0.01, clarity=0.05, answer_consistency=0.2) == []
    assert flaws() == []


def test_every_dimension_and_every_shipped_rule_has_a_name() -> None:
    assert set(KINDS) == set(NAMES)
    assert len({*KINDS.values(), *RULES.values()}) == len(KINDS) + len(RULES)
    assert set(dimension_model().rules) == set(RULES)


def test_chances_are_rounded_for_json() -> None:
    assert Flaw("vague", 0.123456).as_json() == {"kind": "vague", "chance": 0.123}


PASSAGE = "Old Bram rowed to the island. Ines sat."


@pytest.mark.parametrize(
    ("question", "answer", "kind"),
    [
        ("Bram rowed to the island.", "Ines", "not a question"),
        ("Who is Ines who rowed to the island?", "Ines", "leaks the answer"),
    ],
)
@pytest.mark.parametrize("name", ["dimensions", "quality"])
def test_findings_of_rules_are_flaws(name: str, question: str, answer: str, kind: str) -> None:
    example = Example("1", question, (), PASSAGE, answer)
    (found,) = create(name).score([example], TOOLS)
    first = found.evidence["flaws"][0]
    rule = next(rule for rule, named in RULES.items() if named == kind)
    assert first == {"kind": kind, "chance": round(dimension_model().rules[rule], 3)}
