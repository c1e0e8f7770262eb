"""Find what each column and row of an exported response matrix is.

Spreadsheets of test results hold more than responses: the answer key as a row, the names of the
respondents, and their totals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qgauge.core.errors import BadInput
from qgauge.items.cells import is_blank, number_of, score_of
from qgauge.items.key import AnswerKey, option_of

RESPONDENT = ("respondent", "student", "learner", "examinee", "participant", "person", "user", "id")
"""Usual headers of the respondent column; a column without a header counts as well."""
_NAMES = (
    *("student id", "studentid", "email", "email address", "e-mail", "username", "user name"),
    *("student name", "full name", "name"),
)
"""Headers of columns that name the respondent if no column has one of the usual headers."""
_ABOUT_PEOPLE = frozenset(
    {
        *RESPONDENT,
        *_NAMES,
        "first name",
        "firstname",
        "last name",
        "lastname",
        "surname",
        "class",
        "section",
        "group",
        "period",
        "teacher",
        "school",
        "course",
    }
    | {"timestamp", "date", "time", "started", "completed", "duration", "comment", "comments"}
)
_TOTALS = frozenset(
    {"total", "total score", "sum", "score", "raw score", "points", "earned points", "marks"}
    | {"mark", "percent", "percentage", "percent correct", "%", "grade", "final grade", "rank"}
    | {"result", "correct", "number correct", "num correct", "right"}
)
_KEY_ROWS = frozenset(
    {"key", "answer key", "answerkey", "answers", "correct answer", "correct answers", "solution"}
    | {"solutions", "correct"}
)

_SUMMARY_ROWS = frozenset(
    {"average", "mean", "overall average", "class average", "median", "total", "totals", "sum"}
    | {"maximum", "max points", "minimum", "standard deviation", "std dev"}
)
"""Names of rows that sum up the others. `Max` is not here: it is a name of students."""

Row = tuple[int, Mapping[str, str]]
"""The line of a row, and its cells by column."""


@dataclass(frozen=True)
class Layout:
    """What the columns and rows of one matrix are."""

    respondent: str | None
    """The column that identifies the respondent."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Columns that are not items although nobody said so, with the reason."""
    key: AnswerKey | None = None
    key_line: int | None = None
    """The line of the answer key within the matrix."""
    summary_lines: frozenset[int] = frozenset()
    """The lines that sum up the respondents, such as their average."""


def lay_out(
    rows: Sequence[Row],
    *,
    file: str,
    respondent: str | None = None,
    ignored: Sequence[str] = (),
    answers: Mapping[str, str] | None = None,
) -> Layout:
    """Find the respondent, the answer key and the columns that are not items.

    Args:
        rows: The rows of the matrix.
        file: The name of the matrix, for messages.
        respondent: The column with the respondent, if the user named it.
        ignored: The columns that the user named as no items.
        answers: The answer key from a file of its own, by item.

    Returns:
        The layout.

    Raises:
        BadInput: If there are two answer keys, or a key does not fit the matrix.
    """
    columns = tuple(rows[0][1]) if rows else ()
    who = respondent if respondent in columns else _respondent(columns, rows)
    naming = [one for one in columns if one == who or _low(one) in _ABOUT_PEOPLE]
    keys = [one for one in rows if any(_low(one[1][name]) in _KEY_ROWS for name in naming)]
    if len(keys) > 1 or (keys and answers is not None):
        other = f"line {keys[0][0]}" if len(keys) > 1 else "--key"
        problem = f"there is another answer key in {other}; keep one"
        raise BadInput(problem, file=file, line=keys[-1][0])
    key_line = keys[0][0] if keys else None
    summaries = frozenset(
        line for line, cells in rows if any(_low(cells[one]) in _SUMMARY_ROWS for one in naming)
    )
    people = [cells for line, cells in rows if line != key_line and line not in summaries]
    left = [one for one in columns if one != who and one not in ignored]
    if keys:
        answers = {one: keys[0][1][one] for one in left if not is_blank(keys[0][1][one])}
    listed = () if answers is None or keys else answers
    named = {one: _NAMED for one in left if one not in listed and _is_no_item(one, people)}
    items = [one for one in left if one not in named]
    key = None
    if answers is not None:
        items, named = _without_sums(items, named, answers, people)
        key = _key(items, answers, people, file, key_line)
        scores = [
            [float(key.is_right(one, key.choice(one, row[one]) or "")) for one in items]
            for row in people
        ]
    else:
        sums = [one for one in items if _is_sum(one, items, people)]
        named |= dict.fromkeys(sums, _SUM)
        items = [one for one in items if one not in sums]
        scores = [[score_of(row[one]) for one in items] for row in people]
    reasons = {one: _sum_of(one, why, people, scores) for one, why in named.items()}
    order = [one for one in columns if one in reasons]
    return Layout(who, {one: reasons[one] for one in order}, key, key_line, summaries)


