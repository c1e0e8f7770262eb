"""The likely kinds of flaw of a question, with their chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from qgauge.metrics.dimension_model import DimensionModel, Prediction

KINDS = {
    "answer_consistency": "wrong answer",
    "answerability": "not answerable",
    "consistency": "misstated",
    "relevance": "off target",
    "clarity": "vague",
    "fluency": "unfluent",
    "conciseness": "too long",
}
"""The flaw that a low rating of each dimension means."""
RULES = {"not_a_question": "not a question", "answer_given": "leaks the answer"}
"""The flaws that rules find."""
LIKELY = 0.5
"""A flaw is reported if it is more likely than not,"""
LIFTED, AT_LEAST = 5.0, 0.3
"""or this many times as likely as in a usual question, and at least this likely: raters rarely call
a question misstated or off target."""
POOR = 0.3
"""Quality below which the likeliest flaw is reported, whatever its chance."""
GOOD = 0.5
"""A good question usually has this quality or more: a product of seven chances is rarely high."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """A likely flaw."""

    kind: str
    chance: float

    def as_json(self) -> dict[str, object]:
        return {"kind": self.kind, "chance": round(self.chance, 3)}


def likely_flaws(
    predictions: Mapping[str, Prediction], findings: Sequence[str], model: DimensionModel
) -> list[Flaw]:
    """Return the likely flaws of a question: those that rules find, then the likeliest first.

    Args:
        predictions: What is predicted for each dimension.
        findings: Kinds of the findings of rules, such as `not_a_question`.
        model: The model with the chances.

    Returns:
        The flaws; none for a question that is probably fine.
    """
    by_rules = [Flaw(RULES[kind], model.rules[kind]) for kind in findings if kind in RULES]
    found = []
    for name, predicted in predictions.items():
        chance = predicted.flawed
        lifted = chance >= max(AT_LEAST, LIFTED * model.common[name])
        if chance >= LIKELY or lifted:
            found.append(Flaw(KINDS[name], chance))
    if not by_rules and not found and prod(1 - one.flawed for one in predictions.values()) < POOR:
        name = max(predictions, key=lambda one: predictions[one].flawed)
        found = [Flaw(KINDS[name], predictions[name].flawed)]
    return by_rules + sorted(found, key=lambda flaw: -flaw.chance)
