"""Options that several verbs share, so that they read the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from qgauge.core import BadInput
from qgauge.run import Request

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILES...",
        help="Questions: .jsonl, .json, .csv, .tsv, .parquet or .txt, .gz too; - for stdin. "
        "With several files, each is a system named after its file.",
        show_default=False,
    ),
]
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "-m",
        "--metric",
        metavar="NAME[:SETTING=VALUE,...]",
        help="A metric, with settings; repeat for more. See `qgauge list`.",
        show_default=False,
    ),
]
References = Annotated[
    list[str] | None,
    typer.Option(
        "--references",
        metavar="FILE",
        help="For .txt questions: the references, one per line, for every file of questions; "
        "repeat for several per question.",
        show_default=False,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="jsonl, json, csv, tsv, parquet or txt, where the file name does not tell.",
        show_default=False,
    ),
]
KeepGoing = Annotated[
    bool,
    typer.Option(
        "--keep-going",
        help="Leave bad rows out instead of stopping; they go to a side file and the exit is 1.",
    ),
]
RefusedFile = Annotated[
    str | None,
    typer.Option(
        "--refused",
        metavar="FILE",
        help="Where --keep-going writes the bad rows (default: OUTPUT.refused.jsonl; without an "
        "output file, NAME.refused.jsonl in the current folder).",
        show_default=False,
    ),
]
MaxUnscored = Annotated[
    float,
    typer.Option(
        metavar="PERCENT",
        min=0,
        max=100,
        help="Exit with 1 if a metric leaves more than this share of the rows unscored.",
    ),
]
Workers = Annotated[int, typer.Option("--workers", metavar="N", min=1, help="Processes to use.")]
ParserEngine = Annotated[
    str | None,
    typer.Option(
        "--parser",
        metavar="ENGINE",
        help="For names=parser: spacy:MODEL, with MODEL a package or a folder.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]


def chosen_tools(parser: str | None, asked: Sequence[Request]) -> dict[str, Any]:
    """The tools the options ask for, by role; each must be of use to a metric."""
    if parser is None:
        return {}
    if not any("parser" in request.metric.roles() for request in asked):
        raise BadInput("--parser is given, but no metric here uses it; say so with names=parser.")
    from qgauge.tools.parser import open_parser

    return {"parser": open_parser(parser)}
