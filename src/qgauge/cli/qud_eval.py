"""`qgauge qud eval`: labels for the questions of QUD parsers, per criterion and system."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

from rich.console import Console
from rich.text import Text

from qgauge.cli import options, qud_options
from qgauge.cli.html_page import Html, made_by, page_file
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.options import option
from qgauge.cli.qud_shards import label_shards
from qgauge.cli.shard_options import (
    Address,
    EngineName,
    Restart,
    Sharded,
    Sharding,
    output_of,
)
from qgauge.cli.terminal import clean, console, print_json, print_rows, progress
from qgauge.data import output_line
from qgauge.data.blocks import BLOCK

if TYPE_CHECKING:
    from qgauge.qud.evaluation import QudEvaluation
    from qgauge.qud.labelling import LabelCounts


@options.with_tools_of(*qud_options.ROLES)
def evaluate(
    files: qud_options.Files = None,
    metric: options.Metrics = None,
    criterion: qud_options.Criteria = None,
    method: qud_options.MethodName = None,
    articles: qud_options.Articles = None,
    references: qud_options.References = None,
    only: qud_options.Only = None,
    without: qud_options.Without = None,
    skip: Annotated[
        bool, option("Skip the other criteria for questions whose language is bad.")
    ] = True,
    flags: Annotated[bool, option("Also flag redundant and generic questions.")] = True,
    output: Annotated[
        str | None,
        options.written("Write each edge with its labels (`qud show` reads .jsonl and .json)"),
    ] = None,
    html: Html = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    workers: options.Workers = 1,
    engine: EngineName = "local",
    address: Address = None,
    restart: Restart = False,
    sharded: Sharded = False,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Label the questions of QUD parsers by the four criteria of QUDeval.

    The criteria are language quality, answer compatibility, givenness and anchor relevance. Prints
    tables per system, with counts of duplicates, mean lengths, and flags for redundant and generic
    questions.
    """
    from qgauge.qud.edge_files import EdgeFiles
    from qgauge.qud.evaluation import evaluate_edges, with_flags
    from qgauge.qud.labelling import requested

    requests = requested(metric, criterion, method)
    sharding = Sharding(output, workers, engine, address, restart, sharded)
    files_of_edges = EdgeFiles(
        files,
        columns=options.column_map(columns, ("edges",)),
        articles=articles,
        references=references,
        only=only,
        without=without,
        keep_going=keep_going,
        refused_file=refused,
        output=output,
        output_in_shards=True,
    )
    files_of_edges.check_page(html)
    with ExitStack() as open_files:
        open_files.enter_context(files_of_edges)
        edges = files_of_edges.edges()
        requests = with_flags(requests) if flags else requests
        opened = tools.opened(requests)
        in_shards = sharding.place is not None and (len(edges) > BLOCK or sharding.always())
        # open the output first: if it cannot be written, no call has been paid for
        out = open_files.enter_context(output_of(sharding)) if not in_shards else None
        page = open_files.enter_context(page_file(html))
        with progress("labelling", len(edges)) as done:
            if in_shards:
                found = label_shards(files_of_edges, edges, requests, opened, skip, sharding, done)
            else:
                found = evaluate_edges(
                    edges, requests, opened, skip=skip, workers=workers, progress=done
                )
        for at, edge in enumerate(edges):
            if out:
                scores = {result.metric: result.scores[at] for result in found.results}
                out.write_line(output_line(edge, scores))
        if page:
            from qgauge.report.qud_page import qud_page

            page.write(qud_page(found, made_by(files_of_edges.files)))
    to_stderr = "-" in (output, html)
    if json:
        print_json(found.as_json(files_of_edges.refused), stderr=to_stderr)
    else:
        _print(console(stderr=to_stderr), found)
    unscored = {
        label: list(systems.values())[-1].unscored for label, systems in found.counts.items()
    }
    tell_left_out(files_of_edges, unscored, len(edges), max_unscored)


def _print(out: Console, found: QudEvaluation) -> None:
    for label, systems in found.counts.items():
        _print_counts(out, label, systems)
    qud_options.print_habits(out, found.questions)
    if found.backwards:
        text = f"\n{found.backwards} edge(s): the anchor is not before the answer sentence."
        out.print(Text(text))
    out.print()
    for result in found.results:
        out.print(Text(f"signature {result.signature}"), soft_wrap=True)


def _print_counts(out: Console, label: str, systems: Mapping[str, LabelCounts]) -> None:
    names = list(next(iter(systems.values())).labels)
    columns = [label, *names, "n", "skipped", "unscored"]
    rows = []
    for name, counts in systems.items():
        shares = [
            f"{counts.labels[one]} ({counts.labels[one] / counts.n:.0%})" if counts.n else "-"
            for one in names
        ]
        rows.append(
            [name or "(no name)", *shares, str(counts.n), str(counts.skipped), str(counts.unscored)]
        )
    print_rows(out, columns, rows, right=columns[1:])
    for reason, count in list(systems.values())[-1].reasons.items():
        out.print(Text(clean(f"unscored by {label}: {count} ({reason})")))
    out.print()
