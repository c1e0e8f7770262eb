"""Settings of Hypothesis: no test fails for being slow, as it would be on a busy machine.

All else is as Hypothesis has it: with CI in the environment it draws the same cases every time.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "qgauge", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("qgauge")
