"""Cut points by hand, on any scores, and never fitted to the rows they are tested on."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qgauge.stats.agreement import cohen_kappa
from qgauge.stats.cut_points import fit_cuts, held_out_steps, steps_of
from qgauge.stats.estimate import Estimate

ROWS = st.lists(
    st.tuples(st.floats(-5, 5, width=16), st.integers(0, 3), st.integers(0, 8)),
    min_size=4,
    max_size=40,
)


def test_by_hand() -> None:
    """People give step 0 to two of five rows, 1 to two and 2 to one; so do the cuts."""
    scores = np.array([0.9, 0.2, 0.5, 0.1, 0.6])
    cuts = fit_cuts(scores, np.array([2, 0, 1, 1, 0]), 3)
    assert cuts.tolist() == pytest.approx([0.35, 0.75])
    assert steps_of(scores, cuts).tolist() == [2, 0, 1, 0, 1]


def test_a_step_that_nobody_gave_is_empty() -> None:
    cuts = fit_cuts(np.array([1.0, 2.0, 3.0, 4.0]), np.array([1, 1, 3, 3]), 4)
    assert steps_of(np.array([1.0, 2.0, 3.0, 4.0]), cuts).tolist() == [1, 1, 3, 3]


def test_ties_are_not_divided() -> None:
    """One of four rows is low, but three scores are equal: the nearest cut leaves none below."""
    cuts = fit_cuts(np.array([0.0, 0.0, 0.0, 1.0]), np.array([0, 1, 1, 1]), 2)
    assert steps_of(np.array([0.0, 1.0]), cuts).tolist() == [1, 1]


@given(st.lists(st.floats(-9, 9), min_size=2, max_size=40, unique=True), st.data())
def test_each_step_is_as_frequent_as_people_give_it(
    scores: list[float], data: st.DataObject
) -> None:
    """With distinct scores, the match is exact."""
    steps = np.array(
        data.draw(st.lists(st.integers(0, 4), min_size=len(scores), max_size=len(scores)))
    )
    cuts = fit_cuts(np.array(scores), steps, 5)
    assert np.all(np.diff(cuts) >= 0)
    given_steps = steps_of(np.array(scores), cuts)
    assert (
        np.bincount(given_steps, minlength=5).tolist() == np.bincount(steps, minlength=5).tolist()
    )


@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_has_no_effect(
    rows: list[tuple[float, int, int]], random: object
) -> None:
    assume(len({cluster for *_, cluster in rows}) > 1)
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    scores, steps, groups = (np.array(column) for column in zip(*rows, strict=True))
    found = held_out_steps(scores, steps, 4, groups=groups, seed=3)
    again = held_out_steps(scores[order], steps[order], 4, groups=groups[order], seed=3)
    assert again.tolist() == found[order].tolist()


@given(ROWS, st.data())
def test_the_ratings_of_a_cluster_have_no_effect_on_its_own_steps(
    rows: list[tuple[float, int, int]], data: st.DataObject
) -> None:
    scores, steps, groups = (np.array(column) for column in zip(*rows, strict=True))
    assume(len(set(groups.tolist())) > 1)
    own = groups == data.draw(st.sampled_from(sorted(set(groups.tolist()))))
    changed = np.where(own, 3 - steps, steps)
    before = held_out_steps(scores, steps, 4, groups=groups)
    after = held_out_steps(scores, changed, 4, groups=groups)
    assert after[own].tolist() == before[own].tolist()


def test_one_cluster_is_not_enough() -> None:
    with pytest.raises(ValueError, match="two clusters"):
        held_out_steps(np.array([1.0, 2.0]), np.array([0, 1]), 2, groups=["a", "a"])


def test_the_interval_of_kappa_on_held_out_steps_holds_what_it_promises() -> None:
    """It misses the kappa of very many rows in about 5 % of small samples, on either side."""
    random = np.random.default_rng(4)

    def kappa(clusters: int) -> Estimate:
        groups = np.repeat(np.arange(clusters), 3)
        latent = random.normal(0, 1, len(groups)) + random.normal(0, 0.6, clusters)[groups]
        steps = np.digitize(latent, [-1.2, -0.3, 0.3, 1.0])
        scores = latent + random.normal(0, 1, len(groups))
        found = held_out_steps(scores, steps, 5, groups=groups)
        order = range(5)
        columns = found.tolist(), steps.tolist()
        return cohen_kappa(*columns, weights="quadratic", order=order, groups=groups)

    true = kappa(20_000).value
    assert true is not None
    intervals = [kappa(25).interval or (0.0, 0.0) for _ in range(300)]
    assert 0.005 <= np.mean([low > true for low, _ in intervals]) <= 0.06
    assert 0.005 <= np.mean([high < true for _, high in intervals]) <= 0.06
