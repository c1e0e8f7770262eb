"""Handle bad rows: they stop the run, or with --keep-going go to a side file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from qgauge.core import BadInput
from qgauge.data.columns import NO_MAP, ColumnMap
from qgauge.data.output_formats import is_shard_folder, output_format
from qgauge.data.rows import Refused
from qgauge.data.text_files import label
from qgauge.data.writing import TextOutput, dump, refused_row

SKIP = "To skip bad rows, add --keep-going."
STDIN_ONCE = "stdin (-) can be read only once; give files for the rest."


class RowFiles:
    """Base class for a command's input files; a context manager that handles their bad rows.

    Subclasses yield the good rows and pass the bad ones to `refuse`.

    Attributes:
        files: The input files.
        columns: The columns that hold fields under other names.
        names: Their printable names, for messages.
        refused_file: The side file for bad rows.
        refused: The number of bad rows so far.
        first_refused: The error of the first bad row.
        left_out: One sentence about the skipped rows; empty if there are none.
    """

    def __init__(
        self,
        files: Sequence[str],
        *,
        besides: Sequence[str] = (),
        keep_going: bool | None = None,
        refused_file: str | None = None,
        output: str | None = None,
        columns: ColumnMap = NO_MAP,
        output_is_rows: bool = True,
        output_in_shards: bool = False,
    ) -> None:
        """Check the file names before anything is read or written.

        Args:
            files: The input files; `-` is standard input.
            besides: Further files that the command reads, such as references.
            keep_going: Write bad rows to the side file instead of stopping; None if that cannot be
                chosen.
            refused_file: The side file; by default named after the output or the first file.
            output: The output file.
            columns: The columns that hold fields under other names.
            output_is_rows: Whether its ending must name a format for rows.
            output_in_shards: Whether it may be a folder of shards instead.

        Raises:
            BadInput: If a file is given twice, or would be read and written in the same run, or
                the format of the output is unknown.
        """
        if len(set(files)) < len(files):
            raise BadInput("the same file is given twice.")
        if [*files, *besides].count("-") > 1:
            raise BadInput(STDIN_ONCE)
        if refused_file is not None and not keep_going:
            raise BadInput("--refused needs --keep-going.")
        self.files, self.columns = list(files), columns
        self.names = ", ".join(map(label, files))
        self.refused_file = _beside(output, files[0]) if refused_file is None else refused_file
        self._taken = check_targets(
            [*files, *besides], output, self.refused_file if keep_going else None
        )
        if output and output_is_rows and not (output_in_shards and is_shard_folder(output)):
            output_format(output, field="--output")
        self.refused = 0
        self.first_refused: BadInput | None = None
        self.left_out: list[str] = []
        self._keep_going = keep_going
        self._open = ExitStack()
        self._side: TextOutput | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> bool | None:
        return self._open.__exit__(*raised)

    def check_page(self, target: str | None, option: str = "--html", use: str = "the page") -> None:
        """Refuse to write a page, or another file, over a file that the run reads or writes.

        Args:
            target: The file; None for no page.
            option: The option that names it.
            use: What it is, for messages.

        Raises:
            BadInput: If the run cannot write the page there.
        """
        if target is not None:
            check_target(self._taken, target, option, use)

    def refuse(self, error: BadInput, row: Any) -> None:
        """Write a bad row and its error to the side file; without --keep-going, raise the error."""
        if not self._keep_going:
            # the error of a part of a row comes here again as that of the row; advice about
            # columns or the format concerns the whole file
            told = error.problem.endswith(SKIP) or "add --" in error.problem
            if self._keep_going is None or told:
                raise error
            problem = f"{error.problem.rstrip('.')}. {SKIP}"
            raise BadInput(problem, file=error.file, line=error.line, field=error.field)
        if self._side is None:
            self._side = self._open.enter_context(TextOutput(self.refused_file))
            self.first_refused = error
        self._side.write_line(dump(refused_row(Refused(error, row))))
        self.refused += 1
        count = f"{self.refused} row(s) refused and written to {self.refused_file}"
        self.left_out = [f"{count}; the first: {self.first_refused}"]

    def put_in_place(self) -> None:
        """Put the side file in place, after the last row."""
        self._open.close()
        self._side = None

    def no_good_rows(self, rows: str) -> BadInput:
        """Return the error for input without good rows; the side file keeps the bad ones."""
        self._open.close()
        if not self.refused:
            return BadInput(f"found no {rows}", file=self.names)
        problem = f"none of the {self.refused} rows can be used; they are in {self.refused_file}"
        first = self.first_refused
        if first is not None and len(self.files) == 1:  # the message begins with its file
            first = BadInput(first.problem, line=first.line, field=first.field)
        return BadInput(f"{problem}; the first: {first}", file=self.names)


def check_targets(inputs: Sequence[str], output: str | None, refused: str | None) -> dict[str, str]:
    """Refuse to write a file that the run also reads, or writes twice; return all its files."""
    taken = {os.path.realpath(file): "an input" for file in inputs if file != "-"}
    for option, target in (("--output", output), ("--refused", refused)):
        if target is not None:
            check_target(taken, target, option, "the output")
    return taken


def check_target(taken: dict[str, str], target: str, option: str, use: str) -> None:
    """Add a file to those that the run reads or writes; refuse one that is there already."""
    if not target:
        raise BadInput("the file name is empty", field=option)
    if target.lower().endswith(".gz"):
        raise BadInput("output is not compressed; drop .gz", file=target, field=option)
    real = "-" if target == "-" else os.path.realpath(target)
    if real in taken and (real == "-" or not os.path.exists(real) or os.path.isfile(real)):
        problem = f"this file is also {taken[real]} of this run; choose another"
        raise BadInput(problem, file=label(target), field=option)
    taken[real] = use


def _beside(output: str | None, file: str) -> str:
    """Return the default side file for bad rows."""
    if output and output != "-" and "://" not in output:
        return f"{output.rstrip('/')}.refused.jsonl"
    return f"{'stdin' if file == '-' else Path(file).name}.refused.jsonl"
