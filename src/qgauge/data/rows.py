"""Turn one row of a file into an Example: its columns become fields, and are validated."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.core.field_names import ALIASES, plain_name
from qgauge.data.columns import (
    NO_MAP,
    ORIGIN,
    ColumnMap,
    Columns,
    Origin,
    Unfit,
    columns,
    map_option,
    possible_passages,
)
from qgauge.data.ids import IdKeys, Ids

_QUESTION, _REFERENCES, _ANSWER = 1, 2, 4
_LOOK_AHEAD = 1000
"""Rows after which a column of --map that none of them has is an error."""
_PROSE = 10
"""Words from which on a `source` or a `text` is a passage: no name or title is so long."""
_log = logging.getLogger("qgauge.data")


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


class Rows:
    """Turns the rows of one file into Examples and refuses bad rows.

    Examples:
        >>> from qgauge.data import Rows
        >>> (row,) = Rows("a.jsonl").examples(iter([(1, 1, {"prediction": "Who?"})]))
        >>> row.question
        'Who?'
    """

    def __init__(
        self,
        file: str,
        system: str = "",
        ids: Ids | IdKeys | None = None,
        columns: ColumnMap = NO_MAP,
        prose: Mapping[str, bool] | None = None,
    ) -> None:
        """Start a file, or go on in the middle of one.

        Args:
            file: The name of the file, for messages.
            system: The system of rows that do not name one.
            ids: The ids seen so far, if several files share them.
            columns: The columns that the user named for fields.
            prose: In the middle of a file: `prose` after the rows before.
        """
        self._file, self._system, self._map = file, system, columns
        self._ids = Ids() if ids is None else ids
        self._is_prose = dict(prose or {})
        self._names: tuple[str, ...] | None = None
        """The columns of the last row, for which `_columns` holds."""
        self._columns: Columns
        self._undecided = False
        """Whether a column may yet turn out to be the passage."""
        self.was_undecided = False
        """Whether that was so for any row."""
        self._told = self._goes_on = prose is not None

    @property
    def prose(self) -> dict[str, bool]:
        """The columns that may hold the passage, and whether the first text of each reads so."""
        return dict(self._is_prose)

    def examples(self, rows: Iterator[Raw | Refused]) -> Iterator[Example | Refused]:
        """Convert rows in order.

        Args:
            rows: Line, row number and value of each row; rows that could not be parsed as Refused.

        Yields:
            One Example per usable row, and Refused for a bad one.
        """
        count = 0
        unseen = set() if self._goes_on else {column for _, column in self._map.pairs}
        for count, item in enumerate(rows, 1):
            if isinstance(item, Refused):
                yield item
                continue
            line, number, row = item
            if unseen and type(row) is dict:
                unseen -= self._map.columns_in(row)
                if unseen and count == _LOOK_AHEAD:
                    break
            try:
                yield self._example(line, number, row)
            except Unfit as unfit:
                column = dict(self._map.pairs).get(unfit.field, unfit.field)
                yield refuse(Unfit(unfit.problem, column), self._file, line, row, number)
        self._goes_on = True
        if unseen and count:
            problem = f"there is no such column in the first {count} rows; it is named in --map"
            raise BadInput(problem, file=self._file, field=min(unseen))

    def _example(self, line: int, number: int, row: Any) -> Example:
        if type(row) is not dict:
            problem = f'a row must be an object such as {{"question": …}}, not {kind_of(row)}'
            if type(row) is list and number == 1 and self._file.lower().endswith("l"):
                problem += "; if the whole file is one JSON array, add --format json"
            raise Unfit(problem)
        row = self._map.renamed(row)
        names = tuple(row)
        if names != self._names or self._undecided:
            self._names, self._columns = names, self._plan(row)
        plan = self._columns
        values: list[Any] = [None, None, (), None, None, (), None, None, None, None, None]
        column = ""
        try:
            for place, column in plan.fields:
                value = row[column]
                if value is not None or place == _QUESTION:
                    values[place] = _READERS[place](value)
            for column in plan.more_references:
                values[2] += () if row[column] is None else _references(row[column])
            for column in plan.rivals:
                _agree(values[2], row[column])
            if plan.rated:
                values[9] = _ratings(_gathered(row, plan.rated))
        except Unfit as unfit:
            raise Unfit(unfit.problem, column) from None
        meta = values[10] = {name: row[name] for name in plan.meta}
        if type(values[_ANSWER]) is tuple:
            values[_ANSWER], more = values[_ANSWER]
            # Do not overwrite an 'answers' column that the user's file has.
            if more:
                meta.setdefault("answers", more)
        if type(values[_ANSWER]) is str and len(values[_ANSWER]) < 4:
            values[_ANSWER] = self._option(values[_ANSWER], meta)
        if self._map.origins:
            meta[ORIGIN] = Origin(self._file, line, bool(values[0]))
        values[0] = values[0] or str(number)
        values[8] = values[8] or self._system
        values[9] = values[9] or {}
        if not self._ids.add(values[8], values[0]):
            of = f" of system '{values[8]}'" if values[8] else ""
            raise Unfit(f"the id '{values[0][:80]}'{of} appears twice; ids must be unique", "id")
        if not self._told:
            self._told = True
            if taken := plan.taken():
                _log.info("qgauge: read the column %s.", taken)
            self._doubt(values[2], plan)
        return Example(*values)

    def _doubt(self, references: tuple[str, ...], plan: Columns) -> None:
        """Say so if a `target` or `gold` is not a question: it may be the answer."""
        column = next((one for place, one in plan.fields if place == _REFERENCES), "references")
        if references and column != "references" and not any("?" in text for text in references):
            said = "qgauge: '%s' does not look like a question; if it is the answer, add %s."
            _log.info(said, column, map_option({"answer": column}))

    def _option(self, answer: str, meta: dict[str, Any]) -> str:
        """Return the text of the option that an answer such as `B` names, as in RACE."""
        letter = answer.strip(" .()").upper()
        if len(letter) != 1 or not "A" <= letter <= "J":
            return answer
        text = _option_text(letter, meta)
        if text is None:
            return answer
        _log.info("qgauge: read the letter of the answer as the text of its option.")
        return text

    def _plan(self, row: dict[str, Any]) -> Columns:
        """Assign the columns; the first text of a column decides whether it may be the passage."""
        names = tuple(row)
        possible = possible_passages(names)
        for name in possible:
            if name not in self._is_prose and (value := row[name]):
                long = type(value) is list or len(str(value).split(None, _PROSE)) >= _PROSE
                self._is_prose[name] = long
        self._undecided = any(name not in self._is_prose for name in possible)
        self.was_undecided = self.was_undecided or self._undecided
        prose = frozenset(name for name, is_prose in self._is_prose.items() if is_prose)
        return columns(names, prose)


def _option_text(letter: str, meta: dict[str, Any]) -> str | None:
    """Find an option: in a list or object of options, or in a column `B` or `option B`."""
    plain = {plain_name(name): value for name, value in meta.items()}
    options = next((plain[name] for name in ("options", "choices") if name in plain), None)
    if type(options) is str:
        from qgauge.data.cells import text_or_list, value_of

        decoded = value_of(options)
        options = decoded if type(decoded) is dict else text_or_list(options)
    at = ord(letter) - ord("A")
    if type(options) is list and at < len(options):
        text = options[at]
    elif type(options) is dict:
        text = options.get(letter) or options.get(letter.lower())
    elif "a" in plain and "b" in plain:
        text = plain.get(letter.lower())
    else:
        text = plain.get(f"option_{letter.lower()}")
    return text if type(text) is str and text.strip() else None


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


def _text(value: Any) -> str | None:
    """Return a string, or None if it is empty or only white space."""
    if type(value) is not str:
        raise Unfit(f"must be a string, not {kind_of(value)}")
    if "\0" in value:
        raise Unfit("contains a NUL character; remove it")
    return None if not value or value.isspace() else value


def _question(value: Any) -> str:
    if type(value) is dict and type(value.get("text")) is str:
        value = value["text"]  # as in Natural Questions
    if type(value) is list:
        raise Unfit("must be a string, not a list: one row per question is needed")
    if type(value) is dict:
        hint = "; pandas writes that with orient='records'" if "0" in value else ""
        raise Unfit(f"must be a string, not an object: one row per question is needed{hint}")
    text = None if value is None else _text(value)
    if text is None:
        state = "missing (null)" if value is None else "empty"
        raise Unfit(f"the question is {state}; fill it in or remove the row")
    return text


def _id(value: Any) -> str | None:
    if type(value) is float and value.is_integer():
        value = int(value)  # a frame in which other ids are missing
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


def _passage(value: Any) -> str | None:
    """Return a string; a list of texts, as retrieval sets have it, is joined by line breaks."""
    if type(value) is list:
        return "\n".join(_references(value)) or None
    return _text(value)


def _answer(value: Any) -> str | tuple[Any, Any] | None:
    """Return a string; for lists and SQuAD's objects, the first string and the rest for meta."""
    if type(value) is dict and type(value.get("text")) is list:
        return next(iter(_references(value["text"])), None), value
    if type(value) is list:
        if value and all(type(one) is dict and type(one.get("text")) is str for one in value):
            value = [one["text"] for one in value]
        texts = _references(value)
        return (texts[0], list(texts[1:])) if texts else None
    if type(value) is bool:
        return "yes" if value else "no"  # as in BoolQ
    if type(value) in (int, float):
        return str(int(value)) if value == int(value) else str(value)
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


def _gathered(row: dict[str, Any], rated: Iterable[tuple[str, str]]) -> dict[str, list[Any]]:
    """Return the ratings of columns with one each; an empty one is a rater who gave none."""
    made: dict[str, list[Any]] = {}
    for column, dimension in rated:
        value = row[column]
        if type(value) is str:
            cell = value.strip()
            number = _NUMBER.fullmatch(cell)
            value = (float(cell.replace(",", ".")) if number else cell) if cell else None
        made.setdefault(dimension, []).append(value)
    return {name: given for name, given in made.items() if any(one is not None for one in given)}


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


_NUMBER = re.compile(r"[+-]?\d{1,18}([.,]\d*)?")
"""A rating in a table; many languages write 4,5."""
_LARGEST_RATING = 1e100
"""Larger values overflow when squared."""

_BY_FIELD: dict[str, Callable[[Any], Any]] = {
    "id": _id,
    "question": _question,
    "references": _references,
    "passage": _passage,
    "answer": _answer,
    "sentences": _sentences,
    "anchor": _number,
    "answer_sentence": _number,
    "system": _text,
    "ratings": _ratings,
}
_READERS = tuple(_BY_FIELD[field] for field in ALIASES)
"""One function per field that validates its value, in the order of Example."""
