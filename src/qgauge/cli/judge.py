"""`qgauge judge`: what a language model's verdicts would cost, and the verdicts."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from rich.text import Text

from qgauge.cli import options
from qgauge.cli.options import option
from qgauge.cli.score import score_rows, show
from qgauge.cli.terminal import clean, console, counted, print_json, print_rows, progress, rows_in
from qgauge.core import BadInput, Example
from qgauge.data import QuestionFiles
from qgauge.run import Request, prepare, requests_for
from qgauge.tools.judge import Usage
from qgauge.tools.judge.server import guess, read_server, size_of

if TYPE_CHECKING:
    from qgauge.metrics.judge import Judge as JudgeMetric
    from qgauge.tools.judge.answer import Answer
    from qgauge.tools.judge.judge import ServerJudge

WITHOUT_REASON, WITH_REASON = 12, 60
"""Tokens of an answer, where none of this model's is known to go by."""

Rubrics = Annotated[
    list[str] | None,
    option(
        "What to judge: a rubric of the package, or a file; repeat for more.",
        "NAME|FILE",
        "--rubric",
    ),
]
Samples = Annotated[int, option("How often each question is asked.", "N", min=1, max=100)]
Reasons = Annotated[
    bool, option("Whether the judge says why; dearer.", None, "--reasons/--no-reasons")
]


def estimate(
    files: options.Files = None,
    rubric: Rubrics = None,
    judge: options.JudgeEngine = None,
    samples: Samples = 1,
    reasons: Reasons = True,
    format: options.Format = None,
    json: options.Json = False,
) -> None:
    """Say what judging would take before anything is asked: calls, tokens and cost.

    Answers that are in the store already cost nothing. Tokens are estimated from what this model's
    stored answers took, or else from the length of the texts.
    """
    questions = QuestionFiles(files, format=format)
    wanted, choice = requests_for(_metrics(rubric, samples, reasons)), _choice(judge, samples)
    with questions, progress("reading", files=questions.files) as done:
        coming = counted(questions.examples(), done)
        requests, opened, checked = prepare(coming, wanted, choice.opened, questions.names)
        examples = list(checked)
    found = _Estimate(opened["judge"])
    lines = [found.of(request, examples) for request in requests]
    if json:
        shown: dict[str, Any] = {line.name: line.as_json() for line in lines}
        print_json({"rubrics": shown, "judge": opened["judge"].identity, "based_on": found.basis})
        return
    _print(lines, found, opened["judge"])


def run(
    files: options.Files = None,
    rubric: Rubrics = None,
    judge: options.JudgeEngine = None,
    samples: Samples = 1,
    reasons: Reasons = True,
    limit: Annotated[
        float | None,
        option(
            "No call is made that could bring the cost above this (needs the prices).",
            "COST",
            min=0,
        ),
    ] = None,
    output: Annotated[str | None, options.written("Write each row with its verdicts")] = None,
    format: options.Format = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    json: options.Json = False,
) -> None:
    """Judge every row. Broken off, the same command goes on where it was.

    Every answer is kept on the disk as it arrives, and is never paid twice.
    """
    questions = QuestionFiles(
        files, format=format, keep_going=keep_going, refused_file=refused, output=output
    )
    metrics = _metrics(rubric, samples, reasons)
    choice = _choice(judge, samples, limit)
    try:
        rows = rows_in(questions.files) if sys.stderr.isatty() else None
        with questions, progress("judging", rows and rows * len(metrics) * samples) as done:
            choice = replace(choice, watch=done)
            tally, results = score_rows(questions, metrics, choice, output=output)
        show(questions, tally, results, output, max_unscored, json)
    finally:
        choice.tell_costs()


def _metrics(rubrics: Sequence[str] | None, samples: int, reasons: bool) -> list[str]:
    """The metric for each rubric, as one would ask for it with -m."""
    if not rubrics:
        from qgauge.metrics.rubric import shipped

        known = ", ".join(shipped())
        raise BadInput(f"say what to judge with --rubric: {known}, or a FILE.toml of your own.")
    more = (f",samples={samples}" if samples > 1 else "") + ("" if reasons else ",reasons=off")
    return [f"judge:rubric={rubric}{more}" for rubric in rubrics]


