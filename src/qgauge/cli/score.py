"""`qgauge score`: scores for every row, means for every system."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Annotated

import typer

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.calibration_option import (
    AllowUntrusted,
    CalibratedLine,
    CalibrationChoice,
    CalibrationFile,
    admitted_json,
    print_admitted,
)
from qgauge.cli.gate_view import outcomes_json, print_outcomes
from qgauge.cli.html_page import Html
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.report_file import ReportFile, page_of
from qgauge.cli.score_shards import ScoreRecord, add_rows
from qgauge.cli.shard_options import (
    Address,
    EngineName,
    Restart,
    Sharded,
    Sharding,
    output_of,
)
from qgauge.cli.shard_source import ShardSource
from qgauge.cli.terminal import console, print_json, print_results, progress
from qgauge.core import Progress, Result, Results
from qgauge.data import QuestionFiles, output_line, signed_line
from qgauge.gates import Gate, Outcome, Requirement, metrics_to_score, parse
from qgauge.gates.calibration import Admitted
from qgauge.run import (
    CountAndWrite,
    ScoringWork,
    Tally,
    batch_size,
    prepare,
    roles_of,
    score_with_all,
    stream,
)


@options.with_tools
def score(
    files: options.Files = None,
    metric: options.Metrics = None,
    output: Annotated[str | None, options.written("Write each row with its scores")] = None,
    references: options.References = None,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    require: options.Require = None,
    calibration: CalibrationFile = None,
    allow_untrusted: AllowUntrusted = False,
    workers: options.Workers = 1,
    engine: EngineName = "local",
    address: Address = None,
    restart: Restart = False,
    sharded: Sharded = False,
    html: Html = None,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Score generated questions, row by row and per system.

    Without -m, the metrics depend on the fields of the rows; with --require, they are those that
    the requirements name.
    """
    requirements = [parse(text) for text in require or ()]
    trust = CalibrationChoice.of(calibration, allow_untrusted, output, html)
    sharding = Sharding(output, workers, engine, address, restart, sharded)
    questions = QuestionFiles(
        files,
        format=format,
        columns=options.column_map(columns),
        references=references,
        keep_going=keep_going,
        refused_file=refused,
        output=output,
        output_in_shards=True,
    )
    with (
        questions,
        progress("scoring", files=questions.files, output=output) as done,
        page_of(html, questions) as page,
    ):
        scored = score_rows(
            questions,
            metrics_to_score(requirements, metric),
            tools,
            sharding=sharding,
            requirements=requirements,
            progress=done,
            page=page,
            trust=trust,
        )
    show(questions, scored, "-" in (output, html), max_unscored, json)


@dataclass(frozen=True, slots=True)
class Scored:
    """The means of a run, its requirements, and what its metrics are trusted for."""

    tally: Tally
    results: list[Result]
    outcomes: list[Outcome]
    admitted: list[Admitted]


def score_rows(
    questions: QuestionFiles,
    metrics: Sequence[str] | None,
    tools: options.ToolChoice,
    *,
    command: str = "score",
    sharding: Sharding,
    trust: CalibrationChoice,
    requirements: Sequence[Requirement] = (),
    progress: Progress | None = None,
    page: ReportFile | None = None,
) -> Scored:
    """Score every row and, if there is an output or a page, write it there.

    `metrics` has all required ones.
    """
    source = ShardSource(questions, sharding)
    requests, opened, examples = prepare(
        source.examples(), metrics or None, tools.opened, questions.names
    )
    admitted = trust.admit(requests, opened)
    tally, gate = Tally(requests), Gate(requirements, requests)
    signatures = {one.label: one.metric.signature(opened, __version__) for one in requests}
    line = CalibratedLine(admitted) if admitted else output_line
    finish = gate.beside(CountAndWrite(requests, line if sharding.output or page else None))
    with ExitStack() as open_files:
        if source.is_sharded:
            record = ScoreRecord(finish, try_again="judge" in roles_of(requests))
            metrics_used = [one.metric for one in requests]
            work = ScoringWork(metrics_used, opened, score_with_all, record)
            settings = {
                "--require": [one.text for one in requirements],
                "--calibration": [one.as_json() for one in admitted],
            }
            size = batch_size(requests)
            shards = open_files.enter_context(
                source.kept_shards(
                    command, settings, signatures, work, size, sign=True, progress=progress
                )
            )
            out = open_files.enter_context(output_of(sharding))
            for shard in shards:
                if out:
                    out.write_rows(shard.content)
                add_rows(shard, tally, gate, page)
        else:
            workers = sharding.workers
            out = open_files.enter_context(output_of(sharding))
            rows = stream(
                examples, requests, opened, finish=finish, workers=workers, progress=progress
            )
            for example, ((counts, written), readings) in rows:
                tally.add(example.system, counts)
                gate.add(example, readings)
                if page:
                    page.add_line(example, written)
                if out:
                    out.write_line(signed_line(written, signatures) if tally.rows == 1 else written)
        gate.check_parts()
        if page:
            page.finish(signatures)
            if source.is_sharded:
                page.put_in_place()  # before the shards are removed
    results = tally.results(opened)
    return Scored(tally, results, gate.outcomes(results), admitted)


def show(
    questions: QuestionFiles, scored: Scored, to_stderr: bool, max_unscored: float, json: bool
) -> None:
    """Print the means, and report skipped and unscored rows and unmet requirements."""
    tally, results, outcomes = scored.tally, scored.results, scored.outcomes
    if json:
        found = Results.of(results).as_json(questions.refused)
        found |= {**outcomes_json(outcomes), **admitted_json(scored.admitted)}
        print_json(found, stderr=to_stderr)
    else:
        print_results(console(stderr=to_stderr), results, tally.marks)
        print_admitted(console(stderr=to_stderr), scored.admitted)
        print_outcomes(console(stderr=to_stderr), outcomes)
    if tally.too_many_systems:
        typer.echo(
            "qgauge: there are too many systems for a summary of each, so only the summary over "
            "all rows is printed. Does the field 'system' (or 'source' or 'model') really hold "
            "system names?",
            err=True,
        )
    unscored = {result.metric: result.overall.unscored for result in results}
    tell_left_out(questions, unscored, tally.rows, max_unscored, outcomes)
