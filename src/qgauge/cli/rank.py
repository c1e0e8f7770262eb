"""`qgauge rank`: question-answer pairs, best first, with reasons."""

from __future__ import annotations

import json as json_module
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Annotated, Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from qgauge import __version__
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
from qgauge.cli.rank_shards import SHOWN_IDS, KeptRanking, RankRecord, first_rows, score_of
from qgauge.cli.report_file import ReportFile, page_of
from qgauge.cli.score_shards import add_rows
from qgauge.cli.shard_options import (
    Address,
    EngineName,
    Restart,
    Sharded,
    Sharding,
    output_of,
)
from qgauge.cli.shard_source import ShardSource
from qgauge.cli.terminal import Cell, clean, console, print_json, print_rows, progress, shaded
from qgauge.core import BadInput, BadSetting, Example, Progress, Score, Tools
from qgauge.core.clipping import clip, one_line
from qgauge.data import QuestionFiles, dump, output_line, output_row, signed_line
from qgauge.gates import Gate, Outcome
from qgauge.gates.calibration import Admitted, with_steps
from qgauge.run import (
    CountAndWrite,
    Request,
    ScoringWork,
    Tally,
    batch_size,
    countable,
    prepare,
    score_with_all,
)
from qgauge.run.ranking import Ranked, Ranking, rank_rows
from qgauge.shards.folder import DiskFolder

SHORT = 50
"""Length to which questions and passages are clipped in the table."""
FIRST_ROWS = 20
"""Rows that the table shows of a ranking in shards."""
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
    engine: EngineName = "local",
    address: Address = None,
    restart: Restart = False,
    sharded: Sharded = False,
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
    sharding = Sharding(output, workers, engine, address, restart, sharded)
    questions = QuestionFiles(
        files,
        format=format,
        columns=options.column_map(columns),
        references=references,
        keep_going=keep_going,
        refused_file=refused,
        output=output,
        output_in_shards=True,
    )
    with ExitStack() as open_files:
        open_files.enter_context(questions)
        bar = progress("scoring", files=questions.files, output=output)
        done = open_files.enter_context(bar)
        source = ShardSource(questions, sharding)
        (request,), opened, checked = prepare(
            source.examples(), [metric], tools.opened, questions.names
        )
        job = _Job(
            request,
            opened,
            trust.admit([request], opened, parts=False),
            Gate(requirements, [request]),
            (threshold, top, each_passage),
        )
        page = open_files.enter_context(page_of(html, questions))
        if source.is_sharded:
            found = _rank_shards(job, source, sharding, page, done, whole=json)
        else:
            found = _rank_at_once(job, checked, sharding, page, done)
    to_stderr = "-" in (output, html)
    if json:
        written = found.as_json(questions.refused)
        written |= {**outcomes_json(found.outcomes), **admitted_json(job.admitted)}
        print_json(written, stderr=to_stderr)
    else:
        out_console = console(stderr=to_stderr)
        _print(out_console, found.groups, request, each_passage)
        _print_rest(out_console, found, output)
        out_console.print(Text(f"\nsignature {job.signature}"), soft_wrap=True)
        print_admitted(out_console, job.admitted)
        print_outcomes(out_console, found.outcomes)
    unscored = {request.label: found.unscored}
    tell_left_out(questions, unscored, found.rows, max_unscored, found.outcomes)


@dataclass(frozen=True)
class _Job:
    """What to rank by."""

    request: Request
    tools: Tools
    admitted: list[Admitted]
    gate: Gate
    choice: tuple[float | None, int | None, bool]
    """The threshold, the number of best rows, and whether passages are ranked separately."""

    @property
    def signature(self) -> str:
        return self.request.metric.signature(self.tools, __version__)


@dataclass(frozen=True)
class _Found:
    """A ranking as it is printed."""

    groups: Sequence[Sequence[Ranked]]
    """The rows to show."""
    more: int
    """The number of ranked rows that are only in the output file."""
    left_out: int
    """The number of rows below the threshold, or not among the best."""
    rows: int
    reasons: Mapping[str, tuple[int, Sequence[str]]]
    """Why rows have no score: how many, and the first ids."""
    outcomes: Sequence[Outcome]
    as_json: Callable[[int], dict[str, Any]]

    @property
    def unscored(self) -> int:
        return sum(count for count, _ in self.reasons.values())


