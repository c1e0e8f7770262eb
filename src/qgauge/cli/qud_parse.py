"""`qgauge qud parse`: the questions under discussion of an article, by a language model."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.text import Text

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.inputs import NOT_ALL_GOOD, check_targets
from qgauge.cli.terminal import clean, console, print_json, with_progress
from qgauge.core import BadInput, Metric, Score, Tools
from qgauge.data import Output, Refused, dump, label, read_objects, stem
from qgauge.data.text import broken, decoded
from qgauge.qud.documents import MOST_SENTENCES, Place, sentences_of
from qgauge.run import Request


@options.with_tools
def parse(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILES",
            help="Articles: .txt with a sentence a line (or `number<TAB>sentence`), or .jsonl rows "
            "with `sentences`; - for .jsonl on stdin.",
            show_default=False,
        ),
    ] = None,
    answers: Annotated[
        str | None,
        typer.Option(
            metavar="N[,N...]",
            help="Only questions that these sentences answer (default: all but the first).",
            show_default=False,
        ),
    ] = None,
    system: Annotated[
        str, typer.Option(metavar="NAME", help="What the parser is called in the output.")
    ] = "parser",
    tree: Annotated[
        bool,
        typer.Option("--tree", help="Print the sentences as a tree, and write it with the edges."),
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write one row of JSONL an article: sentences, edges and why some are missing; - "
            "for stdout.",
            show_default=False,
        ),
    ] = None,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Find the questions under discussion of articles with a language model.

    For each sentence the question it answers, from the sentences before it; then the sentence from
    which that question arises. What comes out can go to `qud eval` and `qud show`.
    """
    if not files:
        raise BadInput("give an article, or - for rows on stdin.")
    wanted = _numbers(answers)
    check_targets(files, output, None)
    articles = [one for file in files for one in _articles(file)]
    opened = tools.opened([Request("qud parse", _Asks())])
    if "judge" not in opened:
        raise BadInput("qud parse asks a language model; give one with --judge.")
    from qgauge.qud.page import tree as grown
    from qgauge.qud.parsing import parse_article, prompt_digest

    judge = opened["judge"]
    signature = f"qud parse|prompt:{prompt_digest()}|judge:{judge.identity}|v:{__version__}"
    rows = []
    for name, sentences in with_progress(articles, "parsing", [], total=len(articles)):
        parsed = parse_article(name, sentences, judge, answers=wanted, system=system)
        row: dict[str, Any] = {
            "id": name,
            "sentences": list(sentences),
            "edges": [
                {
                    "id": edge.id,
                    "question": edge.question,
                    "anchor": edge.anchor,
                    "answer_sentence": edge.answer_sentence,
                    "system": edge.system,
                }
                for edge in parsed.article.edges
            ],
            "failed": {str(number): why for number, why in parsed.failed.items()},
            "signature": signature,
        }
        if tree:
            row["tree"] = grown(parsed.article)
        rows.append((parsed, row))
    if output:
        with Output(output) as out:
            for _, row in rows:
                out.write_line(dump(row))
    if json:
        print_json({"articles": [row for _, row in rows]}, stderr=output == "-")
    else:
        _show([parsed for parsed, _ in rows], signature, tree=tree, stderr=output == "-")
    _tell_failed([parsed.failed for parsed, _ in rows])


class _Asks(Metric):
    """What the options of the panel Tools look at: parsing takes a judge and nothing else."""

    name, about, uses = "qud parse", "", ("judge",)

    def score(self, examples: Sequence[Any], tools: Tools) -> list[Score]:
        raise NotImplementedError


def _show(found: Sequence[Any], signature: str, *, tree: bool, stderr: bool) -> None:
    from qgauge.qud.page import lines, tree_lines
    from qgauge.qud.page import tree as grown

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


def _tell_failed(failed: Sequence[Mapping[int, str]]) -> None:
    count = sum(map(len, failed))
    if count:
        typer.echo(f"qgauge: {count} sentence(s) got no question; the output says why.", err=True)
        raise typer.Exit(NOT_ALL_GOOD)


def _numbers(given: str | None) -> list[int]:
    if given is None:
        return []
    if not re.fullmatch(r"\s*[0-9]{1,5}\s*(,\s*[0-9]{1,5}\s*)*", given):
        raise BadInput("must be numbers of sentences, such as 2,5,9", field="--answers")
    return [int(one) for one in given.split(",")]


def _articles(file: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not file.lower().endswith((".txt", ".txt.gz")):
        for item in read_objects(file):
            if isinstance(item, Refused):
                raise item.error
            line, number, value = item
            place = Place(label(file), line)
            if not isinstance(value, dict):
                raise place.refused("must be an object with sentences", "")
            yield str(value.get("id", number)), sentences_of(value, place)
        return
    yield os.path.basename(stem(file)), _sentences(file)


def _sentences(file: str) -> tuple[str, ...]:
    """A sentence a line, numbered or not; a number that is left out is a missing sentence."""
    found: dict[int, str] = {}
    with decoded(file) as text:
        for at, line in enumerate(text.lines(), 1):
            if problem := broken(line):
                raise BadInput(problem, file=text.name, line=at)
            if not line.strip():
                continue
            numbered = re.fullmatch(r"([0-9]{1,5})\t(.*\S.*)", line.rstrip("\n"))
            number = int(numbered[1]) if numbered else max(found, default=0) + 1
            if number in found or not 1 <= number <= MOST_SENTENCES:
                problem = f"the sentence number {number} is out of range or was there before"
                raise BadInput(problem, file=text.name, line=at)
            found[number] = (numbered[2] if numbered else line).strip()
    if len(found) < 2:
        raise BadInput("an article needs two sentences or more", file=label(file))
    return tuple(found.get(number, "") for number in range(1, max(found) + 1))
