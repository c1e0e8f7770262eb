"""Quality tests for question generators."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from qgauge.api import score
from qgauge.core import BadInput, BadSetting, Example, QgaugeError, Result, Tools
from qgauge.data import label
from qgauge.data.python_rows import ColumnNames, examples_of
from qgauge.gates import Gate, Outcome, Requirement, metrics_to_score, parse, parse_condition
from qgauge.run import requests_for

Questions = str | os.PathLike[str] | Iterable[Example | Mapping[str, Any]]
Record = Callable[[str, object], None]


def assert_questions(
    questions: Questions,
    metrics: Mapping[str, str] | None = None,
    *,
    require: str | Sequence[str] = (),
    unscored: str = "<=10%",
    columns: ColumnNames = None,
    system: str | None = None,
    tools: Tools | None = None,
    record: Record | None = None,
    **more: str,
) -> dict[str, Result]:
    """Score questions, and fail if they do not meet the requirements.

    Args:
        questions: A file, or rows as in `qgauge.score`.
        metrics: Conditions by metric, for metrics with settings:
            `{"q_bleu1:preset=vqa": ">=0.5"}`.
        require: Requirements as after `--require`: `"quality>=.6"`,
            `"share(quality<.3)<=5%"`.
        unscored: Condition on the share of rows that each metric leaves unscored. A requirement
            such as `"unscored(quality)<=50%"` replaces it.
        columns: Which column holds which field, as in `qgauge.score`.
        system: Use only the rows of this system.
        tools: Language tools by role, as in `qgauge.score`.
        record: Called with the name and value of every result, and with its signature, even if
            the assertion fails.
        **more: Conditions by metric name: `q_bleu1=">=0.6"`.

    Returns:
        The results by metric.

    Raises:
        AssertionError: A requirement is not met. The message shows the worst questions.
        BadInput: The questions cannot be read, or lack a field that a metric needs.
        BadSetting: A metric or a requirement is invalid.

    Examples:
        >>> from qgauge.testing import assert_questions
        >>> rows = [{"question": "Where is Mount Etna?", "references": ["Where is Etna?"]}]
        >>> results = assert_questions(rows, rouge_l=">=0.8", unscored="<=1%")
        >>> round(results["rouge_l"].value, 3)
        0.88
        >>> results = assert_questions(rows, require=["rouge_l>=.8", "share(rouge_l<.5)<=5%"])
        >>> assert_questions(rows, rouge_l=">=0.95")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        AssertionError: the questions (1 row): the requirements are not met
          rouge_l>=0.95: 0.8798 (n 1)
            0.8798  1: Where is Mount Etna?
          signature rouge_l|references:joint|flavour:coco|v:...
    """
    __tracebackhide__ = True
    try:
        requirements = _requirements({**(metrics or {}), **more}, require, unscored)
        rows = _rows(questions, columns, system)
        results, unmet = _scored(rows, requirements, tools, record)
    except QgaugeError as error:
        # pytest would print the source of each of our frames above the message
        raise error.with_traceback(None) from None
    if unmet:
        named = label(questions) if isinstance(questions, str | os.PathLike) else "the questions"
        raise AssertionError(_message(named, len(rows), unmet, results))
    return results


def _requirements(
    conditions: Mapping[str, str], require: str | Sequence[str], unscored: str
) -> list[Requirement]:
    """Return the given requirements, and one on the unscored rows of each metric."""
    found = []
    for name, text in conditions.items():
        parse_condition(name, text)  # its message names the metric
        found.append(parse(f"{name}{text.strip()}"))
    found += map(parse, [require] if isinstance(require, str) else require)
    if not found:
        raise BadSetting("give at least one condition: assert_questions(file, q_bleu1='>=0.6').")
    limit = parse_condition("unscored", unscored)
    limited = [one.metric for one in found if one.measure == "unscored" and not one.part]
    return [
        *found,
        *(
            Requirement(name, limit, "unscored", text=f"unscored({name}){unscored.strip()}")
            for name in dict.fromkeys(one.metric for one in found)
            if name not in limited
        ),
    ]


def _scored(
    rows: Sequence[Example],
    requirements: Sequence[Requirement],
    tools: Tools | None,
    record: Record | None,
) -> tuple[dict[str, Result], list[Outcome]]:
    """Return the results by metric, and the outcomes of the requirements that are not met."""
    metrics = metrics_to_score(requirements, None) or []
    gate = Gate(requirements, requests_for(metrics))
    results = score(rows, metrics, tools=tools)
    if record is not None:
        for name, result in results.items():
            record(f"{name}", result.value)
            record(f"{name} signature", result.signature)
    scores_of_rows = zip(*(result.scores for result in results.values()), strict=True)
    for row, scores in zip(rows, scores_of_rows, strict=True):
        gate.add(row, gate.readings(scores))
    gate.check_parts()
    return results, [one for one in gate.outcomes(results.values()) if not one.holds]


def _message(named: str, rows: int, unmet: Sequence[Outcome], results: Mapping[str, Result]) -> str:
    lines = [f"{named} ({rows} row{'' if rows == 1 else 's'}): the requirements are not met"]
    lines += [f"  {line}" for outcome in unmet for line in outcome.lines()]
    metrics = dict.fromkeys(one.requirement.metric for one in unmet)
    lines += [f"  signature {results[name].signature}" for name in metrics]
    return "\n".join(lines)


def _rows(questions: Questions, columns: ColumnNames, system: str | None) -> list[Example]:
    """Return all rows, or those of one system; raise BadInput for an invalid row."""
    rows = list(examples_of(questions, columns))
    if system is not None:
        systems = dict.fromkeys(row.system for row in rows)
        rows = [row for row in rows if row.system == system]
        if not rows:
            raise BadInput(f"there is no system '{system}'; the systems are: {', '.join(systems)}.")
    if not rows:
        raise BadInput("there are no questions.")
    return rows
