"""Turn a question and its answer into a declarative sentence, by rules over dependency parses."""

from qgauge.statements.composition import Statement, frame
from qgauge.statements.is_question import asks
from qgauge.statements.rules import statement

__all__ = ["Statement", "asks", "frame", "statement"]
