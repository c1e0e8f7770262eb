"""`qgauge rank`: question-answer pairs, best first, with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Annotated

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from qgauge.cli import completion, options
from qgauge.cli.calibration_option import (
    AllowUntrusted,
    CalibrationChoice,
    CalibrationFile,
    admitted_json,
    print_admitted,
)
from qgauge.cli.gate_view import only_about, outcomes_json, print_outcomes
from qgauge.cli.html_page import Html
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.options import flag, option
from qgauge.cli.report_file import page_of
from qgauge.cli.terminal import Cell, clean, console, print_json, print_rows, progress, shaded
from qgauge.core import Example, Score, Tools
from qgauge.core.clipping import clip, one_line
from qgauge.data import Output, QuestionFiles, dump, output_line, output_row, signed_line
from qgauge.gates import Gate, Outcome
from qgauge.gates.calibration import Admitted, with_steps
from qgauge.run import Request, Tally, countable, prepare
from qgauge.run.ranking import Ranked, rank_rows

SHORT = 50
"""Length to which questions and passages are clipped in the table."""
WIDE = 120
"""The terminal width that the table needs; on narrower ones, each row takes several lines."""

Marks = tuple[float, float] | None


@options.with_tools
def rank(
    files: options.Files = None,
    metric: Annotated[
        str,
        option(
            "The metric to rank by, and its settings. See `qgauge list`.",
            "NAME[:SETTING=VALUE,...]",
            "-m",
            "--metric",
            autocompletion=completion.metrics,
        ),
    ] = "quality",
    threshold: Annotated[float | None, option("Omit rows that score below this.", "X")] = None,
    top: Annotated[int | None, option("Show only the best N rows.", "N", min=1)] = None,
    each_passage: Annotated[
        bool, flag("Rank the questions of each passage separately.", "--each-passage")
    ] = False,
    output: Annotated[
        str | None, options.written("Write the ranked rows with their scores")
    ] = None,
    references: options.References = None,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    require: Annotated[
        list[str] | None,
        options.required(
            "'quality>=.6', 'share(quality<.3)<=5%', 'min(quality)>=.1', 'quality.fluency>=.7'"
        ),
    ] = None,
    calibration: CalibrationFile = None,
    allow_untrusted: AllowUntrusted = False,
    workers: options.Workers = 1,
    html: Html = None,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Rank questions with their answers, best first, and give reasons.

    A row has a passage, a question about it and the answer. References are not needed.
    """
    requirements = only_about([metric], require)
    trust = CalibrationChoice.of(calibration, allow_untrusted, output, html)
    questions = QuestionFiles(
        files,
        format=format,
        columns=options.column_map(columns),
        references=references,
        keep_going=keep_going,
        refused_file=refused,
        output=output,
    )
    with ExitStack() as open_files:
        open_files.enter_context(questions)
        bar = progress("scoring", files=questions.files, output=output)
        done = open_files.enter_context(bar)
        (request,), opened, checked = prepare(
            questions.examples(), [metric], tools.opened, questions.names
        )
        admitted = trust.admit([request], opened, parts=False)
        gate = Gate(requirements, [request]) if requirements else None
        out = open_files.enter_context(Output(output)) if output else None
        page = open_files.enter_context(page_of(html, questions))
        ranking = rank_rows(
            checked,
            request,
            opened,
            threshold=threshold,
            top=top,
            each_passage=each_passage,
            workers=workers,
            progress=done,
        )
        signatures = {request.label: ranking.signature}
        for at, one in enumerate(ranking.ranked if out else ()):
            assert out is not None
            line = _line(one, request.label, admitted)
            out.write_line(line if at else signed_line(line, signatures))
        if page:
            for example, score in ranking.rows:
                page.add_line(example, output_line(example, {request.label: score}))
            page.finish(signatures)
        outcomes = _outcomes(gate, request, ranking.rows, opened) if gate else []
    to_stderr = "-" in (output, html)
    if json:
        found = ranking.as_json(questions.refused)
        found |= {**outcomes_json(outcomes), **admitted_json(admitted)}
        print_json(found, stderr=to_stderr)
    else:
        out_console = console(stderr=to_stderr)
        _print(out_console, ranking.groups, request, each_passage)
        _print_rest(out_console, ranking.left_out, ranking.unscored)
        out_console.print(Text(f"\nsignature {ranking.signature}"), soft_wrap=True)
        print_admitted(out_console, admitted)
        print_outcomes(out_console, outcomes)
    unscored = {request.label: len(ranking.unscored)}
    tell_left_out(questions, unscored, len(ranking.rows), max_unscored, outcomes)


