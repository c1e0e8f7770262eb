"""`qgauge tune`: fit the weights of a metric to human ratings."""

from __future__ import annotations

import json as json_module
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.text import Text

from qgauge.cli import completion, options
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.options import one_of, option
from qgauge.cli.rated_options import Data, GoldRule, read_own
from qgauge.cli.terminal import clean, console, print_json
from qgauge.core import BadInput, BadSetting
from qgauge.data import ColumnMap, QuestionFiles, TextOutput
from qgauge.metrics import TABLE
from qgauge.run import Request, requests_for

if TYPE_CHECKING:
    from qgauge.cli.tune_view import Rated
    from qgauge.meta.judged import Judged, Scale

USUAL = "q_bleu1"
_OF_Q = "Q-metrics"
_OF_QUALITY = "Quality"
_FOR_Q = ("tuned_on", "bag", "bags", "splits")
_FOR_QUALITY = ("folds", "ridge")


@options.with_tools_of("parser", "grammarian", "reader", "entailer", "verifier")
def tune(
    tools: options.ToolChoice,
    files: options.Files = None,
    data: Data = None,
    metric: Annotated[
        str | None,
        option(
            f"A Q-metric or quality (default: {USUAL}); may also be given before the files.",
            "NAME[:SETTING=VALUE,...]",
            "-m",
            "--metric",
            autocompletion=completion.metrics,
        ),
    ] = None,
    dimension: Annotated[
        list[str] | None,
        option("The rated dimension; repeat to use the mean of several.", "NAME"),
    ] = None,
    gold: Annotated[
        GoldRule,
        one_of(
            "How the ratings of several raters become one gold score: mean, or blatz, which first "
            "puts all raters on the same scale, as Nema and Khapra (2018) did.",
            GoldRule,
        ),
    ] = GoldRule.blatz,
    tuned_on: Annotated[int, option("Rows to tune on.", "N", min=10, panel=_OF_Q)] = 300,
    bag: Annotated[int, option("Rows per bag.", "N", min=5, panel=_OF_Q)] = 200,
    bags: Annotated[int, option("Number of bags.", "N", min=1, panel=_OF_Q)] = 20,
    splits: Annotated[
        int, option("Random splits into tuning and held-out rows.", "N", min=2, panel=_OF_Q)
    ] = 40,
    folds: Annotated[
        int,
        option(
            "Folds of the cross-validation over passages.",
            "N",
            min=2,
            panel=_OF_QUALITY,
        ),
    ] = 10,
    ridge: Annotated[
        float,
        option(
            "Ridge penalty on large weights, or on exponents that differ from the shipped ones.",
            "X",
            min=0,
            panel=_OF_QUALITY,
        ),
    ] = 0.01,
    seed: Annotated[int, option("Random seed.", "N", min=0)] = 12345,
    output: Annotated[
        str | None,
        option(
            "Write the weights, for use with -m NAME:weights=FILE.json.",
            "FILE.json",
            "-o",
            "--output",
        ),
    ] = None,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    workers: options.Workers = 1,
    json: options.Json = False,
) -> None:
    """Fit the weights of a metric to human ratings.

    The weights of a Q-metric are found by grid search on bags of rows and then averaged, as in Nema
    and Khapra (2018). For quality, the exponents of its seven dimensions are fitted, pulled towards
    the shipped ones; with quality:method=weights, the three weights come from a non-negative ridge
    regression. Agreement with the ratings is measured on held-out rows; rows of one cluster are
    never split.
    """
    from qgauge.metrics.qmetric import QMetric
    from qgauge.metrics.quality import Quality

    request, files = _metric_and_files(metric, files)
    if not isinstance(request.metric, QMetric | Quality):
        raise BadSetting(
            f"{request.label} has no weights to tune. Only quality and the Q-metrics, such as "
            "q_bleu1, have."
        )
    foreign = _FOR_QUALITY if isinstance(request.metric, QMetric) else _FOR_Q
    for name in foreign:
        if name in tools.typed:
            raise BadInput(f"--{name.replace('_', '-')} cannot be used with {request.label}.")
    if output is not None and not output.endswith(".json"):
        raise BadInput("the name of the weights file must end in .json", file=output)
    with ExitStack() as open_files:
        mapped = options.column_map(columns)
        questions = _questions(files, data, format, mapped, keep_going, refused, output)
        judged, scales = _judged(open_files.enter_context(questions), data, dimension)
        rated = _rated(judged, scales, gold)
        out_file = open_files.enter_context(TextOutput(output)) if output is not None else None
        opened = tools.opened([request])
        from qgauge.cli import tune_view
        from qgauge.tune import qmetric, quality

        if isinstance(request.metric, QMetric):
            q_plan = qmetric.Plan(tuned_on, bag, bags, splits, seed)
            found = tune_view.tune_q_metric(request.metric, rated, q_plan, opened, workers)
        else:
            plan = quality.Plan(folds, ridge, seed)
            found = tune_view.tune_quality(request.metric, rated, plan, opened, workers)
        if out_file is not None:
            out_file.write_line(json_module.dumps(found.result, indent=1, allow_nan=False))
    if json:
        print_json(found.result)
    else:
        lines = [f"{request.label} on {judged.name}, {rated.rule}", *found.lines]
        if output is not None:
            use = ",".join([*found.settings, f"weights={output}"])
            lines.append(f"\nwrote {output}; use it with -m {request.metric.name}:{use}")
        for line in lines:
            console().print(Text(clean(line)), soft_wrap=True)
    tell_left_out(questions, {}, len(judged.examples), 100)


