"""`qgauge generate`: a ranked quiz from a text."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

from rich.text import Text

from qgauge.cli import options
from qgauge.cli.left_out import tell
from qgauge.cli.options import argument, flag, one_of, option
from qgauge.cli.terminal import (
    Cell,
    clean,
    console,
    print_json,
    print_rows,
    progress,
    say,
    shaded,
)
from qgauge.core import BadInput, BadSetting
from qgauge.core.clipping import clip, one_line
from qgauge.core.damaged_files import fault_text
from qgauge.data import Output, dump, stem
from qgauge.data.output_formats import is_device, output_format
from qgauge.data.writing import beside

if TYPE_CHECKING:
    from qgauge.generation.quiz_result import Quiz

FORMATS = ("jsonl", "csv", "gift", "aiken", "qti")
"""Duplicated from `qgauge.generation.formats` to keep `--help` fast."""
_ROLES = (
    "generator",
    "parser",
    "grammarian",
    "reader",
    "verifier",
    "rater",
    "entailer",
    "classifier",
    "embedder",
)
"""Duplicated from `qgauge.generation.quiz_settings`, likewise."""
_SCHEME = "qgeval"
"""The scheme of `--review`: seven ratings of a question with its passage and answer."""
_SHORT = 60
"""Length to which questions and answers are clipped in the table."""


@options.with_tools_of(*_ROLES)
def generate(
    files: Annotated[
        list[str] | None,
        argument(
            "Texts: .txt or .md, each one text; .jsonl or .json with a text per row, in the field "
            "text, passage or sentences; - for stdin.",
            "FILES",
        ),
    ] = None,
    count: Annotated[
        int, option("Questions about each text.", "N", "-n", "--count", min=1, max=1000)
    ] = 10,
    kinds: Annotated[
        str | None,
        option(
            "Only questions of these kinds: who, what, which, when, where, why, how, how many.",
            "KIND[,KIND...]",
        ),
    ] = None,
    difficulty: Annotated[
        str | None,
        option(
            "Only questions of this difficulty: easy, medium, hard, or a range such as .3-.7.",
            "LEVEL",
        ),
    ] = None,
    distractors: Annotated[
        int, option("Wrong answers for each question, for multiple choice.", "N", min=0, max=10)
    ] = 0,
    seed: Annotated[
        int | None,
        option("Sample questions with this seed instead of taking the likeliest.", "N", min=0),
    ] = None,
    output: Annotated[
        str | None,
        option(
            "Write the questions to a file, whose ending names the format (.jsonl, .csv, .xlsx, "
            "…; .gift; .zip for QTI), or to stdout with - (the table then goes to stderr). The "
            "default is a table on a terminal, and JSONL in a pipe.",
            "FILE",
            "-o",
            "--output",
        ),
    ] = None,
    format: Annotated[
        str | None,
        one_of("The format of the questions, if the ending does not show it.", FORMATS, "--format"),
    ] = None,
    dropped: Annotated[
        str | None,
        option(
            "Write the questions that were dropped, with the reasons, to a .jsonl or other file.",
            "FILE",
        ),
    ] = None,
    review: Annotated[
        bool,
        flag(
            "Rate the questions in the browser afterwards, with `qgauge annotate`; they are "
            "written to FILE.questions.jsonl if there is no -o.",
            "--review",
        ),
    ] = False,
    columns: Annotated[list[str] | None, options.mapped("text=story,id=name")] = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Make a quiz: questions about a text with their answers, best first.

    Answers are found in the text, and many questions are written about each. Rules, a reader and a
    verifier drop the bad ones; the best of the others, which differ and cover the whole text, are
    the quiz. In a pipe, the rows are JSONL: `qgauge generate STORY.txt | qgauge rank -`.
    """
    target = _target(files, output, format, review=review, json=json)
    from qgauge.generation.difficulty import wanted_range
    from qgauge.generation.kinds import wanted_kinds
    from qgauge.generation.quiz import make_quiz
    from qgauge.generation.text_files import FIELDS, TextFiles

    wanted_kinds(kinds), wanted_range(difficulty)  # refuse them before anything is read
    texts = TextFiles(
        files,
        columns=options.column_map(columns, FIELDS),
        keep_going=keep_going,
        refused_file=refused,
        output=target,
    )
    form = _format_of(target, format)
    if review:
        _check_review(target, form)
    texts.check_page(dropped, "--dropped", "the dropped questions")
    if dropped is not None:
        output_format(dropped, field="--dropped")
    with texts:
        documents = list(texts.documents())
    quiz = make_quiz(
        documents,
        count,
        tools.of_roles(_ROLES),
        kinds=kinds,
        difficulty=difficulty,
        distractors=distractors,
        seed=seed,
        stages=lambda what, total: progress(what, total, output=target),
    )
    if dropped is not None:
        with Output(dropped) as out:
            for one in quiz.dropped:
                out.write(one.as_row())
    _tell(quiz, texts.names)
    if target is not None:
        _write(quiz, target, form, ", ".join(one.id for one in documents[:3]))
    if json:
        print_json(quiz.as_json(texts.refused), stderr=target == "-")
    elif target is None or output is not None:
        _print(quiz, stderr=target == "-")
    if review:
        from qgauge.cli.annotate import serve

        serve([str(target)], scheme=_SCHEME)
    tell(texts.left_out)


