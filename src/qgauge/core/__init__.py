"""The types everything else is built from."""

from qgauge.core.errors import BadInput, BadSetting, MissingTool, QgaugeError, ToolFailed
from qgauge.core.example import Example
from qgauge.core.metric import Implied, Metric, Tools, written
from qgauge.core.progress import Progress, no_progress
from qgauge.core.result import Result, Summary
from qgauge.core.score import Score, View, unscored, view
from qgauge.core.tool import ask, call

__all__ = [
    "BadInput",
    "BadSetting",
    "Example",
    "Implied",
    "Metric",
    "MissingTool",
    "Progress",
    "QgaugeError",
    "Result",
    "Score",
    "Summary",
    "ToolFailed",
    "Tools",
    "View",
    "ask",
    "call",
    "no_progress",
    "unscored",
    "view",
    "written",
]
