"""Quality tests for question generators."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import ge, gt, le, lt
from typing import Any

from qgauge.api import score
from qgauge.core import BadInput, BadSetting, Example, Result, Tools
from qgauge.data import Refused, label, read
from qgauge.data.python_rows import examples_of

WORST_SHOWN = 5
_CONDITION = re.compile(r"\s*(>=|<=|>|<)\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*(%?)\s*")
_COMPARED: Mapping[str, Callable[[float, float], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt}

Questions = str | os.PathLike[str] | Iterable[Example | Mapping[str, Any]]
Record = Callable[[str, object], None]


@dataclass(frozen=True, slots=True)
class Condition:
    """A bound on a value, such as `>=0.6` or `<=1%`."""

    text: str
    holds: Callable[[float], bool]
    upward: bool
    """Whether higher values are better."""


def condition(name: str, text: object) -> Condition:
    """Parse a condition."""
    found = _CONDITION.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise BadSetting(f"{name}: write a condition like '>=0.6' or '<=1%', not {text!r}.")
    sign, number, percent = found.groups()
    bound = float(number) / (100 if percent else 1)
    compare = _COMPARED[sign]
    return Condition(str(text).strip(), lambda value: compare(value, bound), sign in (">", ">="))


def assert_questions(
    questions: Questions,
    metrics: Mapping[str, str] | None = None,
    *,
    unscored: str = "<=10%",
    system: str | None = None,
    tools: Tools | None = None,
    record: Record | None = None,
    **more: str,
) -> dict[str, Result]:
    """Score questions, and fail if a metric does not meet its condition.

    Args:
        questions: A file, or rows as in `qgauge.score`.
        metrics: Conditions by metric, for metrics with settings:
            `{"q_bleu1:preset=vqa": ">=0.5"}`.
        unscored: Condition on the share of rows that each metric leaves unscored.
        system: Use only the rows of this system.
        tools: Language tools by role, as in `qgauge.score`.
        record: Called with the name and value of every result, and with its signature, even if
            the assertion fails.
        **more: Conditions by metric name: `q_bleu1=">=0.6"`.

    Returns:
        The results by metric.

    Raises:
        AssertionError: A condition does not hold. The message shows the worst questions.
        BadInput: The questions cannot be read, or lack a field that a metric needs.
        BadSetting: A metric or a condition is invalid.

    Examples:
        >>> from qgauge.testing import assert_questions
        >>> rows = [{"question": "Where is Mount Etna?", "references": ["Where is Etna?"]}]
        >>> results = assert_questions(rows, rouge_l=">=0.8", unscored="<=1%")
        >>> round(results["rouge_l"].value, 3)
        0.88
        >>> assert_questions(rows, rouge_l=">=0.95")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        AssertionError: the questions (1 row): the conditions are not met
          rouge_l = 0.8798 (95% CI 0.8798 .. 0.8798, n 1), expected >=0.95
            0.8798  1: Where is Mount Etna?
            signature rouge_l|references:joint|flavour:coco|v:...
    """
    wanted = {name: condition(name, text) for name, text in {**(metrics or {}), **more}.items()}
    if not wanted:
        raise BadSetting("give at least one condition: assert_questions(file, q_bleu1='>=0.6').")
    left_out = condition("unscored", unscored)
    rows = _rows(questions, system)
    results = score(rows, list(wanted), tools=tools)
    if record is not None:
        for name, result in results.items():
            record(f"{name}", result.value)
            record(f"{name} signature", result.signature)
    for name, result in results.items():
        if result.overall.labels is not None:
            raise BadSetting(f"{name} gives labels, but a condition needs a number.")
    problems = [
        problem
        for name, result in results.items()
        for problem in _problems(result, wanted[name], left_out, rows)
    ]
    if problems:
        named = label(questions) if isinstance(questions, str | os.PathLike) else "the questions"
        count = f"{len(rows)} row{'' if len(rows) == 1 else 's'}"
        title = f"{named} ({count}): the conditions are not met"
        raise AssertionError("\n".join([title, *problems]))
    return results


def _problems(
    result: Result, wanted: Condition, left_out: Condition, rows: Sequence[Example]
) -> Iterator[str]:
    """Yield the lines that describe unmet conditions of a metric."""
    overall, value = result.overall, result.value
    if value is None:
        yield f"  {result.metric} has no value: none of the rows could be scored"
    elif not wanted.holds(value):
        low, high = overall.interval or (value, value)
        yield (
            f"  {result.metric} = {value:.4f} (95% CI {low:.4f} .. {high:.4f}, n {overall.n}), "
            f"expected {wanted.text}"
        )
        yield from _worst(result, wanted.upward, rows)
        yield f"    signature {result.signature}"
    share = overall.unscored / (overall.n + overall.unscored)
    if not left_out.holds(share):
        why = ", ".join(f"{reason} ({number})" for reason, number in overall.reasons.items())
        count = f"{overall.unscored} of {overall.n + overall.unscored} rows"
        yield f"  {result.metric} leaves {count} unscored, expected {left_out.text}: {why}"


def _worst(result: Result, upward: bool, rows: Sequence[Example]) -> Iterator[str]:
    valued = [
        (one.value, row)
        for one, row in zip(result.scores, rows, strict=True)
        if isinstance(one.value, float)
    ]
    valued.sort(key=lambda pair: pair[0], reverse=not upward)
    for value, row in islice(valued, WORST_SHOWN):
        of = f" of {row.system}" if row.system else ""
        yield f"    {value:.4f}  {row.id}{of}: {row.question[:80]}"


def _rows(questions: Questions, system: str | None) -> list[Example]:
    """Return all rows, or those of one system; raise BadInput for an invalid row."""
    rows = []
    if isinstance(questions, str | os.PathLike):
        for one in read(questions):
            if isinstance(one, Refused):
                raise one.error
            rows.append(one)
    else:
        rows = list(examples_of(questions))
    if system is not None:
        systems = dict.fromkeys(row.system for row in rows)
        rows = [row for row in rows if row.system == system]
        if not rows:
            raise BadInput(f"there is no system '{system}'; the systems are: {', '.join(systems)}.")
    if not rows:
        raise BadInput("there are no questions.")
    return rows
