"""`qgauge explain`: how the scores of one row were computed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from qgauge.cli import options
from qgauge.cli.options import option
from qgauge.cli.terminal import clean, console, number, print_json, shaded, table
from qgauge.core import BadInput, Example, Score
from qgauge.data import QuestionFiles
from qgauge.run import Request, prepare
from qgauge.run.explanation import explain_row


@options.with_tools
def explain(
    files: options.Files = None,
    id: Annotated[
        str | None, option("The id of the row (default: the first row).", "ID", "--id")
    ] = None,
    system: Annotated[
        str | None, option("The system, if several have a row with this id.", "SYSTEM")
    ] = None,
    question: Annotated[str | None, option("A question, instead of a file.", "TEXT")] = None,
    reference: Annotated[
        list[str] | None, option("A reference for --question; may be repeated.", "TEXT")
    ] = None,
    passage: Annotated[str | None, option("The passage for --question.", "TEXT")] = None,
    answer: Annotated[str | None, option("The answer to --question.", "TEXT")] = None,
    metric: options.Metrics = None,
    references: options.References = None,
    format: options.Format = None,
    columns: options.Columns = None,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Show how the scores of one row were computed.

    Prints how words were classified, which ones matched, and each step of the calculation.
    """
    if (question is None) == (not files):
        raise BadInput("give a file of questions, or --question with --reference or --passage.")
    if question is not None:
        beside = {"--id": id, "--system": system, "--references": references, "--format": format}
        beside["--map"] = columns or None
        for option, value in beside.items():
            if value is not None:
                raise BadInput(f"{option} needs a file; it cannot be used with --question.")
        if not question.strip():
            raise BadInput("the question is empty.", field="--question")
        example, source = Example("1", question, tuple(reference or ()), passage, answer), ""
    else:
        for option, given in (("reference", reference), ("passage", passage), ("answer", answer)):
            if given:
                raise BadInput(f"--{option} can only be used with --question.")
        questions = QuestionFiles(
            files, format=format, columns=options.column_map(columns), references=references
        )
        example, source = questions.find(id, system), questions.names
    requests, opened, _ = prepare([example], metric or None, tools.opened, source)
    explanation = explain_row(example, requests, opened)
    if json:
        print_json(explanation.as_json())
        return
    out = console()
    metrics = [request.metric for request in requests]
    _print_example(out, example, {name for one in metrics for name in (*one.needs, *one.optional)})
    for request in requests:
        label = request.label
        _print_score(out, request, explanation.scores[label], explanation.signatures[label])


def _print_example(out: Console, example: Example, used: Collection[str]) -> None:
    lines = [("id", example.id), ("system", example.system), ("question", example.question)]
    lines += [("reference", reference) for reference in example.references]
    lines += [(name, getattr(example, name)) for name in ("passage", "answer") if name in used]
    for name, text in lines:
        if text:
            out.print(Text(f"{name:<10}", style="bold").append(clean(text), style="not bold"))


def _print_score(out: Console, request: Request, score: Score, signature: str) -> None:
    label = request.label
    out.print()
    if score.value is None:
        out.print(Text(f"{label}: unscored, {score.unscored}", style="bold"))
        for name, text in score.evidence.items():
            out.print(Text(clean(f"  {name}: {text}")))
        return
    title = Text(f"{label} = ", style="bold")
    if isinstance(score.value, str):
        title.append(score.value)
    else:
        title.append_text(shaded(number(score.value), score.value, request.metric.marks))
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
                shown.add_row(*(Text(clean(cell)) for cell in row))
            out.print(Padding(shown, (0, 0, 0, 2), expand=False))
        for step in view["steps"]:
            out.print(Text(clean(f"  {step}")))
    out.print(Text(f"  signature {signature}"), soft_wrap=True)


def _print_words(out: Console, name: str, words: Sequence[tuple[str, str]]) -> None:
    """Print the words on one line, with matched words in brackets for output without colour."""
    line = Text(f"  {name:<9}")
    for word, mark in words:
        line.append(" ")
        line.append(clean(f"[{word}]" if mark else word), style="green" if mark else "")
    out.print(line)
