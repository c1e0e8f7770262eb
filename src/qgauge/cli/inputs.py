"""Reading the files of a command line: which rows are good, and what happens to the others."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import typer

from qgauge.api import default_metrics
from qgauge.cli.options import ToolChoice
from qgauge.cli.terminal import clean
from qgauge.core import BadInput, Example
from qgauge.data import Ids, Output, Refused, label, read, refused_row, stem
from qgauge.run import Request, check, requests
from qgauge.run.scoring import LOOK_AHEAD

NOT_ALL_GOOD = 1
"""Exit code when scores were shown but rows were refused, or too many are unscored."""


class Intake:
    """The good rows of all files. Bad ones stop the run, or go to a side file with --keep-going."""

    def __init__(
        self,
        files: Sequence[str] | None,
        *,
        format: str | None = None,
        references: Sequence[str] | None = None,
        keep_going: bool = False,
        refused_file: str | None = None,
        output: str | None = None,
    ) -> None:
        if not files:
            raise BadInput("give a file of questions, or - to read them from stdin.")
        if len(set(files)) < len(files):
            raise BadInput("the same file is given twice.")
        once = [*files, *(references or [])]
        if once.count("-") > 1 or ("-" in (references or []) and len(files) > 1):
            raise BadInput("stdin (-) can be read only once; give files for the rest.")
        if refused_file is not None and not keep_going:
            raise BadInput("--refused goes with --keep-going.")
        self.files = files
        self.names = ", ".join(label(file) for file in files)
        self._systems = _systems(files) if len(files) > 1 else [None]
        self._format, self._references, self._keep_going = format, references, keep_going
        self.refused_file = beside(output, files[0]) if refused_file is None else refused_file
        check_targets(once, output, self.refused_file if keep_going else None)
        self.refused = 0
        self.first_refused: BadInput | None = None
        self._open = ExitStack()
        self._ids = Ids()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        return self._open.__exit__(kind, error, trace)

    def rows(self) -> Iterator[Example | Refused]:
        """All rows, file by file, good and bad."""
        return chain.from_iterable(map(self._read, self.files, self._systems))

    def examples(self) -> Iterator[Example]:
        """All good rows, file by file."""
        side = None
        for item in self.rows():
            if isinstance(item, Example):
                yield item
                continue
            if not self._keep_going:
                raise _with_advice(item.error)
            if side is None:
                side = self._open.enter_context(Output(self.refused_file))
                self.first_refused = item.error
            side.write(refused_row(item))
            self.refused += 1

    def nothing(self) -> BadInput:
        """What to say when there is no good row; the bad ones are kept in the side file."""
        self._open.close()
        if not self.refused:
            return BadInput("there are no questions in it", file=self.names)
        problem = f"none of the {self.refused} rows can be used; they are in {self.refused_file}"
        return BadInput(f"{problem}; the first: {self.first_refused}", file=self.names)

    def _read(self, file: str, system: str | None) -> Iterator[Example | Refused]:
        return read(
            file,
            format=self._format,
            references=self._references,
            system=system,
            ids=self._ids,
        )


def prepare(
    intake: Intake, metric: Sequence[str] | None, tools: ToolChoice
) -> tuple[list[Request], dict[str, Any], Iterator[Example]]:
    """The metrics, the tools and the rows; what cannot work is said before anything is scored."""
    coming = intake.examples()
    first = list(islice(coming, LOOK_AHEAD))
    if not first:
        raise intake.nothing()
    try:
        asked = requests(metric or default_metrics(first))
        opened = tools.opened(asked)
        return asked, opened, check(chain(first, coming), asked, opened)
    except BadInput as error:
        raise BadInput(error.problem, file=error.file or intake.names) from None


def tell_left_out(
    intake: Intake, unscored: Mapping[str, int], rows: int, max_unscored: float
) -> None:
    """Say on stderr what was left out, and let the exit code tell a script."""
    failed = False
    if intake.refused:
        problem = (
            f"{intake.refused} row(s) refused and written to {intake.refused_file}; "
            f"the first: {intake.first_refused}"
        )
        typer.echo(f"qgauge: {clean(problem)}", err=True)
        failed = True
    for metric, count in unscored.items():
        share = 100 * count / rows
        if share > max_unscored:
            typer.echo(
                f"qgauge: {metric} leaves {share:.1f} % of the rows unscored, more than "
                f"--max-unscored {max_unscored:g}.",
                err=True,
            )
            failed = True
    if failed:
        raise typer.Exit(NOT_ALL_GOOD)


def _systems(files: Sequence[str]) -> list[str]:
    """A name for each file: its stem, with as much of the path as tells the files apart."""
    for named in ([stem(file) for file in files], files):
        parts = [Path(label(name)).parts for name in named]
        for count in range(1, max(map(len, parts)) + 1):
            names = ["/".join(path[-count:]) for path in parts]
            if len(set(names)) == len(names):
                return names
    return list(files)


def check_targets(inputs: Sequence[str], output: str | None, refused: str | None) -> None:
    """No file may be written that is read, or that is written already."""
    taken = {os.path.realpath(file): "an input" for file in inputs if file != "-"}
    for option, target in (("--output", output), ("--refused", refused)):
        if target is None:
            continue
        if not target:
            raise BadInput("the name of the file is empty", field=option)
        if target.lower().endswith(".gz"):
            raise BadInput("output is not packed; leave .gz out", file=target, field=option)
        real = "-" if target == "-" else os.path.realpath(target)
        if real in taken and (real == "-" or not os.path.exists(real) or os.path.isfile(real)):
            problem = f"this file is {taken[real]} of the same run; choose another"
            raise BadInput(problem, file=label(target), field=option)
        taken[real] = "the output"


def beside(output: str | None, file: str) -> str:
    if output and output != "-":
        return f"{output}.refused.jsonl"
    return f"{'stdin' if file == '-' else Path(file).name}.refused.jsonl"


def _with_advice(error: BadInput) -> BadInput:
    advice = "Mend the row, or leave such rows out with --keep-going."
    problem = error.problem.rstrip(".")
    return BadInput(f"{problem}. {advice}", file=error.file, line=error.line, field=error.field)
