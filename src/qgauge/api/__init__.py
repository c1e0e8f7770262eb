"""The Python API, with one function per task."""

from qgauge.api.loaded import Loaded, load
from qgauge.api.scoring import score

__all__ = ["Loaded", "load", "score"]
