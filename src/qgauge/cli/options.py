"""Options that several verbs share, so that they read the same everywhere."""

from __future__ import annotations

from typing import Annotated, Any

import typer

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
        help="For .txt questions: the references, one per line; repeat for several per question.",
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
        help="Where --keep-going writes the bad rows (default: beside the output).",
        show_default=False,
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


def chosen_tools(parser: str | None) -> dict[str, Any]:
    """The tools the options ask for, by role."""
    if parser is None:
        return {}
    from qgauge.tools.parser import open_parser

    return {"parser": open_parser(parser)}
