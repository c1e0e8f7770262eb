"""`qgauge items`: item analysis of test questions, and expert ratings of them."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated

import typer

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.html_page import Html, made_by, page_file
from qgauge.cli.items_view import as_json, item_row, left_out_columns, print_study
from qgauge.cli.left_out import tell
from qgauge.cli.options import argument, one_of, option
from qgauge.cli.terminal import clean, console, print_json
from qgauge.data import Output


def items(
    tests: Annotated[
        list[str] | None,
        argument(
            "Response matrices: .csv, .tsv or .xlsx; - for stdin. One file per test, one row "
            "per respondent, one column per item (headed by the id of the question). Cells are 1 "
            "for right, 0 for wrong, or empty if the respondent was not given the item; or options "
            "such as A or 2, with --key or a row whose respondent is KEY.",
            "TESTS",
        ),
    ] = None,
    key: Annotated[
        str | None,
        option(
            "The answer key, if the cells are options: a table with the columns item and key, or "
            "with one row and a column per item.",
            "FILE",
        ),
    ] = None,
    questions: Annotated[
        list[str] | None,
        option(
            "The questions of the items, in any format that `score` reads, with the optional "
            "fields 'system', 'ratings', 'filtered', 'question_type', 'snippets' and 'track'; may "
            "be repeated.",
            "FILE",
            "--questions",
        ),
    ] = None,
    power: Annotated[
        str, one_of("The discrimination index.", ["point_biserial", "upper_lower"])
    ] = "point_biserial",
    by: Annotated[
        str, one_of("Group the means by this field.", ["system", "track", "question_type"])
    ] = "system",
    judged: Annotated[
        list[str] | None,
        option(
            "A dimension in 'ratings' where judges say whether the type or topic fits, yes or no. "
            "A question is filtered out if most of them say no. May be repeated.",
            "DIMENSION",
        ),
    ] = None,
    missing: Annotated[
        str, one_of("How to treat empty cells: ignored, or wrong.", ["left-out", "wrong"])
    ] = "left-out",
    respondent: Annotated[
        str | None,
        option("The column that identifies the respondent, if it has an unusual name.", "COLUMN"),
    ] = None,
    ignore: Annotated[
        list[str] | None, option("A column that is not an item; may be repeated.", "COLUMN")
    ] = None,
    min_respondents: Annotated[
        int, option("Minimum number of respondents for the power of an item.", "N")
    ] = 10,
    resamples: Annotated[int, options.resamples("for each interval")] = 1000,
    seed: options.Seed = 12345,
    output: Annotated[str | None, options.written("Write every item")] = None,
    html: Html = None,
    format: Annotated[
        str | None, options.read_as("The format of the matrices: csv, tsv or xlsx")
    ] = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    json: options.Json = False,
) -> None:
    """Analyse how well test questions separate strong from weak respondents.

    From response matrices: difficulty, point-biserial correlation with the rest of the test, and
    upper-lower index of each item. Questions that judges filtered out get a power of -1. From the
    ratings of experts: means with intervals.
    """
    from qgauge.items import ItemAnalysis, ItemSettings
    from qgauge.items.files import ItemFiles

    settings = ItemSettings(
        power,  # type: ignore[arg-type]
        by,  # type: ignore[arg-type]
        min_respondents,
        missing,  # type: ignore[arg-type]
        tuple(judged or ()),
        resamples,
        seed,
    )
    reading = ItemFiles(
        tests or [],
        questions or [],
        keep_going,
        refused,
        output,
        key,
        options.column_map(columns),
    )
    reading.check_page(html)
    with ExitStack() as open_files:
        open_files.enter_context(reading)
        page = open_files.enter_context(page_file(html))
        wrong = settings.missing == "wrong"
        matrices = [
            reading.matrix(file, format, respondent, ignore or [], wrong) for file in reading.tests
        ]
        study = ItemAnalysis.of(settings, matrices, reading.examples())
        if output is not None:
            out = open_files.enter_context(Output(output))
            for item in study.items:
                out.write(item_row(item))
        if page:
            from qgauge.report.items_page import items_page

            signature = ("signature", settings.signature(__version__))
            page.write(items_page(study, [*made_by(reading.files), signature]))
    to_stderr = "-" in (output, html)
    if json:
        print_json(as_json(study) | {"refused": reading.refused}, stderr=to_stderr)
    else:
        print_study(console(stderr=to_stderr), study)
    for note in left_out_columns(study):
        typer.echo(clean(note), err=True)
    tell(reading.left_out)
