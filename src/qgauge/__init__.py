"""Tell whether generated questions are any good.

Examples:
    >>> import qgauge
    >>> rows = [{"question": "Who wrote Emma?", "references": ["Who is the author of Emma?"]}]
    >>> results = qgauge.score(rows, metrics=["rouge_l", "q_bleu1"])
    >>> round(results["rouge_l"].value, 3)
    0.419
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
        Results,
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
    "Results",
    "Score",
    "ToolFailed",
    "load",
    "score",
]


def __getattr__(name: str) -> Any:
    """Import names on first use, so that `import qgauge` stays fast."""
    from importlib import import_module

    if name in ("Loaded", "load", "score"):
        return getattr(import_module("qgauge.api"), name)
    if name == "Metric":
        return import_module("qgauge.metrics.metric").Metric
    if name in __all__:
        return getattr(import_module("qgauge.core"), name)
    raise AttributeError(f"module 'qgauge' has no attribute '{name}'")


def __dir__() -> list[str]:
    """List the public names, which tab completion could not see before their first use."""
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
