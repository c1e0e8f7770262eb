"""`qgauge items`: do questions tell strong respondents from weak ones, and what do experts say?"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from qgauge.cli import options
from qgauge.cli.inputs import Intake
from qgauge.cli.items_view import as_json, item_row, print_study
from qgauge.cli.refusals import RowFiles, tell
from qgauge.cli.terminal import console, print_json
from qgauge.core import BadInput
from qgauge.data import Output, Refused, label, read_table

if TYPE_CHECKING:
    from qgauge.core import Example
    from qgauge.items import Matrix


def items(
    tests: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TESTS...",
            help="Response matrices: .csv or .tsv, .gz too; - for stdin. A row for each "
            "respondent, a column for each item (its header is the question's id), 1 for right, "
            "0 for wrong, empty if not given. One file a test.",
            show_default=False,
        ),
    ] = None,
    questions: Annotated[
        list[str] | None,
        typer.Option(
            "--questions",
            metavar="FILE",
            help="The questions behind the items, in any format of `score`, with their systems, "
            "ratings, 'filtered', 'question_type', 'snippets' and 'track'; repeat for more.",
            show_default=False,
        ),
    ] = None,
    power: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="What counts as an item's power: point_biserial or upper_lower."
        ),
    ] = "point_biserial",
    by: Annotated[
        str, typer.Option(metavar="FIELD", help="Means by system, track or question_type.")
    ] = "system",
    judged: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DIMENSION",
            help="Ratings in which judges say whether type or topic fits, yes or no; a question "
            "is filtered out if most of them say no. Repeat for more.",
            show_default=False,
        ),
    ] = None,
    missing: Annotated[
        str, typer.Option(metavar="HOW", help="Empty cells are left-out, or count as wrong.")
    ] = "left-out",
    respondent: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="The column that says who answered, where it has none of the usual names.",
            show_default=False,
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN", help="A column that is no item; repeat for more.", show_default=False
        ),
    ] = None,
    min_respondents: Annotated[
        int, typer.Option(metavar="N", help="With fewer, an item has no power.")
    ] = 10,
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

    settings = ItemSettings(
        power,  # type: ignore[arg-type]
        by,  # type: ignore[arg-type]
        min_respondents,
        missing,  # type: ignore[arg-type]
        tuple(judged or ()),
        resamples,
        seed,
    )
    reading = _Reading(tests or [], questions or [], keep_going, refused, output)
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
    tell(reading.left_out())


class _Reading(RowFiles):
    """Matrices and questions."""

    def __init__(
        self,
        tests: list[str],
        questions: list[str],
        keep_going: bool,
        refused_file: str | None,
        output: str | None,
    ) -> None:
        files = [*tests, *questions]
        if not files:
            raise BadInput("give a response matrix, or questions with ratings by --questions FILE.")
        super().__init__(files, keep_going=keep_going, refused_file=refused_file, output=output)
        self.tests, self._questions = tests, questions

    def matrix(
        self,
        file: str,
        format: str | None,
        respondent: str | None,
        ignored: list[str],
        wrong_if_missing: bool,
    ) -> Matrix:
        from qgauge.items import Responses

        responses = Responses(label(file), respondent, ignored, wrong_if_missing)
        for row in read_table(file, format=format):
            if isinstance(row, Refused):
                self.refuse(row.error, row.row)
                continue
            line, _, cells = row
            try:
                responses.add(cells, line)
            except BadInput as error:
                if error.line == 1:
                    raise  # of the header, so of every row
                self.refuse(error, cells)
        if self.refused and not responses.count:
            raise self.without("responses")
        return responses.matrix()

    def examples(self) -> list[Example]:
        """The questions whose task and verdict can be read."""
        if not self._questions:
            return []
        from qgauge.core import Example
        from qgauge.items import filtered, task_of

        found: list[Example] = []
        intake = Intake(self._questions)
        for row in intake.rows():
            if not isinstance(row, Example):
                self.refuse(row.error, row.row)
                continue
            try:
                task_of(row)
                filtered(row)
            except BadInput as error:
                named = BadInput(error.problem, file=intake.names, field=error.field)
                self.refuse(named, {"id": row.id, **row.meta})
                continue
            found.append(row)
        if not found and not self.refused:
            raise intake.nothing()
        if not found and not self.tests:
            raise self.without("questions")
        return found
