"""Hypothesis settings: no deadlines, so that tests do not fail on busy machines.

All other settings are the defaults: in CI, Hypothesis draws the same cases every time.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "qgauge", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("qgauge")
