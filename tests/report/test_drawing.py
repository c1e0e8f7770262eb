"""Drawings: places by hand, and scales with round ends."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qgauge.report.drawing import Drawing, Line, Scale, bar, histogram, scale_of, whisker

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)


def test_a_whisker_has_its_dot_and_ends_on_the_scale() -> None:
    # on a scale from 0 to 2, the value 1.5 is at 750, the interval from 1 to 1.8 at 500 and 900
    svg = whisker(1.5, (1.0, 1.8), Scale(0, 2), zero=0.5).svg()
    assert 'd="M750 500h0"' in svg
    assert 'points="500,500 900,500"' in svg
    assert 'class="line dashed axis" points="250,1000 250,0"' in svg


def test_a_bar_is_as_long_as_its_value() -> None:
    svg = bar(0.25, Scale(0, 1)).svg()
    assert re.findall(r'<rect class="one" x="0" y="300" width="([\d.]+)" height="400"', svg) == [
        "250"
    ]


def test_the_bars_of_a_histogram_are_counts() -> None:
    # 1 of 4 bins is empty; 3 values are in the first, one each in the second and the last
    drawing = histogram([0, 0.1, 0.2, 0.3, 1.0], Scale(0, 1), bins=4)
    bars = re.findall(r'<rect class="one" x="([\d.]+)" y="([\d.]+)"', drawing.svg())
    assert bars == [("2", "0"), ("252", "666.7"), ("752", "666.7")]


def test_a_description_is_escaped() -> None:
    svg = Drawing('"><script>', [Line([(0, 0), (1, 1)])]).svg()
    assert "<script>" not in svg and 'aria-label="&quot;&gt;&lt;script&gt;"' in svg


@given(st.lists(NUMBERS, min_size=1, max_size=20))
@example([1e6, 1e6 - 1e-10])
def test_a_scale_shows_all_numbers_and_has_few_round_ticks(values: list[float]) -> None:
    scale = scale_of(values)
    assert all(0 <= scale(value) <= 1 for value in values)
    rounding = 1e-6 * (scale.high - scale.low)
    assert scale.low <= min(values) + rounding
    assert scale.high >= max(values) - rounding
    ticks = scale.ticks()
    assert [ticks[0][0], ticks[-1][0]] == [0, 1]
    assert 2 <= len(ticks) <= 9


@pytest.mark.parametrize(
    ("values", "ends"), [([0.2, 0.9], (0.2, 1.0)), ([3], (2, 4)), ([0, 47], (0, 50)), ([], (0, 1))]
)
def test_the_ends_of_scales(values: list[float], ends: tuple[float, float]) -> None:
    scale = scale_of(values)
    assert (scale.low, scale.high) == pytest.approx(ends)
