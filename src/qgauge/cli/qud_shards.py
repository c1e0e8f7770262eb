"""`qgauge qud eval` in shards: the labels of edges that are kept on disk."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from qgauge import __version__
from qgauge.cli.rank_shards import score_of
from qgauge.cli.score_shards import ScoreRecord
from qgauge.cli.shard_options import Sharding, output_of
from qgauge.cli.shard_source import kept
from qgauge.core import Example, Progress, Score, Tools
from qgauge.data import output_line
from qgauge.data.blocks import blocks_of
from qgauge.gates import Gate
from qgauge.run import (
    CountAndWrite,
    Request,
    ScoringWork,
    Tally,
    batch_size,
    roles_of,
    score_with_all,
)
from qgauge.shards.record import RunRecord, file_digests
from qgauge.shards.work import ShardWork

if TYPE_CHECKING:
    from qgauge.qud.edge_files import EdgeFiles
    from qgauge.qud.evaluation import QudEvaluation


def label_shards(
    files: EdgeFiles,
    edges: Sequence[Example],
    requests: Sequence[Request],
    tools: Tools,
    skip: bool,
    sharding: Sharding,
    progress: Progress | None,
) -> QudEvaluation:
    """Label every edge with every metric, and write the output."""
    from qgauge.qud.evaluation import QudEvaluation
    from qgauge.qud.labelling import check_references, score_by_language_first

    check_references(edges, requests)
    metrics = [one.metric for one in requests]
    signatures = {one.label: one.metric.signature(tools, __version__) for one in requests}
    record = RunRecord("qud eval", {"--skip": skip}, signatures, file_digests(files.files))
    finish = ScoreRecord(
        Gate((), requests).beside(CountAndWrite(requests, output_line)),
        try_again="judge" in roles_of(requests),
    )
    score_batch = score_by_language_first if skip else score_with_all
    work = ScoringWork(metrics, tools, score_batch, finish)
    tally = Tally(requests, most_sums=sys.maxsize)  # all scores are in memory anyway
    scores: list[list[Score]] = []
    with kept(record, sharding, files.refused_file) as run, output_of(sharding) as out:
        shards = run.shards(
            blocks_of(edges, files.names),
            ShardWork(run.folder, record.digest, work, batch_size(requests)),
            sharding.opened_engine(),
            progress,
        )
        for shard in shards:
            for (system, counts, _), line in zip(shard.rows, shard.lines(), strict=True):
                tally.add(system, counts)
                written = json.loads(line)["scores"]
                scores.append([score_of(written[one.label]) for one in requests])
            if out:
                out.write_rows(shard.content)
    return QudEvaluation(tuple(edges), tuple(tally.results(tools, scores, edges)))
