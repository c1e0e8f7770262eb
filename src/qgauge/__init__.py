"""qgauge tells you whether generated questions are any good.

import qgauge
results = qgauge.score(rows, metrics=["q_bleu1", "rouge_l"])
result = qgauge.load("q_bleu1").compute(predictions=[...], references=[...])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from qgauge.api import Loaded, load, score
    from qgauge.core import (
        BadInput,
        BadSetting,
        Example,
        MissingTool,
        QgaugeError,
        Result,
        Score,
        ToolFailed,
    )
    from qgauge.metrics.metric import Metric

__all__ = [
    "BadInput",
    "BadSetting",
    "Example",
    "Loaded",
    "Metric",
    "MissingTool",
    "QgaugeError",
    "Result",
    "Score",
    "ToolFailed",
    "load",
    "score",
]


def __getattr__(name: str) -> Any:
    """Import on first use, so that `import qgauge` stays quick."""
    from importlib import import_module

    if name in ("Loaded", "load", "score"):
        return getattr(import_module("qgauge.api"), name)
    if name == "Metric":
        return import_module("qgauge.metrics.metric").Metric
    if name in __all__:
        return getattr(import_module("qgauge.core"), name)
    raise AttributeError(f"module 'qgauge' has no attribute '{name}'")
