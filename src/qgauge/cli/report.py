"""`qgauge report`: scored questions on one HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Annotated

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.left_out import tell
from qgauge.cli.options import option
from qgauge.cli.report_file import MOST_ROWS, ReportFile, baseline_of, check_ending
from qgauge.cli.terminal import counted, progress
from qgauge.core import BadInput, Example
from qgauge.data import QuestionFiles, output_line
from qgauge.metrics import default_metrics
from qgauge.run import CountAndWrite, prepare, stream

LOOK_AHEAD = 1000
"""Rows that are looked at to know whether they have been scored."""


def report(
    files: options.Files = None,
    output: Annotated[
        str | None,
        option("The page to write: an .html file, or - for stdout.", "FILE", "-o", "--output"),
    ] = None,
    rows: Annotated[
        int,
        option(
            "How many rows the page lists; the others are written to FILE.rows.jsonl beside it.",
            "N",
            min=0,
            max=100_000,
        ),
    ] = MOST_ROWS,
    baseline: Annotated[
        str | None,
        option(
            "The system, or its file, to compare the others with: what got better, what got "
            "worse, row by row (default: compare all systems).",
            "SYSTEM|FILE",
        ),
    ] = None,
    title: Annotated[str | None, option("The title of the page.", "TEXT")] = None,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
) -> None:
    """Show scored questions on one HTML page, which needs no server.

    FILES are the output of `score`, `rank` or `judge run`, as .jsonl or .json. Questions without
    scores are scored first, with the default metrics, and `quality` if they have passages and
    answers.
    """
    if output is None:
        raise BadInput("name the page to write, such as -o report.html.")
    questions = QuestionFiles(
        files,
        format=format,
        columns=options.column_map(columns),
        keep_going=keep_going,
        refused_file=refused,
        output=output,
        output_is_rows=False,
    )
    check_ending(output, "--output")
    page = ReportFile(
        output,
        questions,
        most_rows=rows,
        title=title,
        changes=baseline is not None,
        field="--output",
    )
    with questions, page:
        coming = questions.examples()
        first = list(islice(coming, LOOK_AHEAD))
        every = chain(first, coming)
        if any(isinstance(one.meta.get("scores"), dict) and one.meta["scores"] for one in first):
            signatures = _read(page, every, questions)
        else:
            signatures = _score(page, every, first, questions)
        base = None if baseline is None else baseline_of(baseline, questions, page.rows)
        with progress("drawing"):
            page.finish(signatures, baseline=base)
    tell(questions.left_out)


def _read(
    page: ReportFile, examples: Iterable[Example], questions: QuestionFiles
) -> dict[str, str]:
    """Take the scores from the rows."""
    with progress("reading", files=questions.files) as done:
        for example in counted(examples, done):
            page.add(example, example.meta.get("scores"))
    return {}


def _score(
    page: ReportFile, examples: Iterator[Example], first: list[Example], questions: QuestionFiles
) -> dict[str, str]:
    """Score the rows, and return the signatures of the metrics."""
    metrics = _metrics(first, questions.names)
    tools = options.ToolChoice({})
    requests, opened, checked = prepare(examples, metrics, tools.opened, questions.names)
    finish = CountAndWrite(requests, output_line)
    with progress("scoring", files=questions.files) as done:
        scored = stream(checked, requests, opened, finish=finish, progress=done)
        for example, (_, line) in scored:
            page.add_line(example, line)
    return {one.label: one.metric.signature(opened, __version__) for one in requests}


def _metrics(first: Sequence[Example], source: str) -> list[str]:
    try:
        metrics = [*default_metrics(first)]
    except BadInput:
        raise BadInput(
            "the rows hold neither scores nor what the default metrics need (references, or a "
            "passage and an answer). Score them first, with a metric of your choice: qgauge score "
            "FILE -m METRIC -o scored.jsonl",
            file=source,
        ) from None
    if "quality" not in metrics and any(one.passage and one.answer for one in first):
        metrics.append("quality")
    return metrics
