"""Ranking of scored rows: order, ties, limits, groups, and what is shown beside them."""

from __future__ import annotations

from typing import Any

import pytest

from qgauge.core import Example, Score, unscored
from qgauge.run.ranking import Ranked, best_first, by_passage


def row(id: str, value: float, passage: str = "", **evidence: Any) -> tuple[Example, Score]:
    return Example(id, "Who?", (), passage), Score(value, {}, evidence)


ROWS = [row("a", 0.5), row("b", 0.75), row("c", 0.5), row("d", 0.25)]


def ranks(rows: list[Ranked]) -> list[tuple[str, int]]:
    return [(one.example.id, one.rank) for one in rows]


def test_equal_scores_share_a_rank_and_keep_their_order() -> None:
    found = ranks(best_first([*ROWS, (Example("e", "Who?"), unscored("no passage"))], None, None))
    assert found == [("b", 1), ("a", 2), ("c", 2), ("d", 4)]


@pytest.mark.parametrize(
    ("threshold", "top", "kept"),
    [
        (0.5, None, ["b", "a", "c"]),  # the threshold itself is not below
        (None, 2, ["b", "a", "c"]),  # two rows have rank 2
        (None, 1, ["b"]),
        (0.6, 3, ["b"]),
        (0.8, None, []),
    ],
)
def test_threshold_and_top(threshold: float | None, top: int | None, kept: list[str]) -> None:
    assert [one.example.id for one in best_first(ROWS, threshold, top)] == kept


def test_passages_in_order_of_first_occurrence() -> None:
    rows = [row("a", 1, "p"), row("b", 1, "q"), row("c", 1, "p")]
    assert [[one.id for one, _ in group] for group in by_passage(rows)] == [["a", "c"], ["b"]]


def test_the_first_flaw_stands_for_all() -> None:
    flaws = [{"kind": "vague", "chance": 0.6}, {"kind": "too long", "chance": 0.987}]
    for evidence, flaw in (
        ({}, None),
        ({"flaws": []}, ""),
        ({"flaws": flaws[:1]}, "vague 0.60"),
        ({"flaws": flaws[::-1]}, "too long 0.99"),
    ):
        assert Ranked(1, *row("a", 0.5, **evidence)).flaw == flaw


def test_reasons_are_those_of_the_score() -> None:
    assert Ranked(1, *row("a", 0.5, why=["so"])).why == ["so"]
    assert Ranked(1, *row("a", 0.5)).why == []
