"""`qgauge judge`: verdicts of a language model, and an estimate of their cost."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, cast

import typer
from rich.text import Text

from qgauge.cli import completion, options
from qgauge.cli.calibration_option import AllowUntrusted, CalibrationChoice, CalibrationFile
from qgauge.cli.gate_view import only_about
from qgauge.cli.options import option
from qgauge.cli.score import score_rows, show
from qgauge.cli.shard_options import Restart, Sharding
from qgauge.cli.terminal import clean, console, counted, print_json, print_rows, progress, rows_in
from qgauge.core import BadInput
from qgauge.data import QuestionFiles
from qgauge.run import prepare, requests_for
from qgauge.tools.judge.server import read_server

if TYPE_CHECKING:
    from qgauge.metrics.judge import Judge
    from qgauge.metrics.judge_costs import Costs
    from qgauge.tools.judge.judge import ServerJudge

Rubrics = Annotated[
    list[str] | None,
    option(
        "What to judge: a built-in rubric (answer_consistency, answerability, clarity, "
        "conciseness, consistency, fluency, relevance, similarity), or your own .toml file; may "
        "be repeated.",
        "NAME|FILE",
        autocompletion=completion.rubrics,
    ),
]
Samples = Annotated[int, option("How many verdicts to sample per row.", "N", min=1, max=100)]
Reasons = Annotated[
    bool,
    option("Whether the judge gives reasons; they cost more.", None, "--reasons/--no-reasons"),
]


def estimate(
    files: options.Files = None,
    rubric: Rubrics = None,
    judge: options.JudgeEngine = None,
    samples: Samples = 1,
    reasons: Reasons = True,
    format: options.Format = None,
    columns: options.Columns = None,
    json: options.Json = False,
) -> None:
    """Estimate calls, tokens and cost without calling the model.

    Answers already in the store are free. Token counts are estimated from the stored answers of
    this model or, without any, from the length of the texts.
    """
    from qgauge.metrics.judge_costs import CostEstimate

    questions = QuestionFiles(files, format=format, columns=options.column_map(columns))
    wanted, choice = requests_for(_metrics(rubric, samples, reasons)), _choice(judge, samples)
    with questions, progress("reading", files=questions.files) as done:
        coming = counted(questions.examples(), done)
        requests, opened, checked = prepare(coming, wanted, choice.opened, questions.names)
        examples = list(checked)
    model = opened["judge"]
    estimates = CostEstimate(model)
    costs = [estimates.of(cast("Judge", request.metric), examples) for request in requests]
    if json:
        shown = {one.name: asdict(one) for one in costs}
        print_json({"rubrics": shown, "judge": model.identity, "based_on": estimates.basis})
        return
    _print(costs, estimates.basis, model)


def run(
    files: options.Files = None,
    rubric: Rubrics = None,
    judge: options.JudgeEngine = None,
    samples: Samples = 1,
    reasons: Reasons = True,
    limit: Annotated[
        float | None,
        option(
            "Make no call that could raise the total cost above this (needs price_in and "
            "price_out).",
            "COST",
            min=0,
        ),
    ] = None,
    output: Annotated[str | None, options.written("Write each row with its verdicts")] = None,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    require: Annotated[
        list[str] | None,
        options.required("'judge:rubric=fluency>=4', 'unscored(judge:rubric=fluency)<=1%'"),
    ] = None,
    calibration: CalibrationFile = None,
    allow_untrusted: AllowUntrusted = False,
    restart: Restart = False,
    json: options.Json = False,
) -> None:
    """Judge every row. To resume an interrupted run, give the same command again.

    Every answer is stored on disk as it arrives, so you never pay for it twice.
    """
    questions = QuestionFiles(
        files,
        format=format,
        columns=options.column_map(columns),
        keep_going=keep_going,
        refused_file=refused,
        output=output,
        output_in_shards=True,
    )
    trust = CalibrationChoice.of(calibration, allow_untrusted, output)
    metrics = _metrics(rubric, samples, reasons)
    requirements = only_about(metrics, require)
    choice = _choice(judge, samples, limit)
    try:
        rows = rows_in(questions.files) if sys.stderr.isatty() else None
        verdicts = rows and rows * len(metrics) * samples
        with questions, progress("judging", verdicts, output=output) as done:
            choice = replace(choice, watch=done)
            scored = score_rows(
                questions,
                metrics,
                choice,
                command="judge run",
                sharding=Sharding(output, restart=restart),
                requirements=requirements,
                trust=trust,
            )
        show(questions, scored, output == "-", max_unscored, json)
    finally:
        choice.tell_costs()


def _metrics(rubrics: Sequence[str] | None, samples: int, reasons: bool) -> list[str]:
    """Return the metric for each rubric, in the syntax of -m."""
    if not rubrics:
        from qgauge.metrics.rubric import shipped

        known = ", ".join(shipped())
        raise BadInput(f"choose what to judge with --rubric: {known}, or your own FILE.toml.")
    more = (f",samples={samples}" if samples > 1 else "") + ("" if reasons else ",reasons=off")
    return [f"judge:rubric={rubric}{more}" for rubric in rubrics]


def _choice(judge: str | None, samples: int, limit: float | None = None) -> options.ToolChoice:
    engine = judge or os.environ.get(options.JUDGE, "")
    if engine and limit is not None:
        engine += f",limit={limit}"
    name, _, words = engine.partition(":")
    if name == "server" and samples > 1 and read_server(words).temperature == 0:
        typer.echo(
            f"qgauge: at temperature 0, most servers give the same answer {samples} times, and "
            "each one costs money; set, for example, temperature=0.7.",
            err=True,
        )
    return options.ToolChoice({"judge": engine} if engine else {})


def _print(costs: Sequence[Costs], basis: str, judge: ServerJudge) -> None:
    from qgauge.metrics.judge_costs import total

    columns = ["rubric", "rows", "incomplete", "stored", "calls", "tokens in", "tokens out"]
    columns += ["cost", "at most"]
    priced = bool(judge.server.price_in or judge.server.price_out)
    rows = []
    for line in [*costs, *([total(costs)] if len(costs) > 1 else [])]:
        counts = [line.rows, line.lacking, line.stored, line.calls, line.tokens_in, line.tokens_out]
        money = [f"{line.cost:.4f}", f"{line.most_cost:.4f}"] if priced else ["-", "-"]
        rows.append([line.name, *(f"{count:,}" for count in counts), *money])
    out = console()
    print_rows(out, columns, rows, right=columns[1:])
    out.print()
    out.print(Text(clean(f"judge {judge.identity}")), soft_wrap=True)
    out.print(Text(f"Tokens are estimated from {basis}."), soft_wrap=True)
    if priced:
        out.print("At most: if every answer is max_tokens long and every call is made twice.")
    else:
        out.print("To see the cost, set the prices per million tokens: price_in=…,price_out=….")
