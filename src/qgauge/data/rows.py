"""Turn one row of a file into an Example: column names, aliases and validation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.core.suggestions import closest
from qgauge.data.ids import Ids

ALIASES = {
    "id": (),
    "question": (
        "prediction",
        "predictions",
        "generated_question",
        "hypothesis",
        "generated",
        "candidate",
    ),
    "references": ("reference", "target", "gold", "reference_question"),
    "passage": ("context", "paragraph"),
    "answer": ("answers",),
    "sentences": (),
    "anchor": (),
    "answer_sentence": (),
    "system": ("source", "model"),
    "ratings": (),
}
"""The fields in the order of Example, with the aliases that published data sets use."""

_QUESTION, _ANSWER = 1, 4


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that cannot be used: raise `error`, or write the row to a side file and continue."""

    error: BadInput
    """The problem, with file, line and field."""
    row: Any
    """The row's values, or its raw text if it could not be parsed."""


Raw = tuple[int, int, Any]
"""A parsed row: line, row number, and the values by column.

Row numbers mean the same in every format: bad rows count, headers and blank lines do not. The
number is the id of a row without one, and pairs the rows of different files.
"""


class Unfit(Exception):
    """A bad value or set of columns; the row is refused with this problem."""

    def __init__(self, problem: str, field: str = "") -> None:
        self.problem, self.field = problem, field


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that fill each field, computed once for all rows with the same columns."""

    fields: tuple[tuple[int, str, Callable[[Any], Any]], ...]
    """Position in Example, the column, and the function that validates its value."""
    meta: tuple[str, ...]
    more_references: tuple[str, ...]
    """Reference columns after the first."""
    rivals: tuple[str, ...]
    """Aliases of the references next to a `references` column; they must not contradict it."""

    def columns_for(self, *fields: str) -> set[str]:
        """Return the columns that hold these fields."""
        wanted = {list(ALIASES).index(field) for field in fields}
        more = self.more_references if "references" in fields else ()
        return {column for place, column, _ in self.fields if place in wanted} | set(more)


@lru_cache(maxsize=256)
def columns(names: tuple[str, ...]) -> Columns:
    """Assign columns to fields. A field's own name beats its aliases, which then go to meta.

    Two question columns are an error, because guessing which one to score would be wrong.
    """
    found: list[tuple[int, str, Callable[[Any], Any]]] = []
    more_references: list[str] = []
    for place, (field, aliases) in enumerate(ALIASES.items()):
        used = [name for name in names if name == field or name in aliases]
        if field in names and field != "question":
            used = [field]
        if field == "references":
            more_references = used[1:]
        elif len(used) > 1:
            both = f"'{used[0]}' and '{used[1]}'"
            raise Unfit(f"{both} both hold the {field}; rename or drop one of them", used[0])
        if used:
            found.append((place, used[0], _READERS[field]))
        elif field == "question":
            raise Unfit(_no_question(names), "question")
    taken = {column for _, column, _ in found} | set(more_references)
    meta = tuple(name for name in names if name not in taken)
    rivals = [name for name in meta if name in ALIASES["references"]]
    return Columns(tuple(found), meta, tuple(more_references), tuple(rivals))


class Rows:
    """Turns the rows of one file into Examples and refuses bad rows.

    Examples:
        >>> from qgauge.data import Rows
        >>> (row,) = Rows("a.jsonl").examples(iter([(1, 1, {"prediction": "Who?"})]))
        >>> row.question
        'Who?'
    """

    def __init__(self, file: str, system: str = "", ids: Ids | None = None) -> None:
        """Start a file.

        Args:
            file: The name of the file, for messages.
            system: The system of rows that do not name one.
            ids: The ids seen so far, if several files share them.
        """
        self._file, self._system = file, system
        self._ids = Ids() if ids is None else ids

    def examples(self, rows: Iterator[Raw | Refused]) -> Iterator[Example | Refused]:
        """Convert rows in order.

        Args:
            rows: Line, row number and value of each row; rows that could not be parsed as Refused.

        Yields:
            One Example per usable row, and Refused for a bad one.
        """
        for item in rows:
            if isinstance(item, Refused):
                yield item
                continue
            line, number, row = item
            try:
                yield self._example(number, row)
            except Unfit as unfit:
                yield refuse(unfit, self._file, line, row, number)

    def _example(self, number: int, row: Any) -> Example:
        if type(row) is not dict:
            raise Unfit(f'a row must be an object such as {{"question": …}}, not {kind_of(row)}')
        plan = columns(tuple(row))
        values: list[Any] = [None, None, (), None, None, (), None, None, None, None, None]
        column = ""
        try:
            for place, column, reader in plan.fields:
                value = row[column]
                if value is not None or place == _QUESTION:
                    values[place] = reader(value)
            for column in plan.more_references:
                values[2] += () if row[column] is None else _references(row[column])
            for column in plan.rivals:
                _agree(values[2], row[column])
        except Unfit as unfit:
            raise Unfit(unfit.problem, column) from None
        meta = values[10] = {name: row[name] for name in plan.meta}
        if type(values[_ANSWER]) is tuple:
            values[_ANSWER], more = values[_ANSWER]
            # Do not overwrite an 'answers' column that the user's file has.
            if more:
                meta.setdefault("answers", more)
        values[0] = values[0] or str(number)
        values[8] = values[8] or self._system
        values[9] = values[9] or {}
        if not self._ids.add(values[8], values[0]):
            of = f" of system '{values[8]}'" if values[8] else ""
            raise Unfit(f"the id '{values[0][:80]}'{of} appears twice; ids must be unique", "id")
        return Example(*values)


def repeated(names: Iterable[str]) -> str | None:
    """Return the first name that occurs twice."""
    return next((name for name, times in Counter(names).items() if times > 1), None)


def refuse(unfit: Unfit, file: str, line: int, row: Any, number: int | None = None) -> Refused:
    """Return the refusal of one row; its message gives the row number if that is not the line."""
    where = "" if number is None or number == line else f" (row {number})"
    return Refused(BadInput(unfit.problem + where, file=file, line=line, field=unfit.field), row)


def kind_of(value: Any) -> str:
    """Describe the type of a value in the user's terms."""
    if value is None:
        return "null"
    names: dict[type, str] = {bool: "true or false", int: "a number", float: "a number"}
    names |= {str: "a string", list: "a list", dict: "an object"}
    return names.get(type(value), type(value).__name__)


