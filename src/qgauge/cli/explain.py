"""`qgauge explain`: one row, in words: what matched, and how the number came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from qgauge import __version__
from qgauge.api import default_metrics
from qgauge.cli import options
from qgauge.cli.inputs import Intake
from qgauge.cli.terminal import console, number, print_json, table
from qgauge.core import BadInput, Example, Score
from qgauge.run import Request, check, requests


def explain(
    files: options.Files = None,
    id: Annotated[
        str | None,
        typer.Option(
            "--id", metavar="ID", help="Which row (default: the first).", show_default=False
        ),
    ] = None,
    system: Annotated[
        str | None,
        typer.Option(metavar="SYSTEM", help="Which system's row of that id.", show_default=False),
    ] = None,
    question: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="A question, instead of a file.", show_default=False),
    ] = None,
    reference: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Its reference; may be repeated.", show_default=False),
    ] = None,
    metric: options.Metrics = None,
    references: options.References = None,
    format: options.Format = None,
    parser: options.ParserEngine = None,
    json: options.Json = False,
) -> None:
    """Show how a question's scores came about: which words counted, which matched."""
    if (question is None) == (not files):
        raise BadInput("give a file of questions, or --question and --reference.")
    if question is not None:
        if not question.strip():
            raise BadInput("the question is empty.", field="--question")
        example = Example(id="1", question=question, references=tuple(reference or ()))
    else:
        if reference:
            raise BadInput("--reference goes with --question.")
        # rows before the one asked for need not be good: only that one is looked at
        intake = Intake(
            files, format=format, references=references, keep_going=True, refused_file="/dev/null"
        )
        with intake:
            example = _find(intake.examples(), id, system)
    asked = requests(metric or default_metrics([example]))
    tools = options.chosen_tools(parser)
    (example,) = check([example], asked, tools)
    scores = [request.metric.explain(example, tools) for request in asked]
    signatures = [request.metric.signature(tools, __version__) for request in asked]
    if json:
        print_json(_as_json(example, asked, scores, signatures))
        return
    out = console()
    _print_example(out, example)
    for request, score, signature in zip(asked, scores, signatures, strict=True):
        _print_score(out, request, score, signature)


def _find(examples: Iterator[Example], id: str | None, system: str | None) -> Example:
    seen: list[str] = []
    for example in examples:
        if (id is None or example.id == id) and (system is None or example.system == system):
            return example
        if len(seen) < 5:
            seen.append(example.id)
    wanted = f"id '{id}'" if id is not None else "row"
    wanted += f" of system '{system}'" if system is not None else ""
    known = f" The first ids are: {', '.join(seen)}." if seen else " There is no good row at all."
    raise BadInput(f"there is no {wanted}.{known}")


def _as_json(
    example: Example,
    asked: Sequence[Request],
    scores: Sequence[Score],
    signatures: Sequence[str],
) -> dict[str, Any]:
    return {
        "id": example.id,
        "system": example.system,
        "question": example.question,
        "references": list(example.references),
        "scores": {
            request.label: {
                **score.as_json(),
                "signature": signature,
            }
            for request, score, signature in zip(asked, scores, signatures, strict=True)
        },
    }


def _print_example(out: Console, example: Example) -> None:
    lines = [("id", example.id), ("system", example.system), ("question", example.question)]
    lines += [("reference", reference) for reference in example.references]
    for name, text in lines:
        if text:
            out.print(Text(f"{name:<10}", style="bold").append(text, style="not bold"))


def _print_score(out: Console, request: Request, score: Score, signature: str) -> None:
    out.print()
    if score.value is None:
        out.print(Text(f"{request.label}: unscored, {score.unscored}", style="bold"))
        return
    assert isinstance(score.value, float)
    title = Text(f"{request.label} = {number(score.value)}", style="bold")
    if choice := score.evidence.get("choice"):
        title.append(f"  ({choice})", style="not bold")
    out.print(title)
    for view in score.evidence.get("views", ()):
        if view["question"]:
            _print_words(out, "question", view["question"])
        for words in view["references"]:
            _print_words(out, "reference", words)
        if "table" in view:
            shown = table(view["table"]["columns"])
            for row in view["table"]["rows"]:
                shown.add_row(*(Text(cell) for cell in row))
            out.print(Padding(shown, (0, 0, 0, 2), expand=False))
        for step in view["steps"]:
            out.print(Text(f"  {step}"))
    out.print(Text(f"  signature {signature}"), soft_wrap=True)


def _print_words(out: Console, name: str, words: Sequence[tuple[str, str]]) -> None:
    """The words in a line; matched ones stand in brackets, so that it shows without colour."""
    line = Text(f"  {name:<9}")
    for word, mark in words:
        line.append(" ")
        line.append(f"[{word}]" if mark else word, style="green" if mark else "")
    out.print(line)
