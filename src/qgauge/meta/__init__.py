"""Meta-evaluation: how well metrics agree with human judgement.

`qgauge.meta(rows)` calls the function `qgauge.api.meta`.
"""

from typing import TYPE_CHECKING, Any

from qgauge.core.callable_module import make_callable
from qgauge.core.old_names import old_name
from qgauge.meta.calibration import Bin, calibration
from qgauge.meta.comparison import Comparison, pairs_of
from qgauge.meta.correlations import study
from qgauge.meta.evaluation import MetaEvaluation
from qgauge.meta.judged import Judged, Scale, is_copy
from qgauge.meta.ratings import Gold
from qgauge.meta.report import Block, Level, Line, MetaReport

__all__ = [
    "Bin",
    "Block",
    "Comparison",
    "Gold",
    "Judged",
    "Level",
    "Line",
    "MetaEvaluation",
    "MetaReport",
    "Scale",
    "calibration",
    "is_copy",
    "pairs_of",
    "study",
]

make_callable(__name__)

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        return old_name(__name__, name, {"Study": "MetaReport"})
