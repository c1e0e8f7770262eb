"""The page of scored rows that a run writes, row by row."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import TYPE_CHECKING, Any, Self

from qgauge.cli import command_line
from qgauge.cli.html_page import digest
from qgauge.core import BadInput, Example
from qgauge.data import QuestionFiles, TextOutput, dump, label, stem

if TYPE_CHECKING:
    from qgauge.report.scored_rows import ScoredRows
    from qgauge.run.comparison import SystemTest

ENDINGS = (".html", ".htm")
MOST_ROWS = 200
"""Rows on a page, unless `--rows` says otherwise."""


class ReportFile:
    """An HTML page of scored rows, and the rows that it has no room for in a file beside it.

    A context manager: both files are put into place when the run succeeds. Nothing is beside a
    page that goes to stdout.

    Args:
        target: The file of the page, or `-` for stdout.
        questions: The files that are read.
        most_rows: The number of rows that the page lists.
        title: The title; by default, it names the files.
        changes: Whether the page shows what changed since a baseline.
        field: The option that names the page, for messages.

    Raises:
        BadInput: If the file name has another ending, or is that of another file of the run.
    """

    def __init__(
        self,
        target: str,
        questions: QuestionFiles,
        *,
        most_rows: int = MOST_ROWS,
        title: str | None = None,
        changes: bool = False,
        field: str = "--html",
    ) -> None:
        from qgauge.report.rated_rows import RatedRows
        from qgauge.report.scored_rows import ScoredRows
        from qgauge.report.set_findings import SetFindings

        check_ending(target, field)
        self._target, self._questions, self._field = target, questions, field
        self._title = title or _title(questions.files)
        self._beside = f"{os.path.splitext(target)[0]}.rows.jsonl"
        self._open = ExitStack()
        self._page = TextOutput(target)
        self._rest: TextOutput | None = None
        self.rows: ScoredRows = ScoredRows(most_rows, changes=changes)
        self._rated, self._set = RatedRows(), SetFindings()

    def __enter__(self) -> Self:
        self._open.enter_context(self._page)
        return self

    def __exit__(self, *raised: Any) -> bool | None:
        return self._open.__exit__(*raised)

    def add(self, example: Example, scores: Any) -> None:
        """Add a row with what it holds under `scores`."""
        row = self.rows.add(example, scores)
        self._set.add(example)
        if example.ratings:
            known = {name: one.value for name, one in row.scores.items() if one.value is not None}
            self._rated.add(example, known)
        if self.rows.rows > self.rows.most_rows and self._target != "-":
            if self._rest is None:
                self._check_beside()
                self._rest = self._open.enter_context(TextOutput(self._beside))
            self._rest.write_line(dump(row.as_json()))

    def add_line(self, example: Example, line: str) -> None:
        """Add a row by its line of the output."""
        self.add(example, json.loads(line)["scores"])

    def finish(
        self,
        signatures: Mapping[str, str] | None = None,
        *,
        baseline: str | None = None,
        tests: Sequence[SystemTest] | None = None,
        resamples: int = 0,
        seed: int = 0,
    ) -> None:
        """Write the page, after the last row.

        Args:
            signatures: The signatures of metrics, in addition to those in the rows.
            baseline: The system with which the others are compared.
            tests: The tests of a comparison, with so many `resamples`.
            resamples: The resamples of these tests.
            seed: Their random seed.
        """
        from qgauge.report.page import render
        from qgauge.report.provenance import made_section
        from qgauge.report.scored_page import scored_page

        for metric, signature in (signatures or {}).items():
            self.rows.sign(metric, signature)
        signed = {metric: next(iter(known)) for metric, known in self.rows.signatures.items()}
        more = [self._set.section(), self._rated.section(signed)]
        page = scored_page(
            self.rows,
            more=[section for section in more if section is not None],
            title=self._title,
            made=made_section(self._made()),
            baseline=baseline,
            tests=tests,
            resamples=resamples,
            seed=seed,
            rest=os.path.basename(self._beside) if self._rest else "",
        )
        self._page.write_line(render(page).rstrip("\n"))

    def put_in_place(self) -> None:
        """Put the finished page in place."""
        self._open.close()

    def _made(self) -> Iterator[tuple[str, str]]:
        yield "command", command_line.typed()
        for file in self._questions.files:
            name = "stdin" if file == "-" else label(file)
            yield "file", f"{name} {digest(file)}".rstrip()
        yield "rows", f"{self.rows.rows:,}"
        if self._questions.refused:
            yield "refused rows", f"{self._questions.refused:,}"
        for metric, known in self.rows.signatures.items():
            for signature in known:
                yield f"signature of {metric}", signature

    def _check_beside(self) -> None:
        for file in self._questions.files:
            if file != "-" and os.path.realpath(file) == os.path.realpath(self._beside):
                raise BadInput(
                    f"the rows beyond --rows would be written to {self._beside}, which is also an "
                    "input of this run; choose another name for the page.",
                    file=label(self._target),
                    field=self._field,
                )


def page_of(
    target: str | None, questions: QuestionFiles, *, changes: bool = False
) -> AbstractContextManager[ReportFile | None]:
    """Return the page that `--html` asks for, or a context without one."""
    questions.check_page(target)
    if target is None:
        return nullcontext()
    return ReportFile(target, questions, changes=changes)


def check_ending(target: str, field: str) -> None:
    """Refuse a page whose name does not end in .html, which a browser would not open."""
    if target != "-" and not target.lower().endswith(ENDINGS):
        problem = "the page is HTML, so its name must end in .html or .htm"
        raise BadInput(problem, file=label(target), field=field)


def _title(files: Sequence[str]) -> str:
    names = ["stdin" if file == "-" else os.path.basename(label(file)) for file in files]
    if len(names) > 3:
        return f"Report on {len(names)} files"
    return f"Report on {' and '.join([', '.join(names[:-1]), names[-1]] if names[1:] else names)}"


def baseline_of(baseline: str, questions: QuestionFiles, rows: ScoredRows) -> str:
    """Return the system that `--baseline` names, by its own name or that of its file."""
    if baseline in rows.systems:
        return baseline
    if baseline in questions.files and (name := stem(baseline)) in rows.systems:
        return name
    names = ", ".join(name or "(no name)" for name in [*rows.systems][:20])
    raise BadInput(
        f"there is no system '{baseline}'; the systems are: {names}.", field="--baseline"
    )
