"""`qgauge rank`: question-answer pairs, best first, with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Annotated, Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.options import flag, option
from qgauge.cli.terminal import Cell, clean, console, print_json, print_rows, progress, shaded
from qgauge.core import BadSetting, Example, Score
from qgauge.core.clipping import clip, one_line
from qgauge.data import Output, QuestionFiles, dump, output_row
from qgauge.run import Request, prepare, scores_only, stream
from qgauge.run.ranking import Ranked, best_first, by_passage

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
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    workers: options.Workers = 1,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Rank questions with their answers, best first, and give reasons.

    A row has a passage, a question about it and the answer. References are not needed.
    """
    questions = QuestionFiles(
        files,
        format=format,
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
        if request.metric.labelled:
            raise BadSetting(f"{request.label} gives labels, but ranking needs numbers.")
        out = open_files.enter_context(Output(output)) if output else None
        rows = stream(
            checked, [request], opened, finish=scores_only, workers=workers, progress=done
        )
        scored = [(example, score) for example, (score,) in rows]
        groups = by_passage(scored) if each_passage else [scored]
        lists = [best_first(group, threshold, top) for group in groups]
        for one in (one for part in lists for one in part):
            if out:
                out.write_line(_line(one, request.label))
        signature = request.metric.signature(opened, __version__)
    unscored = [(example, score) for example, score in scored if score.value is None]
    shown = sum(map(len, lists))
    left_out = len(scored) - len(unscored) - shown
    to_stderr = output == "-"
    if json:
        found = {
            "metric": request.label,
            "ranked": [_as_json(one) for part in lists for one in part],
            "left_out": left_out,
            "unscored": [_unscored_json(*one) for one in unscored],
            "refused": questions.refused,
            "signature": signature,
        }
        print_json(found, stderr=to_stderr)
    else:
        out_console = console(stderr=to_stderr)
        _print(out_console, lists, request, each_passage)
        _print_rest(out_console, left_out, unscored)
        out_console.print(Text(f"\nsignature {signature}"), soft_wrap=True)
    tell_left_out(questions, {request.label: len(unscored)}, len(scored), max_unscored)


def _line(one: Ranked, label: str) -> str:
    return dump({**output_row(one.example, {label: one.score}), "rank": one.rank})


def _as_json(one: Ranked) -> dict[str, Any]:
    fields = {
        field: getattr(one.example, field) for field in ("id", "system", "question", "answer")
    }
    return {"rank": one.rank, **fields, **one.score.as_json()}


def _unscored_json(example: Example, score: Score) -> dict[str, Any]:
    return {"id": example.id, "question": example.question, "reason": score.unscored}


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
    parts = [] if flaws else [name for name in first.score.parts if "." not in name]
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
            rows = [_cells(one, parts, why, request.metric.marks) for one in part]
            print_rows(out, [*columns, *(["why"] if why else [])], rows, right=right)


def _print_lines(
    out: Console, ranked: Sequence[Ranked], parts: Sequence[str], marks: Marks
) -> None:
    """Print each row on several lines: rank, value and question, then everything else."""
    for one in ranked:
        head = Text(f"{one.rank:>4}  ", style="bold")
        head.append_text(shaded(f"{one.value:.2f}  ", one.value, marks))
        values = ", ".join(f"{part} {one.score.parts[part]:.2f}" for part in parts)
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
    cells += [f"{one.score.parts[part]:.2f}" for part in parts]
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
