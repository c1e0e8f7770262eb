"""Running metrics over examples: check, score in batches, sum up."""

from qgauge.run.scoring import Request, check, keep, requests, stream
from qgauge.run.tally import Count, Finish, Tally, countable

__all__ = [
    "Count",
    "Finish",
    "Request",
    "Tally",
    "check",
    "countable",
    "keep",
    "requests",
    "stream",
]
