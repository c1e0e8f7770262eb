"""`qgauge score`: every row of a file gets its scores, every system its means."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Annotated

import typer

from qgauge.cli import options
from qgauge.cli.inputs import Intake, prepare, tell_left_out
from qgauge.cli.terminal import console, print_json, print_results, with_progress
from qgauge.data import Output, output_line
from qgauge.run import Finish, Tally, stream


@options.with_tools
def score(
    files: options.Files = None,
    metric: options.Metrics = None,
    output: Annotated[str | None, options.written("Write each row with its scores")] = None,
    references: options.References = None,
    format: options.Format = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    workers: options.Workers = 1,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Score generated questions, row by row and per system."""
    intake = Intake(
        files,
        format=format,
        references=references,
        keep_going=keep_going,
        refused_file=refused,
        output=output,
    )
    score_rows(intake, metric, tools, output, max_unscored, workers, json)


def score_rows(
    intake: Intake,
    metric: Sequence[str] | None,
    tools: options.ToolChoice,
    output: str | None,
    max_unscored: float,
    workers: int,
    json: bool,
    *,
    bar: bool = True,
) -> None:
    """Score every row, write it where there is an output, and print the means."""
    with ExitStack() as open_files:
        open_files.enter_context(intake)
        asked, opened, examples = prepare(intake, metric, tools)
        tally = Tally(asked)
        out = open_files.enter_context(Output(output)) if output else None
        finish = Finish(asked, output_line if output else None)
        rows = stream(examples, asked, opened, finish=finish, workers=workers)
        for system, counts, line in with_progress(rows, "scoring", intake.files) if bar else rows:
            tally.add(system, counts)
            if out:
                out.write_line(line)
    results = tally.results(opened)
    to_stderr = output == "-"
    if json:
        metrics = {result.metric: result.as_json() for result in results}
        print_json({"metrics": metrics, "refused": intake.refused}, stderr=to_stderr)
    else:
        print_results(console(stderr=to_stderr), results)
    if tally.too_many_systems:
        typer.echo(
            "qgauge: there are too many systems to sum up each, so only the sums over all rows are "
            "shown. Does the field 'system' (also called 'source' or 'model') hold something else?",
            err=True,
        )
    unscored = {result.metric: result.overall.unscored for result in results}
    tell_left_out(intake, unscored, tally.rows, max_unscored)
