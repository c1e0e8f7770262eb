"""Answer compatibility: does the answer sentence answer the question? (QUDeval, sec. 3)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from qgauge.metrics.qud import COMPATIBILITY, Criterion, Method
from qgauge.metrics.qud_embedded import embedded
from qgauge.metrics.qud_judge import judged, located, scored
from qgauge.metrics.qud_reference import BY_REFERENCE


@dataclass(frozen=True)
class QudCompatibility(Criterion):
    """Direct, unfocused (the answer is there, but not the point of the sentence), not answered."""

    name: ClassVar[str] = "qud_compatibility"
    about: ClassVar[str] = "does the answer sentence answer the question? (label)"
    judges: ClassVar[str] = "compatibility"
    verdicts: ClassVar[tuple[float | str, ...]] = COMPATIBILITY

    method: Literal["embedded", "llm_zero", "llm_few", "llm_score", "llm_answer", "reference"] = (
        "embedded"
    )
    metric: str = ""
    thresholds: str = ""

    @property
    def methods(self) -> Mapping[str, Method]:
        return _METHODS


_METHODS: Mapping[str, Method] = {
    "embedded": embedded("compatibility"),
    "llm_zero": judged("compatibility", "zero"),
    "llm_few": judged("compatibility", "few"),
    "llm_score": scored("compatibility"),
    "llm_answer": located(),
    "reference": BY_REFERENCE,
}
