"""`qgauge items`: do questions tell strong respondents from weak ones, and what do experts say?"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated

from qgauge.cli import options
from qgauge.cli.items_view import as_json, item_row, print_study
from qgauge.cli.left_out import tell
from qgauge.cli.options import argument, option
from qgauge.cli.terminal import console, print_json
from qgauge.data import Output


def items(
    tests: Annotated[
        list[str] | None,
        argument(
            "Response matrices: .csv or .tsv, .gz too; - for stdin. A row for each "
            "respondent, a column for each item (its header is the question's id), 1 for right, "
            "0 for wrong, empty if not given. One file a test.",
            "TESTS...",
        ),
    ] = None,
    questions: Annotated[
        list[str] | None,
        option(
            "The questions behind the items, in any format of `score`, with their systems, "
            "ratings, 'filtered', 'question_type', 'snippets' and 'track'; repeat for more.",
            "FILE",
            "--questions",
        ),
    ] = None,
    power: Annotated[
        str, option("What counts as an item's power: point_biserial or upper_lower.", "NAME")
    ] = "point_biserial",
    by: Annotated[str, option("Means by system, track or question_type.", "FIELD")] = "system",
    judged: Annotated[
        list[str] | None,
        option(
            "Ratings in which judges say whether type or topic fits, yes or no; a question "
            "is filtered out if most of them say no. Repeat for more.",
            "DIMENSION",
        ),
    ] = None,
    missing: Annotated[
        str, option("Empty cells are left-out, or count as wrong.", "HOW")
    ] = "left-out",
    respondent: Annotated[
        str | None,
        option(
            "The column that says who answered, where it has none of the usual names.", "COLUMN"
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None, option("A column that is no item; repeat for more.", "COLUMN")
    ] = None,
    min_respondents: Annotated[int, option("With fewer, an item has no power.", "N")] = 10,
    resamples: Annotated[int, options.resamples("for each interval")] = 1000,
    seed: options.Seed = 12345,
    output: Annotated[str | None, options.written("Write every item")] = None,
    format: Annotated[str | None, options.read_as("Of the matrices: csv or tsv")] = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    json: options.Json = False,
) -> None:
    """How well do questions tell strong respondents from weak ones, and what do experts say?

    Point-biserial correlation with the rest of the test, upper-lower index and difficulty from
    response matrices; questions that judges filtered out get -1; mean ratings with intervals.
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
    reading = ItemFiles(tests or [], questions or [], keep_going, refused, output)
    with ExitStack() as open_files:
        open_files.enter_context(reading)
        wrong = settings.missing == "wrong"
        matrices = [
            reading.matrix(file, format, respondent, ignore or [], wrong) for file in reading.tests
        ]
        study = ItemAnalysis.of(settings, matrices, reading.examples())
        if output is not None:
            out = open_files.enter_context(Output(output))
            for item in study.items:
                out.write(item_row(item))
    if json:
        print_json(as_json(study) | {"refused": reading.refused}, stderr=output == "-")
    else:
        print_study(console(stderr=output == "-"), study)
    tell(reading.left_out)
