"""Response matrices: who answered which item, and how well."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from qgauge.core.errors import BadInput
from qgauge.stats.arrays import Array

RESPONDENT = ("respondent", "student", "learner", "examinee", "participant", "person", "user", "id")
"""Headers of a column that says who answered; one without a header does so as well."""

_WORDS = {"true": 1.0, "yes": 1.0, "correct": 1.0, "false": 0.0, "no": 0.0, "incorrect": 0.0}
_NOT_GIVEN = frozenset({"", "na", "n/a", "nan", "null", "none", "-", "."})


@dataclass(frozen=True)
class Matrix:
    """The responses of one test: a row for each respondent, a column for each item."""

    test: str
    items: tuple[str, ...]
    scores: Array
    """From 0 (wrong) to 1 (right); NaN where an item was not given."""


@dataclass
class Responses:
    """Takes the rows of one file, and makes a matrix of them."""

    test: str
    respondent: str | None = None
    """The column that says who answered; None: one of the usual names, if it is there."""
    ignored: Sequence[str] = ()
    wrong_if_missing: bool = False
    _columns: tuple[str, ...] = ()
    _items: tuple[str, ...] = ()
    _who: str | None = None
    _seen: dict[str, int] = field(default_factory=dict)
    _rows: list[list[float]] = field(default_factory=list)

    def add(self, row: Mapping[str, str], line: int) -> None:
        """One respondent; BadInput names the cell that is no score."""
        if not self._columns:
            self._sort_out(tuple(row))
        scores = [self._score(row[item], item, line) for item in self._items]
        if self._who is not None and (name := row[self._who].strip()):
            before = self._seen.setdefault(name, line)
            if before != line:
                problem = f"'{name[:80]}' was there before, in line {before}: one row a respondent"
                raise BadInput(problem, file=self.test, line=line, field=self._who)
        self._rows.append(scores)

    @property
    def count(self) -> int:
        """How many respondents there are so far."""
        return len(self._rows)

    def matrix(self) -> Matrix:
        if not self._rows:
            raise BadInput("there are no responses in it", file=self.test)
        scores = np.array(self._rows, dtype=np.float64).reshape(len(self._rows), len(self._items))
        return Matrix(self.test, self._items, scores)

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
            raise BadInput("there is no column with an item in it", file=self.test, line=1)
        self._columns, self._items = columns, tuple(left)

    def _no_column(self, name: str, columns: Sequence[str]) -> BadInput:
        there = ", ".join(one[:40] for one in columns[:20])
        return BadInput(f"there is no column '{name}'; there are: {there}", file=self.test, line=1)

    def _score(self, cell: str, item: str, line: int) -> float:
        text = cell.strip().lower()
        if text in _NOT_GIVEN:
            return 0.0 if self.wrong_if_missing else math.nan
        known = _WORDS.get(text)
        if known is not None:
            return known
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not 0 <= value <= 1:
            problem = (
                f"'{cell[:40]}' is no score: 1 is right, 0 is wrong, part of the credit lies "
                "between, and an item that was not given is empty"
            )
            if item == self._columns[0]:
                problem += ". If this column says who answered, give its name with --respondent"
            else:
                problem += ". If this column is no item, leave it out with --ignore"
            raise BadInput(problem, file=self.test, line=line, field=item)
        return value
