"""`qgauge score`: every row of a file gets its scores, every system its means."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Annotated

import typer

from qgauge.api import default_metrics
from qgauge.cli import options
from qgauge.cli.inputs import Intake, peek
from qgauge.cli.terminal import console, print_json, print_results, with_progress
from qgauge.core import BadInput, Example, Result, Score
from qgauge.data import Output, dump, output_row
from qgauge.run import Count, Request, Tally, check, countable, requests, stream
from qgauge.run.scoring import LOOK_AHEAD

NOT_ALL_GOOD = 1
"""Exit code when scores were written but rows were refused, or too many are unscored."""


def score(
    files: options.Files = None,
    metric: options.Metrics = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write each row with its scores as JSONL; - for stdout (tables go to stderr).",
            show_default=False,
        ),
    ] = None,
    references: options.References = None,
    format: options.Format = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: Annotated[
        float,
        typer.Option(
            metavar="PERCENT",
            min=0,
            max=100,
            help="Exit with 1 if a metric leaves more than this share of the rows unscored.",
        ),
    ] = 10,
    parser: options.ParserEngine = None,
    workers: options.Workers = 1,
    json: options.Json = False,
) -> None:
    """Score generated questions, row by row and per system."""
    tools = options.chosen_tools(parser)
    intake = Intake(
        files,
        format=format,
        references=references,
        keep_going=keep_going,
        refused_file=refused,
        output=output,
    )
    with ExitStack() as open_files:
        open_files.enter_context(intake)
        first, coming = peek(intake.examples(), LOOK_AHEAD)
        if not first:
            raise BadInput(_nothing(intake), file=", ".join(intake.files))
        asked = requests(metric or default_metrics(first))
        tally = Tally(asked)
        out = open_files.enter_context(Output(output)) if output else None
        finish = _Finish(asked, lines=output is not None)
        rows = stream(check(coming, asked, tools), asked, tools, finish=finish, workers=workers)
        for system, counts, line in with_progress(rows, "scoring", intake.files):
            tally.add(system, counts)
            if out:
                out.write_line(line)
    results = tally.results(tools)
    to_stderr = output == "-"
    if json:
        print_json(_summary(results, intake), stderr=to_stderr)
    else:
        print_results(console(stderr=to_stderr), results)
    _finish(results, intake, tally.rows, max_unscored)


@dataclass(frozen=True, slots=True)
class _Finish:
    """Makes of a scored example what the tally and the output need."""

    asked: list[Request]
    lines: bool

    def __call__(self, example: Example, scores: tuple[Score, ...]) -> tuple[str, list[Count], str]:
        counts = countable([request.metric for request in self.asked], scores)
        if not self.lines:
            return example.system, counts, ""
        labels = (request.label for request in self.asked)
        row = output_row(example, dict(zip(labels, scores, strict=True)))
        return example.system, counts, dump(row)


def _nothing(intake: Intake) -> str:
    if intake.refused:
        return f"none of the {intake.refused} rows can be used; the first: {intake.first_refused}"
    return "there are no questions in it"


def _summary(results: list[Result], intake: Intake) -> dict[str, object]:
    return {
        "metrics": {result.metric: result.as_json() for result in results},
        "refused": intake.refused,
    }


def _finish(results: list[Result], intake: Intake, rows: int, max_unscored: float) -> None:
    """Say on stderr what was left out, and let the exit code tell a script."""
    failed = False
    if intake.refused:
        typer.echo(
            f"qgauge: {intake.refused} row(s) refused and written to {intake.refused_file}; "
            f"the first: {intake.first_refused}",
            err=True,
        )
        failed = True
    for result in results:
        share = 100 * result.overall.unscored / rows
        if share > max_unscored:
            typer.echo(
                f"qgauge: {result.metric} leaves {share:.1f} % of the rows unscored, more than "
                f"--max-unscored {max_unscored:g}.",
                err=True,
            )
            failed = True
    if failed:
        raise typer.Exit(NOT_ALL_GOOD)
