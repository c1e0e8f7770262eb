"""Agreement of a judge's verdicts with human ones, computed by hand."""

from __future__ import annotations

import pytest

from qgauge.core import Example, Score
from qgauge.meta import Judged
from qgauge.meta.verdicts import verdict_agreement

SCALE = (1.0, 2.0, 3.0)


def judged(ratings: list[tuple[float | str, ...]], systems: str = "") -> Judged:
    rows = [
        Example(
            str(at), "Who? " * (at + 1), ratings={"fluency": said}, system=(systems or "a" * 99)[at]
        )
        for at, said in enumerate(ratings)
    ]
    return Judged.of_rows(rows, "rows")


def scores(values: list[float | str | None]) -> list[Score]:
    return [Score(value, unscored="" if value is not None else "none") for value in values]


def test_kappa_confusion_and_bias_by_hand() -> None:
    """Human verdicts 1 1 2 2 3 3, judge 1 2 2 2 3 1: four of six agree.

    Expected by chance (2x2 + 2x3 + 2x1) / 36 = 1/3, so kappa is (4/6 - 1/3) / (1 - 1/3) = 1/2.
    Quadratic weights: observed (1 + 4) / 6; expected sum of human x judge x gap squared / 36 =
    (2x3x1 + 2x1x4 + 2x2x1 + 2x1x1 + 2x2x4 + 2x3x1) / 36 = 42/36; 1 - (5/6) / (42/36) = 2/7.
    Errors 0 1 0 0 0 -2: system a has (0 + 1 + 0) / 3, b (0 + 0 - 2) / 3.
    """
    people = judged([(1.0,), (1.0, 1.0), (2.0,), (1.5, 2.0), (3.0,), (3.0,)], "aaabbb")
    (found,) = verdict_agreement(people, "judge", scores([1, 2, 2, 2, 3, 1.4]), SCALE, "fluency")
    assert found.kappa.value == pytest.approx(0.5)
    assert found.weighted is not None
    assert found.weighted.value == pytest.approx(2 / 7)
    assert found.confusion == ((1, 1, 0), (0, 2, 0), (1, 0, 1))
    assert found.overall is not None
    assert (found.overall.n, found.overall.error) == (6, pytest.approx(-1 / 6))
    assert found.systems["a"].error == pytest.approx(1 / 3)
    assert found.systems["b"].error == pytest.approx(-2 / 3)
    assert found.systems["b"].agree == pytest.approx(2 / 3)
    assert found.as_json()["kappa"]["value"] == pytest.approx(0.5)


def test_errors_that_grow_with_length_show() -> None:
    """The verdict is one step too high for the longer half: errors 0 0 0 1 1 1."""
    people = judged([(1.0,), (2.0,), (3.0,), (1.0,), (1.0,), (2.0,)])
    (found,) = verdict_agreement(people, "judge", scores([1, 2, 3, 2, 2, 3]), SCALE, "fluency")
    assert found.by_length is not None
    # Pearson of 0 0 0 1 1 1 with 1..6 words: 4.5 / sqrt(1.5 x 17.5)
    assert found.by_length.value == pytest.approx(4.5 / (1.5 * 17.5) ** 0.5)


def test_labels_take_the_majority_and_have_no_order() -> None:
    """A tie between two raters gives no verdict; kappa of yes no yes with yes no no is .4.

    Agreement 2/3, expected by chance (2x1 + 1x2) / 9 = 4/9: (2/3 - 4/9) / (5/9) = .4.
    """
    people = judged([("yes",), ("no", "no"), ("no",), ("yes", "no")])
    said = scores(["yes", "no", "yes", "yes"])
    (found,) = verdict_agreement(people, "judge", said, ("no", "yes"), "tone")
    assert found.dimension == "fluency", "the ratings do not have the judge's dimension"
    assert found.kappa.value == pytest.approx(0.4)
    assert (found.kappa.n, found.weighted) == (3, None)
    assert found.overall is not None
    assert found.overall.error is None


@pytest.mark.parametrize(
    ("ratings", "verdicts", "said"),
    [
        ([(1.0,), (5.0,)], SCALE, "the human ratings range from 1 to 5"),
        ([(1.0,), (3.0,)], (1.0, 2.0, 3.0, 4.0, 5.0), "verdicts from 1 to 5"),
        ([("yes",), ("no",)], SCALE, "the judge gives numbers, but the human ratings are labels"),
        ([(1.0,), (2.0,)], ("no", "yes"), "but the human ratings are numbers"),
        ([("yes",), ("maybe",)], ("no", "yes"), "the human ratings have other labels: maybe"),
        ([(), ()], SCALE, "no row is rated"),
    ],
)
def test_scales_that_do_not_fit_have_no_kappa(
    ratings: list[tuple[float | str, ...]], verdicts: tuple[float | str, ...], said: str
) -> None:
    (found,) = verdict_agreement(judged(ratings), "judge", scores([1, 1]), verdicts)
    assert found.kappa.value is None
    assert said in found.kappa.reason


def test_rows_without_a_verdict_are_left_out() -> None:
    people = judged([(1.0,), (3.0,), (3.0,)])
    (found,) = verdict_agreement(people, "judge", scores([1, None, 3]), SCALE, "fluency")
    assert found.kappa.n == 2
