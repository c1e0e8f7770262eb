"""What a verb left out: said on stderr, and told to scripts by the exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import typer

from qgauge.cli.terminal import clean
from qgauge.data import RowFiles

NOT_ALL_GOOD = 1
"""Exit code when scores were shown but rows were refused, or too many are unscored."""


def tell_left_out(
    files: RowFiles, unscored: Mapping[str, int], rows: int, max_unscored: float
) -> None:
    """Tell of rows that were refused, and of metrics that leave too many unscored."""
    problems = [*files.left_out]
    for metric, count in unscored.items():
        share = 100 * count / rows
        if share > max_unscored:
            problems.append(
                f"{metric} leaves {share:.1f} % of the rows unscored, more than "
                f"--max-unscored {max_unscored:g}."
            )
    tell(problems)


def tell(problems: Sequence[str]) -> None:
    """Say what was left out, and end with the exit code for it."""
    for problem in problems:
        typer.echo(f"qgauge: {clean(problem)}", err=True)
    if problems:
        raise typer.Exit(NOT_ALL_GOOD)