def _choice(judge: str | None, samples: int, limit: float | None = None) -> options.ToolChoice:
    engine = judge or os.environ.get(options.JUDGE, "")
    if engine and limit is not None:
        engine += f",limit={limit}"
    name, _, words = engine.partition(":")
    if name == "server" and samples > 1 and read_server(words).temperature == 0:
        typer.echo(
            f"qgauge: at temperature 0 most servers say the same {samples} times, and each is "
            "paid; set temperature=0.7, say.",
            err=True,
        )
    return options.ToolChoice({"judge": engine} if engine else {})


# ------------------------------------------------------------------ estimating


@dataclass(frozen=True, slots=True)
class _Line:
    """What one rubric would take."""

    name: str
    rows: int
    lacking: int
    """Rows that cannot be judged, for want of a field."""
    stored: int
    calls: int
    tokens_in: int
    tokens_out: int
    most_in: int
    most_out: int
    cost: float
    most_cost: float

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class _Estimate:
    """Estimates for one judge, by what its model's stored answers took."""

    def __init__(self, judge: ServerJudge) -> None:
        self._judge, self._server = judge, judge.server
        self._seen: set[bytes] = set()
        with judge.store as store:
            answers = [one for one in store.entries().values() if self._same(one)]
        size = sum(one.size for one in answers)
        self._per_byte = sum(one.tokens_in for one in answers) / size if size else 0.25
        self._out = sum(one.tokens_out for one in answers) / len(answers) if answers else None
        self.basis = (
            f"{len(answers):,} stored answers of this model"
            if answers
            else "the length of the texts, at 4 bytes a token"
        )

    def _same(self, answer: Answer) -> bool:
        server = self._server
        return answer.counted and (answer.model, answer.url) == (server.model, server.url)

    def of(self, request: Request, examples: Sequence[Example]) -> _Line:
        metric = cast("JudgeMetric", request.metric)
        there = [example for example in examples if metric.missing_input(example) is None]
        asks = {self._server.key(ask): ask for example in there for ask in metric.asks(example)}
        known = self._judge.known(list(asks.values()))
        missing = [ask for key, ask in asks.items() if key not in known and key not in self._seen]
        self._seen |= set(asks)
        usual = WITH_REASON if metric.reasons == "on" else WITHOUT_REASON
        answer = ceil(min(self._out or usual, self._server.max_tokens))
        question = sum(ceil(size_of(ask.messages) * self._per_byte) for ask in missing)
        expected = Usage(question, answer * len(missing))
        worst = [guess(ask.messages, self._server.max_tokens) for ask in missing]
        answers = sum(one.tokens_out for one in worst)
        # asked again, the model is sent its own reply as well
        most = Usage(2 * sum(one.tokens_in for one in worst) + answers, 2 * answers)
        return _Line(
            metric.loaded_rubric.name,
            len(examples),
            len(examples) - len(there),
            len(known),
            len(missing),
            expected.tokens_in,
            expected.tokens_out,
            most.tokens_in,
            most.tokens_out,
            self._server.cost(expected),
            self._server.cost(most),
        )


def _print(lines: Sequence[_Line], found: _Estimate, judge: ServerJudge) -> None:
    columns = ["rubric", "rows", "lacking", "stored", "calls", "tokens in", "tokens out"]
    columns += ["cost", "at most"]
    priced = bool(judge.server.price_in or judge.server.price_out)
    rows = []
    for line in [*lines, *([_total(lines)] if len(lines) > 1 else [])]:
        counts = [line.rows, line.lacking, line.stored, line.calls, line.tokens_in, line.tokens_out]
        money = [f"{line.cost:.4f}", f"{line.most_cost:.4f}"] if priced else ["-", "-"]
        rows.append([line.name, *(f"{count:,}" for count in counts), *money])
    out = console()
    print_rows(out, columns, rows, right=columns[1:])
    out.print()
    out.print(Text(clean(f"judge {judge.identity}")), soft_wrap=True)
    out.print(Text(f"Tokens are estimated from {found.basis}."), soft_wrap=True)
    if priced:
        out.print("At most: every answer as long as max_tokens, and every question asked twice.")
    else:
        out.print("For the cost, give the prices of a million tokens: price_in=…,price_out=….")


def _total(lines: Sequence[_Line]) -> _Line:
    sums = {
        name: sum(getattr(line, name) for line in lines) for name in list(lines[0].as_json())[3:]
    }
    return _Line("(all)", lines[0].rows, max(line.lacking for line in lines), **sums)