def _no_question(names: tuple[str, ...]) -> str:
    if "edges" in names and "sentences" in names:
        return (
            "this row is an article with edges, but one question per row is needed. "
            "Run `qgauge qud eval FILE -o labels.jsonl` first, and use labels.jsonl"
        )
    wanted = ("question", *ALIASES["question"])
    lowered = {name.strip().lower(): name for name in names}
    close = next(filter(None, (closest(name, lowered, 0.75) for name in wanted)), "")
    hint = f"; did you mean '{lowered[close]}'? Rename it to 'question'" if close else ""
    mark = next((mark for mark in ";\t,|" if len(names) == 1 and mark in names[0]), "")
    if mark:
        hint = f"; the columns seem to be separated by {mark!r}, but CSV uses ',' and TSV uses tabs"
    there = ", ".join(name[:40] for name in names[:20]) or "none"
    return f"no question column; columns: {there}; looked for: {', '.join(wanted)}{hint}"


def _text(value: Any) -> str | None:
    """Return a string, or None if it is empty or only white space."""
    if type(value) is not str:
        raise Unfit(f"must be a string, not {kind_of(value)}")
    if "\0" in value:
        raise Unfit("contains a NUL character; remove it")
    return None if not value or value.isspace() else value


def _question(value: Any) -> str:
    text = None if value is None else _text(value)
    if text is None:
        state = "missing (null)" if value is None else "empty"
        raise Unfit(f"the question is {state}; fill it in or remove the row")
    return text


def _id(value: Any) -> str | None:
    if type(value) not in (int, str):
        raise Unfit(f"must be a string or a whole number, not {kind_of(value)}")
    return _text(str(value))


def _references(value: Any) -> tuple[str, ...]:
    """Return one or more strings without blanks: files with ragged references pad with them."""
    if type(value) is str:
        text = _text(value)
        return () if text is None else (text,)
    return tuple([text for text in _sentences(value) if text and not text.isspace()])


def _agree(references: tuple[str, ...], other: Any) -> None:
    """Refuse an alias column that contradicts `references`. Non-text values are left alone."""
    if type(other) not in (str, list):
        return
    try:
        others = _references(other)
    except Unfit:
        return
    if others and others != references:
        problem = "holds different references from the column 'references'"
        raise Unfit(f"{problem}; put all into one column, and rename or drop the other")


def _sentences(value: Any) -> tuple[str, ...]:
    if type(value) is not list:
        raise Unfit(f"must be a list of strings, not {kind_of(value)}")
    for item in value:
        if type(item) is not str:
            raise Unfit(f"must be a list of strings, but contains {kind_of(item)}")
        if "\0" in item:
            raise Unfit("contains a NUL character; remove it")
    return tuple(value)


def _answer(value: Any) -> str | tuple[Any, Any] | None:
    """Return a string; for lists and SQuAD's objects, the first string and the rest for meta."""
    if type(value) is dict and type(value.get("text")) is list:
        return next(iter(_references(value["text"])), None), value
    if type(value) is list:
        texts = _references(value)
        return (texts[0], list(texts[1:])) if texts else None
    return _text(value)


def _number(value: Any) -> int:
    """Return a sentence number, counted from 1. Tables hold it as text."""
    if type(value) is str:
        match = re.fullmatch(r"([0-9]{1,18})(\.0*)?", value.strip())
        value = int(match[1]) if match else value
    elif type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is not int or value < 1:
        raise Unfit("must be a whole number, 1 or more")
    return value


def _ratings(value: Any) -> dict[str, tuple[float | str | None, ...]]:
    """Return the ratings by name; null marks a rater who gave none."""
    if type(value) is not dict:
        raise Unfit(f'must be an object such as {{"fluency": [4, 5]}}, not {kind_of(value)}')
    ratings = {}
    for name, given in value.items():
        if not name or name.isspace():
            raise Unfit("one of the ratings has no name")
        given = given if type(given) is list else [given]
        for item in given:
            if item is not None and type(item) not in (int, float, str):
                raise Unfit(f"'{name}' must hold numbers or strings, not {kind_of(item)}")
            if type(item) in (int, float) and abs(item) > _LARGEST_RATING:
                raise Unfit(f"'{name}' contains a number that is too large for a rating")
        ratings[name] = tuple(given)
    return ratings


_LARGEST_RATING = 1e100
"""Larger values overflow when squared."""

_READERS: dict[str, Callable[[Any], Any]] = {
    "id": _id,
    "question": _question,
    "references": _references,
    "passage": _text,
    "answer": _answer,
    "sentences": _sentences,
    "anchor": _number,
    "answer_sentence": _number,
    "system": _text,
    "ratings": _ratings,
}
