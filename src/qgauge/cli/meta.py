"""`qgauge meta`: how well metrics agree with human ratings."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, Annotated, cast

from qgauge.cli import options
from qgauge.cli.html_page import Html, made_by, page_file
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.meta_judge_view import check_requirement, print_verdicts, refuse_below
from qgauge.cli.meta_view import print_studies
from qgauge.cli.options import one_of, option
from qgauge.cli.rated_options import Data, Dimensions, GoldRule, LeaveOutCopies, read_own
from qgauge.cli.terminal import console, print_json, progress, say
from qgauge.core import BadInput
from qgauge.data import Output, QuestionFiles
from qgauge.metrics import default_metrics
from qgauge.run import requests_for

if TYPE_CHECKING:
    from qgauge.meta import MetaEvaluation
    from qgauge.stats.correlation import Kind


class Level(StrEnum):
    items = "items"
    systems = "systems"


class Coefficient(StrEnum):
    pearson = "pearson"
    spearman = "spearman"
    kendall = "kendall"


@options.with_tools
def meta(
    files: options.Files = None,
    data: Data = None,
    metric: options.Metrics = None,
    dimension: Dimensions = None,
    level: Annotated[
        Level, one_of("Correlate rows (items) or system means (systems).", Level)
    ] = Level.items,
    gold: Annotated[
        GoldRule,
        one_of(
            "How the ratings of several raters become one gold score: mean, or blatz, the mean of "
            "each rater's mid-distribution values (Blatz et al. 2004), which corrects for strict "
            "and lenient raters.",
            GoldRule,
        ),
    ] = GoldRule.mean,
    leave_out_copies: LeaveOutCopies = False,
    kind: Annotated[
        list[Coefficient] | None,
        one_of(
            "The correlation coefficient; may be repeated (default: pearson and spearman).",
            Coefficient,
        ),
    ] = None,
    baseline: Annotated[
        str | None,
        option("Test whether each other metric correlates better than this one.", "METRIC"),
    ] = None,
    all_pairs: Annotated[bool, options.all_pairs("metric")] = False,
    resamples: Annotated[int, options.resamples("of the clusters")] = 1000,
    seed: options.Seed = 12345,
    plot: Annotated[
        str | None,
        option(
            "Write a scatter and a calibration plot for each metric and dimension, as SVG and, if "
            "matplotlib is installed, as PNG.",
            "FOLDER",
        ),
    ] = None,
    require_kappa: Annotated[
        float | None,
        option(
            "Exit with code 1 if the kappa of a judge's verdicts with human ratings is lower.",
            "KAPPA",
            min=-1,
            max=1,
        ),
    ] = None,
    output: Annotated[
        str | None, options.written("Write each row's scores and gold scores")
    ] = None,
    html: Html = None,
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
    """Measure how well metrics agree with human ratings.

    Prints correlations with the ratings of public data sets, or of your own files with a field
    'ratings'. For scale, it also prints a floor (question length, random scores) and a ceiling
    (the agreement between raters).
    """
    if not files and not data:
        raise BadInput("give files with ratings, or a public data set with --data NAME=PATH.")
    from qgauge.meta import pairs_of
    from qgauge.meta.evaluation import (
        check_sets,
        first_rows,
        meta_evaluation,
        score_sets,
        selected,
    )
    from qgauge.meta.rated_sets import name_path_part, public_sets

    if baseline is not None and all_pairs:
        raise BadInput("give --baseline or --all-pairs, not both.")
    if plot == "":
        raise BadInput("the folder name is empty", field="--plot")
    public = [name_path_part(one) for one in data or []]
    if len(set(public)) < len(public):
        raise BadInput("the same public data set is given twice.")
    inputs = []
    if files:
        inputs.append(
            QuestionFiles(
                files,
                format=format,
                columns=options.column_map(columns),
                keep_going=keep_going,
                refused_file=refused,
                output=output,
            )
        )
    if public:
        # other code reads public sets; this only checks that the output overwrites none of them
        paths = list(dict.fromkeys(path for _, path, _ in public))
        inputs.append(QuestionFiles(paths, output=output))
    for one in inputs:
        one.check_page(html)
    kinds = list(dict.fromkeys(one.value for one in kind or ())) or ["pearson", "spearman"]
    with ExitStack() as open_files:
        judged = [read_own(open_files.enter_context(inputs[0]))] if files else []
        judged += [one for wanted in public for one in public_sets(*wanted)]
        judged = selected(judged, dimension, leave_out_copies)
        requests = requests_for(metric or default_metrics(first_rows(judged)))
        check_requirement(requests, require_kappa)
        pairs = pairs_of([request.label for request in requests], baseline, all_pairs)
        out = open_files.enter_context(Output(output)) if output else None
        page = open_files.enter_context(page_file(html))
        opened = tools.opened(requests)
        check_sets(judged, requests, opened)
        with progress("scoring", sum(len(one.examples) for one in judged)) as done:
            results = score_sets(judged, requests, opened, workers=workers, progress=done)
        with progress("correlating", len(judged)) as done:
            found = meta_evaluation(
                judged,
                requests,
                results,
                level=level.value,
                gold=gold.value,
                kinds=cast("Sequence[Kind]", kinds),
                pairs=pairs,
                resamples=resamples,
                seed=seed,
                progress=done,
            )
        if out:
            for row in chain.from_iterable(one.rows() for one in found.studies):
                out.write(row)
        if plot is not None:
            _write_plots(found, plot)
        if page:
            from qgauge.report.agreement import meta_page

            page.write(
                meta_page(found, made_by([*chain.from_iterable(one.files for one in inputs)]))
            )
    to_stderr = "-" in (output, html)
    if json:
        print_json(found.as_json(inputs[0].refused), stderr=to_stderr)
    else:
        print_studies(console(stderr=to_stderr), found.studies, resamples)
        print_verdicts(console(stderr=to_stderr), found.verdicts)
    try:
        tell_left_out(inputs[0], found.unscored, found.rows, max_unscored)
    finally:
        refuse_below(found.verdicts, require_kappa)


def _write_plots(found: MetaEvaluation, folder: str) -> None:
    from qgauge.report.plots import can_write_png, write_plots

    for one in found.studies:
        write_plots(one, folder)
    if not can_write_png():
        say(
            "qgauge: --plot wrote SVG files only; PNG files need the package matplotlib: "
            "pip install 'qgauge[plot]'"
        )
