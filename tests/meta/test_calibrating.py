"""Which metric to trust: verdicts by hand, ceilings, and the rows that are worth reading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest
from helpers.rated_rows import rows, scored
from sklearn.metrics import cohen_kappa_score

from qgauge.core import BadInput, BadSetting, Score
from qgauge.meta import Judged
from qgauge.meta.calibrating import calibration_of, check_limits, one_set, required_kappa
from qgauge.meta.trust import Calibration, DimensionTrust
from qgauge.metrics.metric import Metric
from qgauge.run import Request
from qgauge.stats.estimate import Estimate


@dataclass(frozen=True)
class Numbers(Metric):
    name: ClassVar[str] = "numbers"
    about: ClassVar[str] = "any numbers"


@dataclass(frozen=True)
class Verdicts(Metric):
    name: ClassVar[str] = "verdicts"
    about: ClassVar[str] = "numbers from 1 to 3"
    verdicts: ClassVar[tuple[float | str, ...]] = (1.0, 2.0, 3.0)
    judges: ClassVar[str] = "good"


@dataclass(frozen=True)
class Labels(Metric):
    name: ClassVar[str] = "labels"
    about: ClassVar[str] = "yes or no"
    verdicts: ClassVar[tuple[float | str, ...]] = ("no", "yes")


def calibrated(
    judged: Judged, values: Sequence[Any], metric: Metric | None = None, **more: Any
) -> Calibration:
    request = Request.of(metric or Numbers())
    return calibration_of(judged, [request], [scored(request.label, values)], **more)


def only(found: Calibration) -> DimensionTrust:
    (dimension,) = found.dimensions
    return dimension


RANDOM = np.random.default_rng(1)
LEVELS = [int(one) for one in RANDOM.integers(1, 4, 60)]
NOISY = [level + float(RANDOM.normal(0, 0.8)) for level in LEVELS]


def test_a_metric_that_follows_people_is_trusted() -> None:
    judged = rows([(one, one) for one in LEVELS])
    dimension = only(calibrated(judged, [one / 10 for one in LEVELS]))
    (line,) = dimension.metrics
    assert (line.verdict, line.kappa.value, line.more) == ("trust", 1.0, None)
    assert line.cuts == pytest.approx((0.15, 0.25))
    assert line.steps == (1.0, 2.0, 3.0)
    assert line.read_first == ()


def test_full_agreement_gets_an_interval_by_the_rule_of_three() -> None:
    """Half of 20 rows are 1, half 2: expected disagreement .5, so low = 1 - 3 / 20 / .5 = .7."""
    judged = rows([(1 + at % 2,) * 2 for at in range(20)])
    (line,) = only(calibrated(judged, [float(at % 2) for at in range(20)])).metrics
    assert (line.kappa.value, line.kappa.high) == (1.0, 1.0)
    assert line.kappa.low == pytest.approx(0.7)


def test_a_constant_metric_is_not_good_enough() -> None:
    judged = rows([(one, one) for one in LEVELS])
    (line,) = only(calibrated(judged, [0.5] * 60)).metrics
    assert (line.verdict, line.kappa.value) == ("not good enough", 0.0)
    assert line.kappa.reason == "all its scores stand for the same step"


def test_the_requirement_is_compared_with_the_whole_interval() -> None:
    judged = rows([(one, one) for one in LEVELS])
    (line,) = only(calibrated(judged, NOISY)).metrics
    low, high = line.kappa.interval or (0, 0)
    assert 0 < low < high < 1
    for required, verdict in ((low - 0.01, "trust"), (high + 0.01, "not good enough")):
        (again,) = only(calibrated(judged, NOISY, require_kappa=required)).metrics
        assert (again.verdict, again.more) == (verdict, None)
    (between,) = only(calibrated(judged, NOISY, require_kappa=low + 0.01)).metrics
    assert between.verdict == "undecided"
    assert between.more is not None
    assert between.more.rows is not None
    assert between.more.rows > 0


def test_verdicts_are_compared_as_they_are() -> None:
    """No cut points: a judge that is always one too high does not become right."""
    people = [1, 2, 1, 2, 2, 1, 2, 1, 1, 2]
    judged = rows([(one, one) for one in [*people, 3, 3]])
    said = [*(float(one + 1) for one in people), 3.0, 3.0]
    (line,) = only(calibrated(judged, said, Verdicts())).metrics
    expected = cohen_kappa_score([*people, 3, 3], [int(one) for one in said], weights="quadratic")
    assert line.kappa.value == pytest.approx(expected)
    assert line.cuts is None
    assert line.steps == (1.0, 2.0, 3.0)


def test_verdicts_on_another_scale_are_cut() -> None:
    judged = rows([(1 + 2 * (one - 1),) for one in LEVELS])  # 1, 3 and 5
    (line,) = only(calibrated(judged, [float(one) for one in LEVELS], Verdicts())).metrics
    assert line.cuts is not None
    assert line.kappa.value == 1.0


def test_labels() -> None:
    people = ["yes", "no", "yes", "yes", "no", "no", "yes", "no"]
    said = ["yes", "no", "no", "yes", "no", "no", "yes", "yes"]
    judged = rows([(one,) for one in people])
    dimension = only(calibrated(judged, said, Labels()))
    assert dimension.metrics[0].kappa.value == pytest.approx(cohen_kappa_score(people, said))
    assert (dimension.metrics[0].spearman, dimension.weights) == (None, "none")
    numbers = only(calibrated(judged, [float(one == "yes") for one in said])).metrics[0]
    assert numbers.verdict == "undecided"
    assert numbers.kappa.reason == "the labels have no known order, and the metric gives numbers"


def test_a_judge_of_a_rated_dimension_is_not_compared_with_others() -> None:
    judged = rows([(one,) for one in LEVELS])
    both = Judged.of_rows(
        [
            type(one)(one.id, one.question, ratings={**one.ratings, "short": (1 + at % 3,)})
            for at, one in enumerate(judged.examples)
        ]
    )
    found = calibrated(both, [float(one) for one in LEVELS], Verdicts())
    assert [len(one.metrics) for one in found.dimensions] == [1, 0]
    assert [one.dimension for one in found.dimensions] == ["good", "short"]


def test_a_part_with_the_name_of_the_dimension_is_calibrated_too() -> None:
    judged = rows([(one, one) for one in LEVELS])
    request = Request.of(Numbers())
    result = scored("numbers", NOISY)
    scores = tuple(
        Score(one.value, {"good": level / 3, "other": 0.1})
        for one, level in zip(result.scores, LEVELS, strict=True)
    )
    found = calibration_of(
        judged, [request], [type(result)("numbers", "numbers|v:1", result.overall, {}, scores)]
    )
    value, part = only(found).metrics
    assert (value.name, part.name) == ("numbers", "numbers.good")
    assert part.kappa.value == 1.0 > (value.kappa.value or 0)
    assert only(found).by_kappa[0] is part
    assert part.signature == value.signature


@pytest.mark.parametrize(
    ("given", "ceiling", "required", "rule"),
    [
        (0.5, 0.9, 0.5, "--require-kappa"),
        (None, 0.9, 0.72, "80% of the human ceiling"),
        (None, 0.1, 0.2, "the least that is more than slight; 80% of the ceiling is lower"),
        (None, None, 0.6, "substantial agreement (Landis and Koch), for want of a human ceiling"),
    ],
)
def test_what_is_required(
    given: float | None, ceiling: float | None, required: float, rule: str
) -> None:
    found = required_kappa(given, Estimate(ceiling), 0.8)
    assert found == (pytest.approx(required), rule)


def trust_of(
    ceiling: Estimate, steps: tuple[Any, ...] = (1.0, 2.0), weights: str = "quadratic"
) -> DimensionTrust:
    return DimensionTrust("clarity", steps, weights, "", 9, True, ceiling, 0.2, "", "")


@pytest.mark.parametrize(
    ("ceiling", "said"),
    [
        (
            Estimate(0.05, 0.01, 0.09),
            "raters hardly agree on clarity (ceiling 0.050 [0.010, 0.090]",
        ),
        (Estimate(0.19), "raters hardly agree on clarity (ceiling 0.190"),
        (Estimate(-0.3, -0.5, -0.1), "raters hardly agree on clarity (ceiling -0.300"),
        (
            Estimate(0.4, 0.0, 0.8),
            "raters may hardly agree on clarity (ceiling 0.400 [0.000, 0.800]",
        ),
    ],
)
def test_raters_who_hardly_agree(ceiling: Estimate, said: str) -> None:
    warning = trust_of(ceiling).warning
    assert warning.startswith(said)
    assert warning.endswith("): fix the guidelines or the ratings first")


@pytest.mark.parametrize(
    "ceiling", [Estimate(None, reason="one rating"), Estimate(0.2), Estimate(0.4, 0.01, 0.8)]
)
def test_no_warning_if_raters_agree_or_it_is_not_known(ceiling: Estimate) -> None:
    assert trust_of(ceiling).warning == ""


def test_numbers_written_as_texts() -> None:
    """Without their order, agreement is too low, so the texts are what to fix first."""
    found = only(calibrated(rows([("1", "2"), ("2.5", "1"), ("1", "1")]), [0.1, 0.2, 0.3]))
    said = (
        "the ratings of good are numbers written as texts, so they are taken as labels without an "
        'order: write 1 instead of "1"'
    )
    assert found.warning == found.as_json()["warning"] == said
    assert trust_of(Estimate(0.9), ("1", "none"), "none").warning == ""
    assert trust_of(Estimate(0.9), ("nan", "inf"), "none").warning == ""
    assert trust_of(Estimate(0.9), ("1", "2")).warning == ""  # a public set defines the order


def test_the_rows_to_read_first() -> None:
    """Two raters agree on 'far' and 'near'; on 'torn' they are as far apart as the metric is."""
    ratings = [(1, 1), (1, 1), (3, 3), (3, 3), (1, 3), (2, 2), (2, 2), (1, 1), (3, 3), (2, 2)]
    said = [3.0, 1.0, 3.0, 2.0, 1.0, 2.0, 2.0, 1.0, 3.0, 2.0]
    (line,) = only(calibrated(rows(ratings), said, Verdicts(), rows=5)).metrics
    assert [(row.id, row.apart, row.step) for row in line.read_first] == [
        ("0", 2.0, 3.0),
        ("3", 1.0, 2.0),
    ]
    assert line.read_first[0].ratings == (1, 1)
    found = only(calibrated(rows(ratings), said, Verdicts(), rows=1))
    assert [row.id for row in found.metrics[0].read_first] == ["0"]
    assert [(row.id, row.apart) for row in found.raters_disagree] == [("4", 2.0)]


def test_unscored_rows_and_few_clusters() -> None:
    judged = rows([(1,), (2,), (3,), None])
    (line,) = only(calibrated(judged, [0.1, None, 0.3, 0.4])).metrics
    assert (line.kappa.n, line.unscored, line.verdict) == (2, 1, "undecided")
    assert line.more is not None
    assert line.more.rows is None
    assert "fewer than 5 clusters" in line.more.reason
    (alone,) = only(calibrated(judged, [0.1, None, None, None])).metrics
    assert alone.kappa.reason == "cut points need at least two clusters with scores and ratings"


def test_ratings_that_are_all_the_same() -> None:
    dimension = only(calibrated(rows([(2, 2), (2, 2)]), [0.1, 0.2]))
    assert (dimension.reason, dimension.metrics) == ("all ratings are the same", ())


def test_the_same_input_gives_the_same_calibration() -> None:
    judged = rows([(one, one) for one in LEVELS])
    assert calibrated(judged, NOISY).gate() == calibrated(judged, NOISY).gate()


def test_limits() -> None:
    refused: list[tuple[Any, Any, str]] = [
        (1.5, 0.8, "require_kappa must be a number from -1 to 1, not 1.5."),
        ("x", 0.8, "require_kappa must be a number from -1 to 1, not 'x'."),
        (None, 0.0, "share must be a number above 0 and at most 1, not 0.0."),
        (None, 1.1, "share must be a number above 0 and at most 1, not 1.1."),
        (None, "x", "share must be a number above 0 and at most 1, not 'x'."),
    ]
    for require_kappa, share, said in refused:
        with pytest.raises(BadSetting, match=f"^{re.escape(said)}$"):
            check_limits(require_kappa, share)
    with pytest.raises(BadInput, match="one rated set at a time"):
        one_set([rows([(1,)]), rows([(2,)])])
