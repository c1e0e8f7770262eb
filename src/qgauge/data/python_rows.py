"""Read questions that are in memory: rows as dictionaries or examples, or the paths of files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from qgauge.core import BadInput, Example
from qgauge.data.question_files import QuestionFiles
from qgauge.data.rows import Refused, Rows


def paths_of(rows: Any) -> list[str]:
    """Return the files if a path or a list of paths is given; otherwise nothing.

    A list of strings names files if one of them exists.
    """
    if isinstance(rows, str | os.PathLike):
        return [os.fspath(rows)]
    if not isinstance(rows, list | tuple) or not rows:
        return []
    if not all(isinstance(one, str | os.PathLike) for one in rows):
        return []
    paths = [os.fspath(one) for one in rows]
    named = any(not isinstance(one, str) for one in rows) or any(map(os.path.exists, paths))
    return paths if named else []


def examples_of(
    rows: Any,
    columns: Mapping[str, str] | None = None,  # noqa: ARG001
) -> Iterator[Example]:
    """Yield the questions of files, examples unchanged, and dictionaries like rows of a file."""
    if files := paths_of(rows):
        return QuestionFiles(files).examples()
    if isinstance(rows, Mapping | Example) or not isinstance(rows, Iterable):
        raise BadInput(f"the questions must be a list of rows, not {type(rows).__name__}.")
    return _read(rows)


def _read(rows: Iterable[Example | Mapping[str, Any]]) -> Iterator[Example]:
    reader = Rows("")
    for at, row in enumerate(rows, start=1):
        if isinstance(row, Example):
            yield row
            continue
        if not isinstance(row, Mapping):
            raise BadInput(
                f"a row must be a dictionary or an Example, not {type(row).__name__}.", line=at
            )
        plain = {name: _plain(value) for name, value in row.items()}
        (read,) = reader.examples(iter([(at, at, plain)]))
        if isinstance(read, Refused):
            raise read.error
        yield read


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
    return _plain(value.tolist()) if hasattr(value, "tolist") else value
