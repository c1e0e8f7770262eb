"""Figures to compare the agreement of `dimensions` with: published ones, and the targets."""

from __future__ import annotations

from training.dimensions.rows import DIMENSIONS

PAPER = dict(
    zip(
        DIMENSIONS,
        (".388", ".230", ".319", ".443", ".200", ".165 (GPT-4 .356)", ".526"),
        strict=True,
    )
)
"""Best metric on all rows of QGEval (Fu et al. 2024); GPT-4 was asked about 450 rows."""
PEOPLE = dict(zip(DIMENSIONS, (0.518, 0.663, 0.812, 0.541, 0.540, 0.733, 0.845), strict=True))
"""Agreement of one rater with the others (Fu et al. 2024)."""
TARGETS = dict(zip(DIMENSIONS, (0.48, 0.48, 0.85, 0.35, 0.22, 0.37, 0.58), strict=True))
"""The project's targets on new passages."""
SYSTEM_TARGETS = dict(zip(DIMENSIONS, (0.44, 0.45, 0.82, 0.30, 0.20, 0.35, 0.56), strict=True))
"""The project's targets on new systems and passages."""
