"""Options and helpers shared by the `qud` subcommands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from rich.console import Console

from qgauge.cli.options import argument, one_of, option
from qgauge.cli.terminal import print_rows, progress
from qgauge.core import Example, Result, Tools
from qgauge.run import Request

if TYPE_CHECKING:
    from qgauge.qud.labelling import Habits

ROLES = (
    "parser",
    "classifier",
    "grammarian",
    "reader",
    "entailer",
    "embedder",
    "judge",
    "encoder",
    "comparer",
)
"""The roles of the tools that the criteria can use; the last two with method=reference."""
CRITERIA = ("language", "compatibility", "givenness", "relevance")
METHODS = (
    "embedded",
    "rule",
    "infostatus",
    "bleu1",
    "llm_zero",
    "llm_few",
    "llm_score",
    "llm_answer",
    "reference",
)
"""Duplicated from the criteria, like the names above, to keep `--help` fast."""

Files = Annotated[
    list[str] | None,
    argument(
        "Edges: .jsonl or .json (each row one edge, or one article with its edges; or DCQA), - "
        "for stdin; or the .csv of QUDeval, or the folder that contains it.",
        "FILES",
    ),
]
Articles = Annotated[
    str | None,
    option("For DCQA: the articles, as ID.txt with lines `number<TAB>sentence`.", "FOLDER"),
]
References = Annotated[
    list[str] | None,
    option(
        "Human-written edges, in DCQA's or qgauge's format. Their questions for the same answer "
        "sentence become the references. May be repeated.",
        "FILE",
    ),
]
Only = Annotated[list[str] | None, option("Only these articles; may be repeated.", "ID[,ID...]")]
Without = Annotated[
    list[str] | None, option("Exclude these articles; may be repeated.", "ID[,ID...]")
]
Criteria = Annotated[
    list[str] | None,
    one_of("A criterion to label by; may be repeated (default: all).", CRITERIA),
]
MethodName = Annotated[
    str | None,
    option(
        f"How to judge: {', '.join(METHODS[:-1])} or {METHODS[-1]}. Criteria that do not have the "
        "method are skipped. (The default depends on the criterion.)",
        "NAME",
        autocompletion=lambda: METHODS,
    ),
]


def labelled(
    edges: Sequence[Example], requests: Sequence[Request], tools: Tools, *, skip: bool, workers: int
) -> list[Result]:
    """Label every edge with every metric, with a progress bar."""
    from qgauge.qud.labelling import label_edges

    with progress("labelling", len(edges)) as done:
        return label_edges(edges, requests, tools, skip=skip, workers=workers, progress=done)


def print_habits(out: Console, systems: Mapping[str, Habits]) -> None:
    """Print the share of repeated questions and the mean question length of each system."""
    columns = ["questions", "n", "asked more than once", "mean length"]
    rows = [
        [
            name or "(no name)",
            str(one.questions),
            f"{one.duplicates} ({one.duplicates / one.questions:.0%})",
            f"{one.mean_length:.2f}",
        ]
        for name, one in systems.items()
    ]
    print_rows(out, columns, rows, right=columns[1:])
