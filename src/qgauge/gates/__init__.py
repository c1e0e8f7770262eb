"""Requirements on scores, such as `quality>=.6`, and whether the rows of a run meet them."""

from qgauge.gates.gate import Gate, Outcome
from qgauge.gates.language import Requirement, metrics_to_score, parse, parse_condition

__all__ = [
    "Gate",
    "Outcome",
    "Requirement",
    "metrics_to_score",
    "parse",
    "parse_condition",
]
