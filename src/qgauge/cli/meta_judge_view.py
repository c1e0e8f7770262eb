"""Tables of `qgauge meta` that compare a judge's verdicts with human ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.text import Text

from qgauge.cli.left_out import NOT_ALL_GOOD
from qgauge.cli.terminal import clean, print_rows
from qgauge.core import BadInput
from qgauge.run import Request

if TYPE_CHECKING:
    from qgauge.meta.verdicts import Bias, VerdictAgreement
    from qgauge.stats.correlation import Correlation


def check_requirement(requests: Sequence[Request], required: float | None) -> None:
    if required is not None and not any(request.metric.verdicts for request in requests):
        raise BadInput(
            "kappa needs a metric that gives verdicts, such as -m judge:rubric=fluency.",
            field="--require-kappa",
        )


def refuse_below(found: Sequence[VerdictAgreement], required: float | None) -> None:
    """Exit with an error code if a judge's agreement with people is below the requirement."""
    failed = False
    for one in found:
        kappa = one.kappa.value
        if required is None or (kappa is not None and kappa >= required):
            continue
        reached = f"is {kappa:.3f}" if kappa is not None else f"is unknown: {one.kappa.reason}"
        problem = (
            f"kappa of {one.metric} with people on {one.dimension} ({one.data}) {reached}, "
            f"which does not meet --require-kappa {required:g}."
        )
        typer.echo(f"qgauge: {clean(problem)}", err=True)
        failed = True
    if failed:
        raise typer.Exit(NOT_ALL_GOOD)


def print_verdicts(out: Console, found: Sequence[VerdictAgreement]) -> None:
    for one in found:
        out.print()
        title = f"verdicts of {one.metric} against human ratings of {one.dimension} ({one.data})"
        out.print(Text(clean(title), style="bold"), soft_wrap=True)
        if one.overall is None:
            reason = one.kappa.reason or "no row has both a verdict and a rating"
            out.print(Text(clean(f"no agreement measured: {reason}")), soft_wrap=True)
            continue
        out.print(Text(f"kappa {one.kappa}, {one.kappa.n} rows"), soft_wrap=True)
        if one.weighted is not None:
            out.print(Text(f"quadratically weighted kappa {one.weighted}"))
        found_by_length = _correlation(one.by_length)
        out.print(
            Text(f"correlation of error with question length: {found_by_length}"), soft_wrap=True
        )
        _print_confusion(out, one)
        _print_bias(out, one)


def _print_confusion(out: Console, one: VerdictAgreement) -> None:
    names = [verdict if isinstance(verdict, str) else f"{verdict:g}" for verdict in one.verdicts]
    columns = ["people", *(f"judge {name}" for name in names), "total"]
    rows = [
        [name, *map(str, line), str(sum(line))]
        for name, line in zip(names, one.confusion, strict=True)
    ]
    sums = [sum(column) for column in zip(*one.confusion, strict=True)]
    rows.append(["(total)", *map(str, sums), str(sum(sums))])
    print_rows(out, columns, rows, right=columns[1:])


def _print_bias(out: Console, one: VerdictAgreement) -> None:
    assert one.overall is not None
    columns = ["system", "n", "agreement", "judge - people"]
    lines: list[tuple[str, Bias]] = [*one.systems.items(), ("(all)", one.overall)]
    rows = [
        [
            name or "(no name)",
            str(bias.n),
            f"{100 * bias.agree:.1f}%",
            "-" if bias.error is None else f"{bias.error:+.3f}",
        ]
        for name, bias in lines
    ]
    print_rows(out, columns, rows, right=columns[1:])


def _correlation(one: Correlation | None) -> str:
    if one is None or one.value is None:
        return f"- ({one.reason})" if one is not None else "-"
    ends = f" [{one.low:.3f}, {one.high:.3f}]" if one.low is not None else ""
    return f"Pearson {one.value:.3f}{ends}"
