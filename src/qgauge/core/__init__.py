"""The types everything else is built from."""

from qgauge.core.errors import BadInput, BadSetting, MissingTool, QgaugeError, ToolFailed
from qgauge.core.example import Example
from qgauge.core.metric import Metric, Tools
from qgauge.core.result import Result, Summary
from qgauge.core.score import Score, unscored

__all__ = [
    "BadInput",
    "BadSetting",
    "Example",
    "Metric",
    "MissingTool",
    "QgaugeError",
    "Result",
    "Score",
    "Summary",
    "ToolFailed",
    "Tools",
    "unscored",
]
