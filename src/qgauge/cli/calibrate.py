"""`qgauge calibrate`: which metric or judge can be trusted for which rated dimension."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

from qgauge.cli import options
from qgauge.cli.calibrate_view import print_calibration
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.options import option
from qgauge.cli.rated_options import Data, Dimensions, LeaveOutCopies, read_own
from qgauge.cli.terminal import console, print_json, progress
from qgauge.core import BadInput
from qgauge.data import QuestionFiles, TextOutput
from qgauge.metrics import default_metrics
from qgauge.run import requests_for

if TYPE_CHECKING:
    from qgauge.meta import Judged


@options.with_tools
def calibrate(
    files: options.Files = None,
    data: Data = None,
    metric: options.Metrics = None,
    dimension: Dimensions = None,
    require_kappa: Annotated[
        float | None,
        option(
            "The kappa with people that a metric needs (default: a --share of the human ceiling; "
            "without a ceiling, .6).",
            "KAPPA",
            min=-1,
            max=1,
        ),
    ] = None,
    share: Annotated[
        float, option("The share of the human ceiling that a metric needs.", "X", min=0.01, max=1)
    ] = 0.8,
    leave_out_copies: LeaveOutCopies = False,
    rows: Annotated[
        int, option("Rows to read first, on which people and a metric disagree.", "N", min=0)
    ] = 5,
    seed: Annotated[int, option("Random seed of the folds.", "N", min=0)] = 12345,
    output: Annotated[
        str | None,
        option(
            "Save the calibration, for --calibration of `score`, `rank` and `judge run`.",
            "FILE.json",
            "-o",
            "--output",
        ),
    ] = None,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    workers: options.Workers = 1,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Find out which metric or judge to trust for which rated dimension.

    Turns scores into steps of the raters' scale, compares them with the ratings on rows that the
    steps were not fitted to, and says for each dimension: trust, not good enough, or undecided, and
    how many more ratings would decide. A judge is a metric, too: -m judge:rubric=fluency.
    """
    from qgauge.meta.calibrating import calibration_of, one_set
    from qgauge.meta.evaluation import check_sets, first_rows, score_sets, selected
    from qgauge.meta.trust import check_saved_name

    if output is not None:
        check_saved_name(output)
    questions = QuestionFiles(
        files or _paths(data),
        format=format,
        columns=options.column_map(columns),
        keep_going=keep_going,
        refused_file=refused,
        output=output,
        output_is_rows=False,
    )
    if files and data:
        raise BadInput("give files with ratings, or a public data set with --data, not both.")
    with ExitStack() as open_files:
        open_files.enter_context(questions)
        sets = _public(data) if data else [read_own(questions)]
        judged = one_set(selected(sets, dimension, leave_out_copies))
        requests = requests_for(metric or default_metrics(first_rows([judged])))
        out = open_files.enter_context(TextOutput(output)) if output is not None else None
        opened = tools.opened(requests)
        check_sets([judged], requests, opened)
        with progress("scoring", len(judged.examples)) as done:
            (results,) = score_sets([judged], requests, opened, workers=workers, progress=done)
        found = calibration_of(
            judged,
            requests,
            results,
            require_kappa=require_kappa,
            share=share,
            rows=rows,
            seed=seed,
        )
        if out:
            out.write_line(found.gate_text())
    if json:
        print_json(found.as_json(questions.refused))
    else:
        print_calibration(console(), found, output)
    tell_left_out(questions, found.unscored, found.rows, max_unscored)


def _paths(data: list[str] | None) -> list[str]:
    """Return the files of the public set, which are only guarded against overwriting here."""
    from qgauge.meta.rated_sets import name_path_part

    if not data:
        raise BadInput("give files with ratings, or a public data set with --data NAME=PATH.")
    return list(dict.fromkeys(name_path_part(one)[1] for one in data))


def _public(data: list[str]) -> list[Judged]:
    from qgauge.meta.rated_sets import name_path_part, public_sets

    return [one for each in data for one in public_sets(*name_path_part(each))]
