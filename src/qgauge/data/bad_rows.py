"""Rows that cannot be used: they stop the run, or with --keep-going they go to a side file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from qgauge.core import BadInput
from qgauge.data.rows import Refused
from qgauge.data.text_files import label
from qgauge.data.writing import Output, refused_row

STDIN_ONCE = "stdin (-) can be read only once; give files for the rest."


class RowFiles:
    """The files that a verb reads, in a `with` statement, and what becomes of their bad rows.

    What a verb reads derives from this: it gives the good rows and hands the others to `refuse`.
    """

    def __init__(
        self,
        files: Sequence[str],
        *,
        besides: Sequence[str] = (),
        keep_going: bool = False,
        refused_file: str | None = None,
        output: str | None = None,
    ) -> None:
        """`besides` are read, too; the side file has its name from the output or the first file."""
        if len(set(files)) < len(files):
            raise BadInput("the same file is given twice.")
        if [*files, *besides].count("-") > 1:
            raise BadInput(STDIN_ONCE)
        if refused_file is not None and not keep_going:
            raise BadInput("--refused goes with --keep-going.")
        self.files = list(files)
        self.names = ", ".join(map(label, files))
        self.refused_file = _beside(output, files[0]) if refused_file is None else refused_file
        check_targets([*files, *besides], output, self.refused_file if keep_going else None)
        self.refused = 0
        self.first_refused: BadInput | None = None
        self.left_out: list[str] = []
        """What to tell of the rows refused so far: one sentence or none."""
        self._keep_going = keep_going
        self._open = ExitStack()
        self._side: Output | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> bool | None:
        return self._open.__exit__(*raised)

    def refuse(self, error: BadInput, row: Any) -> None:
        """Write a row to the side file with what is wrong; or raise that, and say how to go on."""
        if not self._keep_going:
            advice = "Mend the row, or leave such rows out with --keep-going."
            problem = f"{error.problem.rstrip('.')}. {advice}"
            raise BadInput(problem, file=error.file, line=error.line, field=error.field)
        if self._side is None:
            self._side = self._open.enter_context(Output(self.refused_file))
            self.first_refused = error
        self._side.write(refused_row(Refused(error, row)))
        self.refused += 1
        count = f"{self.refused} row(s) refused and written to {self.refused_file}"
        self.left_out = [f"{count}; the first: {self.first_refused}"]

    def no_good_rows(self, rows: str) -> BadInput:
        """What to say when there are no good rows; the bad ones are kept in the side file."""
        self._open.close()
        if not self.refused:
            return BadInput(f"there are no {rows} in it", file=self.names)
        problem = f"none of the {self.refused} rows can be used; they are in {self.refused_file}"
        return BadInput(f"{problem}; the first: {self.first_refused}", file=self.names)


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


def _beside(output: str | None, file: str) -> str:
    """Where the bad rows go, if nobody says where."""
    if output and output != "-":
        return f"{output}.refused.jsonl"
    return f"{'stdin' if file == '-' else Path(file).name}.refused.jsonl"