_SUM = "it is the sum of the others"
_NAMED = "its name says that it is not an item"


def _respondent(columns: Sequence[str], rows: Sequence[Row]) -> str | None:
    for names in (("", *RESPONDENT), *((name,) for name in _NAMES)):
        usual = [one for one in columns if _low(one) in names]
        if usual:
            return usual[0]
    first = columns[0] if columns else ""
    has_key = any(_low(cells[first]) in _KEY_ROWS for _, cells in rows)
    return first if has_key and _low(first) not in _ABOUT_PEOPLE else None


def _low(text: str) -> str:
    return text.strip().lower()


def _is_no_item(column: str, people: Sequence[Mapping[str, str]]) -> bool:
    """Return whether a column is no item by its name, unless it has the 0 and 1 of an item."""
    if _low(column) not in _TOTALS | _ABOUT_PEOPLE:
        return False
    return {score_of(row[column]) for row in people if not is_blank(row[column])} != {0.0, 1.0}


def _without_sums(
    items: Sequence[str],
    named: Mapping[str, str],
    answers: Mapping[str, str],
    people: Sequence[Mapping[str, str]],
) -> tuple[list[str], dict[str, str]]:
    """Leave out columns without a key that hold numbers: in a test of options, only totals do."""
    numbers = [
        one
        for one in items
        if option_of(answers.get(one, "?")) is None
        and people
        and all(is_blank(row[one]) or not math.isnan(number_of(row[one])) for row in people)
    ]
    more = dict.fromkeys(numbers, "it has numbers and no key")
    return [one for one in items if one not in numbers], {**named, **more}


def _key(
    items: Sequence[str],
    answers: Mapping[str, str],
    people: Sequence[Mapping[str, str]],
    file: str,
    line: int | None,
) -> AnswerKey:
    for item in items:
        if item not in answers:
            problem = f"the answer key has no item '{item[:40]}'; add it, or skip the column with "
            raise BadInput(f"{problem}--ignore", file=file, line=line or 1, field=item)
    cells = {item: [row[item] for row in people] for item in items}
    return AnswerKey.of({item: answers[item] for item in items}, cells, file=file)


def _is_sum(column: str, items: Sequence[str], people: Sequence[Mapping[str, str]]) -> bool:
    """Return whether every cell is the sum of the other items, and some cell is not a score."""
    found = [number_of(row[column]) for row in people]
    if len(people) < 2 or len(items) < 3 or not any(value > 1 for value in found):
        return False
    others = [one for one in items if one != column]
    return all(
        math.isclose(value, sum(score_of(row[one]) for one in others if not is_blank(row[one])))
        for value, row in zip(found, people, strict=True)
    )


def _sum_of(
    column: str,
    why: str,
    people: Sequence[Mapping[str, str]],
    scores: Sequence[Sequence[float]],
) -> str:
    """Return the reason in terms of the items, if the column is their sum, mean or percentage."""
    found = [number_of(row[column]) for row in people]
    if not found or not scores[0] or any(map(math.isnan, found)):
        return why
    sums = [sum(one for one in row if not math.isnan(one)) for row in scores]
    count = len(scores[0])
    for reason, scale, off in (
        (_SUM, 1.0, 1e-6),
        ("it is the mean of the others", 1 / count, 0.0051),
        ("it is the percentage of the others", 100 / count, 0.51),
    ):
        if all(abs(value - scale * total) <= off for value, total in zip(found, sums, strict=True)):
            return reason
    return why
