"""Reading the files of a command line: which rows are good, and what happens to the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from types import TracebackType
from typing import Self

from qgauge.core import BadInput, Example
from qgauge.data import Ids, Output, Refused, read, refused_row


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
        if references and len(files) > 1:
            raise BadInput("--references goes with one file of questions.")
        self.files = files
        self._format, self._references, self._keep_going = format, references, keep_going
        self.refused_file = refused_file or _beside(output, files[0])
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

    def examples(self) -> Iterator[Example]:
        """All good rows, file by file."""
        side = None
        for item in chain.from_iterable(self._read(file) for file in self.files):
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

    def _read(self, file: str) -> Iterator[Example | Refused]:
        system = Path(file).name.split(".")[0] if len(self.files) > 1 else None
        return read(
            file,
            format=self._format,
            references=self._references,
            system=system,
            ids=self._ids,
        )


def peek(examples: Iterator[Example], count: int) -> tuple[list[Example], Iterator[Example]]:
    """The first examples, and all of them again."""
    first = list(islice(examples, count))
    return first, chain(first, examples)


def _beside(output: str | None, file: str) -> str:
    if output and output != "-":
        return f"{output}.refused.jsonl"
    return f"{'stdin' if file == '-' else Path(file).name}.refused.jsonl"


def _with_advice(error: BadInput) -> BadInput:
    advice = "Mend the row, or leave such rows out with --keep-going."
    problem = error.problem.rstrip(".")
    return BadInput(f"{problem}. {advice}", file=error.file, line=error.line, field=error.field)
