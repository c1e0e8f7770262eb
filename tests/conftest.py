"""Settings of all tests.

Hypothesis has no deadlines, so that tests do not fail on busy machines. All its other settings are
the defaults: in CI, it draws the same cases every time. Commands read no file of defaults, which
may be in a folder above the tests.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "qgauge", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("qgauge")
os.environ["QGAUGE_CONFIG"] = "off"
