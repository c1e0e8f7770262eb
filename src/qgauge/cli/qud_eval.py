"""`qgauge qud eval`: labels for the questions of QUD parsers, by criterion and system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.inputs import tell_left_out
from qgauge.cli.qud_asked import Criteria, MethodName, judged, print_habits, wanted
from qgauge.cli.qud_files import (
    Articles,
    EdgeFiles,
    Files,
    Only,
    References,
    Without,
)
from qgauge.cli.terminal import clean, console, print_json, print_rows
from qgauge.data import Output, output_line
from qgauge.run import Request

if TYPE_CHECKING:
    from qgauge.qud.labelling import Counts, Labelled


@options.with_tools
def evaluate(
    files: Files = None,
    metric: options.Metrics = None,
    criterion: Criteria = None,
    method: MethodName = None,
    articles: Articles = None,
    references: References = None,
    only: Only = None,
    without: Without = None,
    skip: Annotated[
        bool,
        typer.Option(
            help="Leave the other criteria out where the language is not good enough.",
        ),
    ] = True,
    flags: Annotated[bool, typer.Option(help="Also flag redundant and generic questions.")] = True,
    output: Annotated[str | None, options.written("Write each edge with its labels")] = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Label the questions of QUD parsers by the four criteria of QUDeval.

    Language quality, compatibility with the answer, givenness and relevance to the anchor, with
    tables by system; duplicates and lengths; flags for redundant and generic questions.
    """
    asked = wanted(metric, criterion, method)
    reading = EdgeFiles(
        files,
        articles=articles,
        references=references,
        only=only,
        without=without,
        keep_going=keep_going,
        refused_file=refused,
        output=output,
    )
    with ExitStack() as open_files:
        open_files.enter_context(reading)
        examples = reading.edges()
        if flags:
            from qgauge.qud.flags import Flags

            asked = [*asked, Request("flags", Flags())]
        opened = tools.opened(asked)
        # what cannot be written is said before anything is paid for
        out = open_files.enter_context(Output(output)) if output else None
        labelled = judged(examples, asked, opened, skip=skip)
        for one in labelled:
            if out:
                out.write_line(output_line(one.example, one.scores))
    found = _Found(asked, labelled, opened)
    if json:
        print_json(found.as_json() | {"refused": reading.refused}, stderr=output == "-")
    else:
        found.show(console(stderr=output == "-"))
    unscored = {request.label: found.overall(request.label).unscored for request in asked}
    tell_left_out(reading, unscored, found.rows, max_unscored)


class _Found:
    """What was found, as tables and as JSON."""

    def __init__(
        self, asked: Sequence[Request], labelled: Sequence[Labelled], opened: Mapping[str, Any]
    ) -> None:
        from qgauge.qud.labelling import counted, habits_by_system

        self.rows = len(labelled)
        self.backwards = sum(one.backwards for one in labelled)
        self.asked = asked
        self.signatures = {
            request.label: request.metric.signature(opened, __version__) for request in asked
        }
        systems = dict.fromkeys(one.example.system for one in labelled)
        groups = {name: [one for one in labelled if one.example.system == name] for name in systems}
        if len(groups) != 1:
            groups["(all)"] = list(labelled)
        self.counts: dict[str, dict[str, Counts]] = {
            request.label: {
                name: counted(
                    (one.scores[request.label] for one in some),
                    [str(label) for label in reversed(request.metric.verdicts)],
                )
                for name, some in groups.items()
            }
            for request in asked
        }
        self.habits = habits_by_system([one.example for one in labelled])

    def overall(self, label: str) -> Counts:
        return list(self.counts[label].values())[-1]

    def as_json(self) -> dict[str, Any]:
        from dataclasses import asdict

        metrics = {}
        for request in self.asked:
            by_system = {
                name: {
                    "labels": dict(one.labels),
                    "n": one.n,
                    "skipped": one.skipped,
                    "unscored": one.unscored,
                    **({"reasons": dict(one.reasons)} if one.reasons else {}),
                }
                for name, one in self.counts[request.label].items()
            }
            last = list(by_system)[-1]
            whole = by_system[last] if len(by_system) == 1 else by_system.pop(last)
            metrics[request.label] = {
                **whole,
                "signature": self.signatures[request.label],
                "systems": by_system,
            }
        return {
            "edges": self.rows,
            "anchor_not_before_answer": self.backwards,
            "metrics": metrics,
            "questions": {name: asdict(one) for name, one in self.habits.items()},
        }

    def show(self, out: Console) -> None:
        for request in self.asked:
            _print_counts(out, request.label, self.counts[request.label])
        print_habits(out, self.habits)
        if self.backwards:
            out.print(
                Text(f"\n{self.backwards} edge(s) have an anchor that is not before the answer.")
            )
        out.print()
        for signature in self.signatures.values():
            out.print(Text(f"signature {signature}"), soft_wrap=True)


def _print_counts(out: Console, label: str, systems: Mapping[str, Counts]) -> None:
    names = list(next(iter(systems.values())).labels)
    columns = [label, *names, "n", "skipped", "unscored"]
    rows = []
    for name, counts in systems.items():
        shares = [
            f"{counts.labels[one]} ({counts.labels[one] / counts.n:.0%})" if counts.n else "-"
            for one in names
        ]
        rows.append(
            [
                name or "(no name)",
                *shares,
                str(counts.n),
                str(counts.skipped),
                str(counts.unscored),
            ]
        )
    print_rows(out, columns, rows, right=columns[1:])
    for reason, count in list(systems.values())[-1].reasons.items():
        out.print(Text(clean(f"unscored by {label}: {count} ({reason})")))
    out.print()
