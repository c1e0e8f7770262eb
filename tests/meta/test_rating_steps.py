"""Ratings as steps of a scale: which steps there are, and what people say together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.rated_rows import rows
from sklearn.metrics import cohen_kappa_score

from qgauge.meta.judged import Scale
from qgauge.meta.rating_steps import RatingSteps, rating_steps


def steps_of(ratings: list[Any], **scale: Any) -> RatingSteps:
    judged = rows(ratings)
    return rating_steps(judged, replace(judged.scales[0], **scale))


@pytest.mark.parametrize(
    ("ratings", "steps"),
    [
        ([(1, 2), (5, 4)], (1, 2, 3, 4, 5)),  # whole numbers, with those that nobody gave
        ([(0,), (0.5,), (1,)], (0, 0.5, 1)),  # evenly spaced
        ([(1.33,), (2.67,), (3,), (2.9,)], (1, 2, 3)),  # means on a longer scale
        ([(0.0,), (0.1,), (0.35,), (1.0,)], (0.1, 0.3, 0.5, 0.7, 0.9)),  # fifths of shares
        ([(0,), (100,), (37,)], (10, 30, 50, 70, 90)),  # fifths of a long scale
    ],
)
def test_the_steps_of_numbers(ratings: list[Any], steps: tuple[float, ...]) -> None:
    assert steps_of(ratings).steps == pytest.approx(steps)


def test_published_means_become_whole_steps() -> None:
    """They are rounded half up, as the ratings that a judge is compared with."""
    found = steps_of([(1.0,), (1.5,), (2.4,), (3.0,)], means_only=True)
    assert found.steps == (1, 2, 3)
    assert [found.steps[at] for at in found.people if at is not None] == [1, 2, 2, 3]
    assert found.raters == []
    ceiling = found.ceiling(list("abcd"))
    assert ceiling.reason == "the file has means only, not each rater's ratings"


def test_people_are_the_step_nearest_to_their_mean() -> None:
    found = steps_of([(1, 2, 2), (1, 2), (5, None, 4), None])
    assert [None if at is None else found.steps[at] for at in found.people] == [2, 2, 5, None]
    assert [found.spread(at) for at in range(4)] == [1, 1, 1, 0]
    assert (found.rated, found.most_ratings) == (3, 3)


def test_labels_are_decided_by_the_majority() -> None:
    found = steps_of([("no", "no", "yes"), ("yes", "no"), ("yes",), ("yes", "yes")])
    assert found.steps == ("no", "yes")
    assert found.people == [0, None, 1, 1]
    assert (found.ordered, found.weights, found.spread(0), found.spread(3)) == (False, "none", 1, 0)


def test_the_ceiling_of_two_raters_is_their_kappa() -> None:
    ratings = [(1, 1), (2, 3), (3, 3), (2, 2), (1, 2), (3, 1)]
    found = steps_of(ratings).ceiling([str(at) for at in range(6)])
    first, second = zip(*ratings, strict=True)
    assert found.value == pytest.approx(cohen_kappa_score(first, second, weights="quadratic"))


def test_the_ceiling_of_three_raters_leaves_each_out() -> None:
    """The others of a row: the mean of two, rounded half up."""
    ratings = [(1, 1, 2), (2, 3, 3), (3, 3, 3), (2, 2, 1), (1, 2, 1), (3, 1, 3)]
    found = steps_of(ratings).ceiling([str(at) for at in range(6)])
    expected = []
    for rater in range(3):
        own = [row[rater] for row in ratings]
        rest = [int((sum(row) - row[rater]) / 2 + 0.5) for row in ratings]
        expected.append(cohen_kappa_score(own, rest, weights="quadratic", labels=[1, 2, 3]))
    assert found.value == pytest.approx(sum(expected) / 3)


@pytest.mark.parametrize(
    ("ratings", "reason"),
    [([(1,), (2,)], "there is one rating per row"), ([(2, 2), (2, 2)], "all ratings are the same")],
)
def test_no_ceiling(ratings: list[Any], reason: str) -> None:
    found = steps_of(ratings).ceiling(["a", "b"])
    assert (found.value, found.reason) == (None, reason)


def test_no_steps_without_an_order_of_mixed_ratings() -> None:
    judged = rows([(1, 2)])
    found = rating_steps(judged, Scale("absent"))
    assert (found.steps, found.reason) == ((), "no row is rated")
