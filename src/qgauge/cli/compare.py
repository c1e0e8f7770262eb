"""`qgauge compare`: do two systems differ, or could the difference be chance?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Annotated, Any

from rich.console import Console
from rich.text import Text

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.terminal import clean, console, number, print_json, print_rows, progress
from qgauge.core import BadInput, Example
from qgauge.data import QuestionFiles
from qgauge.run import Count, CountAndWrite, Request, prepare, stream

SIGNIFICANT = 0.05


@dataclass
class System:
    """One system's rows: what each adds to the sums of each metric, by id."""

    rows: dict[str, list[Count]] = field(default_factory=dict)
    about: dict[str, int] = field(default_factory=dict)
    """What each id is about, as a hash: paired rows must be about the same thing."""

    def add(self, example: Example, counts: list[Count]) -> None:
        self.about[example.id] = hash((example.references, example.passage))
        self.rows[example.id] = counts


@options.with_tools
def compare(
    files: options.Files = None,
    metric: options.Metrics = None,
    baseline: options.BaselineSystem = None,
    all_pairs: Annotated[bool, options.all_pairs("system")] = False,
    resamples: Annotated[int, options.resamples("for each test")] = 10_000,
    seed: options.Seed = 12345,
    references: options.References = None,
    format: options.Format = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    workers: options.Workers = 1,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Do systems differ, or is it chance?

    Paired bootstrap and approximate randomisation. Systems are told apart by the field 'system',
    or by file; rows are paired by id.
    """
    if baseline and all_pairs:
        raise BadInput("give --baseline or --all-pairs, not both.")
    questions = QuestionFiles(
        files, format=format, references=references, keep_going=keep_going, refused_file=refused
    )
    systems: dict[str, System] = {}
    with questions, progress("scoring", files=questions.files) as done:
        requests, opened, examples = prepare(
            questions.examples(), metric or None, tools.opened, questions.names
        )
        for request in requests:
            if request.metric.labelled:
                raise BadInput(f"{request.label} gives labels, and only numbers can be compared.")
        finish = CountAndWrite(requests)
        rows = stream(examples, requests, opened, finish=finish, workers=workers, progress=done)
        for example, (counts, _) in rows:
            systems.setdefault(example.system, System()).add(example, counts)
    found = list(_tests(systems, requests, baseline, all_pairs, resamples, seed))
    correct(found)
    settings = f"test:paired|resamples:{resamples}|seed:{seed}"
    signatures = [f"{r.metric.signature(opened, __version__)}|{settings}" for r in requests]
    if json:
        print_json({"comparisons": found, "signatures": signatures, "refused": questions.refused})
    else:
        print_tests(found, signatures, console())
    scored = [counts for system in systems.values() for counts in system.rows.values()]
    unscored = {
        request.label: sum(isinstance(counts[at], str) for counts in scored)
        for at, request in enumerate(requests)
    }
    tell_left_out(questions, unscored, len(scored), max_unscored)


def _tests(
    systems: dict[str, System],
    requests: Sequence[Request],
    baseline: str | None,
    all_pairs: bool,
    resamples: int,
    seed: int,
) -> Iterator[dict[str, Any]]:
    from qgauge.stats import paired

    for one, other in pairs(systems, baseline, all_pairs):
        shared = [id for id in systems[one].rows if id in systems[other].rows]
        alone = len(systems[one].rows) + len(systems[other].rows) - 2 * len(shared)
        if not shared:
            raise BadInput(
                f"systems '{one}' and '{other}' have no id in common, so no rows can be paired. "
                f"Give the rows about the same reference or passage the same id."
            )
        for id in shared:
            if systems[one].about[id] != systems[other].about[id]:
                raise BadInput(
                    f"the rows with id '{id}' of '{one}' and '{other}' have different references "
                    f"or passages: they are not about the same thing and cannot be paired."
                )
        for at, request in enumerate(requests):
            first, second = _stacked(systems[one], systems[other], shared, at)
            row: dict[str, Any] = {
                "metric": request.label,
                "first": one,
                "second": other,
                "n": len(first),
                "unpaired": alone,
                "unscored": len(shared) - len(first),
            }
            if len(first) < 2:
                row["reason"] = "fewer than two rows are scored for both systems"
            else:
                result = paired.compare(
                    first, second, request.metric.combine, resamples=resamples, seed=seed
                )
                row |= {
                    "first_value": result.first,
                    "second_value": result.second,
                    "difference": result.difference,
                    "ci": list(result.interval),
                    "p_bootstrap": result.bootstrap_p,
                    "p_randomisation": result.randomisation_p,
                }
            yield row


def pairs(
    systems: Mapping[str, object], baseline: str | None, all_pairs: bool
) -> list[tuple[str, str]]:
    """Which system is compared with which."""
    names = list(systems)
    if len(names) < 2:
        raise BadInput(
            f"there is only one system{f' ({names[0]})' if names and names[0] else ''} in the "
            f"data. Give two files, or a field 'system' that tells the systems apart."
        )
    if all_pairs:
        return list(combinations(names, 2))
    base = names[0] if baseline is None else baseline
    if base not in systems:
        raise BadInput(f"there is no system '{base}'; there are: {', '.join(names)}.")
    return [(base, name) for name in names if name != base]


def _stacked(one: System, other: System, ids: Sequence[str], at: int) -> tuple[Any, Any]:
    """The statistics of the rows scored for both systems, as two arrays of equal length."""
    import numpy as np

    both = [
        (mine, theirs)
        for id in ids
        if not isinstance(mine := one.rows[id][at], str)
        and not isinstance(theirs := other.rows[id][at], str)
    ]
    return np.array([pair[0] for pair in both]), np.array([pair[1] for pair in both])


def correct(found: Sequence[dict[str, Any]]) -> None:
    """Add Holm's correction over all tests of the run, and what it says in a word."""
    from qgauge.stats.paired import holm

    tested = [row for row in found if "p_randomisation" in row]
    for row, p in zip(tested, holm([row["p_randomisation"] for row in tested]), strict=True):
        row["p_holm"] = p
        better = "better" if row["difference"] > 0 else "worse"
        row["verdict"] = better if p < SIGNIFICANT else "not shown"


def print_tests(found: Sequence[dict[str, Any]], signatures: Sequence[str], out: Console) -> None:
    """A line for each test, what was left out, and how the verdict is to be read."""
    columns = ["metric", "systems", "values", "difference", "95% CI", "n"]
    columns += ["p boot", "p rand", "p Holm", "verdict"]
    print_rows(out, columns, [_cells(row) for row in found], right=columns[2:9])
    for row in found:
        if row["unpaired"] or row["unscored"]:
            left_out = (
                f"{row['metric']}, {_names(row)}: left out {row['unpaired']} row(s) without a "
                f"partner and {row['unscored']} unscored."
            )
            out.print(Text(clean(left_out)))
    out.print(
        f"\nThe verdict is on the second system: better or worse at p Holm < {SIGNIFICANT} (the\n"
        "randomisation test, corrected for all tests here); a difference that is not\n"
        "shown may still be there."
    )
    for signature in signatures:
        out.print(Text(f"signature {signature}"), soft_wrap=True)


def _names(row: dict[str, Any]) -> str:
    return f"{row['first'] or '(no name)'} -> {row['second'] or '(no name)'}"


def _cells(row: dict[str, Any]) -> list[str]:
    start = [row["metric"], _names(row)]
    if "reason" in row:
        return [*start, "-", "-", "-", str(row["n"]), "-", "-", "-", row["reason"]]
    return [
        *start,
        f"{number(row['first_value'])} -> {number(row['second_value'])}",
        f"{row['difference']:+.4f}",
        f"{row['ci'][0]:+.4f} .. {row['ci'][1]:+.4f}",
        str(row["n"]),
        f"{row['p_bootstrap']:.4f}",
        f"{row['p_randomisation']:.4f}",
        f"{row['p_holm']:.4f}",
        row["verdict"],
    ]
