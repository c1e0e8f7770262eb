"""Estimates as text and as JSON."""

from __future__ import annotations

from qgauge.stats.estimate import Estimate


def test_an_estimate_shows_its_interval_or_the_reason() -> None:
    assert str(Estimate(0.5, 0.25, 0.75, 9)) == "0.500 [0.250, 0.750]"
    assert str(Estimate(0.5, n=3, reason="too few")) == "0.500 (too few)"
    assert str(Estimate(None, reason="nobody rated")) == "- (nobody rated)"


def test_json_has_both_bounds_or_null() -> None:
    whole = Estimate(0.5, 0.25, 0.75, 9)
    assert whole.as_json() == {"value": 0.5, "n": 9, "reason": "", "ci": [0.25, 0.75]}
    assert whole.interval == (0.25, 0.75)
    none = Estimate(None, reason="nobody rated")
    assert none.as_json() == {"value": None, "n": 0, "reason": "nobody rated", "ci": None}
    assert none.interval is None
