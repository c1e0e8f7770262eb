"""Turn rows with nested values into the columns of a table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from qgauge.core.field_names import ALIASES, names_of
from qgauge.core.flat_scores import likeliest_flaw, reason_in_words
from qgauge.data.columns import RATINGS

Path = tuple[str | int, ...]
"""Where a row holds the value of a column, such as `("scores", "quality", "parts", "grammar")`."""
Cell = str | int | float | bool | list[str] | None

_OPENED = {
    *("adjudication", "gold", "noise", "set"),
    *("difficulty", "point_biserial", "power", "upper_lower"),
}
"""Objects that our subcommands add to a row. Each of their entries gets a column."""
_FIRST = ("rank", "id", "system", "question", "answer", "scores", "gold", "set", "noise")
_ORDER = {name: at for at, name in enumerate((*_FIRST, "passage", "references"))}
"""What people read first is on the left, and long texts are on the right of the scores."""
_FIELDS = {"rank", *(name for field in ALIASES for name in names_of(field))}
"""Names that a score must not have in a table, because a reader would take it for the field."""

_RATING = re.compile(r"[+-]?\d{1,18}(\.\d*)?")
"""A cell that the reader takes for a number."""


@dataclass(slots=True)
class Column:
    """A column, and what its cells hold."""

    path: Path
    name: str = ""
    kinds: set[type] = field(default_factory=set)
    longest: int = 0
    """Length of the longest cell."""
    largest: int = 0
    """Size of the largest whole number."""


@dataclass(slots=True)
class Columns:
    """The columns of a table. Needs every row once, to `add` it, before it can give the `cells`.

    Attributes:
        lists: Whether cells can hold lists of texts; otherwise they hold JSON.
        one_line: Whether names must do without tabs and newlines.
    """

    lists: bool = False
    one_line: bool = False
    _found: dict[Path, Column] = field(default_factory=dict)
    _raters: dict[str | int, int] = field(default_factory=dict)
    _whole_ratings: bool = False
    """Whether some ratings do not survive as columns, so that all are written as JSON."""

    def add(self, row: Mapping[str, Any]) -> None:
        """Take note of the columns of a row."""
        self._whole_ratings |= not _fit_columns(row.get("ratings"))
        whole = {("ratings",): row["ratings"]} if row.get("ratings") else {}
        for path, value in (*_flat(row), *whole.items()):
            cell = _cell(path, value, self.lists)
            column = self._found.setdefault(path, Column(path))
            if cell is not None:
                column.kinds.add(type(cell))
                column.longest = max(column.longest, len(str(cell)))
                if type(cell) is int:
                    column.largest = max(column.largest, abs(cell))
            if path[0] == "ratings" and len(path) == 3 and isinstance(path[2], int):
                self._raters[path[1]] = max(path[2], self._raters.get(path[1], 0))

    def named(self) -> list[Column]:
        """Return the columns in their order, each with a name of its own."""
        columns = sorted(filter(self._kept, self._found.values()), key=self._place())
        taken: set[str] = set()
        yielding = []
        # the fields of a row keep their names, then scores, then columns of the input
        for column in sorted(columns, key=_claim):
            column.name = self._name(column.path)
            if column.name in taken or _is_reserved(column):
                yielding.append(column)
            else:
                taken.add(column.name)
        for column in yielding:
            prefix = "scores." if column.path[0] == "scores" else "input_"
            while column.name in taken or _is_reserved(column):
                column.name = f"{prefix}{column.name}"
            taken.add(column.name)
        return columns

    def cells(self, row: Mapping[str, Any]) -> dict[Path, Cell]:
        """Return the cells of a row by the path of their column."""
        found = dict(_flat(row))
        if self._whole_ratings:
            found[("ratings",)] = row.get("ratings")
        return {path: _cell(path, value, self.lists) for path, value in found.items()}

    def _kept(self, column: Column) -> bool:
        if column.path[0] != "ratings":
            return True
        return (len(column.path) == 1) == self._whole_ratings

    def _place(self) -> Any:
        """Return the sort key of columns: fields by `_ORDER`, parts beside their whole.

        Signatures come last.
        """
        seen: dict[Path, int] = {}
        for path in self._found:
            for size in range(1, len(path) + 1):
                seen.setdefault(path[:size], len(seen))

        def key(column: Column) -> list[tuple[int, int]]:
            path = column.path
            if path[0] == "scores" and path[2:] == ("signature",):
                return [(len(_ORDER) + 1, seen[path])]  # only the first row has it
            top = (_ORDER.get(str(path[0]), len(_ORDER)), seen[path[:1]])
            below = [
                # a reason stands next to its value, before the parts
                (
                    ("reason", "flaw").index(part) if part in ("reason", "flaw") else 2,
                    part if type(part) is int else seen[path[: at + 1]],
                )
                for at, part in enumerate(path[1:], 1)
            ]
            return [top, *below]

        return key

    def _name(self, path: Path) -> str:
        shown = path
        if path[0] == "scores" and len(path) > 1:
            shown = path[1:]
        elif len(path) == 3 and path[0] == "ratings" and self._raters.get(path[1]) == 1:
            shown = path[:2]
        if len(path) > 2 and "parts" in shown[1:]:
            at = shown.index("parts", 1)
            shown = (*shown[:at], *shown[at + 1 :])
        name = ".".join(map(str, shown))
        return re.sub(r"[\t\r\n]", " ", name) if self.one_line else name


def _claim(column: Column) -> int:
    """Return how strong the claim of a column to its name is; 0 is the strongest."""
    top = column.path[0]
    if top in ("rank", "ratings") or (len(column.path) == 1 and top in ALIASES):
        return 0
    return 1 if top == "scores" else 2


def _is_reserved(column: Column) -> bool:
    """Return whether a reader would take this column for a field that it is not."""
    name, top = column.name, column.path[0]
    return (top == "scores" and name in _FIELDS) or (top != "ratings" and name.startswith(RATINGS))


def _flat(row: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    for name, value in row.items():
        if name == "scores" and isinstance(value, dict):
            for metric, score in value.items():
                yield from _opened((name, metric), score)
        elif name == "ratings" and isinstance(value, dict):
            for dimension, given in value.items():
                yield from _rated((name, dimension), given)
        elif name in _OPENED and isinstance(value, dict):
            yield from _opened((name,), value)
        elif name != "ratings":
            yield (name,), value


def _rated(path: Path, given: Any) -> Iterator[tuple[Path, Any]]:
    if isinstance(given, dict):  # a mean rating
        yield from _opened(path, given)
    elif isinstance(given, list):
        yield from (((*path, at), one) for at, one in enumerate(given, 1))
    else:
        yield (*path, 1), given


def _opened(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    """Yield a score or an estimate: its value, the reason for it, and its parts."""
    if not isinstance(value, dict):
        yield path, value
        return
    told: tuple[str, ...] = ()
    if "value" in value:
        yield path, value["value"]
        evidence = value.get("evidence")
        evidence = evidence if isinstance(evidence, dict) else {}
        if reason := reason_in_words(str(value.get("unscored") or ""), evidence):
            yield (*path, "reason"), reason
        if flaw := likeliest_flaw(evidence):
            yield (*path, "flaw"), flaw
        told = ("value", "unscored", "evidence")
    for name, one in value.items():
        if name in ("parts", "calibrated") and isinstance(one, dict):
            yield from (((*path, name, part), number) for part, number in one.items())
        elif name not in told:
            yield (*path, name), one


def _fit_columns(ratings: Any) -> bool:
    """Return whether the reader gives the same ratings if each rater has a column."""
    if ratings is None:
        return True
    if not isinstance(ratings, dict):
        return False
    return all(_fits(name, given) for name, given in ratings.items())


def _fits(name: str, given: Any) -> bool:
    if isinstance(given, dict):
        return True
    several: Iterable[Any] = given if isinstance(given, list) else [given]
    return "." not in name and bool(name.strip()) and all(map(_rating_fits, several))


def _rating_fits(one: Any) -> bool:
    number = _RATING.fullmatch(str(one)) is not None
    if isinstance(one, str):
        return bool(one) and one == one.strip() and not number
    return one is None or (number and type(one) in (int, float))


def _cell(path: Path, value: Any, lists: bool) -> Cell:
    """Return a value as one cell. What is nested becomes JSON; what is empty, an empty cell."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        # the reader takes a list in these columns for several texts
        listed = path in (("answer",), ("passage",)) and _is_nested(value) and not lists
        return _json([value]) if listed else value
    if not value:
        return None
    if isinstance(value, list) and path in (("references",), ("sentences",)):
        texts = [one for one in value if isinstance(one, str)]
        if lists and len(texts) == len(value):
            return texts
        if path == ("references",) and len(value) == len(texts) == 1 and _is_plain(texts[0]):
            return texts[0]
    return _json(value)


def _is_plain(text: str) -> bool:
    """Return whether the reader takes this cell for a single reference, whatever the format."""
    return not _is_nested(text) and not any(mark in text for mark in "\t\r\n")


def _is_nested(text: str) -> bool:
    return text.lstrip().startswith(("[", "{"))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
