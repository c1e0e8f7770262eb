"""The scoring loop: check the examples, score them in batches, summarise."""

from qgauge.run.batches import in_batches
from qgauge.run.requests import LOOK_AHEAD, Request, check, prepare, requests_for, roles_of
from qgauge.run.scoring import (
    ScoringWork,
    batch_size,
    evaluate,
    score_with_all,
    scores_only,
    stream,
)
from qgauge.run.tally import Count, CountAndWrite, Tally, countable

__all__ = [
    "LOOK_AHEAD",
    "Count",
    "CountAndWrite",
    "Request",
    "ScoringWork",
    "Tally",
    "batch_size",
    "check",
    "countable",
    "evaluate",
    "in_batches",
    "prepare",
    "requests_for",
    "roles_of",
    "score_with_all",
    "scores_only",
    "stream",
]
