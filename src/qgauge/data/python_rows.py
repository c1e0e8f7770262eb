"""Read questions that a Python program has: rows, data frames, data sets, or files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from qgauge.core.errors import BadInput, BadSetting
from qgauge.core.example import Example
from qgauge.data.cells import text_or_list
from qgauge.data.columns import ColumnMap
from qgauge.data.question_files import QuestionFiles
from qgauge.data.rows import Refused, Rows
from qgauge.data.tables import listed_columns

ColumnNames = Mapping[str, str | Sequence[str]] | ColumnMap | None
"""Fields with the columns that hold them, such as `{"question": "prediction"}`."""


def examples_of(rows: Any, columns: ColumnNames = None) -> Iterator[Example]:
    """Yield the examples of anything that holds questions.

    Args:
        rows: Examples; dictionaries; a DataFrame of pandas or polars; a table of pyarrow; a
            Dataset of Hugging Face; a file, or a list of files, each of which is a system.
        columns: Fields with the columns that hold them, if their names are not recognised.

    Returns:
        The examples. Rows are read like the rows of a file.

    Raises:
        BadInput: The questions cannot be read, or a row is invalid.

    Examples:
        >>> from qgauge.data.python_rows import examples_of
        >>> [row.question for row in examples_of([{"asked": "Who?"}], {"question": "asked"})]
        ['Who?']
    """
    named = ColumnMap.of(columns)
    if files := paths_of(rows):
        return _of_files(QuestionFiles(files, columns=named))
    return _read(_decoded(rows, named), named)


def paths_of(rows: Any) -> list[str]:
    """Return the files if a path, or a list of paths, is given; otherwise nothing."""
    if isinstance(rows, str | os.PathLike):
        return [os.fspath(rows)]
    if isinstance(rows, list | tuple) and all(map(_is_file, rows)):
        return [os.fspath(row) for row in rows]
    return []


def _of_files(files: QuestionFiles) -> Iterator[Example]:
    good = 0
    for row in files.rows():
        if isinstance(row, Refused):
            raise row.error
        good += 1
        yield row
    if not good:
        raise files.no_good_rows("questions")


def _is_file(row: Any) -> bool:
    return isinstance(row, os.PathLike) or (isinstance(row, str) and os.path.exists(row))


def _decoded(rows: Any, columns: ColumnMap) -> Iterable[Any]:
    """Return the rows; lists that a data frame holds as text, from a CSV file, become lists."""
    found = _rows_of(rows)
    if found is rows or not hasattr(rows, "columns"):
        return found
    names = tuple(str(name) for name in getattr(rows, "column_names", rows.columns))
    return (_with_lists(row, listed_columns(names, columns)) for row in found)


def _with_lists(row: dict[str, Any], listed: set[str]) -> dict[str, Any]:
    texts = {name: row[name] for name in listed if isinstance(row.get(name), str)}
    return {**row, **{name: text_or_list(text) for name, text in texts.items()}}


def _rows_of(rows: Any) -> Iterable[Any]:
    """Return the rows of a data frame or table as dictionaries; anything else unchanged."""
    # Data frames are known by their methods, so that none of their packages is imported.
    if hasattr(rows, "iter_rows") and hasattr(rows, "columns"):  # polars
        return rows.iter_rows(named=True)  # type: ignore[no-any-return]
    if hasattr(rows, "itertuples") and hasattr(rows, "columns"):  # pandas
        names = [str(name) for name in rows.columns]
        return (
            dict(zip(names, row, strict=True)) for row in rows.itertuples(index=False, name=None)
        )
    if hasattr(rows, "to_batches") and hasattr(rows, "schema"):  # pyarrow
        return (row for batch in rows.to_batches() for row in batch.to_pylist())
    if isinstance(rows, Mapping):
        if rows and all(hasattr(one, "column_names") for one in rows.values()):
            splits = ", ".join(f"'{name}'" for name in rows)
            raise BadInput(f"the data set has several splits; choose one of {splits}.")
        raise BadInput("the questions must be a list of rows, not one row; write [row].")
    if isinstance(rows, Example) or not isinstance(rows, Iterable):
        raise BadInput(f"the questions must be a list of rows, not {type(rows).__name__}.")
    return rows


def _read(rows: Iterable[Any], columns: ColumnMap) -> Iterator[Example]:
    reader = Rows("", columns=columns)
    for at, row in enumerate(rows, start=1):
        if isinstance(row, Example):
            yield row
            continue
        if not isinstance(row, Mapping):
            raise BadInput(
                f"a row must be a dictionary or an Example, not {type(row).__name__}.", line=at
            )
        plain = {str(name): _plain(value) for name, value in row.items()}
        (read,) = reader.examples(iter([(at, at, plain)]))
        if isinstance(read, Refused):
            error = read.error
            raise BadInput(in_python(error.problem), line=error.line, field=error.field)
        yield read


def in_python(problem: str) -> str:
    """Return a message with `columns=` in place of the option --map.

    Examples:
        >>> from qgauge.data.python_rows import in_python
        >>> in_python("add --map question=prediction,references=question")
        "add columns={'question': 'prediction', 'references': 'question'}"
    """

    def columns(found: re.Match[str]) -> str:
        try:
            return f"columns={dict(ColumnMap.parsed([found[1] or found[2]]).pairs)!r}"
        except BadSetting:  # a column of the user has this name
            return found[0]

    return re.sub(r"--map (?:'([^']*)'|([^\s;]+))", columns, problem)


def _plain(value: Any) -> Any:
    """Return a value as a file would hold it: tuples and arrays as lists, numpy numbers as numbers.

    NaN, NA and NaT become None, because data frames use them for missing values.
    """
    if type(value) in (str, int, float, type(None)):
        return None if value != value else value
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if hasattr(value, "to_list"):  # a series of polars
        return _plain(value.to_list())
    return _plain(value.tolist()) if hasattr(value, "tolist") else value
