"""Running metrics over examples: check, score in batches, sum up."""

from qgauge.run.scoring import Request, check, requests, stream
from qgauge.run.tally import Tally

__all__ = ["Request", "Tally", "check", "requests", "stream"]
