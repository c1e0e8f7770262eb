"""`qgauge items`: do questions tell strong respondents from weak ones, and what do experts say?"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.inputs import NOT_ALL_GOOD, Intake, beside, check_targets
from qgauge.cli.terminal import clean, console, number, print_json, print_rows
from qgauge.core import BadInput, Summary
from qgauge.data import Output, Refused, label, read_table, refused_row

if TYPE_CHECKING:
    from qgauge.core import Example
    from qgauge.items import Estimate, Item, Matrix, Study

WEAK = 0.2
"""Below this power an item is usually replaced (Ebel and Frisbie 1991)."""


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
                out.write(_row(item))
    if json:
        print_json(_as_json(study) | {"refused": reading.refused}, stderr=output == "-")
    else:
        _print(console(stderr=output == "-"), study)
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


# -------------------------------------------------------------------- rows and JSON


def _row(item: Item) -> dict[str, Any]:
    from qgauge.items import rated

    row: dict[str, Any] = {"id": item.id}
    if item.example is not None:
        row |= {"system": item.example.system, "question": item.example.question}
    row |= item.task.as_json()
    if item.filtered:
        row["filtered"] = item.filtered
    row["power"] = item.power.as_json()
    if item.tested is not None:
        row["n"] = item.tested.n
        for name in ("difficulty", "point_biserial", "upper_lower"):
            row[name] = getattr(item.tested, name).as_json()
    if item.example is not None and item.example.ratings:
        row["ratings"] = {
            name: rated(item.example, name).as_json() for name in item.example.ratings
        }
    return row


def _as_json(study: Study) -> dict[str, Any]:
    from qgauge.items import reliability

    fewest = study.settings.fewest
    tests = {
        found.test: {
            "respondents": found.respondents,
            "items": found.items,
            "mean": found.mean,
            "alpha": found.alpha.as_json(),
        }
        for found in (reliability(test, fewest=fewest) for test in study.tests)
    }
    groups = {
        name: {
            "power": group.power.as_json(),
            "without_filtered": group.kept.as_json(),
            "filtered": dict(group.filtered),
            "ratings": {each: mean.as_json() for each, mean in group.ratings.items()},
        }
        for name, group in study.groups().items()
    }
    return {
        "tests": tests,
        "by": study.settings.by,
        "groups": groups,
        "items": [_row(item) for item in study.items],
        "signature": study.settings.signature(__version__),
    }


# -------------------------------------------------------------------- tables


def _print(out: Console, study: Study) -> None:
    if study.tests:
        _print_tests(out, study)
        out.print()
        _print_items(out, study)
        out.print()
    if study.rows:
        _print_groups(out, study)
    out.print(Text(f"signature {study.settings.signature(__version__)}"), soft_wrap=True)


def _print_tests(out: Console, study: Study) -> None:
    from qgauge.items import reliability

    columns = ["test", "respondents", "items", "mean score", "alpha"]
    found = [reliability(test, fewest=study.settings.fewest) for test in study.tests]
    rows = [
        (one.test, str(one.respondents), str(one.items), number(one.mean), number(one.alpha.value))
        for one in found
    ]
    print_rows(out, columns, rows, right=columns[1:])
    for one in found:
        if one.alpha.value is None:
            out.print(Text(clean(f"no alpha for {one.test}: {one.alpha.reason}")))


def _print_items(out: Console, study: Study) -> None:
    columns = [
        "item",
        "n",
        "difficulty",
        "point-biserial",
        "95% CI",
        "upper-lower",
        "power",
        "note",
    ]
    rows = []
    for item in study.items:
        tested = item.tested
        found: list[Estimate | None] = [None, None, None]
        if tested is not None:
            found = [tested.difficulty, tested.point_biserial, tested.upper_lower]
        values = [number(one.value) if one else "-" for one in found]
        interval = found[1].interval if found[1] else None
        shown = f"{interval[0]:.2f} .. {interval[1]:.2f}" if interval else "-"
        rows.append(
            (
                item.id,
                str(tested.n if tested else 0),
                *values[:2],
                shown,
                values[2],
                number(item.power.value),
                _note(item),
            )
        )
    print_rows(out, columns, rows, right=columns[1:-1])


def _note(item: Item) -> str:
    if item.filtered:
        return f"filtered out: {item.filtered}"
    if item.power.value is None:
        return item.power.reason
    if item.power.value < 0:
        return "the weak do better: is the key right?"
    return "weak" if item.power.value < WEAK else ""


def _print_groups(out: Console, study: Study) -> None:
    by = study.settings.by
    groups = study.groups()
    if study.tests:
        columns = [by, "power", "95% CI", "without filtered", "items", "filtered", "unscored"]
        rows = [
            (
                name or "(no name)",
                number(group.power.value),
                _interval(group.power),
                number(group.kept.value),
                str(group.power.n + group.power.unscored),
                str(sum(group.filtered.values())),
                str(group.power.unscored),
            )
            for name, group in groups.items()
        ]
        print_rows(out, columns, rows, right=columns[1:])
        out.print()
    ratings = [
        (
            dimension,
            name or "(no name)",
            number(mean.value),
            _interval(mean),
            str(mean.n),
            str(mean.unscored),
        )
        for dimension in dict.fromkeys(each for one in groups.values() for each in one.ratings)
        for name, group in groups.items()
        if (mean := group.ratings.get(dimension)) is not None
    ]
    if ratings:
        columns = ["rating", by, "mean", "95% CI", "n", "unscored"]
        print_rows(out, columns, ratings, right=columns[2:])
        out.print()


def _interval(summary: Summary) -> str:
    if summary.interval is None:
        return "-"
    return f"{number(summary.interval[0])} .. {number(summary.interval[1])}"
