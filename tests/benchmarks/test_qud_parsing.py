"""Shares of the best label: by hand."""

from __future__ import annotations

import pytest

from benchmarks.qud_parsing.shares import Counts, counts_of_people, counts_of_scores, difference
from qgauge.core import Example, Score, unscored

ESSAYS = ["1", "2"]


def edge(essay: str, **ratings: str) -> Example:
    given = {name: (label,) for name, label in ratings.items()}
    return Example("x", "Why?", ratings=given, meta={"essay_id": essay})


def test_shares_are_of_labelled_edges() -> None:
    edges = [edge("1"), edge("1"), edge("2")]
    scores = {
        "language": [Score("yes"), Score("no"), Score("yes")],
        "relevance": [Score("fully_grounded"), unscored("skipped"), Score("not_grounded")],
    }
    found = counts_of_scores(edges, scores, ESSAYS)
    assert found.share("language").value == pytest.approx(2 / 3)
    assert found.share("relevance").value == pytest.approx(1 / 2)
    assert found.share("relevance").n == 2
    # the mean of two thirds and a half
    both = found.share("language", "relevance")
    assert both.value == pytest.approx(7 / 12)
    assert both.interval == (0.0, 1.0), "two essays say little, and a share stays within 0 and 1"


def test_people_skip_what_has_bad_language() -> None:
    edges = [edge("1", language="no"), edge("2", language="yes", givenness="no_new_concepts")]
    found = counts_of_people(edges, ESSAYS)
    assert (found.share("language").value, found.share("language").n) == (0.5, 2)
    assert (found.share("givenness").value, found.share("givenness").n) == (1.0, 1)
    assert str(found.share("relevance")) == "-"


def test_a_constant_difference_has_a_narrow_interval() -> None:
    """Each essay has shares of 1 and one half, so every jackknife value is one half."""
    first, second = (Counts(ESSAYS, ["language"]) for _ in range(2))
    for essay in ESSAYS:
        for label in ("yes", "no"):
            first.add(edge(essay), "language", "yes")
            second.add(edge(essay), "language", label)
    assert str(difference(first, second, "language")) == ".500 (.500 to .500), 4"
