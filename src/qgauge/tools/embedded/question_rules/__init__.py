"""Questions made by rules from the tree of the answer's sentence."""

from qgauge.tools.embedded.question_rules.questions import questions_by_rules

__all__ = ["questions_by_rules"]
