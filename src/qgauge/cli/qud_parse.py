"""`qgauge qud parse`: find the questions under discussion of articles with a language model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

from rich.text import Text

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.left_out import tell
from qgauge.cli.options import argument, flag, option
from qgauge.cli.terminal import clean, console, print_json, progress
from qgauge.core import BadInput
from qgauge.data import Output, dump

if TYPE_CHECKING:
    from qgauge.qud.parsing import Parsed


def parse(
    files: Annotated[
        list[str] | None,
        argument(
            "Articles: .txt with one sentence per line (or `number<TAB>sentence`), or .jsonl with "
            "a field `sentences`; - for .jsonl on stdin.",
            "FILES",
        ),
    ] = None,
    answers: Annotated[
        str | None,
        option(
            "Find questions only for these answer sentences (default: all but the first).",
            "N[,N...]",
        ),
    ] = None,
    split: Annotated[
        bool, flag("The .txt is running text: split it into sentences first.", "--split")
    ] = False,
    system: Annotated[str, option("The system name in the output.", "NAME")] = "parser",
    tree: Annotated[
        bool, flag("Print the sentences as a tree, and add the tree to the output.", "--tree")
    ] = False,
    output: Annotated[
        str | None,
        option(
            "Write one row per article, with sentences, edges, and the reasons for missing edges, "
            f"{options.OUTPUT_FORMATS}.",
            "FILE",
            "-o",
            "--output",
        ),
    ] = None,
    judge: options.JudgeEngine = None,
    columns: Annotated[list[str] | None, options.mapped("sentences=lines,id=name")] = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    json: options.Json = False,
) -> None:
    """Find the questions under discussion of articles with a language model.

    For each sentence, the model writes the question that it answers in the light of the sentences
    before it, and then chooses the sentence from which that question arises (its anchor). The
    output is input for `qud eval` and `qud show`.
    """
    if not files:
        raise BadInput("give an article, or - for rows on stdin.")
    wanted = _numbers(answers)
    from qgauge.qud.article_files import ArticleFiles
    from qgauge.qud.parsing import answered, parse_article, prompt_digest

    reading = ArticleFiles(
        files,
        columns=options.column_map(columns, ("edges",)),
        keep_going=keep_going,
        refused_file=refused,
        output=output,
    )
    with reading:
        articles = list(reading.articles(wanted, split=split))
    calls = 2 * sum(len(answered(name, text, wanted)) for name, text in articles)
    # open the output first: if it cannot be written, no call has been paid for
    bar = progress("parsing", calls, output=output)
    with Output(output) if output else nullcontext() as out, bar as done:
        tools = options.ToolChoice({"judge": judge} if judge else {}, watch=done)
        model = tools.of_roles(["judge"])["judge"]
        signature = f"qud parse|prompt:{prompt_digest()}|judge:{model.identity}|v:{__version__}"
        try:
            found = [
                parse_article(name, text, model, answers=wanted, system=system)
                for name, text in articles
            ]
        finally:
            tools.tell_costs()
        rows = [_row(parsed, signature, tree=tree) for parsed in found]
        for row in rows:
            if out:
                out.write_line(dump(row))
    if json:
        print_json({"articles": rows, "refused": reading.refused}, stderr=output == "-")
    else:
        _show(found, signature, tree=tree, stderr=output == "-")
    failed = sum(len(parsed.failed) for parsed in found)
    problems = [f"{failed} sentence(s) got no question; see the output."] if failed else []
    tell([*reading.left_out, *problems])


def _row(parsed: Parsed, signature: str, *, tree: bool) -> dict[str, Any]:
    """Return an article and its edges in the format that `qud eval` and `qud show` read."""
    from qgauge.qud.text_views import tree as grown

    article = parsed.article
    row: dict[str, Any] = {
        "id": article.id,
        "sentences": list(article.sentences),
        "edges": [
            {
                "id": edge.id,
                "question": edge.question,
                "anchor": edge.anchor,
                "answer_sentence": edge.answer_sentence,
                "system": edge.system,
            }
            for edge in article.edges
        ],
        "failed": {str(number): why for number, why in parsed.failed.items()},
        "signature": signature,
    }
    return row | {"tree": grown(article)} if tree else row


def _show(found: Sequence[Parsed], signature: str, *, tree: bool, stderr: bool) -> None:
    from qgauge.qud.text_views import lines, tree_lines
    from qgauge.qud.text_views import tree as grown

    out = console(stderr=stderr)
    for parsed in found:
        article = parsed.article
        nothing: list[Any] = [{} for _ in article.edges]
        shown = tree_lines(grown(article)) if tree else lines(article, nothing, nothing)
        for line in shown:
            out.print(Text(clean(line)), soft_wrap=True)
        for number, why in parsed.failed.items():
            out.print(Text(clean(f"no question for sentence {number}: {why}")))
        out.print()
    out.print(Text(f"signature {signature}"), soft_wrap=True)


def _numbers(given: str | None) -> list[int]:
    if given is None:
        return []
    if not re.fullmatch(r"\s*[0-9]{1,5}\s*(,\s*[0-9]{1,5}\s*)*", given):
        raise BadInput("must be sentence numbers, such as 2,5,9", field="--answers")
    numbers = [int(one) for one in given.split(",")]
    if min(numbers) < 2:
        problem = "must be 2 or more: the first sentence cannot answer a question"
        raise BadInput(problem, field="--answers")
    return numbers
