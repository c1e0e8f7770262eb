"""Fewer calls after "too many", slowly more again; pauses that grow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.judge.pace import LONGEST_PAUSE, Pace


def test_halves_once_for_a_crowd_and_grows_one_by_one() -> None:
    pace = Pace(16)
    for _ in range(16):  # all sixteen were under way when the server had had enough
        pace.too_many(sent=1.0, now=2.0, retry_after=None)
    assert pace.limit == 8
    pace.too_many(sent=3.0, now=4.0, retry_after=None)
    assert pace.limit == 4
    for _ in range(3):
        pace.answered()
    assert pace.limit == 4
    pace.answered()  # the fourth answer at a limit of four
    assert pace.limit == 5
    for _ in range(1000):
        pace.answered()
    assert pace.limit == 16


def test_never_below_one() -> None:
    pace = Pace(2)
    for at in range(5):
        pace.too_many(sent=at + 0.5, now=at + 0.6, retry_after=None)
    assert pace.limit == 1


def test_waits_as_long_as_the_server_says() -> None:
    pace = Pace(4)
    pace.too_many(sent=1.0, now=2.0, retry_after=30.0)
    assert pace.not_before == 32.0
    pace.too_many(sent=1.0, now=3.0, retry_after=1.0)  # a shorter wish does not undo a longer one
    assert pace.not_before == 32.0
    assert 30.0 <= pace.pause(1, 30.0) <= 30.1


@given(st.integers(1, 5_000), st.integers())
def test_pauses_double_up_to_a_minute_and_vary(failures: int, seed: int) -> None:
    longest = min(LONGEST_PAUSE, 0.5 * 2.0 ** min(failures - 1, 30))
    assert 0 <= Pace(1, 0.5, seed).pause(failures, None) <= longest


def test_pauses_differ_from_each_other() -> None:
    pace = Pace(1, seed=3)
    assert len({pace.pause(3, None) for _ in range(10)}) == 10


@pytest.mark.parametrize("most", [1, 7])
def test_starts_with_all(most: int) -> None:
    assert Pace(most).limit == most
