"""The Python API, with one function per task."""

from qgauge.api.calibration import calibrate
from qgauge.api.comparison import compare
from qgauge.api.explanation import explain
from qgauge.api.generation import generate
from qgauge.api.loaded import Loaded, load
from qgauge.api.meta_evaluation import meta
from qgauge.api.qud_evaluation import qud
from qgauge.api.ranking import rank
from qgauge.api.rating import dimensions
from qgauge.api.scoring import score

__all__ = [
    "Loaded",
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
