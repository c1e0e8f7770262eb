"""Does a metric agree with people? What they said and what it says, joined and compared."""

from qgauge.meta.calibration import Bin, calibration
from qgauge.meta.comparison import Comparison, pairs_of
from qgauge.meta.findings import Block, Level, Line, Study
from qgauge.meta.join import Judged, Scale, is_copy
from qgauge.meta.ratings import Gold
from qgauge.meta.study import study

__all__ = [
    "Bin",
    "Block",
    "Comparison",
    "Gold",
    "Judged",
    "Level",
    "Line",
    "Scale",
    "Study",
    "calibration",
    "is_copy",
    "pairs_of",
    "study",
]
