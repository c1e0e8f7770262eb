"""Reports skipped and unscored rows on stderr and through the exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import typer

from qgauge.cli.terminal import say
from qgauge.data import RowFiles

NOT_ALL_GOOD = 1
"""Exit code when there are results, but rows were refused or too many are unscored."""


def tell_left_out(
    files: RowFiles, unscored: Mapping[str, int], rows: int, max_unscored: float
) -> None:
    """Report refused rows, and metrics that leave too many rows unscored."""
    problems = [*files.left_out]
    for metric, count in unscored.items():
        share = 100 * count / rows
        if share > max_unscored:
            problems.append(
                f"{metric} leaves {share:.1f} % of the rows unscored, more than "
                f"--max-unscored {max_unscored:g}, so the exit code is {NOT_ALL_GOOD}."
            )
    tell(problems)


def tell(problems: Sequence[str]) -> None:
    """Print the problems, and exit with a code that scripts can test."""
    for problem in problems:
        say(f"qgauge: {problem}")
    if problems:
        raise typer.Exit(NOT_ALL_GOOD)
