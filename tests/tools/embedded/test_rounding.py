"""Rounded probabilities keep their order and odds, and agree across processors."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.embedded.rounding import rounded_nats, rounded_probability, rounded_shares

chances = st.floats(0, 1)


@pytest.mark.parametrize(
    ("chance", "rounded"),
    [
        (0.0, 0.0),
        (1.0, 1.0),
        (0.123456, 0.123),
        (0.5, 0.5),
        (0.50049, 0.5),
        (0.8765432, 0.877),
        (0.999987654, 0.9999877),
        (3.14159e-9, 3.14e-9),
    ],
)
def test_three_digits_of_the_smaller_side(chance: float, rounded: float) -> None:
    assert rounded_probability(chance) == rounded


@given(chances, chances)
def test_order_is_kept(one: float, other: float) -> None:
    low, high = sorted([one, other])
    assert rounded_probability(low) <= rounded_probability(high)


@given(chances)
def test_odds_are_kept_within_half_a_percent(chance: float) -> None:
    rounded = rounded_probability(chance)
    assert abs(rounded - chance) <= 0.005 * min(chance, 1 - chance) * 1.01 + 1e-12
    assert rounded_probability(rounded) == rounded


@given(st.lists(st.floats(1e-9, 1), min_size=2, max_size=50))
def test_shares_sum_to_one(weights: list[float]) -> None:
    shares = [weight / sum(weights) for weight in weights]
    found = rounded_shares(shares)
    assert math.isclose(sum(found), 1, abs_tol=1e-9)
    largest = max(shares)
    assert found[shares.index(largest)] == pytest.approx(largest, abs=0.0005 * len(shares))
    assert all(
        one == float(f"{share:.3g}")
        for at, (one, share) in enumerate(zip(found, shares, strict=True))
        if at != shares.index(largest)
    )


def test_nats_have_two_decimals() -> None:
    assert [rounded_nats(value) for value in (0.004, 1.23456, 50.0)] == [0.0, 1.23, 50.0]


def test_rounding_removes_differences_between_processors_except_rare_ties() -> None:
    """With logits that differ by two millionths, at most 3 in 1,000 probabilities differ."""
    logits = [-12 + 24 * at / 20_000 for at in range(20_000)]
    pairs = [(1 / (1 + math.exp(-one)), 1 / (1 + math.exp(-one - 2e-6))) for one in logits]
    assert sum(one != other for one, other in pairs) == len(pairs)
    differing = sum(rounded_probability(one) != rounded_probability(other) for one, other in pairs)
    assert 0 < differing < 0.003 * len(pairs)