# ------------------------------------------------------------------ where it is written


def _target(
    files: list[str] | None,
    output: str | None,
    format: str | None,
    *,
    review: bool,
    json: bool,
) -> str | None:
    """Return the file to write, `-` for stdout; None if only a table is printed."""
    if format is not None and format not in FORMATS:
        raise BadSetting(f"there is no format '{format}'; choose one of {', '.join(FORMATS)}.")
    if output is not None or not files:
        return output
    if review:
        if files[0] == "-":
            raise BadInput("the text comes from stdin, so say where to write questions: -o FILE.")
        return f"{os.path.basename(stem(files[0]))}.questions.jsonl"
    if format == "qti" and sys.stdout.isatty():
        raise BadInput("QTI is a zip file, so say where to write it: -o FILE.zip.")
    in_pipe = not sys.stdout.isatty() and not json
    return "-" if format is not None or in_pipe else None


def _format_of(target: str | None, format: str | None) -> str:
    """Return one of `FORMATS`; "" if the ending names a format for rows, or the rows are JSONL."""
    ending = os.path.splitext(target or "-")[1].lower()
    if format is not None:
        return "" if format == "jsonl" and ending in ("", ".jsonl") else format
    if ending == ".gift":
        return "gift"
    if ending == ".zip":
        return "qti"
    if ending == ".txt":
        problem = "say which format it is: --format aiken or --format gift"
        raise BadInput(problem, file=str(target), field="--output")
    if target is not None:
        output_format(target, field="--output")
    return ""


def _check_review(target: str | None, form: str) -> None:
    """Refuse a review before any question is written."""
    from qgauge.cli.annotate_database import need_django

    if form or target == "-":
        raise BadInput("--review needs a file of rows: -o FILE.jsonl", field="--output")
    need_django()


def _write(quiz: Quiz, target: str, form: str, title: str) -> None:
    if not form:
        with Output(target) as out:
            for at, item in enumerate(quiz.items):
                row = item.as_row()
                out.write_line(dump(row if at else {**row, "signature": quiz.signature}))
        return
    from qgauge.generation.formats import write_quiz

    made = write_quiz(form, quiz.items, title)
    for one in made.left_out:
        say(f"qgauge: left out: {one.item.question} ({one.reason})")
    _write_bytes(target, made.content)


def _write_bytes(target: str, content: bytes) -> None:
    """Write a whole file; an existing one is replaced only when the new one is complete."""
    if target == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    place = target if is_device(target) else beside(os.path.realpath(target))
    try:
        try:
            with open(place, "wb") as file:
                file.write(content)
            if place != target:
                os.replace(place, os.path.realpath(target))
        except BaseException:
            if place != target:
                with suppress(OSError):
                    os.unlink(place)
            raise
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise BadInput(f"cannot write here: {fault_text(fault)}", file=target) from None


# ------------------------------------------------------------------ what is said about it


def _tell(quiz: Quiz, names: str) -> None:
    """Say on stderr what is missing; without any question, end with an error."""
    from qgauge.generation.checks import REASONS

    if not quiz.items:
        most = sorted(quiz.reasons.items(), key=lambda one: -one[1])[:3]
        why = "; ".join(f"{count}: {REASONS[reason]}" for reason, count in most)
        written = f"none of {len(quiz.dropped):,} questions passed the checks ({why})"
        raise BadInput(written if why else "found nothing to ask about", file=names)
    for name, count in list(quiz.short.items())[:5]:
        about = f" about {name}" if len(quiz.counts) > 1 else ""
        say(f"qgauge: only {count} of {quiz.wanted} questions{about} passed the checks.")
    if len(quiz.short) > 5:
        say(f"qgauge: and {len(quiz.short) - 5} more texts have fewer questions than wanted.")


def _print(quiz: Quiz, *, stderr: bool) -> None:
    from qgauge.generation.checks import REASONS
    from qgauge.metrics.flaws import GOOD, POOR

    out = console(stderr=stderr)
    several = len(quiz.counts) > 1
    columns = ["rank", "usable", "difficulty", "kind", "question", "answer"]
    ranks: dict[str, int] = {}
    rows: list[list[Cell]] = []
    for item in quiz.items:
        ranks[item.document] = rank = ranks.get(item.document, 0) + 1
        rows.append(
            [
                *([item.document] if several else []),
                str(rank),
                shaded(f"{item.usable:.2f}", item.usable, (POOR, GOOD)),
                f"{item.difficulty:.2f}",
                item.kind,
                clip(one_line(item.question), 2 * _SHORT, strip=True),
                clip(one_line(item.answer), _SHORT, strip=True),
            ]
        )
    print_rows(out, [*(["text"] if several else []), *columns], rows, right=columns[:3])
    total = len(quiz.dropped) + quiz.passed
    out.print(f"\n{total:,} questions written, {quiz.passed:,} passed the checks")
    for reason, count in quiz.reasons.items():
        out.print(Text(clean(f"  {count:>5,}  {REASONS[reason]}")))
    out.print(Text(f"\nsignature {quiz.signature}"), soft_wrap=True)
