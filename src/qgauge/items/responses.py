"""Response matrices: the score of each respondent on each item."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from qgauge.core.errors import BadInput
from qgauge.items.cells import is_blank, score_of
from qgauge.items.key import AnswerKey, option_of
from qgauge.items.layout import RESPONDENT
from qgauge.stats.arrays import Array


@dataclass(frozen=True)
class Matrix:
    """The responses of one test."""

    test: str
    """The name of the test."""
    items: tuple[str, ...]
    """The names of the items."""
    scores: Array
    """One row per respondent, one column per item: 0 (wrong) to 1 (right), NaN for not given."""
    key: AnswerKey | None = None
    """The answer key, if the responses are options."""
    choices: tuple[tuple[str, ...], ...] = ()
    """With a key: the option that each respondent chose for each item, "" for none."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Columns that are not items, with the reason, if the user did not name them."""


@dataclass
class Responses:
    """Collects the rows of one file into a response matrix.

    Examples:
        >>> from qgauge.items import Responses
        >>> responses = Responses("test")
        >>> responses.add({"student": "ada", "q1": "1", "q2": ""}, line=2)
        >>> responses.matrix().items
        ('q1', 'q2')
    """

    test: str
    """The name of the test."""
    respondent: str | None = None
    """The column with the respondent; None for one of the usual names."""
    ignored: Sequence[str] = ()
    """Columns that are not items."""
    wrong_if_missing: bool = False
    """Whether an empty response counts as wrong."""
    key: AnswerKey | None = None
    """The answer key, if the responses are options such as A or 2."""
    _columns: tuple[str, ...] = ()
    _items: tuple[str, ...] = ()
    _who: str | None = None
    _seen: dict[str, int] = field(default_factory=dict)
    _rows: list[list[float]] = field(default_factory=list)
    _choices: list[tuple[str, ...]] = field(default_factory=list)

    def add(self, row: Mapping[str, str], line: int) -> None:
        """Add one respondent.

        Args:
            row: The cells by column.
            line: The line in the file, for messages.

        Raises:
            BadInput: If a column is missing, a cell is not a score, or the respondent occurs twice.
        """
        if not self._columns:
            self._sort_out(tuple(row))
        choices = () if self.key is None else self._chosen(self.key, row, line)
        if self.key is None:
            scores = [self._score(row[item], item, line) for item in self._items]
        else:
            scores = [
                float(self.key.is_right(item, one)) if one else self._missing
                for item, one in zip(self._items, choices, strict=True)
            ]
        if self._who is not None and (name := row[self._who].strip()):
            before = self._seen.setdefault(name, line)
            if before != line:
                problem = f"'{name[:80]}' is already in line {before}; use one row per respondent"
                raise BadInput(problem, file=self.test, line=line, field=self._who)
        self._rows.append(scores)
        self._choices.append(choices)

    @property
    def count(self) -> int:
        """The number of respondents so far."""
        return len(self._rows)

    def matrix(self) -> Matrix:
        """Return the matrix; raise BadInput if there are no responses."""
        if not self._rows:
            raise BadInput("found no responses", file=self.test)
        scores = np.array(self._rows, dtype=np.float64).reshape(len(self._rows), len(self._items))
        choices = () if self.key is None else tuple(self._choices)
        return Matrix(self.test, self._items, scores, self.key, choices)

    def _sort_out(self, columns: tuple[str, ...]) -> None:
        for name in self.ignored:
            if name not in columns:
                raise self._no_column(name, columns)
        if self.respondent is not None:
            if self.respondent not in columns:
                raise self._no_column(self.respondent, columns)
            self._who = self.respondent
        else:
            usual = [one for one in columns if one.strip().lower() in ("", *RESPONDENT)]
            self._who = usual[0] if usual else None
        left = [one for one in columns if one != self._who and one not in self.ignored]
        if not left:
            raise BadInput("found no item columns", file=self.test, line=1)
        self._columns, self._items = columns, tuple(left)

    def _no_column(self, name: str, columns: Sequence[str]) -> BadInput:
        there = ", ".join(one[:40] for one in columns[:20])
        return BadInput(f"no column '{name}'; the columns are: {there}", file=self.test, line=1)

    @property
    def _missing(self) -> float:
        return 0.0 if self.wrong_if_missing else math.nan

    def _score(self, cell: str, item: str, line: int) -> float:
        if is_blank(cell):
            return self._missing
        value = score_of(cell)
        if math.isnan(value):
            problem = (
                f"'{cell[:40]}' is not a score: use 1 for right, 0 for wrong, a value between for "
                "partial credit, and an empty cell for an item that was not given"
            )
            if option_of(cell):
                problem += (
                    ". If the cells are options such as A or 2, give the answer key: --key FILE, "
                    "or a row with KEY as its respondent"
                )
            elif item == self._columns[0]:
                problem += ". If this column names the respondents, use --respondent"
            else:
                problem += ". If this column is not an item, skip it with --ignore"
            raise BadInput(problem, file=self.test, line=line, field=item)
        return value

    def _chosen(self, key: AnswerKey, row: Mapping[str, str], line: int) -> tuple[str, ...]:
        found = []
        for item in self._items:
            choice = key.choice(item, row[item])
            if choice is None:
                problem = (
                    f"'{row[item][:40]}' is not an option of this item; the key says "
                    f"{' or '.join(key.right[item])}; the options are "
                    f"{', '.join(key.options[item])}"
                )
                raise BadInput(problem, file=self.test, line=line, field=item)
            found.append(choice)
        return tuple(found)
