"""Tests of question generators: `assert_questions` fails when questions are not good enough."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import ge, gt, le, lt
from typing import Any

from qgauge.api import examples_of, score
from qgauge.core import BadInput, BadSetting, Example, Result, Tools
from qgauge.data import Refused, label, read

WORST_SHOWN = 5
_CONDITION = re.compile(r"\s*(>=|<=|>|<)\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*(%?)\s*")
_COMPARED: Mapping[str, Callable[[float, float], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt}

Questions = str | os.PathLike[str] | Iterable[Example | Mapping[str, Any]]
Record = Callable[[str, object], None]


@dataclass(frozen=True, slots=True)
class Condition:
    """Such as `>=0.6` or `<=1%`."""

    text: str
    holds: Callable[[float], bool]
    upward: bool
    """Whether more is better."""


def condition(name: str, text: object) -> Condition:
    """The condition written in this text."""
    found = _CONDITION.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise BadSetting(f"{name}: a condition is written '>=0.6' or '<=1%', not {text!r}.")
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
    """Score a file, or rows, and fail unless every metric is as it should be.

    `assert_questions("made.jsonl", q_bleu1=">=0.6", unscored="<=1%")`; metrics with settings go in
    a dictionary: `{"q_bleu1:preset=vqa": ">=0.5"}`. `unscored` is what share of the rows each of
    them may leave out, `system` picks the rows of one system, `tools` is as for `qgauge.score`. The
    results come back by metric; `record` gets each value and signature, whether they do or not.
    """
    wanted = {name: condition(name, text) for name, text in {**(metrics or {}), **more}.items()}
    if not wanted:
        raise BadSetting("say what is expected: assert_questions(file, q_bleu1='>=0.6').")
    left_out = condition("unscored", unscored)
    rows = _rows(questions, system)
    results = score(rows, list(wanted), tools=tools)
    if record is not None:
        for name, result in results.items():
            record(f"{name}", result.value)
            record(f"{name} signature", result.signature)
    for name, result in results.items():
        if result.overall.labels is not None:
            raise BadSetting(f"{name} gives labels, and a condition needs a number.")
    problems = [
        problem
        for name, result in results.items()
        for problem in _problems(result, wanted[name], left_out, rows)
    ]
    if problems:
        named = label(questions) if isinstance(questions, str | os.PathLike) else "the questions"
        raise AssertionError("\n".join([f"{named} ({len(rows)} rows): not good enough", *problems]))
    return results


def _problems(
    result: Result, wanted: Condition, left_out: Condition, rows: Sequence[Example]
) -> Iterator[str]:
    """What is wrong with a metric's result, in lines for people."""
    overall, value = result.overall, result.value
    if value is None:
        yield f"  {result.metric} has no value: none of the rows could be scored"
    elif not wanted.holds(value):
        low, high = overall.interval or (value, value)
        yield (
            f"  {result.metric} = {value:.4f} (95% CI {low:.4f} - {high:.4f}, n {overall.n}), "
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
    """All rows, or those of a system; a bad one stops the test and says where it is."""
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
            raise BadInput(f"there is no system '{system}'; there are: {', '.join(systems)}.")
    if not rows:
        raise BadInput("there are no questions in it.")
    return rows