def _outcomes(
    gate: Gate, request: Request, scored: Sequence[tuple[Example, Score]], tools: Tools
) -> list[Outcome]:
    """Return whether the requirements are met by all rows, including those that are not shown."""
    tally = Tally([request])
    for example, score in scored:
        tally.add(example.system, countable([request.metric], [score]))
        gate.add(example, gate.readings((score,)))
    gate.check_parts()
    return gate.outcomes(tally.results(tools))


def _line(one: Ranked, label: str, admitted: Sequence[Admitted]) -> str:
    scores = {label: one.score}
    row = with_steps(output_row(one.example, scores), scores, admitted)
    return dump({**row, "rank": one.rank})


def _print(
    out: Console, lists: Sequence[Sequence[Ranked]], request: Request, each_passage: bool
) -> None:
    first = next((one for part in lists for one in part), None)
    if first is None:
        out.print("no rows to show")
        return
    # only the components of the metric; their own components have a dot in the name. Seven
    # dimensions are too many columns: the likeliest flaw stands for them
    flaws = "flaws" in first.score.evidence
    rows = (one for part in lists for one in part)
    every = dict.fromkeys(name for one in rows for name in one.score.parts if "." not in name)
    parts = [] if flaws else list(every)
    named = ["flaw"] if flaws else []
    columns = ["rank", request.metric.name, *parts, *named, "id", "question", "answer"]
    why = any(one.why for part in lists for one in part)
    right = columns[: 2 + len(parts)]
    for part in lists:
        if each_passage and part:
            out.print(Text(f"\n{clean(_short(part[0].example.passage or ''))}", style="bold"))
        if out.width < WIDE:
            _print_lines(out, part, parts, request.metric.marks)
        elif part:
            cells = [_cells(one, parts, why, request.metric.marks) for one in part]
            print_rows(out, [*columns, *(["why"] if why else [])], cells, right=right)


def _print_lines(
    out: Console, ranked: Sequence[Ranked], parts: Sequence[str], marks: Marks
) -> None:
    """Print each row on several lines: rank, value and question, then everything else."""
    for one in ranked:
        head = Text(f"{one.rank:>4}  ", style="bold")
        head.append_text(shaded(f"{one.value:.2f}  ", one.value, marks))
        values = ", ".join(
            f"{part} {one.score.parts[part]:.2f}" for part in parts if part in one.score.parts
        )
        values = one.flaw or values
        answer = f" | {' '.join(one.example.answer.split())}" if one.example.answer else ""
        question = f"{' '.join(one.example.question.split())}{answer}"
        rest = [f"{one.example.id}: {values}" if values else one.example.id, "; ".join(one.why)]
        indent = len(head)
        first, *more = Text(clean(question)).wrap(out, out.width - indent)
        out.print(head.append_text(first))
        below = Text("\n").join([*more, *(Text(clean(line)) for line in rest if line)])
        out.print(Padding(below, (0, 0, 0, indent)))


def _cells(one: Ranked, parts: Sequence[str], why: bool, marks: Marks) -> list[Cell]:
    example = one.example
    cells: list[Cell] = [str(one.rank), shaded(f"{one.value:.2f}", one.value, marks)]
    cells += [f"{one.score.parts[part]:.2f}" if part in one.score.parts else "-" for part in parts]
    if one.flaw is not None:
        cells.append(one.flaw)
    cells += [example.id, _short(example.question), _short(example.answer or "")]
    return [*cells, "; ".join(one.why)] if why else cells


def _print_rest(out: Console, left_out: int, unscored: Sequence[tuple[Example, Score]]) -> None:
    if left_out:
        out.print(f"\n{left_out} more row(s) omitted because of --threshold or --top")
    for line in _reasons(unscored):
        out.print(Text(clean(line)))


def _reasons(unscored: Sequence[tuple[Example, Score]]) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for example, score in unscored:
        reasons.setdefault(score.unscored, []).append(example.id)
    for reason, ids in reasons.items():
        more = ", …" if len(ids) > 5 else ""
        yield f"{len(ids)} row(s) unscored and not ranked: {reason} (id {', '.join(ids[:5])}{more})"


def _short(text: str) -> str:
    return clip(one_line(text), SHORT, strip=True)
