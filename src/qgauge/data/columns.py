"""Which column of a file holds which field: by its name, or as the user says with --map."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from qgauge.core.errors import BadSetting
from qgauge.core.field_names import (
    ALIASES,
    LOOSE_ALIASES,
    is_numbered_reference,
    names_of,
    plain_name,
)
from qgauge.core.suggestions import closest

RATINGS = "ratings."
"""Prefix of rating columns: `ratings.fluency`, or `ratings.fluency.ANN` for each rater."""
SOURCE = "source"
"""A column with this name holds the passage if it reads like one, and else the system."""


class Unfit(Exception):
    """A bad value or set of columns; the row is refused with this problem."""

    def __init__(self, problem: str, field: str = "") -> None:
        self.problem, self.field = problem, field


ORIGIN = "\0origin"
"""A key of `meta`, which no column of a file should have."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a row comes from."""

    file: str
    line: int | None
    has_id: bool
    """Whether the file gives its id; otherwise the id is a number, which changes with the file."""
    has_text_id: bool = True
    """The same for the id of the article that an edge belongs to."""


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """The columns that the user named for fields.

    Examples:
        >>> from qgauge.data import ColumnMap
        >>> ColumnMap.parsed(["question=prediction,references=question"]).pairs
        (('question', 'prediction'), ('references', 'question'))
    """

    pairs: tuple[tuple[str, str], ...] = ()
    """Each field with its column. Only `references` may have several columns."""
    aside: tuple[str, ...] = ()
    """Columns that fill no field unless `pairs` names them: they are renamed to `input_…`."""
    origins: bool = False
    """Whether the `meta` of every row gets its `Origin`, under the key `ORIGIN`."""

    @classmethod
    def parsed(cls, texts: Iterable[str], fields: Sequence[str] = tuple(ALIASES)) -> ColumnMap:
        """Parse the values of `--map`.

        Args:
            texts: Texts such as `question=prediction,passage=context`.
            fields: The fields that may be mapped.

        Returns:
            The map.

        Raises:
            BadSetting: A text is not a map, or names an unknown field.
        """
        # A column name may contain commas, so split only before the next field.
        names = "|".join(map(re.escape, fields))
        between = re.compile(rf",\s*(?=(?:{names})(?:\.[^=,]+)?\s*=)")
        pairs: list[tuple[str, str]] = []
        for text in texts:
            for part in between.split(text):
                field, equals, column = part.partition("=")
                if not equals or not column.strip() or not field.strip():
                    raise BadSetting(
                        f"--map: write FIELD=COLUMN, such as question=prediction, not '{part}'."
                    )
                pairs.append((field.strip(), column.strip()))
        return cls._checked(pairs, fields, "--map")

    @classmethod
    def of(cls, columns: Mapping[str, str | Sequence[str]] | ColumnMap | None) -> ColumnMap:
        """Return the map for the argument `columns` of the Python functions.

        Args:
            columns: Fields with their columns; `references` may have a list of columns.

        Returns:
            The map.

        Raises:
            BadSetting: A field does not exist, or a column is not a text.
        """
        if columns is None or isinstance(columns, ColumnMap):
            return columns or NO_MAP
        if not isinstance(columns, Mapping):
            raise BadSetting(
                "columns must be a dictionary such as {'question': 'prediction'}, "
                f"not {columns!r}."
            )
        pairs: list[tuple[str, str]] = []
        for field, given in columns.items():
            several = list(given) if isinstance(given, list | tuple) else [given]
            if not several or not all(isinstance(one, str) and one for one in several):
                raise BadSetting(f"columns: '{field}' must name a column, not {given!r}.")
            pairs += [(field, str(one)) for one in several]
        return cls._checked(pairs, tuple(ALIASES), "columns")

    @classmethod
    def _checked(
        cls, pairs: Sequence[tuple[str, str]], fields: Sequence[str], where: str
    ) -> ColumnMap:
        seen: set[str] = set()
        for field, column in pairs:
            rated = "ratings" in fields and field.startswith(RATINGS) and field != RATINGS
            if field not in fields and not rated:
                meant = _meant(field, fields)
                hint = f" Did you mean '{meant}'?" if meant else ""
                raise BadSetting(
                    f"{where}: there is no field '{field}'.{hint} The fields are: "
                    f"{', '.join(fields)}. Write FIELD=COLUMN: first the field, then your column."
                )
            if field in seen and field != "references":
                raise BadSetting(f"{where}: the field '{field}' is given twice.")
            if [other for _, other in pairs].count(column) > 1:
                raise BadSetting(f"{where}: the column '{column}' is given twice.")
            seen.add(field)
        return cls(tuple(pairs))

    def names(self, names: tuple[str, ...], *, all_needed: bool = False) -> tuple[str, ...]:
        """Return the columns under the names of the fields that they hold.

        A column that stands in the way of a mapped field is renamed to `input_…`.

        Args:
            names: The columns of a row.
            all_needed: Whether every mapped column must be there, as in a table.

        Returns:
            The new names, in the same order.

        Raises:
            Unfit: A mapped column is missing.
        """
        return _renamed(self, names, all_needed) if self.pairs or self.aside else names

    def columns_in(self, row: Mapping[str, Any]) -> set[str]:
        """Return the mapped columns that a row has."""
        names = tuple(row)
        return {column for _, column in self.pairs if _position(column, names) is not None}

    def renamed(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return a row under the names of the fields."""
        if not self.pairs and not self.aside:
            return row
        return dict(zip(self.names(tuple(row)), row.values(), strict=True))


NO_MAP = ColumnMap()


def _meant(given: str, fields: Sequence[str]) -> str:
    """Return the field that an alias or a misspelt name means."""
    plain = plain_name(given)
    for field in fields:
        if field in ALIASES and plain in names_of(field):
            return field
    return closest(plain, fields)


@lru_cache(maxsize=256)
def _renamed(given: ColumnMap, names: tuple[str, ...], all_needed: bool) -> tuple[str, ...]:
    new: dict[int, str] = {}
    counts = [field for field, _ in given.pairs].count("references")
    references = 0
    for field, column in given.pairs:
        at = _position(column, names)
        if at is None:
            if all_needed or field == "question":
                there = ", ".join(name[:40] for name in names[:20]) or "none"
                raise Unfit(f"there is no column '{column}' for --map; columns: {there}", column)
            continue
        if field == "references" and counts > 1:
            references += 1
            field = f"reference_{references}"
        new[at] = field
    fields = {field for field, _ in given.pairs}
    taken = {*new.values()}
    made: list[str] = []
    for at, name in enumerate(names):
        fresh = new.get(at, name)
        plain = plain_name(name)
        if at not in new and (plain in given.aside or _competes(plain, fields)):
            fresh = f"input_{name}"
            while fresh in taken or fresh in names:
                fresh = f"input_{fresh}"
        made.append(fresh)
        taken.add(fresh)
    return tuple(made)


def _position(column: str, names: tuple[str, ...]) -> int | None:
    if column in names:
        return names.index(column)
    plain = [plain_name(name) for name in names]
    return plain.index(plain_name(column)) if plain_name(column) in plain else None


def _competes(plain: str, fields: set[str]) -> bool:
    """Tell whether a column that is not mapped would fill a mapped field, or contradict it."""
    if plain in fields:
        return True
    several = [one for one in ("question", "references") if one in fields]
    numbered = "references" in fields and is_numbered_reference(plain)
    return numbered or any(plain in names_of(one) for one in several)


# ------------------------------------------------------------------ by name


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that fill each field, computed once for all rows with the same columns."""

    fields: tuple[tuple[int, str], ...]
    """Position in Example, and the column."""
    meta: tuple[str, ...]
    more_references: tuple[str, ...]
    """Reference columns after the first."""
    rivals: tuple[str, ...]
    """Aliases of the references next to a `references` column; they must not contradict it."""
    rated: tuple[tuple[str, str], ...]
    """Columns that hold one rating each, with their dimension."""

    def columns_for(self, *fields: str) -> set[str]:
        """Return the columns that hold these fields."""
        wanted = {list(ALIASES).index(field) for field in fields}
        more = self.more_references if "references" in fields else ()
        return {column for place, column in self.fields if place in wanted} | set(more)

    def taken(self) -> str:
        """Return in words which columns fill a field of another name, or ""."""
        fields = list(ALIASES)
        said = [(column, fields[place]) for place, column in self.fields]
        said += [(column, "references") for column in self.more_references]
        other = [(column, field) for column, field in said if plain_name(column) != field]
        return ", ".join(f"'{column}' as {field}" for column, field in other)


@lru_cache(maxsize=256)
def columns(names: tuple[str, ...], prose: frozenset[str] | None = None) -> Columns:
    """Assign columns to fields. A field's own name beats its aliases, which then go to meta.

    `prose` are the columns whose texts read like a passage; None for a header, whose columns may
    be anything. Capitals do not matter. Two question columns are an error, because guessing which
    one to score would be wrong.
    """
    plain = {name: plain_name(name) for name in names}
    found: list[tuple[int, str]] = []
    more_references: list[str] = []
    for place, field in enumerate(ALIASES):
        used = _used(field, plain, prose)
        if field == "references":
            more_references = used[1:]
        elif len(used) > 1:
            raise Unfit(_two(field, used, names), used[0])
        if used:
            found.append((place, used[0]))
        elif field == "question":
            raise Unfit(_no_question(names), "question")
    rated = _rated(names)
    taken = {column for _, column in found} | set(more_references) | {name for name, _ in rated}
    meta = tuple(name for name in names if name not in taken)
    rivals = [name for name in meta if plain[name] in ALIASES["references"]]
    return Columns(tuple(found), meta, tuple(more_references), tuple(rivals), rated)


@lru_cache(maxsize=256)
def possible_passages(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns that hold the passage if they read like one.

    In other files, `article` or `document` is a name, and `source` the system.
    """
    possible = (*LOOSE_ALIASES["passage"], SOURCE)
    return tuple(name for name in names if plain_name(name) in possible)


def _used(field: str, plain: Mapping[str, str], prose: frozenset[str] | None) -> list[str]:
    """Return the columns for a field, all of equal rank."""
    if field in plain and field != "question":
        return [field]
    own = [name for name, one in plain.items() if one == field]
    if own and field != "question":
        return own[:1]
    aliases = ALIASES[field]
    used = [name for name, one in plain.items() if one == field or one in aliases]
    if field == "system":
        used = [name for name in used if plain[name] != SOURCE or name not in (prose or ())]
    if field == "references":
        used += [name for name, one in plain.items() if is_numbered_reference(one)]
    if used:
        return used
    loose = LOOSE_ALIASES.get(field, ())
    if field == "passage" and prose is not None:
        loose = (*loose, SOURCE)
    by_rank = [name for alias in loose for name, one in plain.items() if one == alias]
    if field == "passage" and prose is not None:
        by_rank = [name for name in by_rank if name in prose]
    return by_rank[:1]


def _rated(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the rating columns and the dimension of each."""
    found = [(name, name.split(".")[1]) for name in names if name.startswith(RATINGS)]
    for name, dimension in found:
        if "ratings" in names or not dimension.strip():
            problem = "next to a 'ratings' column" if dimension.strip() else "without a name"
            problem = f"a rating column {problem}; call it ratings.NAME or ratings.NAME.RATER"
            raise Unfit(problem, name)
    return tuple(found)


def _two(field: str, used: Sequence[str], names: tuple[str, ...]) -> str:
    """Say that two columns hold a field, with the --map that settles it."""
    first, second = used[:2]
    both = f"'{first}' and '{second}' both hold the {field}"
    own = next((name for name in used if plain_name(name) == field), "")
    other = next((name for name in used if name != own), second)
    if field != "question" or not own:
        return f"{both}; say which one to use: {map_option({field: other})}"
    keep = f"; if '{own}' is the one to score, {map_option({field: own})}"
    if _used("references", {name: plain_name(name) for name in names}, None):
        return f"{both}. If '{other}' is the one to score, add {map_option({field: other})}{keep}"
    given = {field: other, "references": own}
    passage = _used("passage", {name: plain_name(name) for name in names}, None)
    if passage and passage[0] != "passage":
        given["passage"] = passage[0]
    return (
        f"{both}. If '{other}' is the one to score and '{own}' its reference, "
        f"add {map_option(given)}{keep}"
    )


def map_option(given: Mapping[str, str]) -> str:
    """Return the option to type."""
    return "--map " + shlex.quote(",".join(f"{field}={column}" for field, column in given.items()))


def _no_question(names: tuple[str, ...]) -> str:
    if "edges" in names and "sentences" in names:
        return (
            "this row is an article with edges, but one question per row is needed. "
            "Run `qgauge qud eval FILE -o labels.jsonl` first, and use labels.jsonl"
        )
    wanted = names_of("question")
    lowered = {plain_name(name): name for name in names}
    close = next(filter(None, (closest(name, lowered, 0.75) for name in wanted)), "")
    there = ", ".join(name[:40] for name in names[:20]) or "none"
    mark = next((mark for mark in ";\t,|" if len(names) == 1 and mark in names[0]), "")
    inside = next((name for name in names if name in ("data", "questions", "rows", "items")), "")
    if mark:
        hint = f"; the columns seem to be separated by {mark!r}: add --format csv"
    elif any(name.rstrip().endswith("?") and " " in name.strip() for name in names):
        hint = "; the first line looks like a question: add a line above it that names the columns"
    elif re.fullmatch(r"\D+\d+", close):
        hint = "; one row per question is needed: give each question a row of its own"
    elif close and close != inside:
        hint = f"; did you mean '{lowered[close]}'? Add {map_option({'question': lowered[close]})}"
    elif inside:
        hint = f"; if the rows are inside '{inside}', add --format json"
    else:
        hint = "; if another column holds it, add --map question=COLUMN" if names else ""
    looked = ", ".join(wanted[:4])
    return f"no question column; columns: {there}; looked for: {looked} …{hint}"
