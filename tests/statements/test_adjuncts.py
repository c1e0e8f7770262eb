"""Adjuncts made from answers to when, where and why."""

from __future__ import annotations

import pytest
from helpers.hand_made_parses import tree

from qgauge.statements.adjuncts import when, where, why
from qgauge.statements.reply import Reply


def reply(written: str) -> Reply:
    return Reply.read(*tree(written))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("1912/NUM/root>-1", "in 1912"),
        ("May/PROPN/root>-1 3/NUM/nummod>0", "on May 3"),
        ("3/NUM/root>-1 May/PROPN/nmod>0 1901/NUM/nmod>0", "on 3 May 1901"),
        ("Friday/PROPN/root>-1", "on Friday"),
        ("midnight/NOUN/root>-1", "at midnight"),
        ("9/NUM/nummod>1 o'clock/NOUN/root>-1", "at 9 o'clock"),
        ("yesterday/NOUN/root>-1", "yesterday"),
        ("before/ADP/case>1 lunch/NOUN/root>-1", "before lunch"),
        ("two/NUM/nummod>1 days/NOUN/obl>2 ago/ADV/root>-1", "two days ago"),
    ],
)
def test_a_time_gets_its_preposition(written: str, expected: str) -> None:
    assert when(reply(written)) == (expected, True)


def test_a_place_and_a_reason() -> None:
    assert where(reply("Paris/PROPN/root>-1"), "live") == ("in Paris", True)
    assert where(reply("Paris/PROPN/root>-1"), "go") == ("to Paris", True)
    assert where(reply("under/ADP/case>2 a/DET/det>2 stone/NOUN/root>-1"), "go")[0] == (
        "under a stone"
    )
    assert why(reply("heavy/ADJ/amod>1 snow/NOUN/root>-1"), "it") == ("because of heavy snow", True)
    assert why(reply("was/AUX/cop>1 ill/ADJ/root>-1"), "Bo") == ("because Bo was ill", True)
