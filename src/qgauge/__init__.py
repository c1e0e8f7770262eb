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
    from qgauge.api import (
        Loaded,
        calibrate,
        compare,
        dimensions,
        explain,
        generate,
        load,
        meta,
        qud,
        rank,
        score,
    )
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
    from qgauge.generation.quiz_result import Quiz
    from qgauge.meta.evaluation import MetaEvaluation
    from qgauge.meta.trust import Calibration
    from qgauge.metrics.metric import Metric
    from qgauge.metrics.predicted_ratings import PredictedRatings
    from qgauge.qud.evaluation import QudEvaluation
    from qgauge.run.comparison import SystemComparison
    from qgauge.run.explanation import Explanation
    from qgauge.run.ranking import Ranking

__all__ = [
    "BadInput",
    "BadSetting",
    "Calibration",
    "Example",
    "Explanation",
    "Loaded",
    "MetaEvaluation",
    "Metric",
    "MissingTool",
    "PredictedRatings",
    "QgaugeError",
    "QudEvaluation",
    "Quiz",
    "Ranking",
    "Result",
    "Results",
    "Score",
    "SystemComparison",
    "ToolFailed",
    "calibrate",
    "compare",
    "dimensions",
    "explain",
    "generate",
    "load",
    "meta",
    "qud",
    "rank",
    "score",
]

_HOMES = {
    "qgauge.api": (
        "Loaded",
        "calibrate",
        "compare",
        "dimensions",
        "explain",
        "generate",
        "load",
        "rank",
        "score",
    ),
    "qgauge.generation.quiz_result": ("Quiz",),
    "qgauge.meta.evaluation": ("MetaEvaluation",),
    "qgauge.meta.trust": ("Calibration",),
    "qgauge.metrics.metric": ("Metric",),
    "qgauge.metrics.predicted_ratings": ("PredictedRatings",),
    "qgauge.qud.evaluation": ("QudEvaluation",),
    "qgauge.run.comparison": ("SystemComparison",),
    "qgauge.run.explanation": ("Explanation",),
    "qgauge.run.ranking": ("Ranking",),
}
"""The modules of the public names; the others are in `qgauge.core`."""


def __getattr__(name: str) -> Any:
    """Import names on first use, so that `import qgauge` stays fast."""
    from importlib import import_module

    if name in ("meta", "qud"):  # packages that can be called
        return import_module(f"qgauge.{name}")
    if name in __all__:
        home = next((home for home, names in _HOMES.items() if name in names), "qgauge.core")
        return getattr(import_module(home), name)
    raise AttributeError(f"module 'qgauge' has no attribute '{name}'")


def __dir__() -> list[str]:
    """List the public names, which tab completion could not see before their first use."""
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
