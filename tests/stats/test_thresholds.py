"""Thresholds against exhaustive search and hand calculations, and invalid input."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement
from statistics import fmean

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.dummy import DummyClassifier
from sklearn.metrics import f1_score

from qgauge.stats.thresholds import Floors, Thresholds, Untuned, floors, tune

LABELS = ("low", "middle", "high", "top")


def tuned(scores: list[float | None], gold: list[str | None], count: int = 3) -> Thresholds:
    found = tune(scores, gold, order=LABELS[:count], signature="m|v:1")
    assert isinstance(found, Thresholds)
    return found


def mean_f1(gold: list[str], labels: list[str], count: int) -> float:
    # scikit-learn is too slow for the exhaustive search; only the best cuts are checked with it.
    return fmean(
        2
        * sum(one == other == label for one, other in zip(gold, labels, strict=True))
        / (gold.count(label) + labels.count(label))
        for label in LABELS[:count]
    )


@pytest.mark.parametrize("count", [2, 3, 4])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_other_cut_points_are_better(count: int, data: st.DataObject) -> None:
    rows = data.draw(
        st.lists(
            st.tuples(st.integers(0, 7), st.sampled_from(LABELS[:count])), min_size=2, max_size=25
        )
    )
    scores, gold = (list(column) for column in zip(*rows, strict=True))
    assume(len(set(gold)) == count and len(set(scores)) > 1)
    best = max(
        mean_f1(gold, [LABELS[sum(score >= cut for cut in cuts)] for score in scores], count)
        for cuts in combinations_with_replacement([at - 0.5 for at in range(9)], count - 1)
    )
    found = tuned(scores, gold, count)
    assert found.macro_f1 == pytest.approx(best)
    applied = found.apply(scores, signature="m|v:1")
    assert f1_score(gold, applied, average="macro") == pytest.approx(best)


def test_by_hand() -> None:
    found = tuned([0.1, 0.2, 0.5, 0.6, 0.9], ["low", "low", "middle", "middle", "high"])
    assert found.cuts == pytest.approx((0.35, 0.75))
    assert (found.macro_f1, found.n) == (1, 5)
    assert found.apply([0.3, 0.4, 0.76, None], signature="m|v:1") == ["low", "middle", "high", None]


def test_a_label_may_stay_unused() -> None:
    # The only `middle` has the score of the lows, so predicting it would lower macro-F1.
    scores: list[float | None] = [1, 1, 1, 1, 1, 5, 5, 5]
    gold: list[str | None] = ["low", "low", "low", "low", "middle", "high", "high", "high"]
    found = tuned(scores, gold)
    assert "middle" not in found.apply(scores, signature="m|v:1")
    assert found.macro_f1 == pytest.approx((8 / 9 + 0 + 1) / 3)


def test_unscored_and_unlabelled_rows_are_ignored() -> None:
    found = tuned([1, 2, None, 4], ["low", "middle", "low", None], count=2)
    assert (found.n, found.cuts) == (2, (1.5,))


def test_adjacent_floats_can_be_separated() -> None:
    next_up = float(np.nextafter(1.0, 2.0))
    found = tuned([1.0, next_up], ["low", "middle"], count=2)
    assert found.macro_f1 == 1


def test_scores_of_a_different_metric_are_rejected() -> None:
    found = tuned([1, 2], ["low", "middle"], count=2)
    with pytest.raises(ValueError, match=r"were tuned for 'm\|v:1', not for 'm\|v:2'"):
        found.apply([1.0], signature="m|v:2")


def test_round_trips_through_json() -> None:
    found = tuned([0.1, 0.7, 1 / 3], ["low", "middle", "low"], count=2)
    again = Thresholds.from_dict(json.loads(json.dumps(found.as_dict(), allow_nan=False)))
    assert again == found
    assert json.loads(json.dumps(found.as_dict()))["labels"] == ["low", "middle"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cuts": [0.5, 0.2]}, "one cut fewer than labels, in ascending order"),
        ({"labels": ["low"]}, "one cut fewer than labels"),
        ({"cuts": None}, "cannot read the thresholds"),
        ({"signature": ...}, "the thresholds have no 'signature'"),
    ],
)
def test_an_invalid_record_is_rejected(change: dict[str, object], message: str) -> None:
    record = tuned([1, 2], ["low", "middle"], count=2).as_dict() | change
    record = {key: value for key, value in record.items() if value is not ...}
    with pytest.raises(ValueError, match=message):
        Thresholds.from_dict(record)


@pytest.mark.parametrize(
    ("scores", "gold", "reason"),
    [
        ([], [], "no scored row is labelled low, middle"),
        ([1, 2], ["low", "low"], "no scored row is labelled middle"),
        ([1, None], ["low", "middle"], "no scored row is labelled middle"),
        ([1, 1], ["low", "middle"], "the scores are constant"),
    ],
)
def test_degenerate_input_has_a_reason(
    scores: list[float | None], gold: list[str], reason: str
) -> None:
    assert tune(scores, gold, order=["low", "middle"], signature="m") == Untuned(reason)
    assert tune([1.0], ["low"], order=["low"], signature="m") == Untuned("fewer than 2 labels")


def test_an_unknown_label_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"labels missing from `order`: \['huge'\]"):
        tune([1, 2], ["low", "huge"], order=["low", "middle"], signature="m")


def test_floors_equal_scikit_learns_dummy_classifiers() -> None:
    tuning = ["a"] * 50 + ["b"] * 30 + ["c"] * 20
    gold = ["a"] * 20 + ["b"] * 30 + ["c"] * 10
    none = np.zeros((100, 1))
    expected = [
        np.mean(
            [
                f1_score(
                    gold,
                    DummyClassifier(strategy=strategy, random_state=seed)
                    .fit(none, tuning)
                    .predict(none[:60]),
                    average="macro",
                )
                for seed in range(rounds)
            ]
        )
        for strategy, rounds in (("most_frequent", 1), ("stratified", 200))
    ]
    found = floors(tuning, gold)
    assert found is not None
    assert found.majority == pytest.approx(expected[0])
    assert found.random == pytest.approx(expected[1], abs=0.01)
    assert found == floors(tuning, gold)


def test_floors_by_hand() -> None:
    # Always a: F1 of a is 2 * 3 / (4 + 3), of b 0. Random draws from {a} give the same.
    assert floors(["a"], ["a", "a", "a", "b"]) == Floors(pytest.approx(3 / 7), pytest.approx(3 / 7))
    assert floors([], ["a"]) is None
    assert floors(["a"], []) is None
