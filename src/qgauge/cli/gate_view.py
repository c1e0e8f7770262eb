"""Prints which requirements are met, with the rows that count against the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from qgauge.cli.terminal import clean
from qgauge.core import BadSetting
from qgauge.gates import Outcome, Requirement, parse


def only_about(metrics: Sequence[str], texts: Sequence[str] | None) -> list[Requirement]:
    """Return the requirements; raise BadSetting for one about another metric."""
    requirements = [parse(text) for text in texts or ()]
    for one in requirements:
        if one.metric not in metrics:
            raise BadSetting(
                f"The requirement '{one.text}': this run scores {', '.join(metrics)}, not "
                f"{one.metric}. Name the same metric, or use `qgauge score`."
            )
    return requirements


def outcomes_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the entry of `--json`; nothing if there are no requirements."""
    found = {one.requirement.text: one.as_json() for one in outcomes}
    return {"requirements": found} if found else {}


def print_outcomes(out: Console, outcomes: Sequence[Outcome]) -> None:
    """Print each requirement, what was measured, and the rows that fail it."""
    if outcomes:
        out.print()
    for one in outcomes:
        first, *rows = one.lines()
        out.print(Text(f"{'met    ' if one.holds else 'not met'}  {clean(first)}"), soft_wrap=True)
        for row in rows:
            out.print(Text(f"         {clean(row)}"), soft_wrap=True)
