"""`qgauge items`: do questions tell strong respondents from weak ones, and what do experts say?"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from qgauge.cli import options
from qgauge.cli.inputs import NOT_ALL_GOOD, Intake, beside, check_targets
from qgauge.cli.items_view import as_json, item_row, print_study
from qgauge.cli.terminal import clean, console, print_json
from qgauge.core import BadInput
from qgauge.data import Output, Refused, label, read_table, refused_row

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
    resamples: Annotated[
        int, typer.Option(metavar="N", min=100, max=100_000, help="Resamples for each interval.")
    ] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of the resampling.")] = 12345,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write every item as JSONL; - for stdout (the tables go to stderr).",
            show_default=False,
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="Of the matrices: csv or tsv, where the file name does not tell.",
            show_default=False,
        ),
    ] = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    json: options.Json = False,
) -> None:
    """How well do questions tell strong respondents from weak ones, and what do experts say?

    Point-biserial correlation with the rest of the test, upper-lower index and difficulty from
    response matrices; questions that judges filtered out get -1; mean ratings with intervals.
    """
    from qgauge.items import Settings, Study

    settings = Settings(
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
        open_files.enter_context(reading.open)
        wrong = settings.missing == "wrong"
        matrices = [
            reading.matrix(file, format, respondent, ignore or [], wrong) for file in reading.tests
        ]
        study = Study.of(settings, matrices, reading.examples())
        if output is not None:
            out = open_files.enter_context(Output(output))
            for item in study.items:
                out.write(item_row(item))
    if json:
        print_json(as_json(study) | {"refused": reading.refused}, stderr=output == "-")
    else:
        print_study(console(stderr=output == "-"), study)
    reading.tell()


class _Reading:
    """Matrices and questions; a bad row stops the run, or goes to a side file."""

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
        if len(set(files)) < len(files):
            raise BadInput("the same file is given twice.")
        if refused_file is not None and not keep_going:
            raise BadInput("--refused goes with --keep-going.")
        self.tests, self.open = tests, ExitStack()
        self._questions, self._keep_going = questions, keep_going
        self._refused_file = refused_file or beside(output, files[0])
        check_targets(files, output, self._refused_file if keep_going else None)
        self._side: Output | None = None
        self.refused = 0
        self._first: BadInput | None = None

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
                self._refuse(row)
                continue
            line, _, cells = row
            try:
                responses.add(cells, line)
            except BadInput as error:
                if error.line == 1:
                    raise  # of the header, so of every row
                self._refuse(Refused(error, cells))
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
                self._refuse(row)
                continue
            try:
                task_of(row)
                filtered(row)
            except BadInput as error:
                named = BadInput(error.problem, file=intake.names, field=error.field)
                self._refuse(Refused(named, {"id": row.id, **row.meta}))
                continue
            found.append(row)
        if not found and not self.refused:
            raise intake.nothing()
        return found

    def tell(self) -> None:
        if self.refused:
            problem = (
                f"{self.refused} row(s) refused and written to {self._refused_file}; the first: "
                f"{self._first}"
            )
            typer.echo(f"qgauge: {clean(problem)}", err=True)
            raise typer.Exit(NOT_ALL_GOOD)

    def _refuse(self, row: Refused) -> None:
        if not self._keep_going:
            error = row.error
            advice = "Mend the row, or leave such rows out with --keep-going."
            problem = f"{error.problem.rstrip('.')}. {advice}"
            raise BadInput(problem, file=error.file, line=error.line, field=error.field)
        if self._side is None:
            self._side = self.open.enter_context(Output(self._refused_file))
            self._first = row.error
        self._side.write(refused_row(row))
        self.refused += 1
