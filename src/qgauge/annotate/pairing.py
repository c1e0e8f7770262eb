"""Pairs of questions to compare: which ones, and which comes first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations
from typing import Any

from qgauge.annotate.scheme import Scheme
from qgauge.core import BadInput


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file, to be shown as a task."""

    values: dict[str, Any]
    """The fields under their own names, and all other columns. All values are JSON."""
    cluster: str
    """What rows about the same text have in common."""
    has_id: bool = True
    """Whether the file gives its id; otherwise that is its number, which changes with the file."""
    file: str = ""
    line: int | None = None

    @property
    def id(self) -> str:
        return str(self.values["id"])

    @property
    def lasting_id(self) -> str:
        """The id if it stays the same in a file that has grown, else nothing."""
        return self.id if self.has_id else ""


_SHARED = ("passage", "answer", "references")


def asks_two(columns: Mapping[str, Any]) -> bool:
    """Tell whether a row of these columns, less the first question, is a pair."""
    return "question_b" in columns


def pair_of_row(row: Row, file: str) -> Row:
    """Return a row that has two questions, in random but fixed order.

    If the questions change places, all columns whose names end in `_a` and `_b` do, and `swapped`
    says so. The reader has put the first question into `question`.
    """
    values = {name: value for name, value in row.values.items() if name != "question"}
    first, second = row.values["question"], values.get("question_b")
    if not isinstance(second, str) or not second.strip():
        problem = "must be a non-empty string"
        raise BadInput(problem, file=row.file or file, line=row.line, field="question_b")
    values["question_a"] = first
    one, other = sorted([first, second])
    swapped = first != (other if _coin(row.lasting_id, one, other) else one)
    if swapped:
        values = {_other_name(name, values): value for name, value in values.items()}
    return replace(row, values=values | {"swapped": swapped})


def pairs_of_systems(rows: Iterable[Row], scheme: Scheme, file: str) -> Iterator[Row]:
    """Yield each two systems' questions with the same id as one row, in random but fixed order.

    `row_a` and `row_b` hold the rest of each row.
    """
    by_id: dict[str, dict[str, Row]] = {}
    for row in rows:
        by_id.setdefault(row.id, {})[row.values.get("system") or ""] = row
    if not any(len(systems) > 1 for systems in by_id.values()):
        raise BadInput(
            "no id has the questions of two systems. Give rows with 'question_a' and 'question_b', "
            "one file per system, or rows with the same 'id' and different 'system'",
            file=file,
        )
    for id, systems in by_id.items():
        for names in combinations(sorted(systems), 2):
            has_id = all(systems[name].has_id for name in names)
            told = [id] if has_id else [str(systems[name].values["question"]) for name in names]
            first, second = reversed(names) if _coin(*told, *names) else names
            values = _pair(systems[first].values, systems[second].values, scheme, file)
            yield Row(values, systems[first].cluster, has_id)


def _pair(a: Mapping[str, Any], b: Mapping[str, Any], scheme: Scheme, file: str) -> dict[str, Any]:
    of_id = f"the rows with the id '{a['id'][:80]}'"
    if a.get("passage") != b.get("passage"):
        problem = f"{of_id} have different passages; give the same id only to rows to compare"
        raise BadInput(problem, file=file, field="passage")
    if a.get("gold") or b.get("gold"):
        problem = "is for rows with 'question_a' and 'question_b', not for those of one system"
        raise BadInput(problem, file=file, field="gold")
    pair = {
        "id": a["id"],
        "system_a": a.get("system") or "",
        "system_b": b.get("system") or "",
        "question_a": a["question"],
        "question_b": b["question"],
    }
    for key in dict.fromkeys([*_SHARED, *scheme.shows]):
        if key in pair or (key not in a and key not in b):
            continue
        if a.get(key) == b.get(key):
            pair[key] = a[key]
        elif key in scheme.shows and key not in scheme.optional:
            problem = f"{of_id} differ in it, but the scheme shows it once"
            raise BadInput(problem, file=file, field=key)
    for name, row in (("row_a", a), ("row_b", b)):
        rest = {key: row[key] for key in row if key not in (*pair, "question", "system")}
        if rest:
            pair[name] = rest
    return pair


def _other_name(name: str, names: Mapping[str, Any]) -> str:
    """Return `question_b` for `question_a` and the reverse, if the row has both."""
    ends = {"_a": "_b", "_b": "_a"}
    other = name[:-2] + ends.get(name[-2:], name[-2:])
    return other if other in names else name


def _coin(*texts: str) -> bool:
    digest = sha256("\0".join(texts).encode("utf-8", "surrogatepass")).digest()
    return bool(digest[0] & 1)
