"""QuizSettings: what a quiz should be like, and its signature."""

from __future__ import annotations

from dataclasses import dataclass

from qgauge import __version__
from qgauge.core import BadSetting, Tools, written
from qgauge.generation import thresholds as limits
from qgauge.generation.candidates import PLACES_AT_ONCE, QUESTIONS_PER_PLACE
from qgauge.models import checksum
from qgauge.tools.roles import QUESTION_KINDS

ROLES = (
    "generator",
    "parser",
    "grammarian",
    "reader",
    "verifier",
    "rater",
    "entailer",
    "classifier",
    "embedder",
)
"""The roles of the tools that make a quiz."""
MODELS = ("answer_finder", "dimensions")
"""The models that choose what to ask about, and score the questions."""


@dataclass(frozen=True, slots=True)
class QuizSettings:
    """What a quiz should be like.

    Raises:
        BadSetting: A number is out of range.
    """

    count: int
    """Questions per document."""
    kinds: tuple[str, ...] = QUESTION_KINDS
    difficulty: tuple[float, float] = (0.0, 1.0)
    distractors: int = 0
    """Wrong answers per question."""
    seed: int | None = None
    """The seed of sampled questions; None for the likeliest ones."""

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadSetting(f"a quiz needs at least 1 question, not {self.count}.")
        if self.distractors < 0:
            raise BadSetting("the number of distractors cannot be negative.")

    def signature(self, tools: Tools) -> str:
        """Return the signature: settings, tools and version."""
        low, high = self.difficulty
        pieces = [
            "generate",
            f"n:{self.count}",
            f"kinds:{'all' if self.kinds == QUESTION_KINDS else '/'.join(self.kinds)}",
            f"difficulty:{'any' if (low, high) == (0, 1) else f'{written(low)}-{written(high)}'}",
            f"distractors:{self.distractors}",
            f"seed:{'none' if self.seed is None else self.seed}",
            f"per_place:{QUESTIONS_PER_PLACE}",
            f"at_once:{PLACES_AT_ONCE}",
            f"right:{written(limits.LEAST_RIGHT)}",
            f"support:{written(limits.LEAST_SUPPORT)}",
            f"usable:{written(limits.LEAST_USABLE)}",
            f"quality:{written(limits.LEAST_QUALITY)}",
            *(f"model:{name}@{checksum(f'{name}.json')[:8]}" for name in MODELS),
            *(f"{role}:{tools[role].identity}" for role in ROLES),
            f"v:{__version__}",
        ]
        return "|".join(pieces)