def _metric_and_files(
    metric: str | None, files: list[str] | None
) -> tuple[Request, list[str] | None]:
    """Return the metric, given with -m or before the files, and the remaining files."""
    first = files[0].partition(":")[0] if files else ""
    if files and first in TABLE and not Path(files[0]).exists():
        if metric is not None:
            raise BadInput(f"two metrics are given: '{files[0]}' and '{metric}'.")
        metric, files = files[0], files[1:]
    (request,) = requests_for([metric or USUAL])
    return request, files


def _questions(
    files: list[str] | None,
    data: list[str] | None,
    format: str | None,
    columns: ColumnMap,
    keep_going: bool,
    refused: str | None,
    output: str | None,
) -> QuestionFiles:
    """Return the files to read; those of a public set are only guarded against overwriting."""
    if bool(files) == bool(data):
        raise BadInput("give files with ratings, or a public data set with --data NAME=PATH.")
    from qgauge.meta.rated_sets import name_path_part

    return QuestionFiles(
        files or list(dict.fromkeys(name_path_part(each)[1] for each in data or [])),
        format=format,
        columns=columns,
        keep_going=keep_going,
        refused_file=refused,
        output=output,
    )


def _judged(
    questions: QuestionFiles, data: list[str] | None, dimensions: list[str] | None
) -> tuple[Judged, list[Scale]]:
    """Return the set to tune on, and the chosen dimensions of its ratings."""
    from qgauge.meta.rated_sets import name_path_part, public_sets

    if data:
        sets = [one for each in data for one in public_sets(*name_path_part(each))]
    else:
        sets = [read_own(questions)]
    if len(sets) != 1:
        names = ", ".join(each.name for each in sets)
        raise BadInput(
            f"weights are tuned on one data set at a time, not on {names}; choose a #PART."
        )
    scales = {scale.name: scale for scale in sets[0].scales}
    wanted = list(dict.fromkeys(dimensions or (scales if len(scales) == 1 else [])))
    unknown = [one for one in wanted if one not in scales]
    if unknown or not wanted:
        known = ", ".join(scales)
        if unknown:
            raise BadInput(f"--dimension: there are no ratings of '{unknown[0]}', only: {known}.")
        raise BadInput(f"choose a dimension of the ratings with --dimension: {known}.")
    return sets[0], [scales[one] for one in wanted]


def _rated(judged: Judged, scales: list[Scale], gold: GoldRule) -> Rated:
    """Return one gold score per row: that of the dimension, or the mean over several."""
    import numpy as np

    from qgauge.cli.tune_view import Rated
    from qgauge.meta.ratings import opinions

    columns, rules = [], []
    for scale in scales:
        said = opinions(judged, scale, gold.value)
        if said.reason:
            raise BadInput(f"the ratings of '{scale.name}' cannot be tuned on: {said.reason}.")
        columns.append(said.gold)
        rules.append(f"{scale.name}: {said.rule}")
    names = [scale.name for scale in scales]
    mean = "the mean of " if len(scales) > 1 else ""
    return Rated(judged, np.mean(columns, axis=0), names, mean + " and ".join(rules))
