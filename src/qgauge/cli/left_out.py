"""Reports skipped and unscored rows on stderr and through the exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import typer

from qgauge.cli.terminal import say
from qgauge.data import RowFiles
from qgauge.gates import Outcome

NOT_ALL_GOOD = 1
"""Exit code when there are results, but rows were refused or too many are unscored."""
NOT_MET = 3
"""Exit code when a requirement is not met, even if the code would otherwise be 1."""


def tell_left_out(
    files: RowFiles,
    unscored: Mapping[str, int],
    rows: int,
    max_unscored: float,
    outcomes: Sequence[Outcome] = (),
) -> None:
    """Report refused rows, metrics that leave too many rows unscored, and unmet requirements."""
    problems = [*files.left_out]
    unmet = sum(not one.holds for one in outcomes)
    code = NOT_MET if unmet else NOT_ALL_GOOD
    for metric, count in unscored.items():
        share = 100 * count / rows
        if share > max_unscored:
            problems.append(
                f"{metric} leaves {share:.1f} % of the rows unscored, more than "
                f"--max-unscored {max_unscored:g}"
                f"{'' if unmet else f', so the exit code is {code}'}."
            )
    if unmet:
        are = "is" if unmet == 1 else "are"
        of = f"{unmet} of {len(outcomes)} requirement{'' if len(outcomes) == 1 else 's'} {are}"
        problems.append(f"{of} not met, so the exit code is {code}.")
    tell(problems, code)


def tell(problems: Sequence[str], code: int = NOT_ALL_GOOD) -> None:
    """Print the problems, and exit with a code that scripts can test."""
    for problem in problems:
        say(f"qgauge: {problem}")
    if problems:
        raise typer.Exit(code)
