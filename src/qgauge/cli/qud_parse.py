"""`qgauge qud parse`: find the questions under discussion of articles."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from qgauge import __version__
from qgauge.cli import completion, options
from qgauge.cli.config_file import is_typed
from qgauge.cli.left_out import tell
from qgauge.cli.options import argument, flag, one_of, option
from qgauge.cli.terminal import clean, console, print_json, progress
from qgauge.core import BadInput, BadSetting, Progress
from qgauge.core.suggestions import no_such
from qgauge.data import Output, dump

if TYPE_CHECKING:
    from qgauge.qud.parsing import Parsed

METHODS = ("embedded", "judge")


def parse(
    files: Annotated[
        list[str] | None,
        argument(
            "Articles: .txt with one sentence per line (or `number<TAB>sentence`), or .jsonl with "
            "a field `sentences`; - for .jsonl on stdin.",
            "FILES",
        ),
    ] = None,
    method: Annotated[
        str | None,
        one_of(
            "How to find them: with the small models of this package, or with a language model "
            "(default: judge if one is given, else embedded).",
            METHODS,
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
    generator: Annotated[
        str | None,
        option(
            "For the method embedded, what writes the questions: embedded (default), hf:MODEL or "
            "server:MODEL@URL.",
            "ENGINE",
            autocompletion=completion.engines("generator"),
        ),
    ] = None,
    judge: options.JudgeEngine = None,
    columns: Annotated[list[str] | None, options.mapped("sentences=lines,id=name")] = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    json: options.Json = False,
    *,
    ctx: typer.Context,
) -> None:
    """Find the questions under discussion of articles.

    For each sentence, this finds the question that it answers in the light of the sentences before
    it, and the sentence from which that question arises (its anchor). The method embedded tries
    several anchors and questions, and takes the best by the criteria of `qud eval`. The method
    judge has a language model write the question and then choose the anchor. The output is input
    for `qud eval` and `qud show`.
    """
    if not files:
        raise BadInput("give an article, or - for rows on stdin.")
    engines = {"judge": judge, "generator": generator}
    typed = [role for role in engines if is_typed(ctx, role)]
    wanted, method = _numbers(answers), _method(method, engines, typed)
    from qgauge.qud.article_files import ArticleFiles
    from qgauge.qud.parsing import answered

    reading = ArticleFiles(
        files,
        columns=options.column_map(columns, ("edges",)),
        keep_going=keep_going,
        refused_file=refused,
        output=output,
    )
    with reading:
        articles = list(reading.articles(wanted, split=split))
    steps = sum(len(answered(name, text, wanted)) for name, text in articles)
    steps *= 2 if method == "judge" else 1  # calls of the judge, or sentences
    # open the output first: if it cannot be written, no call has been paid for
    bar = progress("parsing", steps, output=output)
    with Output(output) if output else nullcontext() as out, bar as done:
        given = {role: engine for role, engine in engines.items() if engine}
        tools = options.ToolChoice(given, watch=done if method == "judge" else None)
        find, signature = (_by_judge if method == "judge" else _by_generator)(tools, done)
        try:
            found = [find(name, text, answers=wanted, system=system) for name, text in articles]
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


def _method(given: str | None, engines: Mapping[str, str | None], typed: Collection[str]) -> str:
    """Return the method; raise BadInput if a typed engine is of no use for it."""
    if given is not None and given not in METHODS:
        raise BadSetting(no_such("There is no method", given, METHODS))
    by_judge = engines["judge"] or os.environ.get(options.JUDGE)
    method = given or ("judge" if by_judge and "generator" not in typed else "embedded")
    unused = "judge" if method == "embedded" else "generator"
    if unused in typed:
        raise BadInput(f"--{unused} is given, but the method {method} does not use it.")
    return method


Find = Callable[..., "Parsed"]


def _by_judge(tools: options.ToolChoice, _: Progress | None) -> tuple[Find, str]:
    """Return the function that parses an article with a judge, and the signature."""
    from qgauge.qud.parsing import parse_article, prompt_digest

    model = tools.of_roles(["judge"])["judge"]
    signature = f"qud parse|prompt:{prompt_digest()}|judge:{model.identity}|v:{__version__}"
    return partial(parse_article, judge=model), signature


def _by_generator(tools: options.ToolChoice, done: Progress | None) -> tuple[Find, str]:
    """Return the function that parses an article with the generator, and the signature."""
    from qgauge.qud.embedded_parsing import USES, parse_with_generator, signature_parts

    opened = tools.of_roles(USES)
    parts = {"method": "embedded", **signature_parts(opened), "v": __version__}
    signature = "|".join(f"{name}:{part}" for name, part in parts.items())
    return partial(parse_with_generator, tools=opened, progress=done), f"qud parse|{signature}"


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
