"""Question and answer as one declarative sentence, by rules over dependency parses."""

from qgauge.statements.rules import Statement, frame, statement

__all__ = ["Statement", "frame", "statement"]
