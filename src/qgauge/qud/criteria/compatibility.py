"""Answer compatibility: does the answer sentence answer the question? (QUDeval, sec. 3)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from qgauge.qud.criteria.criterion import COMPATIBILITY, Criterion, Method
from qgauge.qud.criteria.embedded import embedded
from qgauge.qud.criteria.llm import llm_answer, llm_label, llm_score
from qgauge.qud.criteria.reference import BY_REFERENCE


@dataclass(frozen=True)
class QudCompatibility(Criterion):
    """Direct, unfocused (the sentence has the answer but is about something else), not answered."""

    name: ClassVar[str] = "qud_compatibility"
    about: ClassVar[str] = "does the answer sentence answer the question? (label)"
    judges: ClassVar[str] = "compatibility"
    verdicts: ClassVar[tuple[float | str, ...]] = COMPATIBILITY
    methods: ClassVar[Mapping[str, Method]] = {
        "embedded": embedded("compatibility"),
        "llm_zero": llm_label("compatibility", few=False),
        "llm_few": llm_label("compatibility", few=True),
        "llm_score": llm_score("compatibility"),
        "llm_answer": llm_answer(),
        "reference": BY_REFERENCE,
    }

    method: Literal["embedded", "llm_zero", "llm_few", "llm_score", "llm_answer", "reference"] = (
        "embedded"
    )
    """Boosted trees in the package, a language model, or similarity to a reference."""
    metric: str = ""
    """With `method=reference`: the metric that compares the question with a reference."""
    thresholds: str = ""
    """With `method=reference`: the scores at which the label changes; by default tuned ones."""
