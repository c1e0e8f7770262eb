"""Read the ratings of two raters, and join them with the sheet and the key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.generation.blind import KEY, SHEET
from qgauge.core import BadInput

FLAWS = (
    "none",
    "ungrammatical",
    "unclear",
    "wrong answer",
    "trivial",
    "gives away answer",
    "cannot stand alone",
    "other",
)
"""The kinds of flaw; `rating_guide.md` explains them."""
DECISIONS = ("usable", "asks", "answer_right")
_YES = {True: True, False: False, "yes": True, "no": False}
"""What raters may write; 1 and 0 are equal to True and False."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What one rater decided about a question."""

    usable: bool
    """A teacher could use it as it is."""
    asks: bool
    """It asks something."""
    answer_right: bool
    """The given answer is right by the passage."""
    flaw: str
    """The most serious flaw, one of `FLAWS`."""


@dataclass(frozen=True, slots=True)
class RatedRow:
    """A question with its source and the ratings of both raters."""

    id: str
    source: str
    domain: str
    document: str
    passage: str
    question: str
    answer: str
    ratings: tuple[Rating, ...]

    def as_row(self) -> dict[str, Any]:
        """Return the row in the form that `qgauge meta` reads."""
        return {
            "id": self.id,
            "system": self.source,
            "domain": self.domain,
            "document": self.document,
            "passage": self.passage,
            "question": self.question,
            "answer": self.answer,
            "ratings": {
                name: [int(getattr(one, name)) for one in self.ratings] for name in DECISIONS
            },
            "flaws": [one.flaw for one in self.ratings],
        }


def read_rated(folder: Path, raters: Sequence[Path]) -> list[RatedRow]:
    """Join the files of the raters with the sheet and the key of `folder`.

    Args:
        folder: The folder that `benchmarks.generation.sheet` wrote.
        raters: One file per rater.

    Raises:
        BadInput: A file is missing or invalid, or a rater left out a row.
    """
    sheet = {row["id"]: row for row in rows_of(folder / SHEET)}
    key = {row["id"]: row for row in rows_of(folder / KEY)}
    if sheet.keys() != key.keys():
        raise BadInput(f"{folder}: {SHEET} and {KEY} have different ids.")
    ratings = [read_ratings(file, sheet) for file in raters]
    return [
        RatedRow(
            **{name: key[id][name] for name in ("id", "source", "domain", "document")},
            **{name: row[name] for name in ("passage", "question", "answer")},
            ratings=tuple(of[id] for of in ratings),
        )
        for id, row in sheet.items()
    ]


def read_ratings(file: Path, sheet: Mapping[str, object]) -> dict[str, Rating]:
    """Read the ratings of one rater: exactly one for each id of the sheet."""
    found: dict[str, Rating] = {}
    for row in rows_of(file):
        id = str(row.get("id"))
        if id not in sheet:
            raise BadInput(f"{file}: there is no row {id!r} in the sheet.")
        if id in found:
            raise BadInput(f"{file}: {id} is rated twice.")
        try:
            found[id] = rating_of(row)
        except ValueError as problem:
            raise BadInput(f"{file}: {id}: {problem}.") from None
    missing = [id for id in sheet if id not in found]
    if missing:
        raise BadInput(f"{file}: {len(missing)} row(s) are not rated, such as {missing[0]}.")
    return found


def rating_of(row: Mapping[str, Any]) -> Rating:
    """Check the fields of one rating.

    Raises:
        ValueError: A field is missing or invalid, or two fields contradict each other.

    Examples:
        >>> rating_of({"usable": 0, "asks": 1, "answer_right": "no", "flaw": "wrong answer"})
        Rating(usable=False, asks=True, answer_right=False, flaw='wrong answer')
        >>> rating_of({"usable": 1, "asks": 1, "answer_right": 0, "flaw": "none"})
        Traceback (most recent call last):
        ValueError: it is usable, but its answer is wrong
    """
    decided = {}
    for name in DECISIONS:
        value = row.get(name)
        if not isinstance(value, int | str) or value not in _YES:
            raise ValueError(f"'{name}' must be 1 or 0, not {value!r}")
        decided[name] = _YES[value]
    one = Rating(**decided, flaw=row.get("flaw") or "")
    if one.flaw not in FLAWS:
        raise ValueError(f"'flaw' must be one of {', '.join(FLAWS)}, not {row.get('flaw')!r}")
    if one.usable and not one.answer_right:
        raise ValueError("it is usable, but its answer is wrong")
    if one.usable and not one.asks:
        raise ValueError("it is usable, but asks nothing")
    if one.usable != (one.flaw == "none"):
        raise ValueError(f"{'usable' if one.usable else 'not usable'}, but the flaw is {one.flaw}")
    return one


def rows_of(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file of JSON lines."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"{file}: {problem.strerror}.") from None
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                row = json.loads(line)
            except json.JSONDecodeError as problem:
                raise BadInput(f"{file}, line {number}: not JSON ({problem}).") from None
            if not isinstance(row, dict):
                raise BadInput(f"{file}, line {number}: not a JSON object.")
            yield row
