"""`qgauge compare`: test whether systems differ significantly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from rich.console import Console
from rich.text import Text

from qgauge.cli import options
from qgauge.cli.html_page import Html
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.report_file import page_of
from qgauge.cli.terminal import (
    Cell,
    clean,
    console,
    number,
    print_json,
    print_rows,
    progress,
    verdict,
)
from qgauge.core import BadInput
from qgauge.data import QuestionFiles, output_line
from qgauge.run import prepare
from qgauge.run.comparison import (
    SIGNIFICANT,
    compare_scored,
    pairs_of_systems,
    scored_systems,
)


@options.with_tools
def compare(
    files: options.Files = None,
    metric: options.Metrics = None,
    baseline: options.BaselineSystem = None,
    all_pairs: Annotated[bool, options.all_pairs("system")] = False,
    resamples: Annotated[int, options.resamples("for each test")] = 10_000,
    seed: options.Seed = 12345,
    references: options.References = None,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    workers: options.Workers = 1,
    html: Html = None,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Test whether systems differ significantly.

    Runs a paired bootstrap and an approximate randomisation test. The field 'system', or the file,
    says which system a row belongs to; rows of two systems are paired by id.
    """
    if baseline and all_pairs:
        raise BadInput("give --baseline or --all-pairs, not both.")
    questions = QuestionFiles(
        files,
        format=format,
        columns=options.column_map(columns),
        references=references,
        keep_going=keep_going,
        refused_file=refused,
    )
    with page_of(html, questions, changes=baseline is not None) as page:
        with questions, progress("scoring", files=questions.files) as done:
            requests, opened, examples = prepare(
                questions.examples(), metric or None, tools.opened, questions.names
            )
            systems = scored_systems(
                examples,
                requests,
                opened,
                workers=workers,
                progress=done,
                write=output_line if page else None,
                seen=page.add_line if page else None,
            )
        pairs = pairs_of_systems(systems, baseline, all_pairs)
        with progress("testing", 2 * resamples * len(pairs) * len(requests)) as done:
            comparison = compare_scored(
                systems, pairs, requests, opened, resamples=resamples, seed=seed, progress=done
            )
        if page:
            page.finish(
                dict(zip((one.label for one in requests), comparison.signatures, strict=True)),
                baseline=baseline,
                tests=comparison.tests,
                resamples=resamples,
                seed=seed,
            )
    found = comparison.as_json(questions.refused)
    to_stderr = html == "-"
    if json:
        print_json(found, stderr=to_stderr)
    else:
        print_tests(found["comparisons"], comparison.signatures, console(stderr=to_stderr))
    tell_left_out(questions, comparison.unscored, comparison.rows, max_unscored)


def print_tests(found: Sequence[dict[str, Any]], signatures: Sequence[str], out: Console) -> None:
    """Print one line per test, the excluded rows, and how to read the verdict."""
    columns = ["metric", "systems", "values", "difference", "95% CI", "n"]
    columns += ["p boot", "p rand", "p Holm", "verdict"]
    print_rows(out, columns, [_cells(row) for row in found], right=columns[2:9])
    for row in found:
        if row["unpaired"] or row["unscored"]:
            left_out = (
                f"{row['metric']}, {_names(row)}: excluded {row['unpaired']} unpaired and "
                f"{row['unscored']} unscored row(s)."
            )
            out.print(Text(clean(left_out)))
    out.print(
        f"\nThe verdict is on the second system: better or worse if p Holm < {SIGNIFICANT} (the\n"
        "randomisation test, corrected for all tests in this table). 'Not significant' does\n"
        "not mean that there is no difference."
    )
    for signature in signatures:
        out.print(Text(f"signature {signature}"), soft_wrap=True)


def _names(row: dict[str, Any]) -> str:
    return f"{row['first'] or '(no name)'} -> {row['second'] or '(no name)'}"


def _cells(row: dict[str, Any]) -> list[Cell]:
    start = [row["metric"], _names(row)]
    if "reason" in row:
        return [*start, "-", "-", "-", str(row["n"]), "-", "-", "-", row["reason"]]
    return [
        *start,
        f"{number(row['first_value'])} -> {number(row['second_value'])}",
        f"{row['difference']:+.4f}",
        f"{row['ci'][0]:+.4f} .. {row['ci'][1]:+.4f}",
        str(row["n"]),
        f"{row['p_bootstrap']:.4f}",
        f"{row['p_randomisation']:.4f}",
        f"{row['p_holm']:.4f}",
        verdict(row["verdict"]),
    ]
