"""`qgauge score`: scores for every row, means for every system."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Annotated

import typer

from qgauge.cli import options
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.terminal import console, print_json, print_results, progress
from qgauge.core import Progress, Result
from qgauge.data import Output, QuestionFiles, output_line
from qgauge.run import CountAndWrite, Tally, prepare, stream


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
    with (
        QuestionFiles(
            files,
            format=format,
            references=references,
            keep_going=keep_going,
            refused_file=refused,
            output=output,
        ) as questions,
        progress("scoring", files=questions.files, output=output) as done,
    ):
        tally, results = score_rows(
            questions, metric, tools, output=output, workers=workers, progress=done
        )
    show(questions, tally, results, output, max_unscored, json)


def score_rows(
    questions: QuestionFiles,
    metrics: Sequence[str] | None,
    tools: options.ToolChoice,
    *,
    output: str | None,
    workers: int = 1,
    progress: Progress | None = None,
) -> tuple[Tally, list[Result]]:
    """Score every row and, if there is an output, write it."""
    requests, opened, examples = prepare(
        questions.examples(), metrics or None, tools.opened, questions.names
    )
    tally = Tally(requests)
    finish = CountAndWrite(requests, output_line if output else None)
    with Output(output) if output else nullcontext() as out:
        rows = stream(examples, requests, opened, finish=finish, workers=workers, progress=progress)
        for example, (counts, line) in rows:
            tally.add(example.system, counts)
            if out:
                out.write_line(line)
    return tally, tally.results(opened)


def show(
    questions: QuestionFiles,
    tally: Tally,
    results: Sequence[Result],
    output: str | None,
    max_unscored: float,
    json: bool,
) -> None:
    """Print the means, and report skipped and unscored rows."""
    to_stderr = output == "-"
    if json:
        metrics = {result.metric: result.as_json() for result in results}
        print_json({"metrics": metrics, "refused": questions.refused}, stderr=to_stderr)
    else:
        print_results(console(stderr=to_stderr), results, tally.marks)
    if tally.too_many_systems:
        typer.echo(
            "qgauge: there are too many systems for a summary of each, so only the summary over "
            "all rows is printed. Does the field 'system' (or 'source' or 'model') really hold "
            "system names?",
            err=True,
        )
    unscored = {result.metric: result.overall.unscored for result in results}
    tell_left_out(questions, unscored, tally.rows, max_unscored)
