"""Read response matrices and the questions of their items."""

from __future__ import annotations

from qgauge.core import BadInput, Example
from qgauge.data import NO_MAP, ColumnMap, QuestionFiles, Refused, RowFiles, label, read_table
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
        columns: ColumnMap = NO_MAP,
    ) -> None:
        files = [*tests, *questions]
        if not files:
            problem = "give a response matrix, or questions with ratings with --questions FILE."
            raise BadInput(problem)
        super().__init__(
            files,
            keep_going=keep_going,
            refused_file=refused_file,
            output=output,
            columns=columns,
        )
        self.tests, self._questions = tests, questions

    def matrix(
        self,
        file: str,
        format: str | None,
        respondent: str | None,
        ignored: list[str],
        wrong_if_missing: bool,
    ) -> Matrix:
        """Read one response matrix; bad rows are refused one by one."""
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
                    raise  # a bad header affects every row
                self.refuse(error, cells)
        if self.refused and not responses.count:
            raise self.no_good_rows("responses")
        return responses.matrix()

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
