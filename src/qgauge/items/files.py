"""Read response matrices and the questions of their items."""

from __future__ import annotations

import logging
from dataclasses import replace

from qgauge.core import BadInput, Example
from qgauge.data import NO_MAP, ColumnMap, QuestionFiles, Refused, RowFiles, label, read_table
from qgauge.items.cells import is_blank
from qgauge.items.layout import Row, lay_out
from qgauge.items.responses import Matrix, Responses
from qgauge.items.task import filtered, task_of


class ItemFiles(RowFiles):
    """The response matrices and question files of one run."""

    def __init__(
        self,
        tests: list[str],
        questions: list[str],
        keep_going: bool,
        refused_file: str | None,
        output: str | None,
        key: str | None = None,
        columns: ColumnMap = NO_MAP,
    ) -> None:
        files = [*tests, *questions]
        if not files:
            problem = "give a response matrix, or questions with ratings with --questions FILE."
            raise BadInput(problem)
        if key is not None and not tests:
            raise BadInput("--key needs a response matrix.")
        super().__init__(
            files,
            besides=[] if key is None else [key],
            keep_going=keep_going,
            refused_file=refused_file,
            output=output,
            columns=columns,
        )
        self.tests, self._questions = tests, questions
        self._answers = None if key is None else read_key(key)

    def matrix(
        self,
        file: str,
        format: str | None,
        respondent: str | None,
        ignored: list[str],
        wrong_if_missing: bool,
    ) -> Matrix:
        """Read one response matrix; bad rows are refused one by one."""
        rows: list[Row] = []
        for row in read_table(file, format=format):
            if isinstance(row, Refused):
                self.refuse(row.error, row.row)
            else:
                rows.append((row[0], row[2]))
        layout = lay_out(
            rows, file=label(file), respondent=respondent, ignored=ignored, answers=self._answers
        )
        if layout.summary_lines:
            lines = ", ".join(map(str, sorted(layout.summary_lines)))
            said = "qgauge: %s: left out line %s: it sums up the respondents."
            logging.getLogger("qgauge.data").info(said, label(file), lines)
        responses = Responses(
            label(file),
            respondent or layout.respondent,
            [*ignored, *layout.left_out],
            wrong_if_missing,
            layout.key,
        )
        for line, cells in rows:
            if line == layout.key_line or line in layout.summary_lines:
                continue
            try:
                responses.add(cells, line)
            except BadInput as error:
                if error.line == 1:
                    raise  # a bad header affects every row
                self.refuse(error, cells)
        if self.refused and not responses.count:
            raise self.no_good_rows("responses")
        return replace(responses.matrix(), left_out=layout.left_out)

    def examples(self) -> list[Example]:
        """Return the questions with a readable task and verdict; refuse the others."""
        if not self._questions:
            return []
        found: list[Example] = []
        files = QuestionFiles(self._questions, columns=self.columns)
        for row in files.rows():
            if not isinstance(row, Example):
                self.refuse(row.error, row.row)
                continue
            try:
                task_of(row)
                filtered(row)
            except BadInput as error:
                named = BadInput(error.problem, file=files.names, field=error.field)
                self.refuse(named, {"id": row.id, **row.meta})
                continue
            found.append(row)
        if not found and not self.refused:
            raise files.no_good_rows("questions")
        if not found and not self.tests:
            raise self.no_good_rows("questions")
        return found


def read_key(file: str) -> dict[str, str]:
    """Read an answer key: rows with an item and its answer, or one row with a column per item."""
    rows: list[Row] = []
    for row in read_table(file):
        if isinstance(row, Refused):
            raise row.error
        rows.append((row[0], row[2]))
    if not rows:
        raise BadInput("found no answers", file=label(file))
    columns = list(rows[0][1])
    if len(columns) != 2:
        if len(rows) > 1:
            problem = "an answer key has two columns, item and key; or one row, a column per item"
            raise BadInput(problem, file=label(file), line=1)
        return {item.strip(): cell for item, cell in rows[0][1].items() if not is_blank(cell)}
    found: dict[str, str] = {}
    for line, cells in rows:
        item, answer = (cells[name].strip() for name in columns)
        if not item or is_blank(answer):
            problem = f"item '{item[:40]}' has no answer" if item else "the item has no name"
            raise BadInput(
                problem, file=label(file), line=line, field=columns[0 if not item else 1]
            )
        if item in found:
            raise BadInput(f"item '{item[:40]}' is given twice", file=label(file), line=line)
        found[item] = answer
    return found
