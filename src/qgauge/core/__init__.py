"""The basic types of qgauge: examples, scores, results and errors."""

from typing import TYPE_CHECKING, Any

from qgauge.core.errors import BadInput, BadSetting, MissingTool, QgaugeError, ToolFailed
from qgauge.core.example import Example
from qgauge.core.old_names import old_name
from qgauge.core.progress import Progress, listening, worked
from qgauge.core.result import Result, Results, Summary
from qgauge.core.score import Score, View, unscored, view
from qgauge.core.settings import Tools, written

__all__ = [
    "BadInput",
    "BadSetting",
    "Example",
    "MissingTool",
    "Progress",
    "QgaugeError",
    "Result",
    "Results",
    "Score",
    "Summary",
    "ToolFailed",
    "Tools",
    "View",
    "listening",
    "unscored",
    "view",
    "worked",
    "written",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        return old_name(
            __name__, name, {"Metric": "qgauge.Metric", "ask": "qgauge.tools.asking.ask"}
        )
