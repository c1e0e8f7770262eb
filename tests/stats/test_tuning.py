"""Weight search: against the formula of the metrics and against brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.metrics import create
from qgauge.metrics.qmetric import QMetric
from qgauge.stats.tuning import Formula, Parts, agreement, bagged, search, simplex, splits

PAIRS = [
    ("Who wrote the old book about Paris?", "Who wrote the book about Paris?"),
    ("What river flows in Rome?", "Which river flows through Rome?"),
    ("when was it built", "When was the tower of London built?"),
    ("Name a city.", "What is a city in France?"),
    ("the of and", "Is the cat on the mat?"),
]


def parts_of(metric: QMetric) -> Parts:
    rows = []
    prepare = metric.preparation([], {})
    for question, reference in PAIRS:
        have, want = prepare(question), prepare(reference)
        there = [bool(have.kinds.present[k] or want.kinds.present[k]) for k in range(4)]
        counts = [
            count or (0.0, 0.0) for count in metric.answerability.counts(have.kinds, want.kinds)
        ]
        base = metric.base.compare(have.base, [want.base])
        rows.append((*zip(*counts, strict=True), there, base.value))
    precision, recall, present, base = (np.array(column) for column in zip(*rows, strict=True))
    return Parts(precision, recall, present, base, np.arange(len(rows), dtype=float))


@pytest.mark.parametrize("variant", ["paper", "released"])
@pytest.mark.parametrize("absent", ["renormalise", "one", "zero"])
def test_the_formula_equals_the_metric(variant: str, absent: str) -> None:
    from qgauge.core import Example

    metric = create(f"q_bleu1:variant={variant},absent={absent},preset=squad")
    assert isinstance(metric, QMetric)
    parts = parts_of(metric)
    weights = np.array(metric.weighting.of_kinds())
    mixed = Formula(variant == "released", absent).mix(parts, weights[None, :])[0]
    delta = metric.weighting.delta
    examples = [
        Example(str(at), question, (reference,)) for at, (question, reference) in enumerate(PAIRS)
    ]
    scores = [score.value for score in metric.score(examples, {})]
    assert (delta * mixed + (1 - delta) * parts.base).tolist() == pytest.approx(scores)


def test_simplex_has_every_weighting_once() -> None:
    found = simplex(3, 0.5)
    assert sorted(map(tuple, found.tolist())) == sorted(
        (a, b, c) for a, b, c in product((0, 0.5, 1), repeat=3) if a + b + c == 1
    )
    assert len(simplex(4, 0.05)) == 1771  # 23 choose 3


@st.composite
def made_parts(draw: st.DrawFn) -> Parts:
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n = draw(st.integers(5, 25))
    present = rng.random((n, 3)) < draw(st.floats(0.3, 1))
    return Parts(
        rng.integers(0, 4, (n, 3)) / 3 * present,
        rng.integers(0, 4, (n, 3)) / 3 * present,
        present,
        rng.random(n),
        rng.integers(1, 6, n).astype(float),
    )


@settings(max_examples=40, deadline=None)
@given(made_parts(), st.booleans(), st.sampled_from(["renormalise", "one", "zero"]))
def test_search_equals_brute_force(parts: Parts, released: bool, absent: str) -> None:
    formula = Formula(released, absent)
    weightings, deltas = simplex(3, 0.25), np.linspace(0, 1, 5)
    found = search(parts, formula, weightings, deltas)
    scored = [np.isfinite(formula.mix(parts, weights[None])).sum() for weights in weightings]
    each = [
        agreement(parts, formula, weights, float(delta))
        for weights, number in zip(weightings, scored, strict=True)
        for delta in deltas
        if number == max(scored)
    ]
    best = np.nanmax(each) if not np.all(np.isnan(each)) else -1.0
    assert found.correlation == pytest.approx(best, abs=1e-9)


def made(n: int, seed: int) -> Parts:
    """Make parts whose ratings depend on the first kind only; the base metric is noise."""
    rng = np.random.default_rng(seed)
    precision, present = rng.random((n, 4)), np.ones((n, 4), bool)
    human = precision[:, 0] + 0.05 * rng.standard_normal(n)
    return Parts(precision, precision, present, rng.random(n), human)


def test_finds_the_kind_that_ratings_depend_on() -> None:
    found, bags = bagged(made(300, 1), Formula(), np.random.default_rng(1))
    assert found.weights[0] > 0.9
    assert found.weights.sum() == pytest.approx(1)
    assert found.delta > 0.9
    assert len(bags) == 20


@pytest.mark.slow
def test_splits_hold_out_whole_groups() -> None:
    parts = made(60, 2)
    groups = [at // 3 for at in range(60)]
    results = list(splits(parts, Formula(), seed=5, times=3, tuned_on=30, groups=groups))
    assert all(split.correlation > 0.9 for split in results)
    # The rows of a group are copies: if groups were split, held-out correlations would be high.
    rng = np.random.default_rng(0)
    rated = np.repeat(rng.random(20), 3)
    copies = Parts(
        np.repeat(rng.random((20, 4)), 3, axis=0),
        np.repeat(rng.random((20, 4)), 3, axis=0),
        np.ones((60, 4), bool),
        np.repeat(rng.random(20), 3),
        rated,
    )
    apart = splits(copies, Formula(), seed=1, times=20, tuned_on=30, groups=groups)
    assert np.mean([split.correlation for split in apart]) < 0.35
    again = list(splits(parts, Formula(), seed=5, times=3, tuned_on=30, groups=groups))
    assert [split.correlation for split in results] == [split.correlation for split in again]
    for split in results:
        assert len(split.rest) == 30
        # whole groups of three
        assert {groups[at] for at in split.rest} == {groups[at] for at in split.rest[::3]}


@pytest.mark.slow
def test_noise_does_not_correlate_on_held_out_rows() -> None:
    rng = np.random.default_rng(3)
    parts = made(400, 3)
    noise = Parts(parts.precision, parts.recall, parts.present, parts.base, rng.random(400))
    found = splits(noise, Formula(), seed=1, times=10, bags=4)
    held_out = [split.correlation for split in found]
    assert abs(np.mean(held_out)) < 0.15


def test_agreement_is_nan_for_constant_ratings() -> None:
    parts = made(10, 4)
    same = Parts(parts.precision, parts.recall, parts.present, parts.base, np.ones(10))
    assert np.isnan(agreement(same, Formula(), np.array([1.0, 0, 0, 0]), 1.0))


def test_weights_that_leave_rows_unscored_are_skipped() -> None:
    rng = np.random.default_rng(6)
    present = np.ones((200, 4), bool)
    present[20:, 0] = False  # kind 0 occurs in one row of ten and equals the ratings there
    precision = rng.random((200, 4)) * present
    human = rng.random(200)
    human[:20] = precision[:20, 0]
    parts = Parts(precision, precision, present, rng.random(200), human)
    found, _ = bagged(parts, Formula(), np.random.default_rng(1))
    assert np.isfinite(Formula().mix(parts, found.weights[None])).all()
    assert found.correlation < 0.6


def test_too_few_groups_are_rejected() -> None:
    with pytest.raises(ValueError, match="too few groups"):
        list(splits(made(60, 2), Formula(), seed=1, times=1, tuned_on=50, groups=[0] * 60))