def _rank_at_once(
    job: _Job,
    examples: Iterable[Example],
    sharding: Sharding,
    page: ReportFile | None,
    done: Progress | None,
) -> _Found:
    """Rank rows that are all in memory."""
    request = job.request
    threshold, top, each_passage = job.choice
    with output_of(sharding) as out:
        ranking = rank_rows(
            examples,
            request,
            job.tools,
            threshold=threshold,
            top=top,
            each_passage=each_passage,
            workers=sharding.workers,
            progress=done,
        )
        signatures = {request.label: ranking.signature}
        for at, one in enumerate(ranking.ranked if out else ()):
            assert out is not None
            row = output_row(one.example, {request.label: one.score})
            line = _line(row, one.rank, {request.label: one.score}, job.admitted)
            out.write_line(line if at else signed_line(line, signatures))
        tally = Tally([request])
        for example, score in ranking.rows:
            tally.add(example.system, countable([request.metric], [score]))
            job.gate.add(example, job.gate.readings((score,)))
            if page:
                page.add_line(example, output_line(example, {request.label: score}))
        if page:
            page.finish(signatures)
        job.gate.check_parts()
        outcomes = job.gate.outcomes(tally.results(job.tools))
    reasons: dict[str, tuple[int, list[str]]] = {}
    for example, score in ranking.unscored:
        count, ids = reasons.get(score.unscored, (0, []))
        reasons[score.unscored] = count + 1, [*ids, example.id] if len(ids) < SHOWN_IDS else ids
    return _Found(
        ranking.groups, 0, ranking.left_out, len(ranking.rows), reasons, outcomes, ranking.as_json
    )


def _rank_shards(
    job: _Job,
    source: ShardSource,
    sharding: Sharding,
    page: ReportFile | None,
    done: Progress | None,
    *,
    whole: bool,
) -> _Found:
    """Rank rows that are in shards; `whole` says that all are to be printed."""
    request, gate = job.request, job.gate
    if request.metric.labelled:
        raise BadSetting(f"{request.label} gives labels, but ranking needs numbers.")
    if sharding.keeps_shards:
        raise BadInput(
            "rank orders all rows, so it writes one file; to keep shards, use `qgauge score`",
            file=str(sharding.output),
            field="--output",
        )
    counted = gate.beside(CountAndWrite([request], output_line))
    finish = RankRecord(counted, try_again="judge" in request.roles)
    work = ScoringWork([request.metric], job.tools, score_with_all, finish)
    signatures = {request.label: job.signature}
    settings = {"--require": [one.text for one in gate.requirements]}
    size = batch_size([request])
    with ExitStack() as open_files:
        shards = open_files.enter_context(
            source.kept_shards("rank", settings, signatures, work, size, progress=done)
        )
        out = open_files.enter_context(output_of(sharding))
        assert sharding.place is not None
        assert out is not None
        folder = DiskFolder(os.path.abspath(sharding.place))
        threshold, top, each_passage = job.choice
        ranking = KeptRanking(folder, request.label, each_passage=each_passage)
        open_files.callback(ranking.close)
        tally = Tally([request])
        for shard in shards:
            ranking.add(shard)
            add_rows(shard, tally, gate, page)
        gate.check_parts()
        if page:
            page.finish(signatures)
            page.put_in_place()  # before the shards are removed
        groups = ranking.groups(threshold, top)
        for at, (rank, place) in enumerate(one for group in groups for one in group):
            row = json_module.loads(ranking.line(place))
            score = {request.label: score_of(row["scores"][request.label])}
            line = _line(row, rank, score, job.admitted)
            out.write_line(line if at else signed_line(line, signatures))
        count = sum(map(len, groups))
        shown = groups if whole else first_rows(groups, FIRST_ROWS)
        found = Ranking(
            request.label,
            job.signature,
            tuple(tuple(ranking.ranked(*one) for one in group) for group in shown),
            tuple(ranking.unscored_rows()) if whole else (),
        )
        outcomes = gate.outcomes(tally.results(job.tools))
    left_out = len(ranking) - ranking.count_unscored - count
    return _Found(
        found.groups,
        count - sum(map(len, shown)),
        left_out,
        len(ranking),
        ranking.unscored,
        outcomes,
        lambda refused: found.as_json(refused) | {"left_out": left_out},
    )


def _line(
    row: dict[str, Any], rank: int, scores: Mapping[str, Score], admitted: Sequence[Admitted]
) -> str:
    return dump({**with_steps(row, scores, admitted), "rank": rank})


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


def _print_rest(out: Console, found: _Found, output: str | None) -> None:
    if found.more:
        out.print(Text(clean(f"\n… and {found.more:,} more in {output}")))
    if found.left_out:
        out.print(f"\n{found.left_out} more row(s) omitted because of --threshold or --top")
    for reason, (count, ids) in found.reasons.items():
        more = ", …" if count > 5 else ""
        shown = f"{reason} (id {', '.join(ids[:5])}{more})"
        out.print(Text(clean(f"{count} row(s) unscored and not ranked: {shown}")))


def _short(text: str) -> str:
    return clip(one_line(text), SHORT, strip=True)
