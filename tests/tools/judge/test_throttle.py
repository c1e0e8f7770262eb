"""The throttle: fewer calls after HTTP 429, slowly more again, and growing pauses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.judge.throttle import LONGEST_PAUSE, Throttle


def test_halves_once_per_burst_and_grows_one_by_one() -> None:
    throttle = Throttle(16)
    for _ in range(16):  # all sixteen were in flight when the server refused
        throttle.too_many(sent=1.0, now=2.0, retry_after=None)
    assert throttle.limit == 8
    throttle.too_many(sent=3.0, now=4.0, retry_after=None)
    assert throttle.limit == 4
    for _ in range(3):
        throttle.answered()
    assert throttle.limit == 4
    throttle.answered()  # the fourth answer at a limit of four
    assert throttle.limit == 5
    for _ in range(1000):
        throttle.answered()
    assert throttle.limit == 16


def test_never_below_one() -> None:
    throttle = Throttle(2)
    for at in range(5):
        throttle.too_many(sent=at + 0.5, now=at + 0.6, retry_after=None)
    assert throttle.limit == 1


def test_waits_as_long_as_the_server_says() -> None:
    throttle = Throttle(4)
    throttle.too_many(sent=1.0, now=2.0, retry_after=30.0)
    assert throttle.not_before == 32.0
    throttle.too_many(sent=1.0, now=3.0, retry_after=1.0)  # a shorter pause does not undo it
    assert throttle.not_before == 32.0
    assert 30.0 <= throttle.pause(1, 30.0) <= 30.1


@given(st.integers(1, 5_000), st.integers())
def test_pauses_double_up_to_a_minute_and_vary(failures: int, seed: int) -> None:
    longest = min(LONGEST_PAUSE, 0.5 * 2.0 ** min(failures - 1, 30))
    assert 0 <= Throttle(1, 0.5, seed).pause(failures, None) <= longest


def test_pauses_differ_from_each_other() -> None:
    throttle = Throttle(1, seed=3)
    assert len({throttle.pause(3, None) for _ in range(10)}) == 10


@pytest.mark.parametrize("most", [1, 7])
def test_starts_at_the_maximum(most: int) -> None:
    assert Throttle(most).limit == most
